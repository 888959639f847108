// The pad: the points of the data, to be drawn on, and two handles, x and y, over the colours that Python found for the
// plane. Nothing is computed here.

import * as paint from "../shared/paint.js";
import { component, sideOf } from "../shared/component.js";
import { number } from "../shared/numbers.js";
import { Updates } from "../form/updates.js";
import { Drawing } from "./drawing.js";
import { afterRun } from "./after_run.js";

const NEAR = 10; // px from a point of the data that mean the point
const STRONGEST = 0.5; // of the colour where the approximation knows nothing
const RAYS = [2, -2, 1, 3, -1, -3, 0.2, 3.8, 0.6].map((part) => (part * Math.PI) / 4);
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };

class Pad extends Drawing {
  updates = new Updates();
  held = -1;
  pair = [[0, 0], [0, 0]];

  constructor(...args) {
    super(...args);
    this.handles = [this.first, this.second];
    this.handles.forEach((handle, n) => this.listen(handle, n));
    new ResizeObserver(() => this.resize()).observe(this.root);
    addEventListener("resize", () => this.resize(), this.gone);
  }

  update(data, arrays, send) {
    Object.assign(this, { data, arrays });
    this.equip(data);
    this.stage.dataset.hint = this.say("board.empty");
    this.store.adopt(data, arrays, send);
    const settled = this.updates.heard({ ...data.asking, lang: data.lang }, send);
    if (this.held < 0 && settled) this.pair = data.pair.map((place) => [...place]);
    this.below.ariaLabel = data.alt;
    this.nameBoard();
    this.resize();
    afterRun(() => this.outdate(!this.isTold));
  }

  /** Whether the page tells of the points that are here. */
  get isTold() { return this.store.holds(this.arrays.X, this.arrays.y); }

  heard(what) {
    if (!this.view) return;
    if (what === "points") this.outdate(!this.isTold);
    if (this.chosen >= this.store.n) this.chosen = -1;
    this.nameBoard();
    this.touch();
  }

  resize() {
    const width = this.data && this.root.clientWidth;
    if (!width) return;
    const side = (this.side = sideOf(width, this.data, !this.editable));
    this.root.style.setProperty("--side", `${side}px`);
    this.view = paint.viewOf(side, this.store.window, this.data);
    this.stamp = paint.marks(this.view, this.colours, devicePixelRatio);
    for (const layer of [this.below, this.above]) layer.width = layer.height = Math.round(side * devicePixelRatio);
    this.paint();
  }

  // ---- the handles ----

  listen(handle, n) {
    const acts = {
      pointerdown: (event) => this.seize(event, n),
      pointermove: (event) => this.held === n && this.carry(n, event),
      lostpointercapture: () => this.drop(),
      keydown: (event) => this.key(event, n),
    };
    for (const type in acts) handle.addEventListener(type, acts[type]);
  }

  seize(event, n) {
    if (event.button || !event.isPrimary) return;
    this.held = n;
    this.handles[n].setPointerCapture(event.pointerId);
    this.handles[n].focus({ preventScroll: true });
    event.preventDefault();
  }

  drop() {
    if (this.held >= 0) this.speak(this.held);
    this.held = -1;
  }

  /** Move a handle to a place in pixels, or onto the point of the data that is there. */
  carry(n, event) {
    const { view, store } = this;
    const at = this.gestures.place(event);
    const [nearest] = this.gestures.within(at, NEAR);
    this.set(n, nearest === undefined ? view.plane(at) : store.at(nearest));
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
    this.touch();
  }

  speak(n) { this.tell(this.said(n)); }

  said(n) {
    const [a, b] = this.pair[n].map((value, k) => number(value - this.data.origin[k]));
    return this.say("pad.handle", { name: "xy"[n], a, b });
  }

  // ---- painting ----

  touch() { this.frame ??= requestAnimationFrame(() => this.paint()); }

  paint() {
    this.frame = null;
    const { store, view, colours, cursor, data: { axes, origin: [left, top] } } = this;
    if (view.window !== store.window) return this.resize();
    const below = this.wipe(this.below);
    paint.clipped(below, view, () => this.ground(below));
    const { window, place } = view;
    const counted = { ...window, x0: window.x0 - left, y0: window.y0 - top }; // from the origin
    paint.axes(below, { ...view, window: counted, place: ([x, y]) => place([x + left, y + top]) }, axes, colours);
    const above = this.wipe(this.above);
    const { part } = paint.thinning(view, store.n);
    store.ids.forEach((id, i) => this.stamp(above, place(store.at(i)), store.y[i], 0, part));
    this.name(above);
    const lit = this.chosen >= 0 ? this.chosen : this.hovered;
    if (lit >= 0 && lit < store.n) paint.chosen(above, view, store.at(lit), colours);
    if (cursor) paint.cursor(above, view, cursor, colours);
    paint.clipped(above, view, () => this.pair.forEach((end, n) => this.arm(above, end, colours["ij"[n]])));
    this.stage.toggleAttribute("data-empty", !store.n);
    this.handles.forEach((handle, n) => this.put(handle, n));
  }

  wipe(layer) {
    const ctx = layer.getContext("2d");
    ctx.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    ctx.clearRect(0, 0, this.side, this.side);
    return ctx;
  }

  put(handle, n) {
    const [left, top] = this.view.place(this.pair[n]);
    Object.assign(handle.style, { left: `${left}px`, top: `${top}px` });
    handle.ariaLabel = this.said(n);
  }

  /** The colour of each distance from the origin, the rings with their levels, and the origin. */
  ground(ctx) {
    const { view, colours, arrays: { radius, wrong }, data: { rings, origin } } = this;
    const [centre, unit] = [view.place(origin), view.span / view.window.size];
    const [inner, outer] = [radius[0], radius.at(-1)];
    const colour = ctx.createRadialGradient(...centre, inner * unit, ...centre, outer * unit);
    wrong.forEach((share, k) => colour.addColorStop((radius[k] - inner) / (outer - inner), `${colours.violet}${hex(STRONGEST * share)}`));
    ctx.fillStyle = colour;
    ctx.fillRect(0, 0, this.side, this.side);
    for (const { distance } of rings) ring(ctx, centre, distance * unit, colours.violet);
    ctx.setLineDash([]);
    ctx.strokeStyle = colours.ink;
    ctx.lineWidth = 1.5;
    const [x, y] = centre;
    ctx.stroke(new Path2D(`M${x - 7} ${y}h14M${x} ${y - 7}v14`));
  }

  /** What is said at each ring, above the points. */
  name(ctx) {
    const { view, colours: { font, paper, ink }, data: { rings, origin } } = this;
    ctx.font = `${view.type + 1}px ${font}`;
    Object.assign(ctx, { textAlign: "center", strokeStyle: paper, fillStyle: ink, lineWidth: 4 });
    ctx.setLineDash([]);
    for (const { distance, label } of rings) {
      const at = this.labelled(view.place(origin), (distance * view.span) / view.window.size, ctx.measureText(label).width);
      if (!at) continue;
      ctx.strokeText(label, ...at);
      ctx.fillText(label, ...at);
    }
  }

  /** Where a ring is named: on the first of these rays from the origin on which its words are in sight as a whole. */
  labelled([x, y], r, width) {
    const places = RAYS.map((turn) => [x + r * Math.cos(turn), y - r * Math.sin(turn) - 4]);
    return [60, 6 + width / 2].map((rim) => places.find((at) => this.view.within(at, rim))).find((at) => at);
  }

  /** From the origin to a handle: the two arms whose inner product it is all about. */
  arm(ctx, place, colour) {
    const [from, to] = [this.view.place(this.data.origin), this.view.place(place)];
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

export const mount = component(Pad);
