// The player: one animation loop moves the board, the bars of alpha, the curves and their cursor through a recorded run.
// The run is here as a whole; only a halt tells the server where it stands.

import { bars, bracket, cursor, curves, sheet } from "./dials.js";
import { ask, express, nextTurn, painted } from "./express.js";
import { grid, resolution, terms } from "./field.js";
import * as paint from "./paint.js";
import { component, debug, digits, fill, Part } from "./shell.js";
import { Tape } from "./tape.js";

const SCRUBBED = [100, 5e6]; // nodes per side, and multiplications that fit inside a frame
const FINE = [200, 4e7]; // where nothing moves, or only the few points of some steps
const BRISK = 9; // ms of work that leave time for the rest of a frame
const PATIENCE = 6; // slower frames, each forgiven by ten brisk ones, until a run that plays takes a coarser grid
const SEEN = 4; // frames between two numbers that an eye can follow: words and slider cost as much as the board
const FRESH = 256; // frames after which the field is computed anew, against the drift of sums
const REST = 400; // ms until a picture that stands still is drawn as smoothly as it can be
const NEAR = 14; // pixels from a point that still pick it
const DIALS = 96; // height of a dial in pixels
const FREE = 2;
const BOUNDED = 3; // roles of the board's marks

class Player extends Part {
  k = 0;
  late = 0;
  ticks = 0;
  picked = []; // by hand: i, then j
  walker = -1; // the point at which the keys stand
  flagged = new Set();

  constructor(...args) {
    super(...args);
    const { root, slider, above, hand, gone } = this;
    this.buttons.addEventListener("click", ({ target }) => this.press(target.closest("button")?.value));
    this.flag.addEventListener("click", () => this.press("flag"));
    slider.addEventListener("input", () => this.go(+slider.value));
    slider.addEventListener("change", () => this.halt());
    hand.addEventListener("input", () => this.slide());
    above.addEventListener("pointerdown", (event) => this.pick(this.nearest(event)));
    root.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.resize()).observe(root);
    addEventListener("resize", () => this.resize(), gone);
    addEventListener("lab-step", ({ detail: { lab, k } }) => lab === this.data?.follow && this.go(k), gone);
  }

  update(data, arrays, send) {
    const fresh = data.run !== this.data?.run;
    const [colours, dropped] = [paint.colours(this.root), this.picked.length];
    const look = JSON.stringify([colours, data.height, data.projector, data.axes, data.words]);
    const same = !fresh && look === this.look; // as after every halt: what stands on the board is still right
    Object.assign(this, { data, colours, look, picked: [], kernel: { ...data.kernel, waves: arrays.waves } });
    this.root.toggleAttribute("data-follows", !!data.follow);
    if (fresh) this.store.revision = null; // another run is of other points, kernel or C
    this.store.adopt({ ...data, editable: false }, arrays, send);
    if (fresh) this.load(arrays);
    this.reach = this.slider.max = Math.max(data.reach ?? 0, this.tape.steps);
    if (fresh || data.seek !== this.sought) this.go(data.step);
    this.sought = data.seek;
    this.above.ariaLabel = this.say(data.picking ? "player.pickable" : "player.board", { n: arrays.y.length });
    this.showLine(data.line);
    if (!same) this.resize(true);
    else if (dropped || this.slid) this.draw(true);
    else this.showState();
  }

  load(arrays) {
    const { C } = this.data;
    this.stop();
    this.tape = new Tape(arrays, C ?? Infinity);
    const most = Math.max(...this.tape.checkpoints.flatMap((alpha) => Math.max(...alpha)), ...this.tape.alphaAt(this.tape.steps));
    this.top = Math.min(C ?? Infinity, most || (C ?? 1)); // of the bars; a run that has not begun shows the box
    this.flagged = new Set();
    this.coef = null;
    this.walker = -1;
    this.ranks = new Map(Array.from(this.store.ids, (id, i) => [id, i]));
    this.alphas.ariaLabel = this.say("player.alphas");
    this.course.ariaLabel = this.say("player.course");
  }

  close() {
    this.stop();
    super.close();
    this.store.send = null;
  }

  heard() { /* the panel's changes come back from Python as a new run */ }

  resize(force) {
    const width = this.data && this.root.clientWidth;
    const side = Math.min(width, this.data?.height, Math.max(280, innerHeight - 260));
    if (!width || (!force && side === this.side && width === this.width)) return;
    Object.assign(this, { side, width, ratio: devicePixelRatio, coef: null, plotted: null });
    this.root.style.setProperty("--side", `${side}px`);
    this.view = paint.viewOf(side, this.store.window, this.data);
    this.stamp = paint.marks(this.view, this.colours, this.ratio);
    this.draw(!this.playing);
  }

  // ---- moving through the run ----

  /** The step on the board: a run that is over stays at its end while a longer one beside it goes on. */
  get at() { return Math.min(this.k, this.tape.steps); }

  go(k) {
    this.k = Math.max(0, Math.min(this.reach, k));
    if (!this.data.follow) dispatchEvent(new CustomEvent("lab-step", { detail: { lab: this.data.lab, k: this.k } }));
    clearTimeout(this.resting);
    this.frame ??= requestAnimationFrame(() => this.draw());
  }

  step(by) {
    this.stop();
    this.go(this.k + by);
    this.halt();
  }

  play() {
    if (this.playing) return this.step(0);
    if (this.k >= this.reach) this.k = 0;
    let [last, due] = [performance.now(), 0];
    this.late = 0;
    const tick = (now) => {
      due += ((now - last) / 1000) * +this.speed.value;
      last = now;
      if (due >= 1) this.go(this.k + Math.floor(due));
      due %= 1;
      if (this.k >= this.reach) return this.step(0);
      this.playing = requestAnimationFrame(tick);
    };
    this.playing = requestAnimationFrame(tick);
    this.showState();
  }

  stop() {
    clearTimeout(this.resting);
    cancelAnimationFrame(this.playing);
    this.playing = null;
  }

  /** Stand still: let the explanations follow, and then refine the picture. */
  halt() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.draw(true), REST);
    this.frame ??= requestAnimationFrame(() => this.draw());
    this.voice.textContent = this.say("player.where", { k: this.k, steps: this.reach });
    const { data: { run, offers }, k, store: { send, lang } } = this;
    const turn = offers ? nextTurn() : 0;
    if (turn) express(turn, offers, { k }, lang, painted()).then(() => k === this.k && ask(offers, { k: k + 1 }, lang)); // where most go next
    send?.("step", { k, run, turn });
  }

  press(what) {
    const moves = { first: -Infinity, back: -1, forward: 1, last: Infinity };
    if (what === "play") this.play();
    else if (what === "flag") this.toggleFlag();
    else if (what) this.step(moves[what]);
  }

  key(event) {
    const { key, shiftKey, target } = event;
    const far = shiftKey ? 10 : 1;
    const walk = this.data.picking && target === this.above && { "[": () => this.walk(-1), "]": () => this.walk(1), Enter: () => this.pick(this.walker), Escape: () => this.letGo() };
    const act = walk?.[key] ?? {
      " ": () => this.play(), ArrowRight: () => this.step(far), ArrowLeft: () => this.step(-far), Home: () => this.step(-Infinity),
      End: () => this.step(Infinity), b: () => this.toggleFlag(), "[": () => this.toFlag(-1), "]": () => this.toFlag(1),
    }[key];
    if (!act || target === this.hand || target === this.speed || (key === " " && target.matches("button"))) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  toggleFlag() {
    if (!this.flagged.delete(this.k)) this.flagged.add(this.k);
    this.showState();
  }

  toFlag(way) {
    const ahead = [...this.flagged].filter((k) => (k - this.k) * way > 0).sort((p, q) => (p - q) * way);
    if (ahead.length) this.step(ahead[0] - this.k);
  }

  /** What moves while a run plays. */
  showPlace() {
    const { k, reach: steps } = this;
    this.slider.value = k;
    this.slider.style.setProperty("--share", `${(100 * k) / Math.max(1, steps)}%`);
    this.where.textContent = this.data.follow ? this.say("player.where", { k: this.at, steps: this.tape.steps }) : `${k} / ${steps}`;
  }

  showState() {
    const { k, reach: steps } = this;
    this.showPlace();
    this.start.toggleAttribute("data-playing", !!this.playing);
    this.start.title = this.say(this.playing ? "player.pause" : "player.play");
    this.slider.ariaLabel = this.say("player.slider");
    this.slider.ariaValueText = this.say("player.where", { k, steps });
    this.hand.disabled = this.line?.k !== k || !!this.playing;
    this.flag.ariaPressed = this.flagged.has(k);
    fill(this.flags, [...this.flagged], (mark, at) => { mark.style.left = `${(100 * at) / Math.max(1, steps)}%`; });
  }

  // ---- painting: one picture a frame ----

  draw(still) {
    this.frame = null;
    if (!this.view) return;
    const started = performance.now();
    this.slid = false;
    const fine = still || (this.playing && this.late < PATIENCE);
    this.show(this.tape.alphaAt(this.at), this.tape.b[this.at], fine ? FINE : SCRUBBED, still);
    if (!this.playing) this.showState();
    else if (this.ticks++ % SEEN === 0) this.showPlace();
    const took = performance.now() - started;
    if (this.late < PATIENCE) this.late = Math.max(0, this.late + (took > BRISK ? 1 : -0.1));
    if (debug) debug.paints.push(took), (debug.grid = this.n);
  }

  /** Draw the board and the dials for multipliers and an offset; `still`: there is time for a smoother picture. */
  show(alpha, b, effort, still) {
    const { tape, at: k, colours, view } = this;
    const pair = this.picked.length ? this.picked : k < tape.steps ? tape.pairAt(k) : [];
    this.solve(alpha, b, effort, still ? "high" : "low"); // what is smoother costs frames
    this.paintAbove(alpha, pair);
    const size = { width: this.width, height: DIALS * (this.data.projector ? 1.4 : 1), type: view.type };
    bars(sheet(this.alphas, size.width, size.height), size, { alpha, y: tape.y, C: tape.C, top: this.top, pair }, colours, this.say("player.alpha"));
    this.plotted ??= this.plot(size);
    const ctx = sheet(this.course, size.width, size.height);
    ctx.drawImage(this.plotted, 0, 0, size.width, size.height);
    cursor(ctx, size, 3, k, this.reach, colours);
  }

  // Only who moved since the last frame changes the field, while that is less work than everybody.
  solve(alpha, b, effort, quality) {
    const { kernel, store: { X, window }, tape: { y }, view, colours } = this;
    const coef = alpha.map((a, i) => a * y[i]);
    const n = resolution(kernel, coef.filter(Boolean).length, window, ...effort);
    const moved = this.coef && n === this.n && this.drawn++ < FRESH ? coef.map((c, i) => c - this.coef[i]) : null;
    if (moved && 2 * moved.filter(Boolean).length < coef.filter(Boolean).length) {
      const change = grid(kernel, X, moved, b - this.b, window, n);
      for (let at = 0; at < change.length; at++) this.F[at] += change[at];
    } else {
      this.F = grid(kernel, X, coef, b, window, n);
      this.drawn = 0;
    }
    Object.assign(this, { coef, b, n });
    const ctx = sheet(this.below, this.side, this.side);
    paint.clipped(ctx, view, () => paint.field(ctx, view, this.F, n, colours.table, quality));
    this.lines = paint.levels(this.F, n, view);
    paint.axes(ctx, view, this.data.axes, colours);
  }

  paintAbove(alpha, pair) {
    const { view, colours, store, tape: { y, C } } = this;
    const ctx = sheet(this.above, this.side, this.side);
    paint.clipped(ctx, view, () => {
      paint.lines(ctx, view, this.lines, colours);
      paint.halos(ctx, view, store, { alpha, rank: this.ranks }, colours);
    });
    y.forEach((label, i) => this.stamp(ctx, view.place(store.at(i)), label, alpha[i] === 0 ? 0 : alpha[i] >= C ? BOUNDED : FREE));
    if (this.walker >= 0) paint.chosen(ctx, view, store.at(this.walker), colours);
    pair.forEach((i, n) => i >= 0 && bracket(ctx, view, store.at(i), "ij"[n], colours));
  }

  plot(size) {
    const { tape, data: { words } } = this;
    const canvas = new OffscreenCanvas(1, 1);
    const { dual, violation, step, primal, gap, steps } = tape;
    curves(sheet(canvas, size.width, size.height), size, [
      { name: words["player.objective"], series: [{ values: dual, colour: "ink", dash: [] }, { at: step, values: primal.map((p) => (p > 2.5 * dual[steps] ? NaN : p)), colour: "violet", dash: [6, 4] }] },
      { name: words["player.gap"], log: true, series: [{ at: step, values: gap, colour: "ink", dash: [] }] },
      { name: words["player.violation"], log: true, series: [{ values: violation, colour: "ink", dash: [] }] },
    ], this.reach, this.colours);
    return canvas;
  }

  // ---- what hands do ----

  nearest({ offsetX, offsetY }) {
    const far = (i) => Math.hypot(...this.view.place(this.store.at(i)).map((at, n) => at - [offsetX, offsetY][n]));
    const found = [...this.tape.y.keys()].reduce((best, i) => (far(i) < far(best) ? i : best), 0);
    return far(found) <= NEAR ? found : -1;
  }

  /** Be the solver: the first point is i, the second j; Python moves the pair, always from the newest state on. */
  pick(i) {
    if (!this.data.picking || i < 0) return;
    if (this.k < this.reach) this.step(Infinity);
    this.picked = this.picked.length === 1 && this.picked[0] !== i ? [this.picked[0], i] : [i];
    this.voice.textContent = this.say("player.picked", { i: i + 1, letter: "ij"[this.picked.length - 1] });
    // With the time it is another value than the last, also where the same pair is picked again.
    if (this.picked.length === 2) this.store.send?.("pick", { i: this.picked[0], j: i, run: this.data.run, at: Date.now() });
    this.frame ??= requestAnimationFrame(() => this.draw(true));
  }

  letGo() {
    Object.assign(this, { picked: [], walker: -1 });
    this.frame ??= requestAnimationFrame(() => this.draw(true));
  }

  /** Go from point to point by keyboard, from left to right. */
  walk(way) {
    const { X, y } = this.store;
    const order = [...y.keys()].sort((p, q) => X[2 * p] - X[2 * q] || p - q);
    const [i, n] = [order.indexOf(this.walker), order.length];
    const at = (this.walker = order[i < 0 ? (way > 0 ? 0 : n - 1) : (i + way + n) % n]);
    const [a, b] = [X[2 * at], X[2 * at + 1]].map((v) => digits(v));
    this.voice.textContent = this.say("player.at", { i: at + 1, y: y[at] > 0 ? "+1" : "−1", a, b, alpha: digits(this.tape.alphaAt(this.at)[at]) });
    this.frame ??= requestAnimationFrame(() => this.draw(true));
  }

  showLine(line) {
    this.line = line;
    const single = this.tape.steps > 0 && this.tape.pairAt(0)[1] < 0; // one coordinate moves at a time: there is no line
    this.along.hidden = single || this.data.picking || !!this.data.follow || this.data.reach != null;
    this.held.textContent = "–";
    if (!line) return;
    this.hand.value = (1000 * (line.old[1] - line.low)) / (line.high - line.low || 1);
    this.held.textContent = digits(line.old[1]);
  }

  /** Move the halted pair along its line: b is the mean of the two that make E_i and E_j zero. */
  slide() {
    clearTimeout(this.resting);
    const { line: { i, j, low, high, old, same, dual: [c0, c1, c2] }, tape, kernel, store: { X } } = this;
    const [alpha, alpha_j] = [tape.alphaAt(this.k), low + (this.hand.value / 1000) * (high - low)];
    const t = alpha_j - old[1];
    alpha[j] = alpha_j;
    alpha[i] = same ? old[0] - t : old[0] + t;
    const coef = alpha.map((a, n) => a * tape.y[n]);
    const offsets = [i, j].map((n) => tape.y[n] - terms(kernel, X, coef, 0, this.store.at(n)).f);
    this.held.textContent = digits(alpha_j);
    this.slid = true;
    this.show(alpha, (offsets[0] + offsets[1]) / 2, SCRUBBED);
    dispatchEvent(new CustomEvent("lab-hand", { detail: { hand: [alpha[i], alpha_j], "hand-dual": [alpha_j, c0 + t * (c1 + t * c2)] } }));
  }
}

export const mount = component(Player);
