// How another machine than C-SVC is drawn: one look of all points where classes play no part, and regression as a graph,
// f as a curve in its tube.

import * as paint from "../shared/paint.js";
import { twins } from "../shared/kernels.js";
import { number } from "../shared/numbers.js";

const NODES = 240; // of the curve of f
const FAR = 1e5; // px: what lies farther is drawn here

/** What a board and a player, the `drawing`, ask for another machine than C-SVC: other pages load nothing of this. */
export class Machine {
  constructor(drawing) {
    this.drawing = drawing;
  }

  /** How a graph is traced. */
  get courses() { return this.drawing.picture?.tube != null && courses; }

  equip({ plain }) {
    const { colours, tools } = this.drawing;
    if (plain) colours.neg = colours.pos; // the field has its colours already
    tools.firstElementChild.hidden = plain; // the class plays no part
  }

  /** A sentence about a point whose class plays no part. */
  fact(key, i) {
    const { drawing, drawing: { store, picture } } = this;
    const [k, [x, y]] = [picture.rank.get(store.ids[i]), store.at(i)];
    const told = { x, y, f: drawing.valueAt([x, y]).f, alpha: picture.pulls[k], slack: picture.slackAt(k) };
    for (const name in told) told[name] = number(told[name]);
    return drawing.say(key, { ...told, i: i + 1, n: store.n });
  }

  /** The curve of f and, where the tube has a width, its edges. */
  curve(ctx, { kernel, X, coef, b, tube }) {
    const { drawing, drawing: { view, colours, data } } = this;
    const [lower, middle, upper] = courses(view, [kernel, X, coef, b], -tube, 0, tube);
    const wide = tube >= 0;
    drawing.lines = [lower, middle, upper].map((line, k) => (wide || k === 1 ? [line] : []));
    const band = paint.trace([[...lower, ...[...upper].reverse()]]);
    if (wide) paint.clipped(ctx, view, () => paint.fill(ctx, band, colours.pos, colours.dark ? 0.22 : 0.16));
    paint.axes(ctx, view, data.axes, colours);
  }

  /** The curve alone, as that of other points. */
  pale(ctx) {
    const { view, lines, colours } = this.drawing;
    paint.clipped(ctx, view, () => paint.stroke(ctx, paint.trace(lines[1]), colours.grey, 2 * view.size, [3, 5]));
  }

  /** Half a disc above each point, as large as what pulls f up there, and one below for what pulls it down. */
  halves(ctx, pulls, rank, kernel) {
    const { view, view: { size, span }, store, colours } = this.drawing;
    const all = pulls.flat();
    const largest = Math.max(...all);
    const most = Math.min(20 * size, 0.2 * span * Math.sqrt(largest / all.reduce((sum, a) => sum + a, 0)));
    const { part } = paint.thinning(view, store.n, kernel);
    store.ids.forEach((id, i) => pulls[rank.get(id)]?.forEach((pull, down) => {
      if (pull) paint.fill(ctx, half(view.place(store.at(i)), part * most * Math.sqrt((2 * pull) / largest), down), colours.pos, colours.dark ? 0.42 : 0.34);
    }));
  }
}

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
