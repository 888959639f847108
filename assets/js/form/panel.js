// Kernel and margin: sliders that answer while they move.

import { component, fill, Part } from "../shared/component.js";
import { Slider } from "./slider.js";

export class Panel extends Part {
  sliders = [];
  seen = {}; // the numbers on screen
  kept = {}; // as they were last seen, those of kernels that are not chosen as well
  told = {}; // as Python last told them

  constructor(parent, data) {
    super(parent, data);
    fill(this.kernel, Object.keys(data.kernels), (option, name) => { option.value = name; option.dataset.word = `panel.kernel.${name}`; });
    fill(this.numbers, data.dials, (cell, { name }) => {
      cell.dataset.dial = name;
      const slider = new Slider(this, cell, (value, options) => this.put(name, value, options));
      slider.range.addEventListener("change", () => this.store.commit());
      this.sliders.push(slider);
    });
    const turn = (control, change) => control.addEventListener("change", () => this.store.edit(() => this.store.set(change())));
    turn(this.kernel, () => ({ kernel: this.chosen() }));
    turn(this.hard, () => ({ C: null }));
    turn(this.soft, () => ({ C: this.kept.C }));
  }

  update({ dials, formula, hidden, kernels, offers, lang }) {
    Object.assign(this, { hidden, kernels, offers, lang });
    this.kept.formula = formula;
    for (const name of ["kernel", "margin"]) this.root.querySelector(`.lab-${name}`).hidden = hidden.includes(name);
    dials.forEach((dial, k) => {
      const { name, value, usual } = dial;
      this.sliders[k].dress({ ...dial, word: this.say(`panel.${name}`) }, `lab-${name}`);
      const known = value ?? usual; // of a hard margin: C as it is once the margin turns soft
      if (known !== this.told[name]) this.kept[name] = this.told[name] = known;
    });
    this.heard();
  }

  heard(what) {
    const { kernel, C } = this.store;
    if (!kernel || what === "answer") return;
    this.kernel.value = kernel.name;
    (C === null ? this.hard : this.soft).checked = true;
    const now = { ...kernel, C };
    for (const slider of this.sliders) this.show(slider, now[slider.name]);
    if (what === "model" && this.offers) import("./ahead.js").then(({ Ahead }) => (this.ahead ??= new Ahead()).put(this.offers, now, this.lang));
  }

  // Only what has an effect is shown.
  show(slider, value) {
    const { name, cell } = slider;
    cell.hidden = value == null || this.hidden.includes(name);
    if (value == null || value === this.seen[name]) return;
    this.kept[name] = this.seen[name] = value;
    slider.show(value);
  }

  chosen() {
    const name = this.kernel.value;
    const { plus, minus } = this.store.kernel; // the class weights, of any kernel
    return { ...Object.fromEntries([["name", name], ...this.kernels[name].map((own) => [own, this.kept[own]])]), ...(plus && { plus, minus }) };
  }

  put(name, value, { slides, stamp }) {
    const { store, store: { kernel, C } } = this;
    if (value === { ...kernel, C }[name]) return;
    const change = name === "C" ? { C: value } : { kernel: { ...kernel, [name]: value } };
    store.edit(() => store.set(change, { stamp }), slides && `slide ${name}`);
  }
}

export const mount = component(Panel);
