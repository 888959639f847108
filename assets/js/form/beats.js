// The bar of the open beat. The browser marks that it has seen the beats of the page, and brings what is lit into sight.

import { plots } from "../plot/plot.js";
import { component, Part } from "../shared/component.js";
import { mark } from "../page/seen.js";

const HEAD = 60; // pixels of the window's top, as in beats.css

export class Beats extends Part {
  constructor(...args) {
    super(...args);
    this.root.addEventListener("click", ({ target: { value } }) => value && this.send("go", { way: value, from: this.number }));
  }

  update({ page, number, lit, done, told, sentence, last }, _, send) {
    const fresh = number !== this.number;
    Object.assign(this, { number, send });
    this.told.textContent = told;
    this.root.toggleAttribute("data-done", done);
    this.back.disabled = number === 1;
    this.on.textContent = this.say(last ? "beats.end" : done ? "beats.on" : "beats.skip");
    this.said.textContent = sentence;
    if (!fresh) return;
    mark(page);
    this.sight(lit, number);
  }

  /**
   * Bring what is lit into sight once its figure is drawn and nothing moves it: it comes later than its beat, and may still grow.
   * Once the visitor has scrolled, the page stays where it is.
   */
  sight(lit, number, before, left, again = 2) {
    if (number !== this.number || !this.root.isConnected) return;
    const [part] = document.getElementsByClassName(`st-key-around-${lit}`);
    const rests = part && plots[lit]?.painted && document.querySelector("[data-test-script-state=notRunning]");
    const main = part?.closest("[data-testid=stMain]");
    const [{ top, bottom } = {}, lead] = [part, document.querySelector(".st-key-lead")].map((node) => node?.getBoundingClientRect());
    const place = top + main?.scrollTop; // on the page, wherever that is scrolled to
    if (!rests || place !== before) return void setTimeout(() => this.sight(lit, number, place, left, again), 200);
    if (left !== undefined && main.scrollTop !== left) return;
    const end = lead.top > top ? lead.top : innerHeight; // the sentence lies over the bottom of a small window
    if (top < 0 || bottom > end) part.scrollIntoView({ block: bottom - top < end - HEAD ? "end" : "start" });
    const { scrollTop } = main;
    if (again) setTimeout(() => this.sight(lit, number, place, scrollTop, again - 1), 400);
  }
}

export const mount = component(Beats);
