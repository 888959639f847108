// A sentence with the numbers of a figure, which comes ahead of the page as that figure does.

import { component, Part } from "../shared/component.js";
import { plots } from "./plot.js";

const LATE = 500; // ms after which a sentence about other values waits visibly

export class Said extends Part {
  update(sent, _, send) {
    Object.assign(this, { last: sent, send });
    plots[sent.key] = this;
    this.root.textContent = sent.text;
    this.wait(false);
    this.heard();
  }

  // Points have no sentence ahead of the page: after them it waits at once.
  heard() {
    const { store, last } = this;
    if (!last) return;
    if (store.movedAt > store.adopted) this.wait(true);
    else if (!store.kernel || !store.asksOther(last.of.kernel, last.of.C)) this.wait(false);
    else this.timer ??= setTimeout(() => this.wait(true), LATE);
  }

  wait(late) {
    clearTimeout(this.timer);
    this.timer = null;
    this.root.toggleAttribute("data-late", late);
  }
}

export const mount = component(Said);
