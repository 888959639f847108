// A sentence with the numbers of a figure, which comes ahead of the page as that figure does.

import { component, Part } from "../shared/component.js";
import { plots } from "./plot.js";
import { judge } from "./waiting.js";

class Said extends Part {
  update(sent, _, send) {
    Object.assign(this, { last: sent, send });
    plots[sent.key] = this;
    this.root.textContent = sent.text;
    this.heard();
  }

  heard() { judge(this); }
}

export const mount = component(Said);
