// What the marks of several boards mean, once for all of them, and the tools where they have them together.

import { component, Part } from "../shared/component.js";
import { pressed } from "./drawing.js";

export class Legend extends Part {
  constructor(parent, data) {
    super(parent, data);
    if (!data.lab) return void this.tools.replaceWith(this.legend);
    this.tools.addEventListener("click", ({ target }) => this.store.drawing.pressTool(target.closest("button") ?? {}));
    addEventListener("lab-hand", () => pressed(this), this.gone);
  }

  update() { this.tools.ariaLabel = this.say("draw.tools"); }

  heard() { pressed(this); }
}

export const mount = component(Legend);
