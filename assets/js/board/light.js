// The truth light: is what is on screen proved, still coming, impossible or refused?

import { component, fill, Part } from "../shared/component.js";
import { mark } from "../page/seen.js";

const PATIENCE = 400; // ms before a late answer is worth a word
const BREATH = 60; // ms between two changes: no faster than one can read

export class Light extends Part {
  update({ hidden, lab }) {
    this.hidden = hidden;
    if (lab === "board") import("./follow.js").then(({ follow }) => { this.follow = follow; });
    this.heard();
  }

  close() {
    this.follow?.();
    super.close();
  }

  // An old proof says nothing about new points: soon the light says that it waits.
  heard() {
    const { behind, shown: { answer } } = this.store;
    if (behind) this.timer ??= setTimeout(() => this.show(), PATIENCE);
    else {
      clearTimeout(this.timer);
      this.timer = undefined;
      const pause = this.shown + BREATH - performance.now();
      if (pause > 0) this.next ??= setTimeout(() => { this.next = null; this.heard(); }, pause);
      else this.show(answer);
    }
  }

  /** @param {Answer} [answer] */
  show({ state, title, detail = "", numbers } = { state: "running", title: this.say("light.waiting") }) {
    this.follow?.(arguments[0]);
    this.shown = performance.now();
    this.card.dataset.state = state;
    write(this.title, title);
    write(this.detail, detail);
    if (numbers) fill(this.numbers, numbers.filter(({ key }) => !this.hidden.includes(key)), showNumber);
    this.explain();
  }

  /** Take over the board's legend: here it opens without moving the time line. */
  explain() {
    const { legend, data: { explained } = {} } = this.store.drawing ?? {};
    if (explained === undefined || innerWidth <= 960 || this.root.contains(legend)) return;
    this.root.append(legend);
    legend.open = explained;
    if (explained) mark("board");
  }
}

function showNumber({ children: [name, number] }, { label, value }) {
  write(name, label);
  write(number, value);
}

// The same words again would make a screen reader speak again.
const write = (node, words) => { if (node.textContent !== words) node.textContent = words; };

export const mount = component(Light);
