// What board and player of other machines than C-SVC share: one look of all points where classes play no part, and
// regression as a graph: f as a curve in its tube.

import * as paint from "../shared/paint.js";
import { terms } from "../shared/field.js";
import { twins } from "../shared/kernels.js";
import { number } from "../shared/numbers.js";

const NODES = 240; // of the curve of f
const FAR = 1e5; // px: what lies farther is drawn here

/** Let a part show machines by changing its class: other pages load nothing of this. */
export function become(part, made, more) {
  Object.assign(part, { stamped: part.stamp, ...more });
  for (const name of ["stamp", "bars", "halos"]) delete part[name]; // the class has them
  return Object.setPrototypeOf(part, made.prototype);
}

export const machineOf = (Drawing) => class extends Drawing {
  get machine() { return true; }

  /** Whether the classes of the points play a part. */
  get labels() { return !this.data?.plain; }

  /** All points look alike where their classes are nothing to the machine. */
  get stamp() { return this.labels ? this.stamped : (ctx, place, _, ...more) => this.stamped(ctx, place, 1, ...more); }
  set stamp(stamp) { this.stamped = stamp; }

  /** How a graph is traced. */
  get courses() { return this.picture?.tube != null && courses; }

  equip(data) {
    super.equip(data);
    if (data.plain) this.colours.neg = this.colours.pos; // the field has its colours already
    this.tools.firstElementChild.hidden = data.plain; // nobody chooses a class that plays no part
  }

  valueAt([x, y]) {
    const { kernel, X, coef, b, tube } = this.picture;
    return terms(kernel, X, coef, b, tube == null ? [x, y] : [x, 0]);
  }

  fact(key, i) {
    const { store, picture } = this;
    if (this.labels || !picture) return super.fact(key, i);
    const [k, [x, y]] = [picture.rank.get(store.ids[i]), store.at(i)];
    const told = { x, y, f: this.valueAt([x, y]).f, alpha: picture.pulls[k], slack: picture.slackAt(k) };
    for (const name in told) told[name] = number(told[name]);
    return this.say(key, { ...told, i: i + 1, n: store.n });
  }

  /** The curve of f and, where the tube has a width, its edges. */
  curve(ctx, { kernel, X, coef, b, tube }) {
    const { view, colours } = this;
    const [lower, middle, upper] = courses(view, [kernel, X, coef, b], -tube, 0, tube);
    const wide = tube >= 0;
    this.lines = [lower, middle, upper].map((line, k) => (wide || k === 1 ? [line] : []));
    const band = paint.trace([[...lower, ...[...upper].reverse()]]);
    if (wide) paint.clipped(ctx, view, () => paint.fill(ctx, band, colours.pos, colours.dark ? 0.22 : 0.16));
    paint.axes(ctx, view, this.data.axes, colours);
  }

  /** The curve alone, as that of other points. */
  pale(ctx) {
    const { view, lines, colours } = this;
    paint.clipped(ctx, view, () => paint.stroke(ctx, paint.trace(lines[1]), colours.grey, 2 * view.size, [3, 5]));
  }

  /** Half a disc above each point, as large as what pulls f up there, and one below for what pulls it down. */
  halves(ctx, pulls, rank, kernel) {
    const { view, view: { size, span }, store, colours } = this;
    const all = pulls.flat();
    const largest = Math.max(...all);
    const most = Math.min(20 * size, 0.2 * span * Math.sqrt(largest / all.reduce((sum, a) => sum + a, 0)));
    const { part } = paint.thinning(view, store.n, kernel);
    store.ids.forEach((id, i) => pulls[rank.get(id)]?.forEach((pull, down) => {
      if (pull) paint.fill(ctx, half(view.place(store.at(i)), part * most * Math.sqrt((2 * pull) / largest), down), colours.pos, colours.dark ? 0.42 : 0.34);
    }));
  }
};

/** The upper half of a disc, or the lower one. */
export function half([x, y], r, down) {
  const path = new Path2D();
  path.arc(x, y, r, 0, Math.PI, !down);
  return path;
}

/** A graph has one coordinate: f is asked along x2 = 0, where no kernel notices the other. */
export const across = (X) => X.map((value, k) => (k % 2 ? 0 : value));

export const placed = (view, x, value) => view.place([x, value]).map((at) => Math.max(-FAR, Math.min(FAR, at)));

/** f across the window, moved up by some distances. */
function courses(view, [kernel, X, coef, b], ...ups) {
  const { x0, size } = view.window;
  const xs = Float64Array.from({ length: NODES }, (_, k) => x0 + (size * k) / (NODES - 1));
  const vectors = Array.from(coef).flatMap((c, k) => (c ? [[X[2 * k], 0, c, k]] : []));
  const F = new Float64Array(NODES).fill(b);
  twins[kernel.name].add(F, xs, Float64Array.of(0), vectors, kernel);
  return ups.map((up) => Array.from(xs, (x, k) => placed(view, x, F[k] + up)));
}
