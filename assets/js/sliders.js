// A few numbers that Python asks for: sliders with a field to type into. Nothing is computed here.

import { express, nextTurn } from "./express.js";
import { component, fill, Part } from "./shell.js";

const PLACES = 400; // of a slider whose numbers are not whole
const PATIENCE = 3000; // ms after which an answer is no longer waited for

/** Sends what hands choose at the pace of the answers: one message in flight, the newest values win. */
export class Pace {
  flying = 0;

  /** Python has answered everything up to its number `seq`; what it `offers` may be asked ahead of the next answer. */
  heard({ base, seq, offers, lang }, send) {
    this.seq = Math.max(this.seq ?? 0, seq);
    Object.assign(this, { base, offers, lang, send });
    if (seq >= this.flying) this.land();
  }

  get busy() { return !!(this.flying || this.waiting); }

  put(values) {
    this.waiting = { ...this.waiting, ...values };
    if (!this.flying) this.leave();
  }

  async leave() {
    const { waiting: values, base, offers, lang } = this;
    if (!values) return;
    this.waiting = null;
    const seq = (this.flying = ++this.seq);
    this.patience = setTimeout(() => this.land(), PATIENCE);
    const turn = offers ? nextTurn() : 0;
    if (turn) await express(turn, offers, values, lang); // the page would keep the server busy, and then the browser
    this.send("put", { base, seq, values, turn });
  }

  land() {
    clearTimeout(this.patience);
    this.flying = 0;
    this.leave();
  }
}

class Sliders extends Part {
  pace = new Pace();

  update(data, _, send) {
    const { dials, name } = data;
    const fresh = data.base !== this.pace.base; // something else has changed them: what is still on its way is void
    if (fresh) this.pace.waiting = null;
    this.pace.heard(data, send);
    fill(this.root, dials, (cell, dial) => (cell.slider ??= new Slider(this, cell)).dress(dial, `lab-${name}-${dial.name}`, fresh || !this.pace.busy));
  }
}

class Slider {
  constructor(part, cell) {
    const [typed, range] = cell.querySelectorAll("input");
    Object.assign(this, { part, cell, typed, range, said: cell.lastElementChild });
    range.addEventListener("input", () => this.put(this.fromRange()));
    typed.addEventListener("change", () => this.type());
  }

  dress(dial, id, take) {
    const { cell, range, typed, said } = this;
    const [word, symbol] = cell.querySelector("label").children;
    Object.assign(this, dial);
    range.max = this.scale === "whole" ? this.high - this.low : PLACES;
    cell.querySelector("label").htmlFor = range.id = id;
    said.id = `${id}-wrong`;
    typed.setAttribute("aria-describedby", said.id);
    word.textContent = dial.word;
    symbol.textContent = dial.symbol;
    typed.ariaLabel = this.part.say("sliders.typed", { name: dial.word });
    if (take) this.show(dial.value);
  }

  put(value) {
    this.show(value);
    this.part.pace.put({ [this.name]: value });
  }

  show(value) {
    const { range, typed, symbol } = this;
    if (this.fromRange() !== value) range.value = this.toRange(value);
    range.style.setProperty("--share", `${(100 * range.value) / (range.max || 1)}%`);
    range.ariaValueText = `${symbol} = ${value}`;
    typed.value = value;
    this.complain("");
  }

  type() {
    const { typed, allowed: [low, high] } = this;
    const value = this.snap(Number(typed.value.trim().replace("−", "-").replace(",", ".") || NaN));
    const fits = value >= low && value <= high;
    if (fits) this.put(value);
    else this.complain(this.part.say("sliders.range", { low, high }));
  }

  complain(words) {
    this.said.textContent = words;
    this.typed.ariaInvalid = words ? "true" : null;
  }

  fromRange() {
    const { low, high, range } = this;
    const share = range.value / range.max;
    return this.snap(this.scale.includes("log") ? low * (high / low) ** share : low + share * (high - low));
  }

  toRange(value) {
    const { low, high, range } = this;
    return range.max * (this.scale.includes("log") ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low));
  }

  snap(value) { return this.scale.includes("whole") ? Math.round(value) : Number(value.toPrecision(3)); }
}

export const mount = component(Sliders);
