// One store per lab: points, kernel and C that the parts of a page share, their history, and the newest
// picture (an answer with its request). Arrays of points are never changed in place, so all keep theirs.

import { missing } from "./kernels.js";
import { SolverSocket } from "./solver_socket.js";
import { pack, toText } from "./wire.js";

const STEPS_BACK = 200;
const STILL = 400; // ms, or three answers, without a change: a moving slider counts as put down
const COORDINATES = "dual-cd"; // another problem: its answer is the end of its run
const GRID = 65536; // points lie on x0 + i size / GRID: links are exact

/** @type {Map<string, Store>} */
const stores = new Map();
const commons = new Map(); // by group
let nextId = 0; // ids are shared: boards of a group show the same points

/** The store of a lab. @type {(id: string) => Store} */
export const lab = (id) => stores.get(id) ?? stores.set(id, new Store()).get(id);

function pictureOf(header, arrays, request) {
  const coef = arrays.alpha.map((a, i) => a * request.y[i]);
  const rank = new Map(Array.from(request.ids, (id, i) => [id, i]));
  return { ...header, ...arrays, ...request, b: header.b, kernel: { ...request.kernel, waves: arrays.waves }, coef, rank };
}

export class Store {
  X = new Float64Array(); // x1, x2 of point after point
  y = new Int8Array();
  ids = new Int32Array(); // follow points through edits to their alphas
  version = 0; // counts changes; in questions
  movedAt = 0; // version of the last change of points by hand
  tunedAt = 0; // of kernel or C
  travelledAt = 0; // of the last undo or redo
  ended = true; // stands at the end of its run; a time line may be before it
  wayNow = (way) => way; // to go, now that points have come and gone
  group = Symbol(); // of boards of the same points: an edit of one is one of all
  listeners = new Set();
  socket = new SolverSocket({ encode: ({ seq, lang, way, end, ...asked }) => this.blob({ seq, lang, way, end, good: this.good, ...(this.votes && { votes: true }) }, asked), onAnswer: (...answer) => this.take(...answer), onLost: () => this.held && this.commit() });

  get n() { return this.y.length; }

  /** What undo and redo bring back, the tool and the class of new points, on whichever board of the group. */
  get common() { return commons.get(this.group) ?? commons.set(this.group, { done: [], undone: [], tool: "point", label: 1 }).get(this.group); }
  get others() { return [...stores.values()].filter((store) => store !== this && store.group === this.group && store.listeners.size); }

  /** True while what is on screen is not yet about the newest points. */
  get behind() { return this.answered < this.version; }

  /** The run that is asked for; at the end of its time a board wants the answer alone. */
  get going() {
    const { way, ways, solver, ended } = this;
    return way ? { ...way, ...(solver && { solver }) } : ended && solver !== COORDINATES ? undefined : ways?.[solver];
  }

  /** What a board draws and a light says: the newest answer, or the state of the run that a time line stands at. */
  get shown() { return this.moment ?? this; }

  /** `listener(what)` hears "data", "points", "model", "answer", "moment" until the signal ends it. */
  subscribe(listener, signal) {
    this.listeners.add(listener);
    signal.addEventListener("abort", () => {
      this.listeners.delete(listener);
      if (!this.listeners.size) this.movedAt = this.tunedAt = this.travelledAt = 0, this.opened = undefined; // not shown any more
    });
  }

  tell(what) { for (const listener of this.listeners) listener(what); }

  /** Take over what Python sent: only a new revision replaces the points. @param {DrawingHeader} sent @param {Arrays} arrays @param {Send} send */
  adopt({ editable, socket, limit, lang, answer, revision, made = revision, way, ways, careful, votes, ...header }, arrays, send) {
    const [newer, translated] = [revision !== this.revision, this.lang && lang !== this.lang];
    const ahead = newer && made === this.made && this.isAhead(header, arrays);
    const [fresh, passed] = [newer && !ahead, ahead && this.hasPassed(header)];
    this.socket.fallback = editable && !way && !header.link ? (text) => send("ask", text) : null; // else the next page brings it
    if (editable && !header.link) this.socket.open(socket);
    Object.assign(this, { send, limit, lang, revision, made, way, ways, careful, votes, linked: header.link && !header.panel, path: editable && socket });
    if (fresh) this.replace(header, arrays);
    else if (newer && !passed) this.opened = header.opened;
    if (passed) this.commit(); // what was sent may have gone to a component that is no more
    if (answer && this.version === this.adopted && !this.picture) this.take(answer, arrays, this.request());
    else if (answer && !fresh) this.socket.deliver(answer, arrays);
    if (editable && !way && !header.link && ((fresh && !answer) || translated)) this.ask();
    this.tell("data");
  }

  /** @param {Partial<DrawingHeader>} header @param {Arrays} arrays */
  replace({ window, kernel, C, solver, opened }, { X, y }) {
    const moved = !this.holds(X, y);
    const tuned = (!this.linked && this.asksOther(kernel, C, solver)) || opened !== (this.opened ?? opened);
    const twin = this.others.find((store) => store.holds(X, y));
    const told = twin && (moved || (twin.opened === opened && !twin.asksOther(kernel, C, solver))); // one history
    if (this.n && (moved || tuned) && !told) this.remember(this.asked());
    if (moved) Object.assign(this, { X, y, ids: twin?.ids ?? newIds(y.length) });
    Object.assign(this, { window, kernel, C, solver, opened, picture: null });
    this.adopted = ++this.version;
  }

  holds(X, y) { return alike(X, this.X) && alike(y, this.y); }

  // As text: the features of a map are a list, new each time.
  /** @param {Kernel} kernel @param {number | null} C @param {string} [solver] */
  asksOther(kernel, C, solver) {
    return Object.keys(kernel).some((name) => `${kernel[name]}` !== `${this.kernel?.[name]}`) || C !== this.C || (solver ?? this.solver) !== this.solver;
  }

  /** Whether the visitor has changed something since Python told of the revision that is here. @param {Partial<DrawingHeader>} header @param {Arrays} arrays */
  isAhead({ kernel, C, solver, opened }, { X, y }) {
    const ahead = this.hasPassed({ opened }) || (this.movedAt > this.adopted && !this.holds(X, y)) || (this.tunedAt > this.adopted && this.asksOther(kernel, C, solver));
    if (!ahead) this.adopted = this.version;
    return ahead;
  }

  /** Whether undo or redo has gone on from where Python is by now. */
  hasPassed({ opened }) { return this.travelledAt > this.adopted && opened !== this.opened; }

  points() {
    const { X, y, ids, window } = this;
    return { X, y, ids, window };
  }

  /** What undo brings back; the kernel of a linked board is the page's, unless a panel changes it. */
  asked() {
    const { linked, kernel, C, solver, opened } = this;
    return { ...this.points(), ...(!linked && { kernel, C }), solver, opened };
  }

  /** Change points, kernel, C or solver. @param {Partial<Question>} change @param {{ stamp?: number }} [options] time of the event */
  set(change, { stamp } = {}) {
    this.change(change, stamp);
    for (const other of this.others) if (change.X || other.way) other.change(change, stamp); // two runs share kernel and C too
  }

  change(change, stamp) {
    Object.assign(this, change);
    this.version++;
    if (change.X) this.movedAt = this.version;
    if (change.kernel || "C" in change || change.solver) this.tunedAt = this.version;
    if ("opened" in change) this.travelledAt = this.version;
    this.answered ??= 0;
    if (this.path !== false) this.ask(stamp);
    this.tell(change.X ? "points" : "model");
  }

  request(stamp) {
    const { version, kernel, C, solver, lang, going, ended, way } = this;
    return { version, kernel, C, solver, lang, way: going && this.wayNow(going), end: !way && ended, stamp, ...this.points() };
  }

  ask(stamp) {
    if (this.path) this.socket.open(this.path); // opened by its first request
    this.socket.ask(this.request(stamp));
  }

  /** @param {object} header @param {Pick<Question, "kernel" | "C" | "X" | "y">} asked */
  blob(header, { kernel, C, X, y }) { return pack({ ...header, kernel, C }, { X: [X, [y.length, 2]], y }); }

  // The picture keeps its request: the alphas belong to the points as they were asked.
  take(header, arrays, request) {
    const first = missing(request.kernel);
    if (first) return first.then(() => this.take(...arguments));
    this.answer = header;
    this.answered = request.version;
    if (arrays.pair) this.run = { ...header, ...request, ...arrays, kernel: { ...request.kernel, waves: arrays.waves } };
    this.picture = arrays.alpha?.length === request.y.length ? pictureOf(header, arrays, request) : null; // what is refused has none
    this.tell("answer");
    if (this.held && !this.behind) this.commit();
  }

  /** Whether Python never gets this state. */
  get stays() { return !this.behind && !!(this.lost || ((this.way || this.careful) && this.answer?.state === "refused")); }

  /** Tell Python, after `pause` ms without a further commit; of a player only what can be solved. */
  commit(pause = 0) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const { made, window, solver, opened } = this;
      this.held = (this.way || this.careful || !this.ended) && this.behind && this.socket.isNear;
      if (this.held || this.stays) return;
      this.send?.("commit", { made, blob: toText(this.blob({ window, solver, opened }, this)) });
    }, pause);
  }

  /** @returns {Place} */
  at(i) { return [this.X[2 * i], this.X[2 * i + 1]]; }

  /** Nearest place of the grid in the window. @returns {Place} */
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
      ids: Int32Array.of(...ids, ...newIds(room.length)),
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

  begin() { this.before = this.asked(); }

  end(tag) {
    if (Object.entries(this.before).every(([name, value]) => value === this[name])) return;
    const now = performance.now();
    if (!tag || tag !== this.tag || now > this.joined + 1000) this.remember(this.before);
    Object.assign(this, { tag, joined: now });
    this.commit(tag ? Math.max(STILL, 3 * this.socket.took) : 0);
  }

  remember(before) {
    const { common } = this;
    Object.assign(common, { done: [...common.done, before].slice(-STEPS_BACK), undone: [] });
    this.tag = null;
  }

  /** Undo or redo. */
  travel(way, { done, undone } = this.common) {
    const [from, to] = way === "undo" ? [done, undone] : [undone, done];
    if (!from.length) return false;
    to.push(this.asked());
    this.tag = null;
    this.set(from.pop());
    this.commit();
    return true;
  }
}

const alike = (one, other) => one.length === other.length && one.every((value, k) => value === other[k]);
const newIds = (count) => Int32Array.from({ length: count }, () => nextId++);
