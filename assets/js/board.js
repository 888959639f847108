// The board: two stacked canvases (field below, points above), a toolbar, a tooltip, a voice for screen
// readers. Points move in the frame of the pointer; the field follows with the newest answer.

import { grid, palette, resolution, terms } from "./field.js";
import { Hand } from "./hand.js";
import * as paint from "./paint.js";
import { component, debug, digits, h, icon, property, rgb, say } from "./shell.js";
import { join, lab, point } from "./store.js";

const QUICK = [100, 5e6]; // nodes per side, and multiplications that fit well inside a frame
const PATIENT = [200, 4e7]; // the same for a board at rest
const REST = 150; // ms without change after which the grid is refined
const SHOWN_TERMS = 5;
const ICONS = {
  plus: "M10 4.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11z",
  minus: "M10 3.5l6.6 11.7H3.4z",
  point: "M10 3v5M10 12v5M3 10h5M12 10h5",
  brush: "M4 5h.1M9 3.5h.1M14 6h.1M6 10h.1M11.5 9h.1M16 11h.1M4 15h.1M9 14.5h.1M13.5 16h.1",
  erase: "M3.5 12.5l7-8 6 5-5.5 6.5h-4zM7 8.5l6 5M11 16h6",
  undo: "M7 4L3.5 7.5 7 11M4 7.5h7.5a4.5 4.5 0 0 1 0 9H7",
  redo: "M13 4l3.5 3.5L13 11M16 7.5H8.5a4.5 4.5 0 0 0 0 9H13",
  clear: "M4 6h12M8 6V4h4v2M5.5 6l.8 10.5h7.400L14.5 6",
};

class Board {
  constructor(root) {
    this.root = root;
    Object.assign(this, { label: 1, tool: "point", chosen: -1, hovered: -1, cursor: null });
    this.below = h("canvas", { class: "lab-layer", "aria-hidden": "true" });
    this.above = h("canvas", { class: "lab-layer lab-hands", role: "application", tabindex: "0" });
    this.tip = h("div", { class: "lab-tip", hidden: true, "aria-hidden": "true" });
    this.voice = h("div", { class: "lab-voice", "aria-live": "polite" });
    this.caption = h("div", { class: "lab-caption" });
    this.stage = h("div", { class: "lab-stage" }, this.below, this.above, this.tip);
    this.tools = h("div", { class: "lab-tools", role: "toolbar" });
    root.append(this.caption, this.stage, this.tools, this.voice);
    this.hand = new Hand(this, this.above);
    this.sized = new ResizeObserver(() => this.resize());
    this.sized.observe(root);
    this.onWindow = () => this.resize();
    addEventListener("resize", this.onWindow);
  }

  update(data, arrays, { setStateValue }) {
    const store = lab(data.lab);
    if (store !== this.store) this.enter(store);
    this.data = data;
    this.words = data.words;
    this.editable = !!data.editable;
    this.caption.textContent = data.caption ?? "";
    this.caption.hidden = data.caption == null;
    this.leaveGroup?.();
    this.leaveGroup = data.link ? join(data.link, (i) => this.mark(i)) : null;
    this.colours = colours(this.root);
    this.dressTools();
    store.adopt(data, arrays, setStateValue);
    this.chosen = Math.min(this.chosen, store.n - 1);
    this.resize(true);
  }

  enter(store) {
    this.leaveStore?.();
    this.store = store;
    this.leaveStore = store.subscribe((what) => this.heard(what));
  }

  close() {
    this.sized.disconnect();
    removeEventListener("resize", this.onWindow);
    this.leaveStore?.();
    this.leaveGroup?.();
    this.store.send = this.store.live.fallback = null;
    [this.resting, this.waiting].forEach(clearTimeout);
    cancelAnimationFrame(this.frame);
    this.frame = -1;
  }

  heard(what) {
    if (debug && what === "answer") debug.answers++;
    if (this.chosen >= this.store.n) this.chosen = -1;
    if (what !== "answer") this.nameBoard();
    this.schedule();
  }

  // ---- size ----

  resize(force) {
    if (!this.data) return;
    const { height = 640, projector, hidden = [] } = this.data;
    const room = this.editable ? innerHeight - 260 : Infinity;
    const width = this.root.clientWidth;
    const side = Math.max(140, Math.min(width, height, Math.max(room, 280)));
    const ratio = devicePixelRatio || 1;
    if (!width || (!force && side === this.side && ratio === this.ratio)) return;
    Object.assign(this, { side, ratio });
    const bare = side < 300;
    this.view = paint.viewOf(side, this.store.window, { bare, projector });
    this.stage.style.width = this.stage.style.height = this.tools.style.maxWidth = `${side}px`;
    this.caption.style.width = `${side}px`;
    this.tools.hidden = !this.editable || hidden.includes("tools");
    for (const layer of [this.below, this.above]) layer.width = layer.height = Math.round(side * ratio);
    this.stamp = paint.marks(this.view, this.colours, ratio);
    this.painted = undefined;
    this.nameBoard();
    this.paint();
  }

  // ---- painting: at most once per frame ----

  schedule() { this.frame ??= requestAnimationFrame(() => this.paint()); }

  paint() {
    this.frame = null;
    const started = performance.now();
    const { store, view } = this;
    if (view.window !== store.window) return this.resize(true);
    const picture = store.n ? store.picture : null;
    if (picture !== this.painted) this.solve(picture);
    this.paintAbove(picture);
    if (debug) this.measure(started);
  }

  // Field, level lines and slack paths of a new picture; a finer grid follows when the board rests.
  solve(picture, effort = QUICK) {
    this.painted = picture;
    const ctx = this.wipe(this.below);
    this.lines = null;
    this.slack = [];
    if (picture?.draw) {
      const coef = (picture.coef ??= picture.alpha.map((alpha, i) => alpha * picture.y[i]));
      const count = coef.reduce((sum, c) => sum + (c !== 0), 0);
      const nx = resolution(picture.kernel, count, picture.window, ...effort);
      const F = grid(picture.kernel, picture.X, coef, picture.b, picture.window, nx, nx);
      paint.paintField(ctx, this.view, F, nx, this.colours.table);
      this.lines = paint.levels(F, nx, this.view);
      this.slack = paint.slackPaths(picture, F, nx);
    }
    paint.paintAxes(ctx, this.view, this.data.axes ?? ["x₁", "x₂"], this.colours);
    clearTimeout(this.resting);
    if (effort === QUICK && picture?.draw) this.resting = setTimeout(() => idle(() => this.refine(picture)), REST);
  }

  refine(picture) {
    if (picture !== this.painted || this.hand.drag || this.frame === -1) return;
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
    const { store, view, colours: c } = this;
    const ctx = this.wipe(this.above);
    if (this.lines) paint.paintLevels(ctx, view, this.lines, c);
    paint.paintSlack(ctx, view, this.slack, c);
    if (picture?.common) paint.paintCommon(ctx, view, picture.common, picture.kernel.name === "linear" ? hulls(picture) : [], c);
    paint.paintPoints(ctx, view, store, picture, this.stamp, c);
    const lit = this.chosen >= 0 ? this.chosen : this.hovered;
    if (lit >= 0 && lit < store.n) paint.paintChosen(ctx, view, store.X[2 * lit], store.X[2 * lit + 1], c);
    if (lit >= 0 && lit < store.n && this.data.link) this.paintMark(ctx, lit);
    if (this.cursor) paint.paintCursor(ctx, view, this.cursor, c);
    this.stage.toggleAttribute("data-empty", !store.n);
  }

  paintMark(ctx, i) {
    const { alpha, margin } = this.facts(i);
    const words = say(this.words, "board.mark", { alpha: digits(alpha), margin: digits(margin) });
    paint.paintLabel(ctx, this.view, this.store.X[2 * i], this.store.X[2 * i + 1], words, this.colours);
  }

  measure(started) {
    const done = performance.now();
    debug.paints.push(done - started);
    const { picture } = this.store;
    if (picture?.stamp && picture.version !== this.measured) debug.latency.push(done - picture.stamp);
    this.measured = picture?.version;
  }

  // While a hand drags, every frame of the page counts, painted or not.
  watch(last) {
    if (this.hand.drag) requestAnimationFrame((now) => { if (last) debug.frames.push(now - last); this.watch(now); });
  }

  // ---- pointing, choosing, saying ----

  /** Alpha and margin y f of a point in the newest picture (NaN where it has none yet). */
  facts(i) {
    const { store } = this;
    const k = store.picture?.rank.get(store.ids[i]) ?? -1;
    if (k < 0) return { alpha: NaN, margin: NaN, slack: NaN };
    const { alpha, slack } = store.picture;
    const margin = store.picture.draw ? store.y[i] * this.explain([store.X[2 * i], store.X[2 * i + 1]]).f : NaN;
    return { alpha: alpha[k], slack: slack[k], margin };
  }

  explain(place) {
    const { kernel, X, coef, b } = this.store.picture;
    return terms(kernel, X, coef, b, place);
  }

  point(i, at) {
    this.above.style.cursor = !this.editable ? "default" : i < 0 || this.tool !== "point" ? "crosshair" : "grab";
    if (i !== this.hovered) this.share(i);
    clearTimeout(this.waiting);
    if (!at || this.hand.drag || this.view.bare) return this.hideTip();
    const place = this.view.plane(...at);
    if (!this.tip.hidden) this.showTip(place, i);
    else this.waiting = setTimeout(() => this.showTip(place, i), 250);
  }

  share(i) {
    if (this.data.link) point(this.data.link, i);
    else this.mark(i);
  }

  mark(i) {
    this.hovered = i;
    this.schedule();
  }

  grasp(i) {
    if (debug) this.watch();
    this.hideTip();
    clearTimeout(this.waiting);
    this.above.style.cursor = i < 0 ? "crosshair" : "grabbing";
    this.mark(i);
  }

  hideTip() { this.tip.hidden = true; }

  showTip(place, i) {
    const { window: { x0, y0, size }, n } = this.store;
    const inside = place[0] >= x0 && place[1] >= y0 && place[0] <= x0 + size && place[1] <= y0 + size;
    if (!inside || !n || !this.store.picture?.draw || this.store.behind) return this.hideTip();
    if (i >= 0) place = [this.store.X[2 * i], this.store.X[2 * i + 1]];
    this.tip.replaceChildren(...this.tipRows(this.explain(place), i));
    this.tip.hidden = false;
    const [x, y] = [this.view.px(place[0]), this.view.py(place[1])];
    const [w, tall] = [this.tip.offsetWidth, this.tip.offsetHeight];
    this.tip.style.left = `${x + 24 + w < this.side ? x + 24 : Math.max(0, x - 24 - w)}px`;
    this.tip.style.top = `${Math.max(0, Math.min(this.side - tall, y - tall / 2))}px`;
  }

  tipRows({ f, b, terms: list }, i) {
    const { picture, store, words } = { picture: this.store.picture, store: this.store, words: this.words };
    const rest = list.slice(SHOWN_TERMS);
    const most = Math.max(Math.abs(b), ...list.slice(0, 1).map((t) => Math.abs(t.value)), 1e-12);
    const row = (mark, name, value) => h("div", { class: "lab-term" }, mark, h("span", {}, name), h("b", {}, digits(value)), bar(value / most));
    const rows = [h("div", { class: "lab-tip-f" }, "f(x) = ", h("b", {}, digits(f)))];
    if (i >= 0) {
      const { alpha, margin, slack } = this.facts(i);
      const facts = { i: i + 1, alpha: digits(alpha), margin: digits(margin), slack: digits(slack) };
      rows.push(h("div", { class: "lab-tip-i" }, say(words, "board.tip.point", facts)));
    }
    const here = (k) => store.ids.indexOf(picture.ids[k]) + 1;
    for (const { i: k, value } of list.slice(0, SHOWN_TERMS)) {
      rows.push(row(shape(picture.y[k]), say(words, "board.tip.term", { i: here(k) }), value));
    }
    if (rest.length) rows.push(row("", say(words, "board.tip.rest", { n: rest.length }), rest.reduce((sum, t) => sum + t.value, 0)));
    return [...rows, row("", "b", b)];
  }

  say(key, holes) { this.voice.textContent = say(this.words, key, holes); }

  className(label) { return say(this.words, label > 0 ? "board.plus" : "board.minus"); }

  nameBoard() {
    const { y, n } = this.store;
    const plus = y.reduce((sum, label) => sum + (label > 0), 0);
    const name = say(this.words, "board.label", { n, plus, minus: n - plus, caption: this.data.caption ?? "" });
    this.above.setAttribute("aria-label", `${name} ${say(this.words, this.editable ? "board.keys" : "board.keys.look")}`);
    this.stage.dataset.hint = say(this.words, "board.empty");
  }

  // ---- what hands do ----

  add(points, options) {
    const taken = this.store.add(points, options);
    if (taken < points.length) this.say("board.limit", { limit: this.store.limit });
    return taken;
  }

  remove(i) {
    this.store.edit(() => this.store.remove(new Set([i])));
    this.chosen = -1;
    this.share(-1);
    this.say("board.removed", { n: this.store.n });
  }

  choose(label) {
    this.label = label;
    this.pressTools();
    this.say("board.class", { class: this.className(label) });
  }

  travel(way) {
    const gone = this.store[way]();
    this.chosen = -1;
    this.say(gone ? `board.${way}.done` : "board.nothing", { n: this.store.n });
  }

  clear() {
    if (!this.store.n) return;
    this.store.edit(() => this.store.remove(new Set(this.store.y.keys())));
    this.say("board.cleared");
  }

  // ---- the keyboard's cross-hair and selection ----

  moveCursor(dx, dy) {
    const { window: { x0, y0, size } } = this.store;
    const [x, y] = this.cursor ?? [x0 + size / 2, y0 + size / 2];
    this.cursor = this.store.snap(x + dx, y + dy);
    this.showTip(this.cursor, -1);
    const seen = this.store.picture?.draw ? digits(this.explain(this.cursor).f) : "–";
    this.say("board.cursor", { x: digits(this.cursor[0]), y: digits(this.cursor[1]), f: seen });
    this.schedule();
  }

  leaveCursor() {
    this.cursor = null;
    this.chosen = -1;
    this.share(-1);
    this.hideTip();
  }

  addAtCursor() {
    if (!this.cursor) return this.moveCursor(0, 0);
    let taken = 0;
    this.store.edit(() => { taken = this.add([[...this.cursor, this.label]], { stamp: performance.now() }); });
    if (taken) this.say("board.added", { class: this.className(this.label), n: this.store.n });
  }

  walk(by) {
    const { n } = this.store;
    if (!n) return;
    this.cursor = null;
    this.chosen = this.chosen < 0 ? (by > 0 ? 0 : n - 1) : (this.chosen + by + n) % n;
    this.share(this.chosen);
    this.announcePoint(this.chosen);
    if (!this.view.bare) this.showTip([0, 0].map((_, c) => this.store.X[2 * this.chosen + c]), this.chosen);
  }

  announcePoint(i) {
    const { alpha, margin } = this.facts(i);
    const { y, n } = this.store;
    this.say("board.at", { i: i + 1, n, class: this.className(y[i]), alpha: digits(alpha), margin: digits(margin) });
  }

  announceMove(i) {
    this.hideTip();
    const { X } = this.store;
    this.say("board.moved", { i: i + 1, x: digits(X[2 * i]), y: digits(X[2 * i + 1]) });
  }

  // ---- toolbar ----

  dressTools() {
    const button = (name, act, on, filled) =>
      h("button", { type: "button", "data-name": name, click: act, "aria-pressed": on, title: say(this.words, `board.${name}.tip`) },
        icon(ICONS[name], filled), h("span", {}, say(this.words, `board.${name}`)));
    if (this.dressed === JSON.stringify(this.words)) return;
    this.dressed = JSON.stringify(this.words);
    const group = (...buttons) => h("div", { class: "lab-group" }, ...buttons);
    const take = (tool) => () => { this.tool = tool; this.pressTools(); };
    this.tools.setAttribute("aria-label", say(this.words, "board.tools"));
    this.tools.replaceChildren(
      group(button("plus", () => this.choose(1), "true", true), button("minus", () => this.choose(-1), "false", true)),
      group(...["point", "brush", "erase"].map((tool) => button(tool, take(tool), "false"))),
      group(button("undo", () => this.travel("undo")), button("redo", () => this.travel("redo")), button("clear", () => this.clear())),
    );
    this.pressTools();
  }

  pressTools() {
    const pressed = new Set([this.label > 0 ? "plus" : "minus", this.tool]);
    for (const button of this.tools.querySelectorAll("[aria-pressed]")) {
      button.setAttribute("aria-pressed", String(pressed.has(button.dataset.name)));
    }
  }
}

const idle = (act) => (globalThis.requestIdleCallback ?? setTimeout)(act);

const shape = (label) => {
  const mark = icon(ICONS[label > 0 ? "plus" : "minus"], true);
  mark.classList.add(label > 0 ? "lab-plus" : "lab-minus");
  return mark;
};

// A term's bar grows from the middle: right for the class +1, left for -1.
function bar(share) {
  const width = `${(50 * Math.min(1, Math.abs(share))).toFixed(1)}%`;
  const fill = h("i", { class: share < 0 ? "lab-minus" : "lab-plus" });
  fill.style.width = width;
  fill.style[share < 0 ? "right" : "left"] = "50%";
  return h("span", { class: "lab-bar" }, fill);
}

function hulls({ X, y }) {
  const points = (label) => Array.from(y, (_, i) => [X[2 * i], X[2 * i + 1]]).filter((_, i) => y[i] === label);
  return [paint.hull(points(1)), paint.hull(points(-1))];
}

function colours(root) {
  const names = ["ink", "paper", "pos", "neg", "grey", "grid"];
  const found = Object.fromEntries(names.map((name) => [name, property(root, `--lab-${name}`)]));
  const dark = root.hasAttribute("data-dark");
  const table = palette(rgb(found.neg), rgb(found.paper), rgb(found.pos), dark ? 0.5 : 0.42);
  return { ...found, dark, table, font: getComputedStyle(root).fontFamily };
}

export const mount = component("board", Board);
