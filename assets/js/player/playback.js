// A recorded run, replayed: alpha after any number of steps, from who moved how far. Pure: no DOM.

const STRIDE = 64; // steps between checkpoints
const SLOW_START = 3; // of the clock of a race, as in core/topics/descent/experiment.py

/**
 * `pair` holds i + 65536 j for each step (j = 65535: none), `move` is y_i times the change of alpha_i. `costs` are the
 * multiplications of each step in a race, whose clock counts them; else each tick is a step. Curves under a
 * hand have the states `told`. `bound` is the largest alpha: one number, or those of the classes +1 and -1; null: none.
 */
export class Playback {
  constructor({ run, y, signs = y, begun, pair, move, b, told, dual, violation, step, primal, gap, costs }, bound) {
    Object.assign(this, { run, y: signs, pair, move, b, told, dual, violation, step, primal, gap, costs });
    this.bounds = [bound ?? Infinity].flat();
    const least = this.bounds[1] ? 1e-15 * Math.max(...this.bounds) : 0; // moves of a pair round like its larger bound
    this.nears = this.bounds.map((C) => Math.max(1e-10 * Math.min(1, C), least));
    this.steps = pair.length;
    this.length = costs ? costs.reduce((sum, cost) => sum + cost, 0) : this.steps; // in steps, or in multiplications
    const alpha = begun?.slice() ?? new Float64Array(y.length);
    this.checkpoints = [alpha.slice()];
    for (let k = 0; k < this.steps; k++) {
      this.advance(alpha, k);
      if ((k + 1) % STRIDE === 0) this.checkpoints.push(alpha.slice());
    }
  }

  /** Take over the whole curves of the same run. */
  refine({ y, ...whole }) { Object.assign(this, whole, { told: null }); }

  /** The last tick of the runs that share the slider; a race has so many `ticks`. */
  reach(longest, ticks) {
    const { costs, steps } = this;
    if (!costs) return longest;
    let [k, done] = [0, 0];
    this.work = Float64Array.from({ length: ticks + 1 }, (_, tick) => longest * (tick / ticks) ** SLOW_START);
    this.clock = this.work.map((work) => {
      while (k < steps && done + costs[k] <= work) done += costs[k++];
      return k;
    });
    return ticks;
  }

  /** Steps taken at a tick: a run that is over stays at its end. */
  stepAt(tick) { return this.clock ? this.clock[tick] : Math.min(tick, this.steps); }

  /** Indices that step k moves; j = -1 where it moves one only. */
  pairAt(k) {
    const both = this.pair[k];
    const j = both >>> 16;
    return [both & 65535, j === 65535 ? -1 : j];
  }

  advance(alpha, k) {
    const [i, j] = this.pairAt(k);
    alpha[i] = this.inBox(alpha[i] + this.y[i] * this.move[k], i);
    if (j >= 0) alpha[j] = this.inBox(alpha[j] - this.y[j] * this.move[k], j);
  }

  /** Which of the bounds is that of a variable. */
  side(t) { return this.bounds[1] && this.y[t] < 0 ? 1 : 0; }

  boundOf(t) { return this.bounds[this.side(t)]; }

  // The core assigns the bounds; a sum of rounded moves misses them by a last bit.
  inBox(value, t) {
    const [C, near] = [this.boundOf(t), this.nears[this.side(t)]];
    return value < near ? 0 : value > C - near ? C : value;
  }

  /** Alpha after k steps, a fresh array. */
  alphaAt(k) {
    const from = Math.floor(k / STRIDE);
    const alpha = this.checkpoints[from].slice();
    for (let step = from * STRIDE; step < k; step++) this.advance(alpha, step);
    return alpha;
  }
}
