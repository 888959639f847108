// Be the solver, or choose the pair of a fork: the first point picked is i, the second j, on the board or in a figure of its
// group; Python moves the pair.

import { number } from "../shared/numbers.js";

export class Picking {
  picked = []; // i, then j
  walker = -1; // the point at which the keys stand

  constructor(player) { this.player = player; }

  /** What a key does on the board, if anything. */
  meaning(key) {
    return this.player.data.picking && { "[": () => this.walk(-1), "]": () => this.walk(1), Enter: () => this.pick(this.walker), Escape: () => this.letGo() }[key];
  }

  pick(i) {
    const { player, player: { data, voice } } = this;
    if (!data.picking || i < 0) return;
    if (data.picking !== "here" && player.k < player.reach) player.step(Infinity);
    const { picked: [first], picked: { length } } = this;
    const keeps = data.asked ? data.asked > 1 && first !== undefined : length === 1; // while one point is asked for, only that one changes
    this.picked = keeps && first !== i ? [first, i] : [i];
    voice.textContent = player.say("player.picked", { i: i + 1, letter: "ij"[this.picked.length - 1] });
    this.tell();
    player.schedule(true);
  }

  /** Python says what the first point needs, and moves the pair; with the time the same pair is another value. */
  tell() {
    const { picked: [i = -1, j = -1], player: { k, store, data: { run } } } = this;
    store.send?.("pick", { i, j, run, k, at: Date.now() });
  }

  letGo() {
    if (this.picked.length) this.picked.length = 0, this.tell();
    Object.assign(this, { picked: [], walker: -1 });
    this.player.schedule(true);
  }

  /** Go from point to point by keyboard, from left to right. */
  walk(way) {
    const { player, player: { store: { X, y }, playback, voice } } = this;
    const order = [...y.keys()].sort((p, q) => X[2 * p] - X[2 * q] || p - q);
    const [i, n] = [order.indexOf(this.walker), order.length];
    const at = (this.walker = order[i < 0 ? (way > 0 ? 0 : n - 1) : (i + way + n) % n]);
    const [a, b, alpha] = [X[2 * at], X[2 * at + 1], playback.alphaAt(player.at)[at]].map((value) => number(value));
    voice.textContent = player.say("player.at", { i: at + 1, y: y[at] > 0 ? "+1" : "−1", a, b, alpha });
    player.schedule(true);
  }
}
