// Hands on the board: mouse, touch, pen and keyboard. What one does the others do too.

import { LABELS } from "../shared/classes.js";

const LONG_PRESS = 500; // ms
const REACH = { mouse: 12, pen: 16, touch: 24 }; // px around a point that still mean it
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };

export class Gestures {
  constructor(board, canvas) {
    Object.assign(this, { board, canvas });
    const acts = {
      pointerrawupdate: this.rushed, pointerdown: this.down, pointermove: this.moved, pointerup: this.up, lostpointercapture: this.up,
      touchstart: this.touched, click: (event) => board.editable || board.keep(this.under(event)),
      pointerleave: ({ pointerType }) => this.drag || pointerType === "touch" || board.point(-1), blur: () => board.leaveCursor(), focus: () => import("./tip.js"),
      keydown: this.key, contextmenu: (event) => event.preventDefault(),
    };
    for (const type in acts) canvas.addEventListener(type, acts[type].bind(this), { passive: false });
  }

  get store() { return this.board.store; }

  place({ clientX, clientY }) {
    const { left, top } = this.canvas.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }

  /** Indices of the points within reach, the nearest first. */
  within(at, reach) {
    const far = Array.from(this.store.ids, (_, i) => apart(this.board.view.place(this.store.at(i)), at));
    return [...far.keys()].filter((i) => far[i] <= reach).sort((i, k) => far[i] - far[k]);
  }

  under(event) { return this.within(this.place(event), REACH[event.pointerType] ?? 12)[0] ?? -1; }

  down(event) {
    if (!event.isPrimary || this.drag) return;
    const { board, store, canvas } = this;
    const [i, from] = [this.under(event), this.place(event)];
    board.leaveCursor();
    if (!board.editable) return board.point(i, from);
    if (event.button === 2 && i >= 0) board.remove(i);
    if (event.button) return;
    canvas.setPointerCapture(event.pointerId);
    store.begin();
    const mouse = event.pointerType === "mouse";
    this.drag = { tool: board.tool, from, i, met: i, tap: !mouse && board.tool === "point" && i < 0 };
    if (board.tool !== "point") return this.brush?.sweep(event);
    if (i >= 0 && !mouse) this.press = setTimeout(() => { this.up(); board.remove(i); }, LONG_PRESS);
    if (i < 0 && mouse) this.add(event);
    board.grasp(this.drag.i);
  }

  // A finger on empty ground may be about to scroll; on a point, or with a brush, it is the board's.
  touched(event) { if (this.drag && !this.drag.tap) event.preventDefault(); }

  add({ timeStamp }) {
    const { drag, board, store } = this;
    if (board.add([[...board.view.plane(drag.from), board.label]], { stamp: timeStamp })) drag.i = store.n - 1;
  }

  moved(event) {
    const { drag, board } = this;
    const at = this.place(event);
    if (!drag) return event.buttons || board.point(this.under(event), at);
    if (drag.tool !== "point") return this.brush?.sweep(event);
    // A resting finger trembles: until it has gone somewhere it is not a drag.
    drag.moving ||= apart(at, drag.from) > (event.pointerType === "mouse" ? 1 : 6);
    if (!drag.moving || drag.i < 0) return;
    clearTimeout(this.press);
    this.store.move(drag.i, ...board.view.plane(at), { stamp: event.timeStamp });
  }

  // Told of moves before they are gathered for a frame, the solver often answers in time for it.
  rushed(event) { if (this.drag?.tool === "point") this.moved(event); }

  async loadBrush() { this.brush ??= new (await import("./brush.js")).Brush(this); }

  up(event) {
    const { drag, board } = this;
    if (!drag) return;
    clearTimeout(this.press);
    const still = drag.tool === "point" && !drag.moving && event?.type === "pointerup";
    if (drag.tap && still) this.add(event);
    this.drag = null;
    this.store.end();
    board.grasp(-1);
    if (still && drag.met >= 0) board.tapped(drag.met, event);
  }

  key(event) {
    const act = this.meaning(event);
    if (!act) return;
    event.preventDefault(); // Streamlit and the page have shortcuts of their own
    event.stopPropagation();
    act();
  }

  meaning({ key, altKey, shiftKey, ctrlKey, metaKey, timeStamp }) {
    const { board, store } = this;
    const arrow = ARROWS[key];
    const { picking, picked } = board.data;
    if (altKey || (board.playback && !board.editable && !picking)) return null;
    if (board.playback && !board.cursor && board.chosen < 0 && (arrow || key === " ")) return null; // they step
    if (key === "Escape") return () => { board.leaveCursor(); board.letGo?.(); };
    if (key === "[" || key === "]") return () => board.walk(key === "]" ? 1 : -1);
    if (key === "Enter" && (!board.editable || ((picking || picked >= 0) && board.chosen >= 0))) return () => board.keep(board.chosen);
    if (!board.editable) return arrow && (() => board.walk(arrow[0] + arrow[1]));
    if (ctrlKey || metaKey) return /^[zy]$/i.test(key) && (() => board.travel(/z/i.test(key) && !shiftKey ? "undo" : "redo"));
    if (arrow) return () => this.step(arrow, store.window.size / (shiftKey ? 16 : 128), { stamp: timeStamp });
    const label = LABELS.slice(0, board.data.classes?.length ?? 2)[key - 1];
    if (label) return () => board.choose(label);
    if (key === "Enter" || key === " ") return () => board.addAtCursor();
    if (key === "Delete" || key === "Backspace") return () => board.chosen >= 0 && board.remove(board.chosen);
    return null;
  }

  step([dx, dy], size, options) {
    const { board, store, board: { chosen: i } } = this;
    if (i < 0) return board.moveCursor(dx * size, dy * size);
    const [x, y] = store.at(i);
    store.edit(() => store.move(i, x + dx * size, y + dy * size, options), `move ${store.ids[i]}`);
    board.moved(i);
  }
}

const apart = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]);
