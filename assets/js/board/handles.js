// A board with handles over its points: places that a hand or the arrows move, and the page hears of. Nothing is solved.

import * as paint from "../shared/paint.js";
import { sideOf } from "../shared/component.js";
import { number } from "../shared/numbers.js";
import { Updates } from "../form/updates.js";
import { Drawing } from "./drawing.js";
import { afterRun } from "./after_run.js";

const NEAR = 10; // px from a point of the data that mean the point
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };

/** Its classes say what is drawn below and above the points, where each handle stands, and what moving it means. */
export class Handles extends Drawing {
  updates = new Updates();
  held = -1;
  pair = [[0, 0], [0, 0]];

  constructor(...args) {
    super(...args);
    this.handles = [this.first, this.second, this.both].filter((handle) => handle);
    this.handles.forEach((handle, n) => this.listen(handle, n));
    new ResizeObserver(() => this.resize()).observe(this.root);
    addEventListener("resize", () => this.resize(), this.gone);
  }

  update(data, arrays, send) {
    Object.assign(this, { data, arrays });
    this.equip(data);
    this.stage.dataset.hint = this.say("draw.empty");
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
    this.set(n, this.at(n).map((value, k) => value + arrow[k] * step));
    this.speak(n);
  }

  /** Where a handle stands. */
  at(n) { return this.pair[n]; }

  set(n, place) {
    this.move(n, this.inside(place));
    this.updates.put({ pair: this.pair.flat() });
    this.touch();
  }

  move(n, place) { this.pair[n] = place; }

  /** The nearest place of the window. */
  inside(place) {
    const { x0, y0, size } = this.view.window;
    return place.map((value, k) => Math.min(Math.max(value, [x0, y0][k]), [x0, y0][k] + size));
  }

  speak(n) { this.tell(this.said(n)); }

  said(n) {
    const [a, b] = this.at(n).map((value, k) => number(value - this.data.origin[k]));
    return this.say(this.data.handle, { name: this.handles[n].textContent, a, b });
  }

  // ---- painting ----

  paint() {
    cancelAnimationFrame(this.frame);
    this.frame = undefined;
    const { store, view, colours, cursor, data: { axes, origin: [left, top] } } = this;
    if (view.window !== store.window) return this.resize();
    const below = this.wipe(this.below);
    paint.clipped(below, view, () => this.ground(below));
    const { window, place } = view;
    const counted = { ...window, x0: window.x0 - left, y0: window.y0 - top }; // from the origin
    paint.axes(below, { ...view, window: counted, place: ([x, y]) => place([x + left, y + top]) }, axes, colours);
    const above = this.wipe(this.above);
    const { part } = paint.thinning(view, store.n);
    store.ids.forEach((_, i) => this.stamp(above, place(store.at(i)), store.y[i], 0, part));
    const lit = this.chosen >= 0 ? this.chosen : this.hovered;
    if (lit >= 0 && lit < store.n) paint.chosen(above, view, store.at(lit), colours);
    if (cursor) paint.cursor(above, view, cursor, colours);
    this.over(above);
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
    const [left, top] = this.view.place(this.at(n));
    Object.assign(handle.style, { left: `${left}px`, top: `${top}px` });
    handle.ariaLabel = this.said(n);
  }
}
