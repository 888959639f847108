// The pad: two handles, x and y, on the plane of the data, over the colours that Python found for it. Nothing is
// computed here.

import * as paint from "../shared/paint.js";
import { component, Part, sideOf } from "../shared/component.js";
import { number } from "../shared/numbers.js";
import { Updates } from "./updates.js";

const NEAR = 10; // px from a point of the data that mean the point
const STRONGEST = 0.5; // of the colour where the approximation knows nothing
const RAYS = [2, -2, 1, 3, -1, -3, 0.2, 3.8, 0.6].map((part) => (part * Math.PI) / 4);
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };

class Pad extends Part {
  updates = new Updates();
  held = -1;
  pair = [[0, 0], [0, 0]];

  constructor(...args) {
    super(...args);
    this.handles = [this.first, this.second];
    const { stage } = this;
    stage.addEventListener("pointerdown", (event) => this.grasp(event));
    stage.addEventListener("pointermove", (event) => this.held >= 0 && this.move(this.held, this.at(event)));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) stage.addEventListener(end, () => this.drop());
    this.handles.forEach((handle, n) => handle.addEventListener("keydown", (event) => this.key(event, n)));
    new ResizeObserver(() => this.resize()).observe(this.root);
    addEventListener("resize", () => this.resize(), this.gone);
  }

  update(data, arrays, send) {
    Object.assign(this, { data, arrays, colours: paint.colours(this.root) });
    const settled = this.updates.heard(data, send);
    if (this.held < 0 && settled) this.pair = data.pair.map((place) => [...place]);
    this.canvas.ariaLabel = data.alt;
    this.resize();
  }

  resize() {
    const width = this.data && this.root.clientWidth;
    if (!width) return;
    this.side = sideOf(width, this.data);
    this.root.style.setProperty("--side", `${this.side}px`);
    this.view = paint.viewOf(this.side, this.data.window, this.data);
    this.stamp = paint.marks(this.view, this.colours, devicePixelRatio);
    this.draw();
  }

  // ---- hands ----

  at({ clientX, clientY }) {
    const { left, top } = this.stage.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }

  grasp(event) {
    if (event.button || !event.isPrimary) return;
    const at = this.at(event);
    const [one, two] = this.pair.map((place) => apart(this.view.place(place), at));
    this.held = one <= two ? 0 : 1;
    this.stage.setPointerCapture(event.pointerId);
    this.handles[this.held].focus({ preventScroll: true });
    event.preventDefault();
    this.move(this.held, at);
  }

  drop() {
    if (this.held >= 0) this.speak(this.held);
    this.held = -1;
  }

  /** Move a handle to a place in pixels, or onto the point of the data that is there. */
  move(n, at) {
    const { view, arrays: { X } } = this;
    let [best, near] = [view.plane(at), NEAR];
    for (let i = 0; i < X.length; i += 2) {
      const far = apart(view.place([X[i], X[i + 1]]), at);
      if (far < near) [best, near] = [[X[i], X[i + 1]], far];
    }
    this.set(n, best);
  }

  key(event, n) {
    const arrow = ARROWS[event.key];
    if (!arrow || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const step = this.view.window.size / (event.shiftKey ? 16 : 128);
    this.set(n, this.pair[n].map((value, k) => value + arrow[k] * step));
    this.speak(n);
  }

  set(n, place) {
    const { x0, y0, size } = this.view.window;
    this.pair[n] = place.map((value, k) => Math.min(Math.max(value, [x0, y0][k]), [x0, y0][k] + size));
    this.updates.put({ pair: this.pair.flat() });
    this.frame ??= requestAnimationFrame(() => this.draw());
  }

  speak(n) { this.voice.textContent = this.said(n); }

  said(n) { return this.say("pad.handle", { name: "xy"[n], a: number(this.pair[n][0]), b: number(this.pair[n][1]) }); }

  // ---- painting ----

  draw() {
    this.frame = null;
    const { canvas, side, view, colours, data, arrays: { X, y } } = this;
    const pixels = Math.round(side * devicePixelRatio);
    if (canvas.width !== pixels) Object.assign(canvas, { width: pixels, height: pixels });
    const ctx = canvas.getContext("2d");
    ctx.setTransform(pixels / side, 0, 0, pixels / side, 0, 0);
    ctx.clearRect(0, 0, side, side);
    paint.clipped(ctx, view, () => this.ground(ctx));
    paint.axes(ctx, view, data.axes, colours);
    y.forEach((label, i) => this.stamp(ctx, view.place([X[2 * i], X[2 * i + 1]]), label, 0));
    paint.clipped(ctx, view, () => this.pair.forEach((place, n) => this.arm(ctx, place, colours["ij"[n]])));
    this.handles.forEach((handle, n) => {
      const [left, top] = view.place(this.pair[n]);
      Object.assign(handle.style, { left: `${left}px`, top: `${top}px` });
      handle.ariaLabel = this.said(n);
    });
  }

  /** The colour of each distance from the origin, the rings with their levels, and the origin. */
  ground(ctx) {
    const { view, colours, arrays: { radius, wrong }, data: { rings } } = this;
    const [centre, unit] = [view.place([0, 0]), view.span / view.window.size];
    const [inner, outer] = [radius[0], radius.at(-1)];
    const colour = ctx.createRadialGradient(...centre, inner * unit, ...centre, outer * unit);
    wrong.forEach((share, k) => colour.addColorStop((radius[k] - inner) / (outer - inner), `${colours.violet}${hex(STRONGEST * share)}`));
    ctx.fillStyle = colour;
    ctx.fillRect(0, 0, this.side, this.side);
    ctx.font = `${view.type + 1}px ${colours.font}`;
    ctx.textAlign = "center";
    for (const { distance, label } of rings) {
      ring(ctx, centre, distance * unit, colours.violet);
      const at = this.labelled(centre, distance * unit);
      ctx.strokeStyle = colours.paper;
      ctx.lineWidth = 4;
      ctx.setLineDash([]);
      ctx.strokeText(label, ...at);
      ctx.fillStyle = colours.ink;
      ctx.fillText(label, ...at);
    }
    ctx.setLineDash([]);
    ctx.strokeStyle = colours.ink;
    ctx.lineWidth = 1.5;
    const [x, y] = centre;
    ctx.stroke(new Path2D(`M${x - 7} ${y}h14M${x} ${y - 7}v14`));
  }

  /** Where a ring is named: on the first of these rays from the origin on which the ring is well in sight. */
  labelled([x, y], r) {
    const places = RAYS.map((turn) => [x + r * Math.cos(turn), y - r * Math.sin(turn) - 4]);
    return places.find((at) => this.view.within(at, 48)) ?? places.find((at) => this.view.within(at, 14)) ?? places[0];
  }

  /** From the origin to a handle: the two arms whose inner product it is all about. */
  arm(ctx, place, colour) {
    const [from, to] = [this.view.place([0, 0]), this.view.place(place)];
    ctx.beginPath();
    ctx.moveTo(...from);
    ctx.lineTo(...to);
    ctx.setLineDash([]);
    ctx.strokeStyle = colour;
    ctx.lineWidth = 2 * this.view.size;
    ctx.stroke();
  }
}

function ring(ctx, centre, radius, colour) {
  ctx.beginPath();
  ctx.arc(...centre, radius, 0, 7);
  ctx.setLineDash([7, 5]);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.5;
  ctx.stroke();
}

const hex = (share) => Math.round(255 * share).toString(16).padStart(2, "0");
const apart = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]);

export const mount = component(Pad);
