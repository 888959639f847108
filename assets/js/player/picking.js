// Be the solver, or choose the pair of a fork: the first point picked is i, the second j, on the board or in a figure of its
// group; Python moves the pair.

/** Take point i for the pair of a player. */
export function pick(player, i) {
  const { data } = player;
  if (data.picking !== "here" && player.k < player.reach) player.step(Infinity);
  const { picked: [first], picked: { length } } = player;
  const keeps = data.asked ? data.asked > 1 && first !== undefined : length === 1; // while one point is asked for, only that one changes
  player.picked = keeps && first !== i ? [first, i] : [i];
  player.tell(player.say("player.picked", { i: i + 1, letter: "ij"[player.picked.length - 1] }));
  send(player);
}

/** Give up the points that wait. */
export function letGo(player) {
  player.picked = [];
  send(player);
}

// Python says what the first point needs, and moves the pair; with the time the same pair is another value.
function send(player) {
  const { picked: [i = -1, j = -1], k, store, data: { run } } = player;
  store.send?.("pick", { i, j, run, k, at: Date.now() });
  player.schedule(true);
}
