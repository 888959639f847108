// A player under another machine than C-SVC. `signs` are those of the variables, in regression two a point: first
// what pulls f up, then what pulls it down; `begun` is alpha at the start, `r` at every state (one: at all) rho, which
// divides f, or half the width of the tube. Where r is not above 0 there is no margin or tube yet.

import * as paint from "../shared/paint.js";
import { terms } from "../shared/field.js";
import { number } from "../shared/numbers.js";
import { sheet } from "../player/charts.js";
import { across, half, Machine } from "./machine.js";

const ROOM = 4; // letters' heights for numbers, as beside the other bars
const BELOW = 20; // px for a name

export class RunMachine extends Machine {
  /** How many points there are where each has two variables; 0: the variables are the points. */
  get two() {
    const { signs, X } = this.drawing.recorded;
    return signs?.length === X.length ? X.length / 2 : 0;
  }

  get r() {
    const { recorded: { r }, at } = this.drawing;
    return r[at] ?? r[0];
  }

  /** Whether only f = 0 is drawn; the run of C-SVC that a change of machine leaves has no signs. */
  get alone() {
    const { recorded: { signs }, data: { plain } } = this.drawing;
    return !!signs && (plain || !(this.r > 0));
  }

  /** The multipliers and the offset of f in this state. */
  scaled(alpha, b) {
    if (!this.drawing.recorded.signs || this.two || !(this.r > 0)) return [alpha, b];
    return [alpha.map((a) => a / this.r), b / this.r];
  }

  /** The picture with what hands and tooltips ask of this machine. */
  own(found) {
    const { recorded, recorded: { signs, X } } = this.drawing;
    if (!signs) return found;
    const { alpha, coef, kernel, b, rank } = found;
    if (!this.two) return { ...found, pulls: alpha, slackAt: () => NaN, draw: this.r > 0 };
    const [tube, line] = [this.r, across(X)];
    const slackAt = (k) => Math.max(0, Math.abs(X[2 * k + 1] - terms(kernel, line, coef, b, [X[2 * k], 0]).f) - tube);
    return { ...recorded, kernel, coef, b, rank, tube, X: line, alpha: coef, pulls: coef, slackAt, draw: true };
  }

  // ---- of regression alone, whose points have two variables each ----

  drawGraph(alpha, b) {
    const { drawing, drawing: { recorded: { X }, kernel, below, square }, two } = this;
    const coef = Array.from({ length: two }, (_, k) => alpha[k] - alpha[k + two]);
    Object.assign(drawing, { coef, b });
    this.curve(sheet(below, square), { kernel, X, coef, b, tube: this.r });
  }

  /** The curve of the points before, in grey. */
  fadeGraph(alpha, b) {
    const { drawing, drawing: { below, square, view, data, colours } } = this;
    this.drawGraph(alpha, b);
    const ctx = sheet(below, square);
    this.pale(ctx);
    paint.axes(ctx, view, data.axes, colours);
    Object.assign(drawing, { coef: null, lines: [[], [], []] });
  }

  /** What the variables come to at each point: the larger multiplier, and the points of a pair. */
  perPoint(alpha, pair) {
    const { two } = this;
    return [Float64Array.from({ length: two }, (_, k) => Math.max(alpha[k], alpha[k + two])), pair.map((t) => t % two)];
  }

  halos(ctx, alpha) {
    const { drawing: { ranks, kernel }, two } = this;
    if (alpha.some(Boolean)) this.halves(ctx, Array.from({ length: two }, (_, k) => [alpha[k], alpha[k + two]]), ranks, kernel);
  }

  /** Veil the half of a point whose variable is set aside, and strike it through. */
  veil(ctx, part) {
    const { drawing: { recorded: { aside = [], ids }, store, view, colours, at: k }, two } = this;
    const [strokes, r] = [new Path2D(), 8 * part * view.size];
    for (let n = 0; n < aside.length; n += 3) {
      const [t, down] = [aside[n] % two, aside[n] >= two];
      const i = aside[n + 1] <= k && k <= aside[n + 2] ? store.ids.indexOf(ids[t]) : -1;
      if (i < 0) continue; // it is looked at, or gone since
      const [x, y] = view.place(store.at(i));
      const line = y + (down ? r : -r) / 2;
      paint.fill(ctx, half([x, y], r, down), colours.paper, 0.6);
      strokes.moveTo(x - r, line);
      strokes.lineTo(x + r, line);
    }
    paint.stroke(ctx, strokes, colours.grey, 1.5 * view.size);
  }

  /** The bars of alpha go up, and those of alpha* down. */
  bars(ctx, size, { alpha, pair, top }, colours, name) {
    const { two } = this;
    const [left, right] = [ROOM * size.type, size.width - 4];
    const [middle, most] = [(size.height - BELOW) / 2, (size.height - BELOW) / 2 - 6];
    const bar = (right - left) / two;
    ctx.fillStyle = colours.grid;
    ctx.fillRect(left, middle, right - left, 1);
    alpha.forEach((a, t) => {
      const [lit, high] = [pair.indexOf(t), Math.max((a / top) * most, pair.includes(t) ? 3 : 0)];
      ctx.fillStyle = colours[["i", "j"][lit] ?? "pos"];
      if (high) ctx.fillRect(left + (t % two) * bar, t < two ? middle - high : middle, Math.max(1.5, bar - 1), high);
    });
    ctx.fillStyle = colours.grey;
    const write = (words, x, y, align, type) => {
      Object.assign(ctx, { font: `${type}px ${colours.font}`, textAlign: align });
      ctx.fillText(words, x, y);
    };
    for (const y of [middle - most, middle + most]) write(number(top, true), left - 6, y + 4, "right", size.type - 1);
    write("0", left - 6, middle + 4, "right", size.type - 1);
    write(name, left, size.height - 5, "left", size.type);
  }
}

/** Let a player show machines. */
export function serve(player) { player.machine ??= new RunMachine(player); }
