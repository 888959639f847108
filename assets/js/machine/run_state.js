// The state of a run of another machine than C-SVC, as its board draws an answer.

/**
 * The picture of state k. Where there is a rho f is divided by it; where rho is not above 0 there is no margin yet. In
 * regression two variables of a point pull at f, up and down.
 */
export function stateOf(found, { signs, r, X }, k, plain) {
  const two = signs.length === X.length ? X.length / 2 : 0;
  const { alpha, role } = found;
  const own = r[k] ?? r[0]; // of all states
  const unit = two || !(own > 0) ? 1 : own;
  const pulls = two ? alpha.slice(0, two).map((up, t) => up - alpha[t + two]) : alpha.map((a, t) => a * signs[t]);
  const weights = pulls.map((pull) => pull / unit);
  return {
    ...found, weights, coef: weights, b: found.b / unit,
    alpha: pulls.map(Math.abs),
    role: two ? role.slice(0, two).map((up, t) => Math.max(up, role[t + two])) : role,
    slack: pulls.map(() => NaN), // of a state that is no solution
    tube: two ? own : null,
    alone: !two && (plain || !(own > 0)),
  };
}
