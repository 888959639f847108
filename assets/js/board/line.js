// A line laid by hand over the points. Two handles turn it, a third shifts it; margins and street of a given line are
// arithmetic, so they follow in the frame of the hand. Which line is best is Python's to say.

import * as paint from "../shared/paint.js";
import { component } from "../shared/component.js";
import { number } from "../shared/numbers.js";
import { Handles } from "./handles.js";
import { letters } from "../shared/letters.js";

const FEW = 150; // points up to which each has its way to the line drawn
const SIDES = 0.14; // strength of the colours of the two sides
const GLIDE = 600; // ms in which a line that is let go comes to rest

export class Line extends Handles {
  get picture() { return null; } // points are explained by the line of the hand

  /** The widest street of the points that are here, by the page; while a hand is ahead of it, by the solver's newest answer. */
  get street() {
    const { store: { picture }, data: { best } } = this;
    if (this.isTold) return best;
    const length = picture?.state === "proved" && picture.w ? Math.hypot(...picture.w) : 0;
    return length > 0 ? { ...picture, margin: 1 / length } : null;
  }

  update(data, arrays, send) {
    const before = this.view && this.pair.map((end) => [...end]);
    this.gliding = null;
    super.update(data, arrays, send);
    if (before && data.rests && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.glide(before, this.pair);
  }

  /** Move both handles from two places to two others; a hand that takes one of them ends it. */
  glide(from, to) {
    const moves = from.some((end, m) => end.some((value, k) => value !== to[m][k]));
    if (!moves || this.held >= 0) return;
    const began = performance.now();
    const step = (now) => {
      if (this.held >= 0 || this.gliding !== step) return;
      const share = Math.min(Math.max((now - began) / GLIDE, 0), 1);
      const part = share * share * (3 - 2 * share);
      const between = (m, k) => from[m][k] + part * (to[m][k] - from[m][k]);
      this.pair = share < 1 ? to.map((end, m) => end.map((_, k) => between(m, k))) : to;
      this.touch();
      if (share < 1) requestAnimationFrame(step);
    };
    this.gliding = step;
    step(began);
  }

  carry(n, event) { this.set(n, this.view.plane(this.gestures.place(event))); }

  at(n) { return this.pair[n] ?? this.pair[0].map((value, k) => (value + this.pair[1][k]) / 2); }

  move(n, place) {
    if (n < 2) return super.move(n, place);
    const middle = this.at(2);
    const moved = this.pair.map((end) => this.inside(end.map((value, k) => value + place[k] - middle[k])));
    const kept = moved.every((end, m) => end.every((value, k) => Math.abs(value - this.pair[m][k] - place[k] + middle[k]) < 1e-9));
    if (kept) this.pair = moved; // else an end would leave the window, and the line turn
  }

  /** The line w.x + b = 0 with |w| = scale, and the margin of each point. */
  measure() {
    const { pair: [p, q], store, data: { scale } } = this;
    const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
    const length = Math.hypot(dx, dy);
    const w = [-dy / length, dx / length];
    const b = -w[0] * p[0] - w[1] * p[1];
    const margins = Array.from(store.ids, (_, i) => store.y[i] * (w[0] * store.at(i)[0] + w[1] * store.at(i)[1] + b));
    return { w, b, length, margins, least: Math.min(...margins), scale };
  }

  // ---- painting ----

  ground(ctx) {
    const found = (this.found = this.measure());
    if (!(found.length > 0)) return;
    this.sides(ctx, found);
    this.edges = this.data.shown && this.street ? this.best(ctx, this.street) : [];
    this.ways(ctx, found);
    const { view: { size }, colours: { ink } } = this;
    if (found.least > 0)
      for (const side of [-1, 1]) paint.stroke(ctx, this.along(found, side * found.least), ink, 1.25 * size, [9 * size, 5 * size]);
    paint.stroke(ctx, this.along(found, 0), ink, 2.5 * size);
  }

  /** A path along the line shifted by a distance to its positive side, from beyond the window to beyond it. */
  along(line, shift) { return paint.trace([this.reach(line, shift)]); }

  reach({ w, b }, shift) {
    const { x0, y0, size } = this.view.window;
    const centre = [x0 + size / 2, y0 + size / 2];
    const off = shift - (w[0] * centre[0] + w[1] * centre[1] + b);
    const foot = centre.map((value, k) => value + off * w[k]);
    return [-2, 2].map((way) => this.view.place([foot[0] - way * size * w[1], foot[1] + way * size * w[0]]));
  }

  sides(ctx, { w, b }) {
    const { view, colours: { pos, neg } } = this;
    const { x0, y0, size } = view.window;
    const far = 3 * size;
    const height = w[0] * (x0 + size / 2) + w[1] * (y0 + size / 2) + b;
    const foot = [x0 + size / 2 - height * w[0], y0 + size / 2 - height * w[1]];
    for (const way of [far, -far]) {
      const corners = [[-far, 0], [far, 0], [far, way], [-far, way]].map(([u, v]) => [foot[0] - u * w[1] + v * w[0], foot[1] + u * w[0] + v * w[1]]);
      paint.fill(ctx, paint.trace([corners.map((corner) => view.place(corner))]), way > 0 ? pos : neg, SIDES);
    }
  }

  /** From each point to the line: its geometric margin; dotted where it is negative. */
  ways(ctx, { w, margins, least }) {
    const { store, view, colours: { ink } } = this;
    ctx.lineCap = "round";
    margins.forEach((margin, i) => {
      if (store.n > FEW && margin > 0 && margin !== least) return;
      const [x, y] = store.at(i);
      const way = store.y[i] * margin;
      const path = paint.trace([[[x, y], [x - way * w[0], y - way * w[1]]].map((end) => view.place(end))]);
      ctx.globalAlpha = margin === least || margin <= 0 ? 1 : 0.35;
      paint.stroke(ctx, path, ink, (margin === least ? 4 : 1.2) * view.size, margin > 0 ? [] : [0.1, 3.8 * view.size]);
    });
    Object.assign(ctx, { globalAlpha: 1, lineCap: "butt" });
  }

  /** The widest street, hollow; returns its edges with their letters. @returns {[string, Polyline[]][]} */
  best(ctx, { w, b }) {
    const { view: { size }, colours: { ink, paper } } = this;
    const length = Math.hypot(...w);
    const line = { w: w.map((value) => value / length), b: b / length };
    for (const shift of [-1, 0, 1]) {
      const path = this.along(line, shift / length);
      paint.stroke(ctx, path, ink, (shift ? 3.5 : 5.5) * size);
      paint.stroke(ctx, path, paper, (shift ? 1.5 : 3) * size);
    }
    return [1, -1].map((side) => [side > 0 ? "H₁" : "H₂", [this.reach(line, side / length)]]);
  }

  /** A, B and C beside three points of class +1, with their distances: the farthest from the line, the middle one, the nearest. */
  over(ctx) {
    const { view, colours: { font, ink, paper }, store } = this;
    letters(ctx, view, this.edges ?? [], this.colours);
    const chosen = this.named();
    ctx.font = `600 ${view.type + 3}px ${font}`;
    Object.assign(ctx, { textAlign: "center", strokeStyle: paper, fillStyle: ink, lineWidth: 4 });
    ctx.setLineDash([]);
    chosen.forEach((i, k) => {
      const [x, y] = view.place(store.at(i));
      const told = `${"ABC"[k]} ${number(this.found.margins[i])}`;
      ctx.strokeText(told, x, y - 11 * view.size);
      ctx.fillText(told, x, y - 11 * view.size);
    });
    this.read();
    dispatchEvent(new CustomEvent("lab-line", { detail: { ...this.found, labels: store.y } }));
  }

  named() {
    const { margins, length } = this.found;
    const right = [...margins.keys()].filter((i) => this.store.y[i] > 0 && margins[i] > 0).sort((i, k) => margins[k] - margins[i]);
    return length > 0 && right.length > 2 ? [right[0], right[right.length >> 1], right.at(-1)] : [];
  }

  /** The numbers of the line. */
  read() {
    const { w, b, length, margins, least, scale } = this.found;
    const best = this.isTold || this.store.picture?.version === this.store.version ? this.street : null;
    if (!(length > 0)) return (this.readout.textContent = this.say("line.none"));
    const told = { w1: number(scale * w[0]), w2: number(scale * w[1]), b: number(scale * b), functional: number(scale * least), geometric: number(least) };
    const wrong = margins.filter((margin) => margin <= 0).length;
    const parts = [this.say("line.equation", told)];
    if (margins.length) parts.push(this.say("line.margins", told));
    if (wrong) parts.push(this.say("line.wrong", { wrong, n: margins.length }));
    else if (best && margins.length) parts.push(this.say("line.share", { share: number(Math.floor((1000 * least) / best.margin) / 10) }));
    this.readout.replaceChildren(...parts.map((part) => Object.assign(document.createElement("span"), { textContent: part })));
  }
}

export const mount = component(Line);
