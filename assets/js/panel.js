// Kernel and margin, as Python names them: sliders that answer while they move.

import { component, fill, Part } from "./shell.js";

const PLACES = 400; // of a slider without whole numbers

class Panel extends Part {
  dials = [];

  constructor(parent, data) {
    super(parent, data);
    fill(this.kernel, Object.keys(data.kernels), (option, name) => { option.value = name; option.dataset.word = `panel.kernel.${name}`; });
    fill(this.numbers, data.dials, (cell, dial) => this.dials.push(new Dial(this, cell, dial)));
    const turn = (control, change) => control.addEventListener("change", () => this.store.set(change(), { commit: true }));
    turn(this.kernel, () => ({ kernel: this.chosen() }));
    turn(this.hard, () => ({ C: null }));
    turn(this.soft, () => ({ C: this.kept("C") }));
  }

  update({ dials, hidden, kernels }) {
    Object.assign(this, { hidden, kernels });
    for (const name of ["kernel", "margin"]) this.root.querySelector(`.lab-${name}`).hidden = hidden.includes(name);
    this.dials.forEach((dial, k) => dial.dress(dials[k]));
    this.heard();
  }

  heard(what) {
    const { kernel, C } = this.store;
    if (!kernel || what === "answer") return;
    this.kernel.value = kernel.name;
    (C === null ? this.hard : this.soft).checked = true;
    for (const dial of this.dials) dial.show();
  }

  chosen() {
    const name = this.kernel.value;
    return Object.fromEntries([["name", name], ...this.kernels[name].map((own) => [own, this.kept(own)])]);
  }

  kept(name) { return this.dials.find((dial) => dial.name === name).kept; }
}

/** A slider, a field to type into, a sentence for what is not allowed. */
class Dial {
  constructor(panel, cell, dial) {
    const [label, word, sign, typed, slider, said] = cell.querySelectorAll("label, span, i, input, .lab-wrong");
    const { name, scale, low, high } = dial;
    const [to, back] = scale.includes("log") ? [Math.log, Math.exp] : [Number, Number];
    Object.assign(this, dial, { panel, cell, word, typed, slider, said, kept: dial.usual });
    cell.dataset.dial = name;
    word.dataset.word = `panel.${name}`;
    sign.textContent = dial.symbol;
    label.htmlFor = slider.id = `lab-${name}`;
    said.id = `lab-${name}-wrong`;
    typed.setAttribute("aria-describedby", said.id);
    slider.max = scale === "whole" ? high - low : PLACES;
    const place = (to(high) - to(low)) / slider.max;
    this.fromSlider = () => this.snap(back(to(low) + place * slider.value));
    this.toSlider = (value) => (to(value) - to(low)) / place;
    slider.addEventListener("input", ({ timeStamp }) => this.put(this.fromSlider(), { commit: "soon", stamp: timeStamp }));
    slider.addEventListener("change", () => panel.store.commit());
    typed.addEventListener("change", () => this.type());
  }

  // What Python remembers counts when it has changed.
  dress({ last }) {
    if (last != null && last !== this.told) this.kept = this.told = last;
    this.typed.ariaLabel = this.panel.say("panel.typed", { name: this.word.textContent });
  }

  get value() { return { ...this.panel.store.kernel, C: this.panel.store.C }[this.name]; }

  put(value, options) {
    const { name, panel: { store } } = this;
    if (value !== this.value) store.set(name === "C" ? { C: value } : { kernel: { ...store.kernel, [name]: value } }, options);
  }

  // Only what has an effect is shown.
  show() {
    const { value, cell, typed, slider } = this;
    cell.hidden = value == null || this.panel.hidden.includes(this.name);
    if (value == null || this.shown === value) return;
    if (this.fromSlider() !== value) slider.value = this.toSlider(value);
    slider.style = `--share: ${(100 * slider.value) / slider.max}%`;
    slider.ariaValueText = `${this.symbol} = ${value}`;
    this.shown = this.kept = typed.value = value;
    this.complain("");
  }

  // What is typed counts when it is allowed; else the reason is said.
  type() {
    const { typed, low, high } = this;
    const value = this.snap(Number(typed.value.trim().replace("−", "-").replace(",", ".") || NaN));
    if (!(value >= low && value <= high)) return this.complain(this.panel.say("panel.range", { low, high }));
    this.complain("");
    this.put(typed.value = value, { commit: true });
  }

  complain(words) {
    this.said.textContent = words;
    this.typed.ariaInvalid = words ? true : null;
  }

  // Three digits, so that a link says exactly what the slider says.
  snap(value) { return this.scale.includes("whole") ? Math.round(value) : Number(value.toPrecision(3)); }
}

export const mount = component(Panel);
