// Hands on the board: mouse, touch, pen (Pointer Events) and the keyboard. Everything one hand does the
// others do too; what they do goes through the store, what they point at through the board.

const LONG_PRESS = 500; // ms
const REACH = { mouse: 12, pen: 16, touch: 24 }; // px around a point that still mean the point
const SPRAY = { radius: 26, gap: 11, drops: 2 }; // px, px between sprays, points of one spray
const ERASER = 16; // px

export class Hand {
  constructor(board, canvas) {
    this.board = board;
    this.canvas = canvas;
    this.seed = 1;
    const on = (type, act, options) => canvas.addEventListener(type, act.bind(this), options);
    on("pointerdown", this.down);
    on("pointermove", this.moved);
    on("pointerup", this.up);
    on("pointercancel", this.up);
    on("lostpointercapture", this.up);
    on("pointerleave", this.left);
    on("contextmenu", (event) => event.preventDefault());
    on("keydown", this.key);
    on("blur", () => board.leaveCursor());
  }

  get store() { return this.board.store; }

  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** Index of the nearest point within reach of the pointer, or -1. */
  nearest([px, py], reach) {
    const { view } = this.board;
    const { X, n } = this.store;
    let [best, least] = [-1, reach * reach];
    for (let i = 0; i < n; i++) {
      const far = (view.px(X[2 * i]) - px) ** 2 + (view.py(X[2 * i + 1]) - py) ** 2;
      if (far <= least) [best, least] = [i, far];
    }
    return best;
  }

  under(event) { return this.nearest(this.place(event), REACH[event.pointerType] ?? 12); }

  down(event) {
    if (!event.isPrimary || this.drag) return;
    this.canvas.focus({ preventScroll: true });
    this.board.leaveCursor();
    if (!this.board.editable) return this.board.point(this.under(event), this.place(event));
    const found = this.under(event);
    if (event.button === 2) return found >= 0 && this.board.remove(found);
    if (event.button !== 0) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.store.begin();
    this.drag = { tool: this.board.tool, from: this.place(event), i: found };
    if (this.drag.tool !== "point") return this.sweep(event);
    if (found < 0) this.drag.i = this.drop(event);
    else if (event.pointerType !== "mouse") this.press = setTimeout(() => this.held(), LONG_PRESS);
    this.board.grasp(this.drag.i);
  }

  drop(event) {
    const options = { stamp: event.timeStamp };
    return this.board.add([[...this.board.view.plane(...this.place(event)), this.board.label]], options) ? this.store.n - 1 : -1;
  }

  held() {
    const { i } = this.drag;
    this.release();
    this.board.remove(i);
  }

  moved(event) {
    if (!this.drag) {
      if (event.buttons === 0) this.board.point(this.under(event), this.place(event));
      return;
    }
    const at = this.place(event);
    if (this.drag.tool !== "point") return this.sweep(event);
    // A resting finger trembles: until it has gone somewhere it is not a drag.
    const gone = Math.hypot(at[0] - this.drag.from[0], at[1] - this.drag.from[1]);
    if (!this.drag.moving && gone < (event.pointerType === "mouse" ? 2 : 6)) return;
    this.drag.moving = true;
    clearTimeout(this.press);
    if (this.drag.i >= 0) this.store.move(this.drag.i, ...this.board.view.plane(...at), { stamp: event.timeStamp });
  }

  sweep(event) {
    const events = event.getCoalescedEvents?.() ?? [];
    for (const each of events.length ? events : [event]) {
      if (this.drag.tool === "erase") this.erase(this.place(each), event);
      else this.spray(this.place(each), event);
    }
  }

  spray([px, py], event) {
    const { last } = this.drag;
    if (last && Math.hypot(px - last[0], py - last[1]) < SPRAY.gap) return;
    this.drag.last = [px, py];
    const drops = Array.from({ length: SPRAY.drops }, () => {
      const [r, turn] = [SPRAY.radius * Math.sqrt(this.chance()), 2 * Math.PI * this.chance()];
      return [...this.board.view.plane(px + r * Math.cos(turn), py + r * Math.sin(turn)), this.board.label];
    });
    this.board.add(drops, { stamp: event.timeStamp });
  }

  erase(at, event) {
    const { view } = this.board;
    const { X, n } = this.store;
    const gone = new Set();
    for (let i = 0; i < n; i++) {
      if (Math.hypot(view.px(X[2 * i]) - at[0], view.py(X[2 * i + 1]) - at[1]) < ERASER) gone.add(i);
    }
    if (gone.size) this.store.remove(gone, { stamp: event.timeStamp });
  }

  // A seeded generator (mulberry32): the same strokes spray the same points, in tests too.
  chance() {
    let t = (this.seed += 0x6d2b79f5);
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  up() { if (this.drag) this.release(); }

  release() {
    clearTimeout(this.press);
    this.drag = null;
    this.store.end();
    this.board.grasp(-1);
  }

  left() { if (!this.drag) this.board.point(-1, null); }

  // ---- keyboard ----

  key(event) {
    const act = this.meaning(event);
    if (!act) return;
    // Streamlit and the page have shortcuts of their own.
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  meaning(event) {
    const { board, store } = this;
    const { key, shiftKey } = event;
    const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] }[key];
    if (event.ctrlKey || event.metaKey) return board.editable ? this.travel(key.toLowerCase(), shiftKey) : null;
    if (event.altKey) return null;
    if (key === "Escape") return () => board.leaveCursor();
    if (key === "[" || key === "]") return () => board.walk(key === "]" ? 1 : -1);
    if (arrow && !board.editable) return () => board.walk(arrow[0] + arrow[1]);
    if (arrow) return () => this.step(arrow, store.window.size / (shiftKey ? 16 : 128), event);
    if (!board.editable) return null;
    if (key === "1" || key === "2") return () => board.choose(key === "1" ? 1 : -1);
    if (key === "Enter" || key === " ") return () => board.addAtCursor();
    if (key === "Delete" || key === "Backspace") return () => board.chosen >= 0 && board.remove(board.chosen);
    return null;
  }

  travel(key, shift) {
    if (key === "z" && !shift) return () => this.board.travel("undo");
    if (key === "y" || key === "z") return () => this.board.travel("redo");
    return null;
  }

  step([dx, dy], size, event) {
    const { board, store } = this;
    if (board.chosen < 0) return board.moveCursor(dx * size, dy * size);
    const i = board.chosen;
    const [x, y] = [store.X[2 * i] + dx * size, store.X[2 * i + 1] + dy * size];
    store.edit(() => store.move(i, x, y, { stamp: event.timeStamp }), `move ${store.ids[i]}`);
    board.announceMove(i);
  }
}
