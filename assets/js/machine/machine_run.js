// A player under another machine than C-SVC. `signs` are those of the variables, in regression two a point: first
// what pulls f up, then what pulls it down; `begun` is alpha at the start, `r` at every state (one: at all) rho, which
// divides f, or half the width of the tube. Where r is not above 0 there is no margin or tube yet.

import * as paint from "../shared/paint.js";
import { terms } from "../shared/field.js";
import { number } from "../shared/numbers.js";
import { veil } from "../player/aside.js";
import { bars, sheet } from "../player/charts.js";
import { across, become as becoming, half, machineOf } from "./parts.js";

const ROOM = 4; // letters' heights for numbers, as beside the other bars
const BELOW = 20; // px for a name

let made; // the class, once there is a player

/** Let a player show machines. */
export function become(player) {
  made ??= kindOf(Object.getPrototypeOf(player).constructor);
  return becoming(player, made);
}

const kindOf = (Player) => class extends machineOf(Player) {
  get machine_run() { return true; }

  /** How many points there are where each has two variables; 0: the variables are the points. */
  get two() {
    const { signs, X } = this.recorded;
    return signs?.length === X.length ? X.length / 2 : 0;
  }

  get r() { const { r } = this.recorded; return r[this.at] ?? r[0]; }

  /** What f is divided by in this state. */
  get unit() { return this.two || !(this.r > 0) ? 1 : this.r; }

  get picture() {
    const [found, { recorded, recorded: { signs, X }, two }] = [super.picture, this];
    if (!found || !signs) return found;
    const { alpha, coef, kernel, b, rank } = found;
    if (!two) return { ...found, pulls: alpha, slackAt: () => NaN, draw: this.r > 0 };
    const [tube, line] = [this.r, across(X)];
    const slackAt = (k) => Math.max(0, Math.abs(X[2 * k + 1] - terms(kernel, line, coef, b, [X[2 * k], 0]).f) - tube);
    return { ...recorded, kernel, coef, b, rank, tube, X: line, alpha: coef, pulls: coef, slackAt, draw: true };
  }

  solve(alpha, b, ...effort) {
    if (!this.recorded.signs) return super.solve(alpha, b, ...effort);
    if (this.two) return this.graph(alpha, b);
    const { unit } = this;
    super.solve(alpha.map((a) => a / unit), b / unit, ...effort);
    if (!this.labels || !(this.r > 0)) this.lines = [[], this.lines[1], []];
  }

  graph(alpha, b) {
    const { recorded: { X }, kernel, two } = this;
    const coef = Array.from({ length: two }, (_, k) => alpha[k] - alpha[k + two]);
    Object.assign(this, { coef, b });
    this.curve(sheet(this.below, this.square), { kernel, X, coef, b, tube: this.r });
  }

  fade(alpha, b) {
    const { unit, two } = this;
    if (!two || this.strange) return super.fade(alpha.map((a) => a / unit), b / unit);
    this.graph(alpha, b); // of the points before: of it the curve stays, in grey
    const ctx = sheet(this.below, this.square);
    this.pale(ctx);
    paint.axes(ctx, this.view, this.data.axes, this.colours);
    Object.assign(this, { coef: null, lines: [[], [], []] });
  }

  paintAbove(alpha, pair) {
    const { two } = this;
    if (!two) return super.paintAbove(alpha, pair);
    this.both = alpha;
    super.paintAbove(Float64Array.from({ length: two }, (_, k) => Math.max(alpha[k], alpha[k + two])), pair.map((t) => t % two));
  }

  halos(ctx, view, store, { rank, ...of }, colours, part) {
    const { two, both } = this;
    if (!two) return paint.halos(ctx, view, store, { rank, ...of }, colours, part);
    const pulls = Array.from({ length: two }, (_, k) => [both[k], both[k + two]]);
    if (both.some(Boolean)) this.halves(ctx, pulls, rank, this.kernel);
  }

  /** Veil the half of a point whose variable is set aside, and strike it through. */
  veil(ctx, player, part) {
    const { two, recorded: { aside = [], ids }, store, view, colours, at: k } = player;
    if (!two) return veil(ctx, player, part);
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

  /** In a graph the bars of alpha go up, and those of alpha* down. */
  bars(ctx, size, { alpha, pair, top, ...of }, colours, name) {
    const { two } = this;
    if (!two) return bars(ctx, size, { alpha, pair, top, ...of }, colours, name);
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
};
