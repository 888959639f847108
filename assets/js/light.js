// The truth light: whether what is on screen is proved optimal, still coming, impossible or refused.

import { component, h, icon, say } from "./shell.js";
import { lab } from "./store.js";

const PATIENCE = 400; // ms before a late answer is worth a word
const ICONS = {
  proved: "M4 10.5l4 4 8-9",
  running: "M4.5 10h.1M10 10h.1M15.5 10h.1",
  impossible: "M5 5l10 10M15 5L5 15",
  refused: "M10 3.5v8M10 15.5v.1",
};

class Light {
  constructor(root) {
    this.root = root;
    this.icon = h("span", { class: "lab-sign" });
    this.title = h("strong");
    this.detail = h("p");
    this.card = h("div", { class: "lab-card", role: "status" }, this.icon, h("div", {}, this.title, this.detail));
    this.numbers = h("dl", { class: "lab-numbers" });
    root.append(this.card, this.numbers);
  }

  update(data) {
    const store = lab(data.lab);
    if (store !== this.store) {
      this.close();
      this.store = store;
      this.leave = store.subscribe(() => this.refresh());
    }
    this.words = data.words;
    this.hidden = data.hidden ?? [];
    this.refresh();
  }

  close() {
    this.leave?.();
    clearTimeout(this.timer);
    this.timer = null;
  }

  // An old proof says nothing about new points: after a moment the light says that it waits.
  refresh() {
    const { behind, verdict } = this.store;
    if (!behind) {
      clearTimeout(this.timer);
      this.timer = null;
      if (verdict) this.show(verdict);
      else this.wait();
    } else this.timer ??= setTimeout(() => { this.timer = null; if (this.store.behind) this.wait(); }, PATIENCE);
  }

  wait() { this.show({ state: "running", title: say(this.words, "light.waiting"), detail: "", numbers: this.shownNumbers }); }

  show({ state, title, detail, numbers }) {
    this.card.dataset.state = state;
    if (state !== this.state) this.icon.replaceChildren(icon(ICONS[state]));
    this.state = state;
    write(this.title, title);
    write(this.detail, detail ?? "");
    if (numbers) this.showNumbers(numbers.filter(({ key }) => !this.hidden.includes(key)));
  }

  // Rows are kept while their labels stay, so that only digits change from frame to frame.
  showNumbers(numbers) {
    const labels = numbers.map(({ label }) => label).join("\n");
    if (labels !== this.labels) {
      this.labels = labels;
      this.numbers.replaceChildren(...numbers.map(({ label }) => h("div", {}, h("dt", {}, label), h("dd"))));
    }
    numbers.forEach(({ value }, i) => write(this.numbers.children[i].lastChild, value));
    this.shownNumbers = numbers;
  }
}

// The same words again would make a screen reader speak again.
const write = (node, words) => { if (node.textContent !== words) node.textContent = words; };

export const mount = component("light", Light);
