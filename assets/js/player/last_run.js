// Whose run is at hand? Where what is on the board has none, or none that comes to an end, the last good run stays: that
// of the points before. Pure: no DOM.

const CUT = ["STEP_LIMIT", "INFEASIBLE", "THIN"]; // ways to end without an answer
const NONE = ["refused", "impossible"]; // states of a request that no run belongs to

/** Whether a run came to an end of its own. @param {{ outcome?: string }} run */
export const isDone = ({ outcome }) => !CUT.includes(outcome);

/**
 * State of a run after an answer about the points `ids`: "none", "current", "kept" or, with all its points, "gone"; `why`.
 * @param {Run | null} run @param {Answer | null} answer @param {Int32Array | number[]} [ids] @returns {{ state: string, why?: string }}
 */
export function standingOf(run, answer, ids = []) {
  const gone = run && ids.length > 0 && !ids.some((id) => run.ids.includes(id));
  if (NONE.includes(answer?.state)) return run ? { state: gone ? "gone" : "kept", why: answer.detail } : { state: "none" };
  const cut = run && answer?.run && isDone(run) && !isDone(answer);
  return cut ? { state: "kept", why: answer.why } : { state: "current" };
}
