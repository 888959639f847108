// The numbers of a halt. Each opens the formula that it comes from, which stays open while the steps go on.

import { component, fill, Part } from "../shared/component.js";
import { plots } from "../plot/plot.js";

export class Standing extends Part {
  update(sent, _, send) {
    if (sent.turn && sent.turn < plots.turn) return;
    Object.assign(this, { last: sent, send });
    plots[sent.key] = this; // the numbers of a step come as early as its figures
    fill(this.root, sent.rows, ({ dataset, children: [head, how] }, row) => {
      dataset.state = row.state;
      [head.children[0].textContent, head.children[1].textContent, how.textContent] = [row.label, row.value, row.how];
    });
  }
}

export const mount = component(Standing);
