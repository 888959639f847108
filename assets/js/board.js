// The board: two stacked canvases (field below, points above), a toolbar, a tooltip, a voice. Points move in the
// frame of the pointer; the field follows with the newest answer.

import { grid, resolution, terms } from "./field.js";
import { Hand } from "./hand.js";
import * as paint from "./paint.js";
import { component, debug, digits, fill, Part, pick, pointAt } from "./shell.js";

const QUICK = [100, 5e6, "low"]; // nodes per side, multiplications per frame, smoothing
const PATIENT = [200, 4e7, "high"]; // of a board at rest
const REST = 150; // ms without change after which the grid is refined
const HOVER = 250; // ms before the tooltip opens
const SHOWN_TERMS = 5;

class Board extends Part {
  label = 1; // class of new points
  tool = "point";
  chosen = -1; // by the keyboard
  hovered = -1; // by the pointer, here or in a linked board
  cursor = null; // the keyboard's cross-hair

  constructor(...args) {
    super(...args);
    const resize = () => this.resize();
    this.hand = new Hand(this, this.above);
    this.tools.addEventListener("click", ({ target }) => this.press(target.closest("button") ?? {}));
    new ResizeObserver(resize).observe(this.root);
    addEventListener("resize", resize, this.gone);
    // Boards of a group show the same points: what is hovered in one is marked in all.
    addEventListener("lab-point", ({ detail: { group, i } }) => group === this.group && this.mark(i), this.gone);
  }

  update(data, arrays, send) {
    const { caption = "", editable, hidden, lab, link = lab } = data;
    Object.assign(this, { data, editable, group: link, colours: paint.colours(this.root) });
    this.caption.textContent = this.caption.title = caption;
    this.tools.hidden = !editable || hidden.includes("tools");
    this.tools.ariaLabel = this.say("board.tools");
    this.stage.dataset.hint = this.say("board.empty");
    this.take({ editable });
    this.store.adopt(data, arrays, send);
    this.resize(true);
  }

  close() {
    super.close();
    this.store.send = this.store.live.fallback = null;
  }

  heard(what) {
    if (debug && what === "answer") debug.answers++;
    if (what === "model") return;
    if (this.chosen >= this.store.n) this.chosen = -1;
    if (what !== "answer") this.nameBoard();
    if (this.view) this.schedule();
  }

  resize(force) {
    const room = this.editable ? Math.max(280, innerHeight - 260) : Infinity;
    const side = Math.min(this.root.clientWidth, this.data?.height, room);
    const ratio = devicePixelRatio;
    if (!side || (!force && side === this.side && ratio === this.ratio)) return;
    Object.assign(this, { side, ratio, painted: undefined });
    this.view = paint.viewOf(side, this.store.window, this.data);
    this.stamp = paint.marks(this.view, this.colours, ratio);
    this.root.style = `--side: ${side}px`;
    for (const layer of [this.below, this.above]) layer.width = layer.height = Math.round(side * ratio);
    this.paint();
  }

  schedule() { this.frame ??= requestAnimationFrame(() => this.paint()); }

  paint() {
    this.frame = null;
    const started = performance.now();
    const { store } = this;
    if (this.view.window !== store.window) return this.resize(true);
    const picture = store.n ? store.picture : null;
    if (picture !== this.painted) this.solve(picture);
    this.paintAbove(picture);
    if (debug) measure(started, picture);
  }

  // Field and lines of a new picture; a finer grid follows when the board rests.
  solve(picture, effort = QUICK) {
    const { view, colours } = this;
    const ctx = this.wipe(this.below);
    Object.assign(this, { painted: picture, lines: null, slack: [] });
    clearTimeout(this.resting);
    if (picture?.draw) {
      const { kernel, X, coef, b, window } = picture;
      const n = resolution(kernel, coef.filter(Boolean).length, window, ...effort);
      const F = grid(kernel, X, coef, b, window, n);
      paint.clipped(ctx, view, () => paint.field(ctx, view, F, n, colours.table, effort[2]));
      this.lines = paint.levels(F, n, view);
      this.slack = paint.slackLines(picture, this.lines, view);
      if (effort === QUICK) this.resting = setTimeout(() => idle(() => this.refine(picture)), REST);
    }
    paint.axes(ctx, view, this.data.axes, colours);
  }

  refine(picture) {
    if (picture !== this.painted || this.hand.drag) return;
    this.solve(picture, PATIENT);
    this.paintAbove(picture);
  }

  wipe(layer) {
    const ctx = layer.getContext("2d");
    ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    ctx.clearRect(0, 0, this.side, this.side);
    return ctx;
  }

  paintAbove(picture) {
    const { store, view, colours, cursor } = this;
    const ctx = this.wipe(this.above);
    const lit = [this.chosen, this.hovered, this.data.picked].find((i) => i >= 0) ?? -1;
    const lines = () => this.lines && paint.lines(ctx, view, this.lines, colours);
    paint.clipped(ctx, view, () => {
      if (!view.bare) lines();
      paint.slack(ctx, view, this.slack, colours);
      if (picture?.common && picture.kernel.name === "linear") paint.hulls(ctx, view, picture, colours);
      if (picture) paint.halos(ctx, view, store, picture, colours);
    });
    if (picture?.common) paint.cross(ctx, view, picture.common, colours);
    store.ids.forEach((id, i) => this.stamp(ctx, view.place(store.at(i)), store.y[i], picture?.role[picture.rank.get(id)] ?? 0));
    if (view.bare) paint.clipped(ctx, view, lines); // where marks would cover an island
    if (lit >= 0 && lit < store.n) paint.chosen(ctx, view, store.at(lit), colours);
    if (cursor) paint.cursor(ctx, view, cursor, colours);
    this.stage.toggleAttribute("data-empty", !store.n);
  }

  announce(key, holes) { this.tell(this.say(key, holes)); }
  tell(words) { this.voice.textContent = words; }

  explain(place) {
    const { kernel, X, coef, b } = this.store.picture;
    return terms(kernel, X, coef, b, place);
  }

  /** A sentence about a point and its alpha, margin y f and slack. */
  fact(key, i) {
    const { store, store: { picture, n } } = this;
    const [k, [x, y], label] = [picture?.rank.get(store.ids[i]), store.at(i), store.y[i]];
    const margin = k >= 0 && picture.draw ? label * this.explain([x, y]).f : NaN;
    const told = { x, y, margin, alpha: picture?.alpha[k], slack: picture?.slack[k] };
    for (const name in told) told[name] = digits(told[name]);
    return this.say(key, { ...told, i: i + 1, n, class: this.className(label) });
  }

  className(label) { return this.say(label > 0 ? "board.plus" : "board.minus"); }

  nameBoard() {
    const { store: { y, n }, data: { caption = "" } } = this;
    const plus = y.filter((label) => label > 0).length;
    const keys = this.say(this.editable ? "board.keys" : "board.keys.look");
    this.above.ariaLabel = `${this.say("board.label", { n, plus, minus: n - plus, caption })} ${keys}`;
  }

  point(i, at) {
    if (i !== this.hovered) pointAt(this.group, i);
    if (this.data.link) return;
    clearTimeout(this.waiting);
    const show = () => this.showTip(i, at && this.view.plane(at));
    if (at && this.tip.hidden) this.waiting = setTimeout(show, HOVER);
    else show();
  }

  // Where boards are linked only points explain themselves, in all boards at once.
  mark(i) {
    this.hovered = i;
    this.above.toggleAttribute("data-over", i >= 0);
    if (this.data.link) this.showTip(i);
    this.schedule();
  }

  grasp(i) {
    this.point(-1);
    this.mark(i);
  }

  showTip(i, place) {
    const { store, store: { picture }, tip, side, view } = this;
    const at = i < 0 ? place : store.at(i);
    tip.hidden = !at || !view.within(view.place(at), 0) || !picture?.draw || store.behind || this.hand.drag;
    if (tip.hidden) return;
    const [x, y] = view.place(at);
    this.fillTip(i, this.explain(at));
    tip.style = `--x: ${x}px; --y: ${y}px; --share: ${x / side}`;
    tip.toggleAttribute("data-below", y < side / 2);
  }

  fillTip(i, { f, terms: list }) {
    const { store: { ids, picture: { b, y, ids: known } }, data: { link } } = this;
    const rows = list.map(({ i: k, value }) => [this.say("board.tip.term", { i: ids.indexOf(known[k]) + 1 }), value, y[k]]);
    const rest = rows.splice(SHOWN_TERMS);
    if (rest.length) rows.push([this.say("board.tip.rest", { n: rest.length }), rest.reduce((sum, [, value]) => sum + value, 0)]);
    const most = Math.max(Math.abs(b), Math.abs(list[0]?.value ?? 0), 1e-12);
    this.tip.toggleAttribute("data-brief", !!link);
    this.who.textContent = i < 0 ? "" : this.fact(link ? "board.mark" : "board.tip.point", i);
    this.sum.textContent = digits(f);
    fill(this.terms, [...rows, ["b", b]], (row, [name, value, label = 0]) => {
      row.querySelector("span").textContent = name;
      row.querySelector("b").textContent = digits(value);
      row.dataset.label = label;
      row.style = `--share: ${Math.max(-1, Math.min(1, value / most))}`;
      row.toggleAttribute("data-less", value < 0);
    });
  }

  press({ name, value }) {
    if (name === "label") this.choose(+value);
    else if (name === "tool") this.take({ tool: value });
    else if (name) this[name](value);
  }

  choose(label) {
    this.take({ label });
    this.announce("board.class", { class: this.className(label) });
  }

  // Buttons and pointer show what the hand holds.
  take(what) {
    Object.assign(this, what);
    this.stage.dataset.tool = this.editable ? this.tool : "";
    for (const button of this.tools.querySelectorAll("[aria-pressed]")) button.ariaPressed = button.value === `${this[button.name]}`;
  }

  add(points, options) {
    const taken = this.store.add(points, options);
    if (taken < points.length) this.announce("board.limit", { limit: this.store.limit });
    return taken;
  }

  remove(i) {
    this.store.edit(() => this.store.remove(new Set([i])));
    this.leaveCursor();
    this.announce("board.removed", { n: this.store.n });
  }

  travel(way) {
    const gone = this.store[way]();
    this.leaveCursor();
    this.announce(gone ? `board.${way}.done` : "board.nothing", { n: this.store.n });
  }

  clear() {
    this.store.edit(() => this.store.remove(new Set(this.store.y.keys())));
    this.announce("board.cleared");
  }

  moveCursor(dx, dy) {
    const { store, store: { window: { x0, y0, size } } } = this;
    const [x, y] = this.cursor ?? [x0 + size / 2, y0 + size / 2];
    const at = (this.cursor = store.snap(x + dx, y + dy));
    const f = store.picture?.draw ? this.explain(at).f : NaN;
    this.showTip(-1, at);
    this.announce("board.cursor", { x: digits(at[0]), y: digits(at[1]), f: digits(f) });
    this.schedule();
  }

  leaveCursor() {
    this.cursor = null;
    this.chosen = -1;
    this.tip.hidden = true;
    pointAt(this.group, -1);
  }

  addAtCursor() {
    const { store, cursor, label } = this;
    const before = store.n;
    if (!cursor) return this.moveCursor(0, 0);
    store.edit(() => this.add([[...cursor, label]], { stamp: performance.now() }));
    if (store.n > before) this.announce("board.added", { class: this.className(label), n: store.n });
  }

  keep(i) {
    if (i >= 0) pick(this.group, i);
  }

  walk(by) {
    const { n } = this.store;
    if (!n) return;
    this.cursor = null;
    this.chosen = (Math.max(this.chosen, by < 0 ? 0 : -1) + by + n) % n;
    pointAt(this.group, this.chosen);
    this.showTip(this.chosen);
    this.tell(this.fact("board.at", this.chosen));
  }

  moved(i) {
    this.tip.hidden = true;
    this.tell(this.fact("board.moved", i));
  }
}

const idle = globalThis.requestIdleCallback ?? setTimeout; // Safari has no idle callbacks

// How long a frame took, and the exact answer after its event.
function measure(started, picture) {
  const now = performance.now();
  debug.paints.push(now - started);
  if (picture?.stamp) debug.latency.push(now - picture.stamp);
  if (picture) picture.stamp = 0;
}

export const mount = component(Board);
