// One store per lab: the points, kernel and C that the components of a page share, their history, and the newest
// picture (an answer with its question). Arrays of points are never changed in place, so all of them keep theirs.

import { missing } from "./field.js";
import { Live } from "./live.js";
import { pack, toText } from "./wire.js";

const STEPS_BACK = 200;
const STILL = 120; // ms without a change after which a moving slider counts as put down
const GRID = 65536; // points lie on x0 + i size / 65536, so that links are exact

const stores = new Map();

/** The store of a lab; the components of a page meet here. */
export const lab = (id) => stores.get(id) ?? stores.set(id, new Store()).get(id);

class Store {
  X = new Float64Array(); // x1, x2 of point after point
  y = new Int8Array();
  ids = new Int32Array(); // follow points through edits to their alphas
  version = 0; // counts changes; questions carry it
  done = []; // what undo brings back
  undone = [];
  listeners = new Set();
  nextId = 0;
  live = new Live({ encode: ({ seq, lang, ...asked }) => this.blob({ seq, lang }, asked), onAnswer: (...answer) => this.take(...answer) });

  get n() { return this.y.length; }

  /** True while what is on screen is not yet about the newest points. */
  get behind() { return this.answered < this.version; }

  /** `listener(what)` hears "data", "points", "model", "answer" until the signal ends it. */
  subscribe(listener, signal) {
    this.listeners.add(listener);
    signal.addEventListener("abort", () => this.listeners.delete(listener));
  }

  tell(what) { for (const listener of this.listeners) listener(what); }

  /** Take over what Python sent: only a new revision replaces the points. */
  adopt({ editable, live, limit, lang, answer, revision, ...header }, arrays, send) {
    const [fresh, translated] = [revision !== this.revision, this.lang && lang !== this.lang];
    this.live.fallback = editable ? (text) => send("ask", text) : null;
    if (editable) this.live.open(live);
    Object.assign(this, { send, limit, lang, revision });
    if (fresh) this.replace(header, arrays);
    if (answer && this.version === this.adopted && !this.picture) this.take(answer, arrays, this.question());
    else if (answer && !fresh) this.live.deliver(answer, arrays);
    if (editable && ((fresh && !answer) || translated)) this.ask();
    this.tell("data");
  }

  replace({ window, kernel, C }, { X, y }) {
    if (this.n) this.remember(this.points());
    Object.assign(this, { window, kernel, C, X, y, ids: this.newIds(y.length), picture: null });
    this.adopted = ++this.version;
  }

  points() {
    const { X, y, ids, window } = this;
    return { X, y, ids, window };
  }

  newIds(count) { return Int32Array.from({ length: count }, () => this.nextId++); }

  /** Change points, kernel or C. `stamp`: time of the event; `commit`: true, "soon", nothing. */
  set(change, { commit, stamp } = {}) {
    Object.assign(this, change);
    this.version++;
    this.answered ??= 0;
    this.ask(stamp);
    this.tell(change.X ? "points" : "model");
    if (commit) this.commit(commit === "soon" ? STILL : 0);
  }

  question(stamp) {
    const { version, kernel, C, lang } = this;
    return { version, kernel, C, lang, stamp, ...this.points() };
  }

  ask(stamp) { this.live.ask(this.question(stamp)); }

  blob(header, { kernel, C, X, y }) { return pack({ ...header, kernel, C }, { X: [X, [y.length, 2]], y }); }

  // The picture keeps its question: the alphas belong to the points as they were asked.
  take(header, arrays, question) {
    const first = missing(question.kernel);
    if (first) return first.then(() => this.take(header, arrays, question));
    this.verdict = header;
    this.answered = question.version;
    if (arrays.alpha?.length === question.y.length) {
      const coef = arrays.alpha.map((a, i) => a * question.y[i]);
      this.picture = { ...header, ...arrays, ...question, kernel: { ...question.kernel, waves: arrays.waves }, coef, rank: new Map(Array.from(question.ids, (id, i) => [id, i])) };
    }
    this.tell("answer");
  }

  /** Tell Python, after `pause` ms without a further commit. */
  commit(pause = 0) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const { revision, window } = this;
      this.send?.("commit", { revision, blob: toText(this.blob({ window }, this)) });
    }, pause);
  }

  at(i) { return [this.X[2 * i], this.X[2 * i + 1]]; }

  /** Nearest place of the grid in the window. */
  snap(x, y) {
    const { x0, y0, size } = this.window;
    const on = (value, start) => start + (Math.max(0, Math.min(GRID - 1, Math.round(((value - start) / size) * GRID))) * size) / GRID;
    return [on(x, x0), on(y, y0)];
  }

  /** Add points `[x, y, label]`; returns how many found room. */
  add(list, options) {
    const room = list.slice(0, Math.max(0, this.limit - this.n));
    if (!room.length) return 0;
    const { X, y, ids } = this;
    this.set({
      X: Float64Array.of(...X, ...room.flatMap(([x1, x2]) => this.snap(x1, x2))),
      y: Int8Array.of(...y, ...room.map((point) => point[2])),
      ids: Int32Array.of(...ids, ...this.newIds(room.length)),
    }, options);
    return room.length;
  }

  move(i, x, y, options) {
    const [X, at] = [this.X.slice(), this.snap(x, y)];
    X.set(at, 2 * i);
    if (`${at}` !== `${this.at(i)}`) this.set({ X }, options);
  }

  /** Remove the points whose indices are in a set. */
  remove(gone, options) {
    const keep = (_, i) => !gone.has(i);
    const { X, y, ids } = this;
    this.set({ X: X.filter((_, i) => keep(0, i >> 1)), y: y.filter(keep), ids: ids.filter(keep) }, options);
  }

  /** Make a change one step of the history; repeated soon with the same `tag` it stays one step. */
  edit(change, tag) {
    this.begin();
    change();
    this.end(tag);
  }

  begin() { this.before = this.points(); }

  end(tag) {
    if (this.before.X === this.X) return;
    const now = performance.now();
    if (!tag || tag !== this.tag || now > this.joined + 1000) this.remember(this.before);
    Object.assign(this, { tag, joined: now });
    this.commit(tag ? STILL : 0);
  }

  remember(points) {
    this.done = [...this.done, points].slice(-STEPS_BACK);
    this.undone = [];
    this.tag = null;
  }

  undo() { return this.travel(this.done, this.undone); }
  redo() { return this.travel(this.undone, this.done); }

  travel(from, to) {
    if (!from.length) return false;
    to.push(this.points());
    this.tag = null;
    this.set(from.pop(), { commit: true });
    return true;
  }
}
