// What draws points, on a board and on a player: a toolbar, a cross-hair for the keyboard, a tooltip, a voice.

import { terms } from "../shared/field.js";
import { LABELS } from "../shared/classes.js";
import * as paint from "../shared/paint.js";
import { Part, pick, pointAt } from "../shared/component.js";
import { number } from "../shared/numbers.js";
import { Gestures } from "./gestures.js";

const HOVER = 250; // ms before the tooltip opens
const found = {}; // functions that draw what is seldom seen, once it is
const ahead = new Set(); // of their page: it still tells of other points, another kernel or C

/** A part with a `view` of the points of its store and a `picture` of f, which its own class paints. */
export class Drawing extends Part {
  chosen = -1; // by the keyboard
  hovered = -1; // by the pointer, here or in a linked board
  /** @type {Place | null} the keyboard's cross-hair */
  cursor = null;
  announced = 0; // announcements so far
  /** @type {Machine | null} draws what another machine than C-SVC has of its own */
  machine = null;

  constructor(...args) {
    super(...args);
    this.gestures = new Gestures(this, this.above);
    this.tools.addEventListener("click", ({ target }) => this.pressTool(target.closest("button") ?? {}));
    addEventListener("lab-hand", () => this.showHand(), this.gone);
    // Boards of a group show the same points: what is hovered in one is marked in all.
    addEventListener("lab-point", ({ detail: { group, i } }) => group === this.group && this.mark(i), this.gone);
  }

  /** Take over what may be edited here, by which tools. */
  equip(data) {
    const { editable, hidden, lab, link = lab } = data;
    Object.assign(this, { editable, group: link, colours: paint.colours(this.root) });
    Object.assign(this.store, { group: link, drawing: this });
    this.tools.hidden = hidden.includes("tools");
    this.tools.toggleAttribute("data-looks", !editable);
    this.tools.ariaLabel = this.say("draw.tools");
    this.machine?.equip(data);
    this.showHand();
  }

  get tool() { return this.store.common.tool; }
  get label() { return this.store.common.label; }

  /** The function f that is on screen, with the points it belongs to. */
  get picture() { return this.store.shown.picture; }

  /** Paint with the next frame. */
  touch(still) { this.frame ??= requestAnimationFrame(() => this.paint(still)); }

  /** Paint once all have heard an answer: its frame has less to do then. */
  hurry() { queueMicrotask(() => this.frame && this.paint()); }

  /** Draw the exact kernel's boundary, or the SVM's, too. */
  haunt(ctx, of) {
    if (of?.ghost) this.drawBy("haunt", () => import("../shared/ghost.js"), ctx, this, of);
  }

  /** Draw by a function of a module, loaded when it is first needed. */
  drawBy(name, load, ...args) {
    if (found[name]) return found[name](...args);
    load().then((made) => { Object.assign(found, made); Object.assign(this, { painted: undefined, stale: true }).touch(); });
  }

  /** What the page says of an earlier state looks as if it waits, and says so (page.css). */
  outdate(old, why = "draw.waits") {
    const [{ documentElement: page }, before] = [document, ahead.size];
    ahead[old ? "add" : "delete"](this);
    this.root.toggleAttribute("data-waits", old);
    if (ahead.size) page.dataset.waits = why;
    else if (before) delete page.dataset.waits;
    page.style.setProperty("--lab-waits", JSON.stringify(this.say(why === "draw.waits" && this.store.stays ? "draw.stays" : why)));
  }

  /** Say that what is drawn in grey is the last run, and why; "" where there is none. */
  tellKept(said, lost = "") {
    const words = said || lost;
    if (this.notice.textContent !== words) this.notice.textContent = words; // read aloud once
    this.notice.hidden = !words;
    this.root.toggleAttribute("data-kept", !!said);
  }

  close() {
    this.outdate(false);
    super.close();
  }

  announce(key, holes) { this.tell(this.say(key, holes)); }

  /** Announce until a change; then `now()` returns new words. */
  tell(words, now) {
    this.announced += 1;
    Object.assign(this.voice, { textContent: words, now, then: this.store.version });
  }

  /** Update the announcement. */
  hush() {
    const { voice, voice: { textContent: told, now, then } } = this;
    const words = now?.() ?? (then === this.store.version ? told : "");
    if (words !== told) voice.textContent = words;
  }

  async tellOf(key, i) {
    const turn = ++this.announced;
    const { fact } = await import("./tip.js");
    if (turn !== this.announced) return; // something newer was said while the module came
    const now = () => (i < this.store.n ? fact(this, key, i) : "");
    this.tell(now(), now);
  }

  /** f at a place, and its terms. */
  valueAt(place) {
    const { kernel, X, coef, b, tube } = this.picture;
    return terms(kernel, X, coef, b, tube == null ? place : [place[0], 0]);
  }

  className(label) { return this.data.classes?.[LABELS.indexOf(label)] ?? this.say(label > 0 ? "draw.plus" : "draw.minus"); }

  nameBoard() {
    const { store: { y, n }, data: { caption = "", classes } } = this;
    if (classes) return this.nameClasses(classes);
    const plus = y.filter((label) => label > 0).length;
    const keys = this.say(this.editable ? "draw.keys" : "draw.keys.look");
    this.above.ariaLabel = `${this.say("draw.label", { n, plus, minus: n - plus, positive: this.className(1), negative: this.className(-1), caption })} ${keys}`;
  }

  /** The name of a board of up to six classes: its points by class. */
  nameClasses(classes) {
    const { store: { y, n } } = this;
    const counts = LABELS.map((label, k) => `${classes[k]}: ${y.filter((one) => one === label).length}`);
    this.above.ariaLabel = `${this.say("draw.classes.label", { n, classes: counts.join(", ") })} ${this.say(this.editable ? "draw.classes.keys" : "draw.keys.look")}`;
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
    this.touch();
  }

  grasp(i) {
    this.point(-1);
    this.mark(i);
  }

  // Where there is nothing to say the tip goes at once; its words are loaded when first needed.
  showTip(i, place) {
    const { store, view } = this;
    const at = i < 0 ? place : store.at(i);
    const shown = at && view.within(view.place(at), 0) && this.picture?.draw && !store.behind && !this.gestures.drag;
    this.tipAt = shown ? at : null;
    if (shown) import("./tip.js").then(({ tip }) => at === this.tipAt && this.picture && tip(this, i, at));
    else this.tip.hidden = true;
  }

  /** @param {{ name?: string, value?: string }} tool */
  pressTool({ name, value }) {
    if (name === "label") this.choose(+value);
    else if (name === "tool") this.take({ tool: value });
    else this[name]?.(value);
  }

  choose(label) {
    this.take({ label });
    this.announce("draw.class", { class: this.className(label) });
  }

  /** What the hand holds it holds on all boards of the group. */
  take(what) {
    Object.assign(this.store.common, what);
    dispatchEvent(new Event("lab-hand"));
  }

  showHand() {
    if (this.tool !== "point") this.gestures.loadBrush();
    this.stage.dataset.tool = this.editable ? this.tool : "";
    pressed(this);
  }

  add(points, options) {
    const taken = this.store.add(points, options);
    if (taken < points.length) this.announce("draw.limit", { limit: this.store.limit });
    return taken;
  }

  remove(i) {
    this.store.edit(() => this.store.remove(new Set([i])));
    this.leaveCursor();
    this.announce("draw.removed", { n: this.store.n });
  }

  travel(way) {
    const gone = this.store.travel(way);
    this.leaveCursor();
    this.announce(gone ? `draw.${way}.done` : "draw.nothing", { n: this.store.n });
  }

  clear() {
    this.store.edit(() => this.store.remove(new Set(this.store.y.keys())));
    this.announce("draw.cleared");
  }

  moveCursor(dx, dy) {
    const { store, store: { window: { x0, y0, size } } } = this;
    const [x, y] = this.cursor ?? [x0 + size / 2, y0 + size / 2];
    const at = (this.cursor = store.snap(x + dx, y + dy));
    const f = this.picture?.draw ? this.valueAt(at).f : NaN;
    this.showTip(-1, at);
    this.announce("draw.cursor", { x: number(at[0]), y: number(at[1]), f: number(f) });
    this.touch();
  }

  leaveCursor() {
    this.cursor = null;
    this.chosen = -1;
    this.showTip(-1);
    pointAt(this.group, -1);
  }

  addAtCursor() {
    const { store, cursor, label } = this;
    const before = store.n;
    if (!cursor) return this.moveCursor(0, 0);
    store.edit(() => this.add([[...cursor, label]], { stamp: performance.now() }));
    if (store.n > before) this.announce("draw.added", { class: this.className(label), n: store.n });
  }

  keep(i) {
    if (i >= 0) pick(this.group, i);
  }

  tapped(i, { pointerType }) {
    if (pointerType !== "mouse") this.point(i); // a finger cannot hover: a tap tells of its point
    this.keep(i);
  }

  walk(by) {
    const { n } = this.store;
    if (!n) return;
    this.cursor = null;
    this.chosen = (Math.max(this.chosen, by < 0 ? 0 : -1) + by + n) % n;
    pointAt(this.group, this.chosen);
    this.showTip(this.chosen);
    this.tellOf("draw.at", this.chosen);
  }

  moved(i) {
    this.showTip(-1);
    this.tellOf("draw.moved", i);
  }
}

/** Show on the tools of a part what the hand holds. */
export function pressed({ tools, store: { common } }) {
  for (const button of tools.querySelectorAll("[aria-pressed]")) button.ariaPressed = button.value === `${common[button.name]}`;
}
