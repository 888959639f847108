// The figures for what hands choose in a panel, ahead of the page.

import { show } from "../plot/early_figures.js";

/** Asks for the figures of the newest values: one question in flight. */
export class Ahead {
  async put(offers, values, lang) {
    this.newest = values;
    if (this.asking) return;
    for (this.asking = true; this.asked !== this.newest; ) {
      const began = Date.now();
      await show(offers, (this.asked = this.newest), lang);
      await this.rest?.(Date.now() - began);
    }
    this.asking = false;
  }
}
