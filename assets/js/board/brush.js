// The brush and the eraser.

const SPRAY = { radius: 26, gap: 11, drops: 2 }; // px, px between sprays, points of one spray
const ERASER = 16; // px

export class Brush {
  seed = 1;

  constructor(gestures) { this.gestures = gestures; }

  sweep(event) {
    const { drag } = this.gestures;
    const events = event.getCoalescedEvents?.() ?? [];
    const act = drag.tool === "erase" ? this.erase : this.spray;
    for (const each of events.length ? events : [event]) act.call(this, this.gestures.place(each), { stamp: event.timeStamp });
  }

  spray([x, y], options) {
    const { drag, board } = this.gestures;
    if (drag.last && Math.hypot(x - drag.last[0], y - drag.last[1]) < SPRAY.gap) return;
    drag.last = [x, y];
    const drops = Array.from({ length: SPRAY.drops }, () => {
      const [r, turn] = [SPRAY.radius * Math.sqrt(this.chance()), 2 * Math.PI * this.chance()];
      return [...board.view.plane([x + r * Math.cos(turn), y + r * Math.sin(turn)]), board.label];
    });
    board.add(drops, options);
  }

  erase(at, options) {
    const gone = this.gestures.within(at, ERASER);
    if (gone.length) this.gestures.store.remove(new Set(gone), options);
  }

  // Lehmer's generator: the same strokes spray the same points.
  chance() { return (this.seed = (this.seed * 48271) % 2147483647) / 2147483647; }
}
