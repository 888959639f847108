// A few numbers that Python asks for, as sliders. Nothing is computed here.

import { component, fill, Part } from "../shared/component.js";
import { Slider } from "./slider.js";
import { Updates } from "./updates.js";

class Sliders extends Part {
  updates = new Updates();

  update(data, _, send) {
    const { dials, name } = data;
    const settled = this.updates.heard(data, send);
    fill(this.root, dials, (cell, dial) => {
      const slider = (cell.slider ??= new Slider(this, cell, (value) => this.updates.put({ [slider.name]: value })));
      slider.dress(dial, `lab-${name}-${dial.name}`);
      if (settled) slider.show(dial.value);
    });
  }
}

export const mount = component(Sliders);
