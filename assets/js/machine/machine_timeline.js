// The time line of another machine than C-SVC: its board draws a state of the run as it draws an answer.

let made; // the class, once there is a time line

/** Let a time line show machines. */
export function become(line) {
  made ??= kindOf(Object.getPrototypeOf(line).constructor);
  return Object.setPrototypeOf(line, made.prototype);
}

const kindOf = (Timeline) => class extends Timeline {
  get machine() { return true; }

  /**
   * The state at this step. Where there is a rho f is divided by it; where rho is not above 0 there is no margin yet. In
   * regression two variables of a point pull at f, up and down.
   */
  picture() {
    const [found, { run: { signs, r, X }, data: { plain } }] = [super.picture(), this];
    const two = signs.length === X.length ? X.length / 2 : 0;
    const { alpha, role } = found;
    const own = r[this.at] ?? r[0]; // of all states
    const unit = two || !(own > 0) ? 1 : own;
    const pulls = two ? alpha.slice(0, two).map((up, k) => up - alpha[k + two]) : alpha.map((a, k) => a * signs[k]);
    const weights = pulls.map((pull) => pull / unit);
    return {
      ...found, weights, coef: weights, b: found.b / unit,
      alpha: pulls.map(Math.abs),
      role: two ? role.slice(0, two).map((up, k) => Math.max(up, role[k + two])) : role,
      slack: pulls.map(() => NaN), // of a state that is no solution
      tube: two ? own : null,
      alone: !two && (plain || !(own > 0)),
    };
  }
};
