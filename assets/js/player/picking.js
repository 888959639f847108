// Be the solver, or choose the pair of a fork: the first point picked is i, the second j, on the board or in a figure of its
// group; Python moves the pair.

export class Picking {
  picked = []; // i, then j
  ids = []; // of the points as the page numbers them

  constructor(player) {
    this.player = player;
    player.store.wayNow = (way) => this.renumbered(way);
  }

  /** A run by hand with the numbers that its points have by now; -1 is no longer there. */
  renumbered(way) {
    const now = (i) => this.player.store.ids.indexOf(this.ids[i]);
    return way.pairs ? { ...way, pairs: way.pairs.map((pair) => pair.map(now)) } : way;
  }

  pick(i) {
    const { player, player: { data } } = this;
    if (data.picking !== "here" && player.k < player.reach) player.step(Infinity);
    const { picked: [first], picked: { length } } = this;
    const keeps = data.asked ? data.asked > 1 && first !== undefined : length === 1; // while one point is asked for, only that one changes
    this.picked = keeps && first !== i ? [first, i] : [i];
    player.tell(player.say("player.picked", { i: i + 1, letter: "ij"[this.picked.length - 1] }));
    this.tell();
    player.schedule(true);
  }

  /** Python says what the first point needs, and moves the pair; with the time the same pair is another value. */
  tell() {
    const { picked: [i = -1, j = -1], player: { k, store, data: { run } } } = this;
    store.send?.("pick", { i, j, run, k, at: Date.now() });
  }

  letGo() {
    if (!this.picked.length) return;
    this.picked = [];
    this.tell();
    this.player.schedule(true);
  }
}
