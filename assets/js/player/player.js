// The player moves board, bars and curves through a recorded run, whole here; only a halt tells the server where
// it stands. While a point moves, each place of it brings a new run, and the step stays.

import * as paint from "../shared/paint.js";
import { component, debug, fill } from "../shared/component.js";
import { number } from "../shared/numbers.js";
import { Clock, MOVES, wayOf } from "./clock.js";
import { isDone, standingOf } from "./last_run.js";
import { RunBoard, SCRUBBED } from "./run_board.js";

const FINE = [200, 4e7]; // where nothing moves, or few points do
const BRISK = 9; // ms that leave time for a frame's rest
const PATIENCE = 6; // slower frames, each forgiven by ten brisk ones, before a coarse grid
const SEEN = 4; // frames between two numbers: words and slider cost as much as the board
const REST = 400; // ms until a picture that stands still is drawn smoothly
const FOLLOWED = 3; // steps a second at most that what explains a step can follow

// Figures ahead of the page: the first hand near loads them.
const earlyFigures = () => import("../plot/early_figures.js").catch(() => null);

export class Player extends RunBoard {
  k = 0;
  clock = new Clock();
  late = 0;
  ticks = 0;
  /** @type {Tuning | null} lets the run follow the numbers of its machine */
  tuning = null;
  flagged = new Set();
  lengths = new Map(); // of the runs that share the slider, by lab; of the longest as the page knows it

  constructor(...args) {
    super(...args);
    const { root, slider, gone, store } = this;
    store.wayNow = (way) => (way.pairs ? { ...way, pairs: way.pairs.map((pair) => pair.map((i) => store.ids.indexOf(this.known[i]))) } : way); // -1 is no longer there
    this.buttons.addEventListener("click", ({ target }) => this.press(target.closest("button")?.value));
    this.flag.addEventListener("click", () => this.press("flag"));
    slider.addEventListener("input", () => this.go(+slider.value));
    slider.addEventListener("change", () => this.halt());
    this.speed.addEventListener("change", () => this.wait());
    root.addEventListener("keydown", (event) => this.key(event));
    addEventListener("keydown", (event) => this.keyOfPage(event), gone);
    for (const near of ["pointerenter", "focusin"]) root.addEventListener(near, earlyFigures, { once: true });
    new ResizeObserver(() => this.resize()).observe(root);
    addEventListener("resize", () => this.resize(), gone);
    addEventListener("lab-run", ({ detail: { group, lab, length } }) => group === this.group && this.stretch(lab, length), gone);
    addEventListener("lab-slide", ({ detail }) => detail.k === this.k && import("./along.js").then(({ along }) => along(this, detail)), gone);
    addEventListener("lab-pick", ({ detail: { group, i } }) => group === this.group && this.pick(i), gone);
    addEventListener("lab-step", ({ detail: { lab, k } }) => lab === this.data?.follow && this.go(k), gone);
  }

  needs({ machine, tuned, picking }) {
    return [
      picking && !this.hand && import("./picking.js").then((hand) => { this.hand = hand; }),
      machine && !this.machine && import("../machine/run_machine.js").then(({ serve }) => serve(this)),
      tuned && !this.tuning && import("../machine/tuning.js").then(({ serve }) => serve(this)),
    ];
  }

  update(data, arrays, send) {
    if (this.tuning?.leads(data)) return; // another word of the page is on its way
    const { store } = this;
    const stale = this.playback && data.revision === store.revision && store.isAhead(data, arrays);
    const fresh = !stale && data.run !== this.playback?.run;
    const [colours, dropped] = [paint.colours(this.root), this.picked.length];
    const look = JSON.stringify([colours, data.height, data.projector, data.axes, data.words]);
    const same = !fresh && look === this.look; // as after every halt
    Object.assign(this, { data, look });
    this.picked = [...(data.picked ?? [])];
    this.equip(data);
    this.root.toggleAttribute("data-follows", !!data.follow);
    if (fresh) store.revision = null; // another run is of other points, kernel or C
    store.adopt(data, arrays, send);
    if (!stale) this.known = store.ids;
    if (fresh) this.open(arrays);
    else if (!stale) Object.assign(this.recorded, arrays), this.playback.refine(arrays), this.plotted = null;
    if (fresh || data.seek !== this.sought) this.go(data.step);
    this.sought = data.seek;
    if (!stale && !fresh && this.strayed) this.explain();
    if (!stale) this.strayed = false, store.answered = store.version; // the page has brought the run
    this.ahead = !!stale;
    this.wait();
    this.nameBoard();
    if (!same) this.resize(true);
    else if (dropped || data.picked?.length) this.draw(true);
    else this.showState();
    this.tuning?.update(data);
  }

  /** Take over another run of the page. */
  open(arrays) {
    const { data, store } = this;
    this.stop();
    this.flagged = new Set();
    this.lengths = new Map([["page", data.reach ?? 0]]);
    this.load({ ...data, ...arrays, ...store.points(), kernel: { ...data.kernel, waves: arrays.waves } });
    this.tellLength();
    this.alphas.ariaLabel = this.say("player.alphas");
    this.course.ariaLabel = this.say(data.course?.[3] ?? "player.course");
  }

  tellLength() {
    this.store.good = isDone(this.recorded);
    dispatchEvent(new CustomEvent("lab-run", { detail: { group: this.group, lab: this.data.lab, length: this.playback.length } }));
  }

  /** Let the slider reach the end of the longest run that it moves. */
  stretch(lab, length) {
    this.lengths.set(lab, length);
    this.reach = this.slider.max = this.playback.reach(Math.max(...this.lengths.values()), this.data.ticks);
    this.plotted = null;
    if (this.view) this.schedule(); // the length stands beside the step; another run may change it
  }

  close() {
    this.stop();
    super.close();
    this.store.send = null;
  }

  heard(what) {
    if (!this.playback || !this.view) return;
    if (what === "answer") return this.hear(this.store);
    if (what === "data") return;
    this.ahead = true; // of what explains this step
    this.wait();
    if (what === "points") this.touch();
  }

  /** Take over the run to an answer, or its refusal: then the last good run stays, and is called so. */
  hear({ answer, run }) {
    const { state, why } = standingOf(this.recorded, answer, this.store.ids);
    if (why || run?.run !== answer.run || run.run === this.playback.run) {
      this.keepRun(why, state === "gone");
      this.wait();
      return this.schedule();
    }
    const [ended, { k }] = [this.k >= this.reach, this];
    this.lengths.delete("page");
    this.load(run);
    this.tellLength();
    this.go(ended ? this.reach : this.k);
    this.strayed ||= this.k !== k; // from the step that the page will tell of
    this.hurry();
  }

  // ---- moving through the run ----

  /** The step on the board. */
  get at() { return this.playback.stepAt(this.k); }

  go(k) {
    this.k = Math.max(0, Math.min(this.reach, k));
    if (!this.data.follow) dispatchEvent(new CustomEvent("lab-step", { detail: { lab: this.data.lab, k: this.k } }));
    clearTimeout(this.resting);
    this.schedule();
  }

  schedule(still) {
    this.stale = true;
    this.touch(still);
  }

  /** Paint points and what lies above; field and charts too if stale. */
  paint(still) {
    cancelAnimationFrame(this.frame);
    this.frame = undefined;
    if (this.stale) this.draw(still);
    else this.paintAbove(this.alpha, this.pair);
  }

  step(by) {
    this.stop();
    this.go(this.k + by);
    this.halt();
  }

  play() {
    if (this.playing) return this.step(0);
    if (this.k >= this.reach) this.k = 0;
    this.late = 0;
    this.tell("");
    this.clock.start(() => +this.speed.value, (steps) => {
      if (steps) this.go(this.k + steps);
      if (steps && this.followed) this.explain();
      if (this.k >= this.reach) this.step(0);
    });
    this.wait();
    this.showState();
  }

  stop() {
    clearTimeout(this.resting);
    this.clock.stop();
    this.wait();
  }

  get playing() { return this.clock.runs; }
  get followed() { return +this.speed.value <= FOLLOWED; }

  // What explains a step waits while a run is too fast.
  wait() {
    const [ahead, fast] = [this.ahead, !!this.playing && !this.followed];
    if (this.data?.follow) return;
    this.outdate(ahead || fast, ahead ? "draw.waits" : "player.waits");
    if (fast) this.tell(this.say("player.waits"));
  }

  /** Stand still: explanations follow, then a finer picture. */
  halt() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.draw(true), REST);
    this.schedule();
    this.tell(this.place, () => this.place);
    this.explain();
  }

  async explain() {
    const { data: { run, offers }, k, store, store: { lang } } = this;
    const early = offers && await earlyFigures();
    const turn = early ? early.nextTurn() : 0;
    if (turn) early.drawEarly(turn, offers, { k }, lang, early.painted()).then(() => k === this.k && early.ask(offers, { k: k + 1 }, lang));
    store.send?.("step", { k, run, turn });
  }

  press(what) {
    if (what === "play") this.play();
    else if (what === "flag") this.toggleFlag();
    else if (what) this.step(MOVES[what]);
  }

  key(event) {
    const [{ key, target }, way] = [event, wayOf(event)];
    const act = (way === "play" ? () => this.play() : way ? () => this.step(way) : {
      b: () => this.toggleFlag(), "[": () => this.toFlag(-1), "]": () => this.toFlag(1),
    }[key]);
    if (!act || target === this.speed || (key === " " && target.matches("button"))) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  // While no control has the focus, the usual keys control the player.
  keyOfPage(event) {
    const free = event.target === document.body || event.target.matches?.("[data-testid=stMain]");
    if (free && !this.data?.follow && [" ", "ArrowLeft", "ArrowRight"].includes(event.key)) this.key(event);
  }

  toggleFlag() {
    if (!this.flagged.delete(this.k)) this.flagged.add(this.k);
    this.showState();
  }

  toFlag(way) {
    const ahead = [...this.flagged].filter((k) => (k - this.k) * way > 0).sort((p, q) => (p - q) * way);
    if (ahead.length) this.step(ahead[0] - this.k);
  }

  get alone() { return !this.data.follow && !this.playback.clock; }

  get place() {
    const { k, reach: steps, playback: { work } } = this;
    return work ? this.say("player.work", { work: number(work[k]) }) : this.say("player.where", { k, steps });
  }

  /** What moves while a run plays. */
  showPlace() {
    const { k, reach: steps } = this;
    this.slider.value = `${k}`;
    this.slider.style.setProperty("--share", `${(100 * k) / Math.max(1, steps)}%`);
    this.slider.ariaLabel = this.say(this.kept ? "player.slider.kept" : "player.slider");
    if (!this.playing) this.hush();
    this.where.textContent = this.strange ? "–" : this.alone ? `${k} / ${steps}` : this.say("player.where", { k: this.at, steps: this.playback.steps });
    this.slider.ariaValueText = this.place;
  }

  showState() {
    const { k, reach: steps } = this;
    this.showPlace();
    this.start.toggleAttribute("data-playing", !!this.playing);
    this.start.title = this.say(this.playing ? "player.pause" : "player.play");
    this.flag.ariaPressed = `${this.flagged.has(k)}`;
    fill(this.flags, [...this.flagged].filter((at) => at <= steps), (mark, at) => { mark.style.left = `${(100 * at) / Math.max(1, steps)}%`; });
  }

  // ---- painting: one picture a frame ----

  draw(still) {
    if (!this.view) return;
    const started = performance.now();
    this.stale = false;
    if (this.slid != null) dispatchEvent(new CustomEvent("lab-slide", { detail: { k: this.slid, home: true } }));
    this.slid = null;
    const fine = still || (this.playing && this.late < PATIENCE);
    this.show(this.playback.alphaAt(this.at), this.playback.b[this.at], fine ? FINE : SCRUBBED, still);
    if (!this.playing) this.showState();
    else if (this.ticks++ % SEEN === 0) this.showPlace();
    const took = performance.now() - started;
    if (this.late < PATIENCE) this.late = Math.max(0, this.late + (took > BRISK ? 1 : -0.1));
    if (debug) import("../shared/measure.js").then(({ measure }) => measure(took, this.recorded, this.n));
  }
}

export const mount = component(Player);
