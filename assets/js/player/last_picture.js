// A board without a time line, whose last run would stay, keeps its last picture where what is on it has none.

import { standingOf } from "./last_run.js";

/** Keep what the board draws, or where it draws none, the last picture of the same machine on some of the points. */
export function keep(board) {
  const { store, store: { answer, kernel, opened, ids }, data: { caption }, picture, good } = board;
  if (picture?.draw) board.good = { ...picture, opened };
  const same = good?.kernel.machine === kernel.machine && good?.opened === opened && ids.some((id) => good?.rank.has(id));
  const { state, why } = same ? standingOf(good, answer) : {};
  const said = caption ? ["draw.kept.short", { why: answer.title }] : ["draw.kept", { why }];
  store.kept = state === "kept" ? { picture: good, said: board.say(...said) } : null;
}
