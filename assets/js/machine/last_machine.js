// A board without a time line, whose last run would stay, keeps the last machine where there is none any more.

import { standingOf } from "../player/last_run.js";

/** Keep what the board draws, or where it draws none, the last one of the same machine on the same data. */
export function keep(board) {
  const { store, store: { answer, kernel, opened }, picture, good } = board;
  if (picture?.draw) board.good = { ...picture, opened };
  const same = good?.kernel.machine === kernel.machine && good?.opened === opened;
  const { state, why } = same ? standingOf(good, answer) : {};
  store.kept = state === "kept" ? { picture: good, said: board.say("draw.kept", { why }) } : null;
}
