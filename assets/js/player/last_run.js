// Whose run is at hand? Where what is on the board has none, or none that comes to an end, the last good run stays: that
// of the points before. Pure: no DOM.

const CUT = ["STEP_LIMIT", "INFEASIBLE", "THIN"]; // ways to end without an answer
const NONE = ["refused", "impossible"]; // states of a question that no run belongs to

/** Whether a run came to an end of its own. */
export const isWhole = ({ outcome }) => !CUT.includes(outcome);

/** What a run is once a verdict about what is on the board has come: `{ state: "current" }`, or `{ state: "kept", why }`. */
export function standingOf(run, verdict) {
  if (NONE.includes(verdict?.state)) return run ? { state: "kept", why: verdict.detail } : { state: "none" };
  const cut = run && verdict?.run && isWhole(run) && !isWhole(verdict);
  return cut ? { state: "kept", why: verdict.why } : { state: "current" };
}
