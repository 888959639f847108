// The clock of a run that plays: `move(steps)` hears how many steps are due, in whole numbers, once a frame at most.

export class Clock {
  frame = null;

  get runs() { return this.frame !== null; }

  /** Run until it is stopped; `speed()` says how many steps a second are asked for just now. */
  start(speed, move) {
    let [last, due] = [performance.now(), 0];
    const tick = (now) => {
      due += ((now - last) / 1000) * speed();
      last = now;
      const steps = Math.floor(due);
      due -= steps;
      this.frame = requestAnimationFrame(tick);
      move(steps);
    };
    this.frame = requestAnimationFrame(tick);
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.frame = null;
  }
}

/** What a key of the reel means: how many steps to go, or "play"; undefined where it means nothing. */
export const wayOf = ({ key, shiftKey }) => {
  const far = shiftKey ? 10 : 1;
  return { " ": "play", ArrowRight: far, ArrowLeft: -far, Home: -Infinity, End: Infinity }[key];
};

/** Steps that the buttons of the reel go. */
export const MOVES = { first: -Infinity, back: -1, forward: 1, last: Infinity };
