// One store per lab: the points, kernel and C that the components of a page share, their history, and the
// newest picture (answer together with the question it answers). Point arrays are never changed in place:
// every edit makes new ones, so questions, answers and the history keep theirs.

import { Live } from "./live.js";
import { pack, toText } from "./wire.js";

const STEPS_BACK = 200;
const STILL = 120; // ms without a change after which a moving slider counts as put down
const GRID = 65536; // points lie on x0 + i size / 65536, so that links are exact

const stores = new Map();

/** The store of a lab, made on first use; components of one page meet here. */
export function lab(id) {
  if (!stores.has(id)) stores.set(id, new Store());
  return stores.get(id);
}

class Store {
  constructor() {
    Object.assign(this, { X: new Float64Array(), y: new Int8Array(), ids: new Int32Array() });
    this.window = { x0: -1, y0: -1, size: 2 };
    this.listeners = new Set();
    this.undone = [];
    this.done = [];
    this.version = 0; // counts changes; a question carries the version it asks about
    this.nextId = 0;
    this.limit = 2000;
    this.live = new Live({
      encode: ({ seq, kernel, C, lang, X, y }) => pack({ seq, kernel, C, lang }, { X: [X, [y.length, 2]], y }),
      onAnswer: (...answer) => this.take(...answer),
    });
  }

  get n() { return this.y.length; }

  /** True while what is on screen is not yet about the newest points. */
  get behind() { return this.answered !== undefined && this.answered < this.version; }

  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  tell(what) { for (const listener of this.listeners) listener(what); }

  /** Take over what Python sent: a new revision replaces the points, the same one leaves them alone. */
  adopt(header, arrays, send) {
    this.send = send;
    this.live.fallback = send && header.editable ? (text) => send("ask", text) : null;
    if (header.editable) this.live.open(header.live);
    const spoke = this.lang;
    Object.assign(this, { lang: header.lang, limit: header.limit ?? 2000 });
    const fresh = header.revision !== this.revision;
    if (fresh) this.replace(header, arrays);
    const solved = header.answer && arrays.alpha;
    if (solved && fresh) this.take(header.answer, arrays, this.question());
    else if (header.answer && !fresh) this.live.deliver([header.answer, arrays]);
    else if (header.answer) this.verdict = header.answer;
    if (header.editable && (fresh ? !solved : spoke && spoke !== this.lang)) this.ask();
    this.tell("data");
  }

  replace(header, arrays) {
    if (this.revision !== undefined && this.n) this.remember(this.points());
    this.revision = header.revision;
    Object.assign(this, { window: header.window, kernel: header.kernel, C: header.C });
    this.put({ X: arrays.X, y: arrays.y, ids: this.newIds(arrays.y.length) });
    this.picture = null;
    this.version++;
  }

  points() { const { X, y, ids, window } = this; return { X, y, ids, window }; }
  put(points) { Object.assign(this, points); }
  newIds(count) { return Int32Array.from({ length: count }, () => this.nextId++); }

  /** Change points, kernel or C. `stamp`: time of the event; `commit`: true, "soon" or nothing. */
  set(change, { live = true, commit, stamp } = {}) {
    Object.assign(this, change);
    this.version++;
    if (live) this.ask(stamp);
    this.tell("points");
    if (commit) this.commit(commit === "soon" ? STILL : 0);
  }

  question(stamp) {
    const { version, kernel, C, lang } = this;
    return { version, kernel, C, lang, stamp, ...this.points() };
  }

  ask(stamp) { this.live.ask(this.question(stamp)); }

  // The picture keeps the question: its alphas belong to the points as they were asked.
  take(header, arrays, question) {
    this.verdict = header;
    this.answered = question.version;
    if (arrays?.alpha?.length === question.y.length) this.picture = { ...header, ...arrays, ...question, rank: ranks(question.ids) };
    this.tell("answer");
  }

  /** Tell Python, after `pause` ms without a further commit. */
  commit(pause = 0) {
    clearTimeout(this.timer);
    if (!this.send || this.held) return;
    this.timer = setTimeout(() => {
      const { kernel, C, window, X, y, revision } = this;
      this.send?.("commit", { revision, blob: toText(pack({ kernel, C, window }, { X: [X, [y.length, 2]], y })) });
    }, pause);
  }

  // ---- points ----

  /** Nearest place of the grid inside the window. */
  snap(x, y) {
    const { x0, y0, size } = this.window;
    const on = (value, start) => start + (Math.max(0, Math.min(GRID - 1, Math.round(((value - start) / size) * GRID))) * size) / GRID;
    return [on(x, x0), on(y, y0)];
  }

  /** Add points `[x, y, label]`; returns how many found room. */
  add(list, options) {
    const room = list.slice(0, Math.max(0, this.limit - this.n));
    if (!room.length) return 0;
    const X = new Float64Array(2 * (this.n + room.length));
    X.set(this.X);
    room.forEach(([x, y], i) => X.set(this.snap(x, y), 2 * (this.n + i)));
    const y = Int8Array.from([...this.y, ...room.map((point) => point[2])]);
    this.set({ X, y, ids: Int32Array.from([...this.ids, ...this.newIds(room.length)]) }, options);
    return room.length;
  }

  move(i, x, y, options) {
    const X = this.X.slice();
    X.set(this.snap(x, y), 2 * i);
    if (X[2 * i] !== this.X[2 * i] || X[2 * i + 1] !== this.X[2 * i + 1]) this.set({ X }, options);
  }

  /** Remove the points whose indices are in a set. */
  remove(gone, options) {
    const keep = (_, i) => !gone.has(i);
    const X = this.X.filter((_, i) => !gone.has(i >> 1));
    this.set({ X, y: this.y.filter(keep), ids: this.ids.filter(keep) }, options);
  }

  /** Run an edit as one step of the history and commit it; a repeated `tag` joins the step before. */
  edit(change, tag) {
    this.begin();
    change();
    this.end(tag);
  }

  begin() { this.held = this.points(); }

  end(tag) {
    const before = this.held;
    this.held = null;
    if (!before || before.X === this.X) return;
    const now = performance.now();
    if (!tag || tag !== this.tag || now > this.joined + 1000) this.remember(before);
    Object.assign(this, { tag, joined: now });
    this.commit(tag ? STILL : 0);
  }

  remember(points) {
    this.done = [...this.done, points].slice(-STEPS_BACK);
    this.undone = [];
    this.tag = null;
  }

  undo() { return this.travel("done", "undone"); }
  redo() { return this.travel("undone", "done"); }

  travel(from, to) {
    const points = this[from].pop();
    if (!points) return false;
    this[to].push(this.points());
    this.tag = null;
    this.set(points, { commit: true });
    return true;
  }
}

function ranks(ids) {
  return new Map(Array.from(ids, (id, i) => [id, i]));
}

// ---- boards that show the same points: what is hovered in one is marked in all ----

const groups = new Map();

/** Join a group of boards; `listener(i)` hears the index of the hovered point or -1. Returns the leave. */
export function join(group, listener) {
  if (!groups.has(group)) groups.set(group, new Set());
  groups.get(group).add(listener);
  return () => groups.get(group).delete(listener);
}

export function point(group, i) {
  for (const listener of groups.get(group) ?? []) listener(i);
}
