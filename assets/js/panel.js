// Kernel, margin and their numbers: log sliders that answer while they move.

import { component, Part } from "./shell.js";

const PLACES = 400; // of a slider whose numbers are not whole

class Panel extends Part {
  constructor(...args) {
    super(...args);
    this.dials = [...this.root.querySelectorAll("[data-dial]")].map((cell) => new Dial(this, cell));
    const turn = (control, change) => control.addEventListener("change", () => this.store.set(change(), { commit: true }));
    turn(this.kernel, () => ({ kernel: this.chosen() }));
    turn(this.hard, () => ({ C: null }));
    turn(this.soft, () => ({ C: this.dials.find(({ name }) => name === "C").kept }));
  }

  update({ limits, hidden }) {
    this.hidden = hidden;
    for (const name of ["kernel", "margin"]) this.root.querySelector(`.lab-${name}`).hidden = hidden.includes(name);
    for (const dial of this.dials) dial.dress(limits[dial.name]);
    this.heard();
  }

  heard(what) {
    const { kernel, C } = this.store;
    if (!kernel || what === "answer") return;
    this.kernel.value = kernel.name;
    (C === null ? this.hard : this.soft).checked = true;
    for (const dial of this.dials) dial.show();
  }

  /** The kernel of the list, with the numbers it needs as they were when last seen. */
  chosen() {
    const { value: name, selectedOptions: [option] } = this.kernel;
    const needs = option.dataset.needs.split(" ");
    const needed = this.dials.filter((dial) => needs.includes(dial.name));
    return { name, ...Object.fromEntries(needed.map((dial) => [dial.name, dial.kept])) };
  }
}

/** A slider, a field to type into, a sentence for what is not allowed. */
class Dial {
  constructor(panel, cell) {
    const [typed, slider] = cell.querySelectorAll("input");
    const { dial: name, scale = "" } = cell.dataset;
    Object.assign(this, { panel, cell, typed, slider, name, scale, said: cell.lastElementChild, kept: +typed.value });
    slider.addEventListener("input", ({ timeStamp }) => this.put(this.fromSlider(), { commit: "soon", stamp: timeStamp }));
    slider.addEventListener("change", () => panel.store.commit());
    typed.addEventListener("change", () => this.type());
  }

  dress(limits) {
    const { name, panel } = this;
    [this.low, this.high] = limits;
    this.slider.max = this.scale === "whole" ? this.high - this.low : PLACES;
    this.typed.ariaLabel = panel.say("panel.typed", { name: panel.say(`panel.${name}`) });
  }

  get value() { return { ...this.panel.store.kernel, C: this.panel.store.C }[this.name]; }

  put(value, options) {
    const { name, panel: { store } } = this;
    if (value !== this.value) store.set(name === "C" ? { C: value } : { kernel: { ...store.kernel, [name]: value } }, options);
  }

  // A number that has no effect now is not shown.
  show() {
    const { value, cell, typed, slider } = this;
    cell.hidden = value == null || this.panel.hidden.includes(this.name);
    const now = `${[value, this.low, this.high]}`;
    if (value == null || this.drawn === now) return;
    this.drawn = now;
    if (this.fromSlider() !== value) slider.value = this.toSlider(value);
    slider.style = `--share: ${(100 * slider.value) / slider.max}%`;
    slider.ariaValueText = `${cell.querySelector("i").textContent} = ${value}`;
    if (this.shown === value) return;
    this.shown = this.kept = typed.value = value;
    this.complain("");
  }

  // What is typed counts when it is allowed; else the reason is said.
  type() {
    const { typed, low, high } = this;
    const value = this.snap(Number(typed.value.trim().replace("−", "-").replace(",", ".") || NaN));
    const fits = value >= low && value <= high;
    this.complain(fits ? "" : this.panel.say("panel.range", { low, high }));
    if (!fits) return;
    typed.value = value;
    this.put(value, { commit: true });
  }

  complain(words) {
    this.said.textContent = words;
    this.typed.ariaInvalid = words ? "true" : null;
  }

  fromSlider() {
    const { low, high, slider } = this;
    const share = slider.value / slider.max;
    return this.snap(this.scale.includes("log") ? low * (high / low) ** share : low + share * (high - low));
  }

  toSlider(value) {
    const { low, high, slider } = this;
    return slider.max * (this.scale.includes("log") ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low));
  }

  // Three digits, so that a link says exactly what the slider says.
  snap(value) { return this.scale.includes("whole") ? Math.round(value) : Number(value.toPrecision(3)); }
}

export const mount = component(Panel);
