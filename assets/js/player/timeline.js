// The time line under a board. At its end the board shows the answer, before it a state of the recorded walk; while a
// hand moves something, the walk is recorded anew.

import { component, Part } from "../shared/component.js";
import { number } from "../shared/numbers.js";
import { Clock, MOVES, wayOf } from "./clock.js";
import { isDone, standingOf } from "./last_run.js";
import { Playback } from "./playback.js";

const [FREE, BOUNDED] = [2, 3]; // roles of the board's marks
const OF_PAIRS = ["timeline.title", "timeline.detail", "timeline.violation"];
const OF_VISITS = ["timeline.title.visit", "timeline.detail.visit", "timeline.violation.visit"];
let stateOf; // of another machine than C-SVC, once there is one

export class Timeline extends Part {
  k = Infinity; // steps taken; Infinity: at the end, however long the run is
  clock = new Clock();

  constructor(...args) {
    super(...args);
    const { root, slider } = this;
    this.buttons.addEventListener("click", ({ target }) => this.press(target.closest("button")?.value));
    slider.addEventListener("input", () => this.go(+slider.value));
    slider.addEventListener("change", () => this.halt());
    root.addEventListener("keydown", (event) => this.key(event));
    addEventListener("lab-pick", ({ detail: { group, i } }) => group === this.store.group && this.pick(i), this.gone);
  }

  needs({ machine }) {
    return [machine && !stateOf && import("../machine/run_state.js").then((made) => { ({ stateOf } = made); })];
  }

  update(data, arrays, send) {
    Object.assign(this, { data, arrays, send });
    if (data.seek !== this.sought) Object.assign(this, { k: data.step ?? Infinity, run: null }); // other points were opened, or a link
    this.sought = data.seek;
    this.root.inert = !data.way; // the server compiles what records a run
    this.heard("data");
  }

  close() {
    this.clock.stop();
    Object.assign(this.store, { ended: true, moment: null, kept: null, lost: null });
    super.close();
  }

  get ended() { return this.k === Infinity; }

  /** Whether the run is that of points, kernel, C and solver on the board; the waves follow from the kernel. @param {Run} run */
  isCurrent({ X, y, kernel: { waves, ...kernel }, C, solver }) { return this.store.n > 0 && this.store.holds(X, y) && !this.store.asksOther(kernel, C, solver); }

  heard(what) {
    const { store, data } = this;
    if (what === "moment" || !data) return;
    const answer = what === "answer" && store.answer;
    if (answer.state === "refused" || (store.C === null && answer.run && !isDone(answer))) return this.give();
    if (answer.run && (this.ended || !standingOf(this.run, answer).why)) this.load(store.run);
    const page = /** @type {any} */ ({ ...data, ...this.arrays });
    if (data.run && data.run !== this.run?.run && this.isCurrent(page)) this.load({ ...page, ...store.points(), kernel: { ...data.kernel, waves: page.waves } });
    this.show();
  }

  load(run) {
    Object.assign(this, { run, playback: new Playback(run, run.bound) });
    if (this.k >= this.playback.steps) this.k = Infinity; // a shorter run has ended by then
    this.root.toggleAttribute("data-fork", run.fork != null);
    this.flag.style.setProperty("--at", `${run.fork / Math.max(1, this.steps)}`);
  }

  /** No run to stand in: the board says why and tells the page what is on it. */
  give() {
    const { ended } = this;
    this.clock.stop();
    this.k = Infinity;
    this.show();
    if (!ended) this.store.commit();
  }

  // ---- moving through the run ----

  get steps() { return this.playback?.steps ?? 0; }
  get at() { return Math.min(this.k, this.steps); }
  get place() { return this.say("player.where", { k: this.at, steps: this.steps }); }

  go(k) {
    this.k = k === Infinity || (this.playback && k >= this.steps) ? Infinity : Math.max(0, k);
    this.show();
  }

  step(by) {
    this.clock.stop();
    this.go((this.ended ? this.steps : this.k) + by); // the run may still be on its way
    this.halt();
  }

  play() {
    if (this.clock.runs) return this.step(0);
    if (this.ended) this.go(0);
    this.clock.start(() => +this.speed.value, (steps) => {
      if (steps) this.go(this.k + steps);
      if (this.ended) this.step(0);
    });
    this.showPlace();
  }

  press(what) {
    if (what === "play") this.play();
    else if (what) this.step(MOVES[what]);
  }

  key(event) {
    const [{ key, target }, way] = [event, wayOf(event)];
    if (!way || target === this.speed || (key === " " && target.matches("button"))) return;
    event.preventDefault();
    if (way === "play") this.play();
    else this.step(way);
  }

  halt() {
    this.voice.textContent = this.place;
    this.send("step", { k: this.ended ? null : this.k });
  }

  /** Of what moves next in a fork, point by point; Python says what the first needs and moves it. */
  pick(i) {
    const { k, data: { picks, run, picked: [first = i] } } = this;
    if (picks && i >= 0 && this.store.moment) this.send("pick", { i: first, j: first === i ? -1 : i, run, k, at: Date.now() });
  }

  // ---- what is on the board ----

  /** Let board and light show this step: the answer at the end, else the state of a run of what is on the board. */
  show() {
    const { store, run } = this;
    const { moment, kept, lost } = store;
    const here = !!run && this.isCurrent(run);
    const { state, why } = here || store.behind ? {} : standingOf(run, store.answer, store.ids);
    store.ended = this.ended;
    store.kept = state === "kept" ? { picture: this.picture(), said: this.say("player.kept", { why }) } : store.behind ? kept : null;
    store.lost = !this.ended && why && store.answer.run; // the page stays with that run
    if (lost && this.ended) store.commit();
    if (this.ended || store.kept) store.moment = null;
    else if (here) store.moment = this.moment();
    else if (!store.behind) store.ask(); // the answer is here, but not the run to it
    this.showPlace(here, !!store.kept);
    if (store.moment !== moment || store.kept !== kept) store.tell("moment"); // boards paint anew
    if (this.ended && !store.behind && !store.picture && store.answer?.run) {
      store.answer = undefined; // a run is no answer
      store.ask();
    }
  }

  moment() {
    const picture = this.picture();
    this.run.stamp = 0; // the time of an event counts once
    return { picture, untold: this.k !== this.data.step, answer: this.answer(picture.role) };
  }

  /** The state of the run at this step. */
  picture() {
    const { run, playback, at: k, data: { plain } } = this;
    const [alpha, b] = [playback.alphaAt(k), playback.b[k]];
    const coef = alpha.map((a, i) => a * run.y[i]);
    const role = alpha.map((a, t) => (a >= playback.boundOf(t) ? BOUNDED : a > 0 ? FREE : 0));
    const rank = new Map(Array.from(run.ids, (id, i) => [id, i]));
    const found = { ...run, alpha, b, coef, role, rank, draw: true, slack: [] };
    return run.signs ? stateOf(found, run, k, plain) : found;
  }

  /** Say where the run is; its numbers, with their light, say what is proved. */
  answer(role) {
    const { k, steps, playback: { dual, violation } } = this;
    const holes = { k, steps, violation: number(violation[k]) };
    const count = (which) => role.filter((each) => each === which).length;
    const [title, detail, violated] = this.playback.pairAt(0)[1] < 0 ? OF_VISITS : OF_PAIRS;
    const rows = [["free", "timeline.free", count(FREE)], ["bounded", "timeline.bounded", count(BOUNDED)], ["dual", "timeline.dual", number(dual[k])], ["violation", violated, holes.violation]];
    return {
      state: "step",
      title: this.say(title, holes),
      detail: this.say(detail, holes),
      numbers: rows.map(([key, label, value]) => ({ key, label: this.say(label), value: `${value}` })),
    };
  }

  showPlace(here = !this.root.hasAttribute("data-waits"), kept = !!this.store.kept) {
    const { at: k, steps, slider, start } = this;
    slider.max = `${steps}`;
    slider.value = `${k}`;
    slider.style.setProperty("--share", `${(100 * k) / Math.max(1, steps)}%`);
    slider.ariaLabel = this.say(kept ? "player.slider.kept" : "player.slider");
    slider.ariaValueText = this.place;
    if (!(here || kept) || this.voice.textContent !== this.place) this.voice.textContent = ""; // of another step or run
    this.root.toggleAttribute("data-waits", !here && !kept);
    this.root.toggleAttribute("data-kept", kept);
    this.where.textContent = here || kept ? `${k} / ${steps}` : "–";
    start.toggleAttribute("data-playing", this.clock.runs);
    start.title = this.say(this.clock.runs ? "player.pause" : "player.play");
  }
}

export const mount = component(Timeline);
