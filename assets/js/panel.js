// Kernel, margin and the numbers that matter for them: log sliders that answer while they move.

import { component, digits, h, say } from "./shell.js";
import { lab } from "./store.js";

const KERNELS = {
  linear: [], polynomial: ["degree", "gamma", "zeta"], gaussian: ["gamma"], sigmoid: ["gamma", "r"], taylor: ["gamma", "order"],
};
const START = { degree: 3, gamma: 1, zeta: 1, r: 0, order: 4, C: 10 };
const LIMITS = { C: [1e-3, 1e5], gamma: [1e-3, 1e3], zeta: [0, 10], degree: [1, 10], r: [-5, 5], order: [0, 20] };
const SYMBOLS = { C: "C", gamma: "γ", zeta: "ζ", degree: "Q", r: "r", order: "m" };
const LOG = new Set(["C", "gamma"]);
const WHOLE = new Set(["degree", "order"]);
const TICKS = 400; // places of a slider
const CELLS = 6; // the most controls at once; fewer leave blank cells so that nothing below moves

class Panel {
  constructor(root) {
    this.root = root;
    this.kept = { ...START }; // numbers survive a visit to a kernel that has no use for them
    this.cells = {};
  }

  update(data) {
    const store = lab(data.lab);
    if (store !== this.store) {
      this.close();
      this.store = store;
      this.leave = store.subscribe((what) => what !== "answer" && this.refresh());
    }
    const same = this.dressed === JSON.stringify(data);
    this.dressed = JSON.stringify(data);
    this.data = data;
    this.words = data.words;
    if (!same) { this.cells = {}; this.shown = null; }
    this.refresh();
  }

  close() { this.leave?.(); }

  limits(name) { return this.data.limits?.[name] ?? LIMITS[name]; }

  /** Controls that have an effect now, in the order data flows: kernel, its numbers, margin, C. */
  wanted() {
    const { kernel, C } = this.store;
    const names = ["kernel", ...KERNELS[kernel.name], "margin", ...(C === null ? [] : ["C"])];
    return names.filter((name) => !(this.data.hidden ?? []).includes(name));
  }

  refresh() {
    const { kernel, C } = this.store;
    if (!kernel) return;
    Object.assign(this.kept, kernel, C === null ? {} : { C });
    const wanted = this.wanted();
    if (wanted.join() !== this.shown) {
      this.shown = wanted.join();
      const blank = Math.max(0, CELLS - (this.data.hidden?.length ?? 0) - wanted.length);
      const cells = wanted.map((name) => (this.cells[name] ??= this.build(name)));
      const focus = this.root.getRootNode().activeElement;
      this.root.replaceChildren(...cells.map((cell) => cell.node), ...Array.from({ length: blank }, () => h("div", { class: "lab-cell" })));
      if (this.root.contains(focus)) focus.focus(); // moving a node takes its focus away
    }
    for (const name of wanted) this.cells[name].show();
  }

  build(name) {
    if (name === "kernel") return this.buildKernel();
    if (name === "margin") return this.buildMargin();
    return this.buildNumber(name);
  }

  buildKernel() {
    const names = this.data.kernels ?? Object.keys(KERNELS);
    const options = names.map((name) => h("option", { value: name }, say(this.words, `panel.kernel.${name}`)));
    const select = h("select", { id: "lab-kernel", change: () => this.turn(select.value) }, ...options);
    const node = h("div", { class: "lab-cell" }, h("label", { for: "lab-kernel" }, say(this.words, "panel.kernel")), select);
    return { node, show: () => { select.value = this.store.kernel.name; } };
  }

  turn(name) {
    const numbers = Object.fromEntries(KERNELS[name].map((key) => [key, this.kept[key]]));
    this.store.set({ kernel: { name, ...numbers } }, { commit: true });
  }

  buildMargin() {
    const choice = (value) => {
      const input = h("input", { type: "radio", name: "lab-margin", value, change: () => this.harden(value === "hard") });
      return [input, h("label", { title: say(this.words, `panel.${value}.tip`) }, input, h("span", {}, say(this.words, `panel.${value}`)))];
    };
    const [[soft, left], [hard, right]] = [choice("soft"), choice("hard")];
    const node = h("fieldset", { class: "lab-cell" }, h("legend", {}, say(this.words, "panel.margin")), h("div", { class: "lab-group" }, left, right));
    return { node, show: () => { (this.store.C === null ? hard : soft).checked = true; } };
  }

  harden(hard) { this.store.set({ C: hard ? null : this.kept.C }, { commit: true }); }

  buildNumber(name) {
    const title = say(this.words, `panel.${name}`);
    const slider = h("input", { type: "range", id: `lab-${name}`, min: 0, max: WHOLE.has(name) ? this.limits(name)[1] - this.limits(name)[0] : TICKS });
    const typed = h("input", { type: "text", inputmode: "decimal", class: "lab-number", "aria-label": say(this.words, "panel.typed", { name: title }), "aria-describedby": `lab-${name}-wrong` });
    const wrong = h("div", { class: "lab-wrong", id: `lab-${name}-wrong`, role: "status" });
    slider.addEventListener("input", (event) => this.put(name, this.fromSlider(name, +slider.value), { commit: "soon", stamp: event.timeStamp }));
    slider.addEventListener("change", () => this.store.commit());
    typed.addEventListener("change", () => this.type(name, typed, wrong));
    const head = h("div", { class: "lab-head" }, h("label", { for: `lab-${name}` }, title, " ", h("i", {}, SYMBOLS[name])), typed);
    const show = () => this.showNumber(name, slider, typed, wrong);
    return { node: h("div", { class: "lab-cell" }, head, slider, wrong), show };
  }

  value(name) { return name === "C" ? this.store.C : this.store.kernel[name]; }

  showNumber(name, slider, typed, wrong) {
    const value = this.value(name);
    if (this.fromSlider(name, +slider.value) !== value) slider.value = this.toSlider(name, value);
    slider.style.setProperty("--share", `${(100 * slider.value) / slider.max}%`);
    slider.setAttribute("aria-valuetext", `${SYMBOLS[name]} = ${plain(value)}`);
    if (typed.dataset.value === String(value)) return;
    typed.dataset.value = value;
    typed.value = plain(value);
    typed.removeAttribute("aria-invalid");
    wrong.textContent = "";
  }

  type(name, typed, wrong) {
    const [low, high] = this.limits(name);
    const value = snap(name, Number(typed.value.trim().replace("−", "-").replace(",", ".") || NaN));
    const fits = value >= low && value <= high;
    wrong.textContent = fits ? "" : say(this.words, "panel.range", { low: digits(low), high: digits(high) });
    typed.toggleAttribute("aria-invalid", false);
    if (!fits) return typed.setAttribute("aria-invalid", "true");
    typed.value = plain(value);
    this.put(name, value, { commit: true });
  }

  put(name, value, options) {
    if (value === this.value(name)) return;
    this.store.set(name === "C" ? { C: value } : { kernel: { ...this.store.kernel, [name]: value } }, options);
  }

  fromSlider(name, place) {
    const [low, high] = this.limits(name);
    if (WHOLE.has(name)) return low + place;
    const share = place / TICKS;
    return snap(name, LOG.has(name) ? low * (high / low) ** share : low + share * (high - low));
  }

  toSlider(name, value) {
    const [low, high] = this.limits(name);
    if (WHOLE.has(name)) return value - low;
    return Math.round(TICKS * (LOG.has(name) ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low)));
  }
}

// Three digits, so that a link says exactly what the slider says.
const snap = (name, value) => (WHOLE.has(name) ? Math.round(value) : Number(value.toPrecision(3)));

// As a person would type it: no grouping, e-notation only far from 1.
const plain = (value) => String(value);

export const mount = component("panel", Panel);
