// A few numbers that Python asks for, as sliders.

import { component, fill, Part } from "../shared/component.js";
import { lab } from "../shared/store.js";
import { Slider } from "./slider.js";
import { Updates } from "./updates.js";

const REST = 250; // ms without a move, or a hand lets go: then the page hears of what a board has read, or a run followed, by itself

class Sliders extends Part {
  updates = new Updates();

  update(data, _, send) {
    const { dials, name, board, grips } = data;
    this.board = board;
    const settled = this.updates.heard(data, send);
    fill(this.root, dials, (cell, dial) => {
      const slider = (cell.slider ??= new Slider(this, cell, (value, { stamp }) => this.put(slider.name, value, stamp)));
      slider.dress(dial, `lab-${name}-${dial.name}`);
      if (settled) slider.show(dial.value);
    });
    if (board) lab(board).dials = this.root.children;
    this.root.onpointerup = () => this.updates.rest();
    if (grips?.length) import("../plot/grip.js").then(({ grip }) => grip(this, grips));
  }

  put(name, value, stamp) {
    const store = lab(this.board); // that shows the same numbers need not wait for the page
    const { kernel, C } = store;
    const weighs = kernel && name in kernel && /^(plus|minus)$/.test(name); // an edit of the board, as in its panel
    if (weighs) return store.edit(() => store.set({ kernel: { ...kernel, [name]: value } }, { stamp }), `slide ${name}`);
    this.updates.put({ [name]: value }, (store.scrubs?.(value, name, stamp) || store.way) && REST);
    const penalty = { C: value, lambda: 0.5 / value }[name];
    if (penalty && C) store.set({ C: penalty }, { stamp });
    else if (kernel && name in kernel) store.set({ kernel: { ...kernel, [name]: value } }, { stamp });
  }
}

export const mount = component(Sliders);
