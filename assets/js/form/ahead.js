// The figures for what hands choose, ahead of the page.

import { show } from "../plot/early_figures.js";
import { quicken } from "../plot/moving_lines.js";
import { plots } from "../plot/plot.js";

/** Asks for the figures of the newest values: one request in flight. */
export class Ahead {
  async put(offers, values, lang) {
    this.newest = values;
    if (this.asking) return;
    for (this.asking = true; this.asked !== this.newest; ) {
      const began = Date.now();
      Object.values(plots).forEach(quicken);
      await show(offers, (this.asked = this.newest), lang);
      await new Promise((done) => setTimeout(done, 100 + 3 * (Date.now() - began))); // so that the board has its turn
    }
    this.asking = false;
  }
}
