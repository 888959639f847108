// One number: a slider, a field to type into, and a sentence for what is not allowed.

const PLACES = 400; // of a slider whose numbers are not whole

export class Slider {
  /** `put(value, { slides, stamp })` hears what hands choose; `slides` where more may follow, `stamp`: time of the event. */
  constructor(part, cell, put) {
    const [label, heading, sign, typed, range, said] = cell.querySelectorAll("label, span, i, input, .lab-wrong");
    const take = (value, options) => { this.show(value); put(value, options); };
    Object.assign(this, { part, cell, label, heading, sign, typed, range, said, take });
    range.addEventListener("input", ({ timeStamp }) => take(this.fromRange(), { slides: true, stamp: timeStamp }));
    typed.addEventListener("change", () => this.type());
  }

  dress(dial, id) {
    const { low, high, scale } = Object.assign(this, dial);
    const { part, label, heading, sign, typed, range, said } = this;
    [this.to, this.back] = scale.includes("log") ? [Math.log, Math.exp] : [Number, Number];
    const places = scale === "whole" ? high - low : PLACES;
    range.max = `${places}`;
    this.place = (this.to(high) - this.to(low)) / places;
    label.htmlFor = range.id = id;
    said.id = `${id}-wrong`;
    typed.setAttribute("aria-describedby", said.id);
    typed.ariaLabel = part.say("slider.typed", { name: (heading.textContent = dial.word) });
    sign.textContent = dial.symbol;
  }

  show(value) {
    const { range, typed } = this;
    if (this.fromRange() !== value) range.value = `${(this.to(value) - this.to(this.low)) / this.place}`;
    range.style = `--share: ${(100 * range.valueAsNumber) / (+range.max || 1)}%`;
    range.ariaValueText = `${this.symbol} = ${value}`;
    typed.value = value;
    this.complain("");
  }

  type() {
    const { typed, allowed: [low, high] } = this;
    const value = this.snap(Number(typed.value.trim().replace("−", "-").replace(",", ".") || NaN));
    if (value >= low && value <= high) this.take(value, {});
    else this.complain(this.part.say("slider.range", { low, high }));
  }

  complain(words) {
    this.said.textContent = words;
    this.typed.ariaInvalid = words ? "true" : null;
  }

  fromRange() { return this.snap(this.back(this.to(this.low) + this.place * this.range.valueAsNumber)); }

  // Three digits, so that a link says exactly what the slider says.
  snap(value) { return this.scale.includes("whole") ? Math.round(value) : Number(value.toPrecision(3)); }
}
