// A board without a time line keeps its last picture where what is on it has none; also mounted anew (`store.last`).

import { standingOf } from "./last_run.js";

/** Keep what is drawn, or where nothing is, the last picture of the same machine on some of the points. */
export function keep(board) {
  const { store, store: { answer, kernel, opened, ids, last }, picture } = board;
  if (picture?.draw) store.last = { ...picture, opened };
  const same = last?.kernel.machine === kernel.machine && last?.opened === opened;
  const { state, why } = same ? standingOf(last, answer, ids) : {};
  const said = board.root.clientWidth < 300 ? ["draw.kept.short", { why: answer.title }] : ["draw.kept", { why }];
  store.kept = state === "kept" ? { picture: last, said: board.say(...said) } : null;
}
