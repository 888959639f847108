// The time line under a board. At its end the board shows the answer, as without it. Before the end the board shows a
// state of the recorded walk to it, and while a hand moves something there, the walk is recorded anew for every place.

import { component, Part } from "../shared/component.js";
import { number } from "../shared/numbers.js";
import { Clock, MOVES, wayOf } from "./clock.js";
import { Playback } from "./playback.js";

const [FREE, BOUNDED] = [2, 3]; // roles of the board's marks

class Timeline extends Part {
  k = Infinity; // steps taken; Infinity: at the end, however long the run is
  clock = new Clock();

  constructor(...args) {
    super(...args);
    const { root, slider } = this;
    this.buttons.addEventListener("click", ({ target }) => this.press(target.closest("button")?.value));
    slider.addEventListener("input", () => this.go(+slider.value));
    slider.addEventListener("change", () => this.halt());
    root.addEventListener("keydown", (event) => this.key(event));
  }

  update(data, arrays, send) {
    Object.assign(this, { data, arrays, send });
    if (data.seek !== this.sought) this.k = data.step ?? Infinity; // other points were opened, or a link
    this.sought = data.seek;
    this.root.inert = !data.way; // the server still compiles what records a run
    this.slider.ariaLabel = this.say("player.slider");
    this.heard("data");
  }

  close() {
    this.clock.stop();
    Object.assign(this.store, { way: undefined, moment: null });
    super.close();
  }

  get ended() { return this.k === Infinity; }

  /** Whether the run is that of the points, the kernel and C on the board. */
  isCurrent({ X, y, kernel, C }) { return this.store.n > 0 && this.store.holds(X, y) && !this.store.asksOther(kernel, C); }

  heard(what) {
    const { store, data } = this;
    if (what === "moment" || !data) return;
    if (what === "answer" && store.verdict.state === "refused") return this.give();
    if (what === "answer" && store.verdict.run) this.load(store.run);
    const page = { ...data, ...this.arrays };
    if (data.run && data.run !== this.run?.run && this.isCurrent(page)) this.load({ ...page, ...store.points(), kernel: { ...data.kernel, waves: page.waves } });
    this.show();
  }

  load(run) {
    Object.assign(this, { run, playback: new Playback(run, run.bound ?? Infinity) });
    if (this.k >= this.playback.steps) this.k = Infinity; // a shorter run has ended by then
  }

  /** There is no run to stand in: the board says why, and tells the page what is on it. */
  give() {
    const back = !this.ended;
    this.clock.stop();
    this.k = Infinity;
    this.show();
    if (back) this.store.commit();
  }

  // ---- moving through the run ----

  get steps() { return this.playback?.steps ?? 0; }

  go(k) {
    this.k = k === Infinity || (this.playback && k >= this.steps) ? Infinity : Math.max(0, k);
    this.show();
  }

  step(by) {
    this.clock.stop();
    this.go((this.ended ? this.steps : this.k) + by); // the run to a step may still be on its way
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
    this.voice.textContent = this.say("player.where", { k: Math.min(this.k, this.steps), steps: this.steps });
    this.send("step", { k: this.ended ? null : this.k });
  }

  // ---- what is on the board ----

  /** Let board and light show this step: the answer at the end, else the state of a run that is of what is on the board. */
  show() {
    const { store, run } = this;
    const here = !!run && this.isCurrent(run);
    store.way = this.ended ? undefined : this.data.way;
    if (this.ended) store.moment = null;
    else if (here) store.moment = this.moment();
    else if (!store.behind) store.ask(); // the answer is here, but not the run to it
    this.showPlace(here);
    store.tell("moment");
    if (this.ended && !store.behind && !store.picture && store.verdict?.run) {
      store.verdict = undefined; // a run is no answer
      store.ask();
    }
  }

  moment() {
    const { k, run, playback, steps } = this;
    const [alpha, b] = [playback.alphaAt(k), playback.b[k]];
    const coef = alpha.map((a, i) => a * run.y[i]);
    const role = alpha.map((a) => (a >= playback.C ? BOUNDED : a > 0 ? FREE : 0));
    const rank = new Map(Array.from(run.ids, (id, i) => [id, i]));
    const picture = { ...run, alpha, b, coef, role, rank, draw: true, slack: [] };
    run.stamp = 0; // the time of an event counts once
    return { picture, untold: k !== this.data.step, verdict: this.verdict(role, k, steps) };
  }

  /** What is certain at this step, in place of a proof: the dual bounds the optimum from below, the best primal so far from above. */
  verdict(role, k, steps) {
    const { playback: { dual, violation, step, primal } } = this;
    const high = Math.min(...primal.filter((value, n) => step[n] <= k && Number.isFinite(value)));
    const holes = { k, steps, low: number(dual[k]), high: number(high), violation: number(violation[k]) };
    const count = (which) => role.filter((each) => each === which).length;
    const rows = [["free", count(FREE)], ["bounded", count(BOUNDED)], ["dual", holes.low], ["violation", holes.violation]];
    return {
      state: "running",
      title: this.say("timeline.title", holes),
      detail: this.say(high < Infinity ? "timeline.detail" : "timeline.detail.low", holes),
      numbers: rows.map(([key, value]) => ({ key, label: this.say(`timeline.${key}`), value: `${value}` })),
    };
  }

  showPlace(here = true) {
    const { steps, slider, start } = this;
    const k = Math.min(this.k, steps);
    slider.max = steps;
    slider.value = k;
    slider.style.setProperty("--share", `${(100 * k) / Math.max(1, steps)}%`);
    slider.ariaValueText = this.say("player.where", { k, steps });
    this.root.toggleAttribute("data-waits", !here);
    this.where.textContent = !here ? "–" : `${k} / ${steps}`;
    start.toggleAttribute("data-playing", this.clock.runs);
    start.title = this.say(this.clock.runs ? "player.pause" : "player.play");
  }
}

export const mount = component(Timeline);
