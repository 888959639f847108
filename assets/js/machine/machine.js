// A board under another machine than C-SVC: its f has coefficients of its own. One class has no margins beside f = 0, and
// regression is a graph: x across, the value upwards, f as a curve in its tube.

import * as paint from "../shared/paint.js";
import { terms } from "../shared/field.js";
import { twins } from "../shared/kernels.js";
import { number } from "../shared/numbers.js";
import { DrawnPoints } from "./drawn_points.js";

const NODES = 240; // of the curve of f
const FAR = 1e5; // px: what lies farther is drawn here
const seen = new WeakMap(); // pictures as this board draws them

let made; // the class, once there is a board

/** Let a board show machines; its class is changed where it stands, so that other pages load nothing of this. */
export function become(board) {
  made ??= kindOf(Object.getPrototypeOf(board).constructor);
  Object.assign(board, { stamped: board.stamp, ahead: new DrawnPoints() });
  delete board.stamp; // the class has it
  return Object.setPrototypeOf(board, made.prototype);
}

const kindOf = (Board) => class extends Board {
  get machine() { return true; }

  /** Whether the classes of the points play a part. */
  get labels() { return !this.data?.plain; }

  /** All points look alike where their classes are nothing to the machine. */
  get stamp() { return this.labels ? this.stamped : (ctx, place, _, ...more) => this.stamped(ctx, place, 1, ...more); }
  set stamp(stamp) { this.stamped = stamp; }

  get picture() {
    const found = super.picture;
    if (!found?.weights) return found;
    if (!seen.has(found)) seen.set(found, ownOf(found));
    return seen.get(found);
  }

  update(data, ...more) {
    if (data.plain !== this.data?.plain) this.painted = undefined;
    super.update(data, ...more);
    this.store.scrubs = () => true; // the board follows every slider: the page waits until the hand rests
  }

  heard(what) {
    super.heard(what);
    if (/model|points/.test(what) && this.data?.offers) this.ahead.follow(this);
  }

  equip(data) {
    super.equip(data);
    if (data.plain) this.colours.neg = this.colours.pos; // the field has its colours already
    this.tools.firstElementChild.hidden = data.plain; // nobody chooses a class that plays no part
  }

  valueAt([x, y]) {
    const { kernel, X, coef, b, tube } = this.picture;
    return terms(kernel, X, coef, b, tube == null ? [x, y] : [x, 0]);
  }

  solve(picture, effort) {
    if (picture?.draw && picture.tube != null) return this.graph(picture);
    super.solve(picture, effort);
    if (!picture?.alone || !this.lines) return;
    this.lines = [[], this.lines[1], []];
    this.slack = [];
  }

  /** The curve of f, the edges of its tube, and how far points lie beyond them. */
  graph(picture) {
    const { view, view: { window: { x0, size } }, colours } = this;
    const ctx = this.wipe(this.below);
    Object.assign(this, { painted: picture, kept: this.store.kept });
    const xs = Float64Array.from({ length: NODES }, (_, k) => x0 + (size * k) / (NODES - 1));
    const values = valuesAt(picture, xs);
    const [lower, middle, upper] = [-1, 0, 1].map((side) => Array.from(xs, (x, k) => placed(view, x, values[k] + side * picture.tube)));
    this.lines = [lower, middle, upper].map((line) => [line]);
    this.slack = slackOf(picture, view);
    paint.clipped(ctx, view, () => paint.fill(ctx, paint.trace([[...lower, ...[...upper].reverse()]]), colours.pos, colours.dark ? 0.22 : 0.16));
    paint.axes(ctx, view, this.data.axes, colours);
  }

  /** In a graph alpha is a half disc above its point, and alpha* one below. */
  haunt(ctx, picture) {
    super.haunt(ctx, picture);
    if (!picture?.draw || picture.tube == null) return;
    const { view, view: { size, span }, store, colours } = this;
    const { pulls } = picture;
    const largest = Math.max(...pulls.map(Math.abs));
    const most = Math.min(20 * size, 0.2 * span * Math.sqrt(largest / pulls.reduce((sum, a) => sum + Math.abs(a), 0)));
    const { part } = paint.thinning(view, store.n, picture.kernel);
    store.ids.forEach((id, i) => {
      const pull = pulls[picture.rank.get(id)];
      if (!pull) return;
      const half = new Path2D();
      const [x, y] = view.place(store.at(i));
      half.arc(x, y, part * most * Math.sqrt((2 * Math.abs(pull)) / largest), 0, Math.PI, pull > 0);
      paint.fill(ctx, half, colours.pos, colours.dark ? 0.42 : 0.34);
    });
  }

  fact(key, i) {
    const { store, picture } = this;
    if (this.labels || !picture) return super.fact(key, i);
    const [k, [x, y]] = [picture.rank.get(store.ids[i]), store.at(i)];
    const told = { x, y, f: this.valueAt([x, y]).f, alpha: picture.pulls[k], slack: picture.slack[k] };
    for (const name in told) told[name] = number(told[name]);
    return this.say(key, { ...told, i: i + 1, n: store.n });
  }
};

// A graph has one coordinate: f is asked along x2 = 0, where no kernel notices the other.
function ownOf(found) {
  const { weights, tube, X, alpha } = found;
  const pulls = Array.from(alpha, (a, k) => a * Math.sign(weights[k]));
  const own = { ...found, coef: Array.from(weights), pulls };
  return tube == null ? own : { ...own, places: X, X: X.map((value, k) => (k % 2 ? 0 : value)), alpha: alpha.map(() => 0) };
}

function valuesAt({ kernel, X, coef, b }, xs) {
  const vectors = coef.flatMap((c, k) => (c ? [[X[2 * k], 0, c, k]] : []));
  const F = new Float64Array(xs.length).fill(b);
  twins[kernel.name].add(F, xs, [0], vectors, kernel);
  return F;
}

const placed = (view, x, value) => view.place([x, value]).map((at) => Math.max(-FAR, Math.min(FAR, at)));

/** Upright lines from the points beyond the tube to its edge. */
function slackOf({ places, slack, pulls }, view) {
  return pulls.flatMap((pull, k) => {
    if (!(slack[k] > 1e-6)) return [];
    const [x, z] = [places[2 * k], places[2 * k + 1]];
    return [[placed(view, x, z), placed(view, x, z - Math.sign(pull) * slack[k])]];
  });
}
