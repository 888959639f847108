// The machines of a board of several classes: one small board for each pair, with its vote at the place in question; the
// votes of each class; and one against the rest. They follow the hand with the answers of the board's own store.

import { classOf } from "../shared/classes.js";
import { component, debug, fill, Part } from "../shared/component.js";
import { contours } from "../shared/field.js";
import { number } from "../shared/numbers.js";
import * as paint from "../shared/paint.js";
import { against, ballot, fields, regions } from "./votes.js";

const [WIDEST, NARROWEST, GAP] = [230, 84, 8]; // px, of a small board
const REST = 60; // nodes per side

export class Pairs extends Part {
  constructor(...args) {
    super(...args);
    new ResizeObserver(() => this.touch()).observe(this.root);
    addEventListener("lab-pick", ({ detail: { group, i } }) => group === this.store.group && this.keep(i), this.gone);
  }

  update(data, arrays, send) {
    Object.assign(this, { data, send });
    this.colours = paint.colours(this.root);
    this.drawn = null;
    this.touch();
  }

  heard(what) {
    if (what === "place") this.vote();
    else if (/answer|points|data/.test(what)) this.touch();
  }

  touch() { this.frame ??= requestAnimationFrame(() => { this.frame = null; if (this.data) this.paint(); }); }

  /** The point whose numbers the page shows. */
  keep(i) {
    const { data: { base, seq } } = this;
    if (i >= 0 && i !== this.data.one) this.send("put", { base, seq: seq + 1, values: { one: i + 1 } });
  }

  get place() {
    const { store, data: { one, at } } = this;
    return store.place ?? at ?? (store.n ? store.at(Math.min(one, store.n - 1)) : [0, 0]);
  }

  paint() {
    const { store, store: { picture }, root } = this;
    const shown = picture?.draw && picture.coefs ? picture : null;
    root.toggleAttribute("data-empty", !shown);
    if (!shown) return;
    const width = root.clientWidth;
    if (this.drawn !== shown || this.width !== width || store.behind) {
      const started = performance.now();
      Object.assign(this, { drawn: shown, width });
      this.boards(shown, width);
      if (debug) (debug.pairs ??= []).push(performance.now() - started);
    }
    this.vote();
  }

  boards(picture, width) {
    const { pairs, labels } = picture;
    const [found, most] = [fields(picture), pairs.length > 6 ? 5 : 3];
    const row = Math.min(most, pairs.length);
    const side = Math.max(NARROWEST, Math.min(WIDEST, Math.floor((width - GAP * (row - 1)) / row) - 1));
    this.root.style.setProperty("--pair", `${side}px`);
    fill(this.list, pairs, (node, [a, b]) => {
      const k = pairs.findIndex(([one, other]) => one === a && other === b);
      this.board(node.firstElementChild, side, picture, found, k);
    });
    this.rest.hidden = this.restHead.hidden = !picture.restBs.length;
    if (picture.restBs.length) this.alone(picture, Math.min(WIDEST, width));
    this.list.ariaLabel = this.data.words["votes.pairs.label"];
  }

  board(canvas, side, { pairs, labels, X, y, window }, { n, F }, k) {
    const { colours } = this;
    const [plus, minus] = pairs[k].map((code) => labels[code]);
    const [view, ctx] = this.open(canvas, side, window);
    const own = { ...colours, pos: colours[classOf(plus).colour], neg: colours[classOf(minus).colour] };
    paint.clipped(ctx, view, () => {
      paint.field(ctx, view, F[k], n, paint.palette(own), "low");
      const cell = view.span / (n - 1);
      const line = contours(F[k], n, 0).map((each) => each.map(([u, v]) => [view.left + u * cell, view.top + view.span - v * cell]));
      paint.stroke(ctx, paint.trace(line), colours.ink, 2);
      y.forEach((label, i) => (label === plus || label === minus) && this.stamp(ctx, view.place([X[2 * i], X[2 * i + 1]]), label, 0, 0.8));
    });
    paint.axes(ctx, view, [], colours);
  }

  alone(picture, side) {
    const [view, ctx] = this.open(this.restCanvas, side, picture.window);
    const { X, y, labels } = picture;
    paint.clipped(ctx, view, () => {
      regions(ctx, view, against(picture, REST), labels, this.colours);
      y.forEach((label, i) => this.stamp(ctx, view.place([X[2 * i], X[2 * i + 1]]), label, 0, 0.8));
    });
    paint.axes(ctx, view, [], this.colours);
    this.restCanvas.ariaLabel = this.say("votes.rest.caption");
  }

  open(canvas, side, window) {
    const ratio = devicePixelRatio;
    const view = paint.viewOf(side, window, this.data);
    canvas.style.width = canvas.style.height = `${side}px`;
    if (canvas.width !== Math.round(side * ratio)) canvas.width = canvas.height = Math.round(side * ratio);
    if (this.ratio !== ratio || this.marked !== this.colours) Object.assign(this, { ratio, marked: this.colours, stamp: paint.marks({ size: 0.6 }, this.colours, ratio) });
    const ctx = canvas.getContext("2d");
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, side, side);
    return [view, ctx];
  }

  /** Votes, values and captions at the place in question. */
  vote() {
    const { store, store: { picture }, data, place } = this;
    if (!picture?.draw || !picture.coefs) return;
    const { pairs, labels } = picture;
    const found = ballot(picture, place);
    const name = (code) => data.classes[data.labels.indexOf(labels[code])];
    [...this.list.children].forEach((node, k) => {
      const [a, b] = pairs[k];
      const won = found.f[k] > 0 ? a : b;
      const words = this.say("votes.pair.caption", { a: name(a), b: name(b), f: number(found.f[k]), class: name(won) });
      node.lastElementChild.textContent = words;
      node.firstElementChild.ariaLabel = words;
      node.style.setProperty("--class", `var(--lab-${classOf(labels[won]).colour})`);
    });
    fill(this.body, labels, (row, label) => {
      const code = labels.indexOf(label);
      const cells = [name(code), found.votes[code], found.ovr[code] === undefined || labels.length < 3 ? "" : number(found.ovr[code]), found.rest.length ? number(found.rest[code]) : ""];
      cells.forEach((text, k) => { row.children[k].textContent = text; });
      row.style.setProperty("--class", `var(--lab-${classOf(label).colour})`);
      [-1, found.won, found.broken, found.alone].forEach((winner, k) => row.children[k].toggleAttribute("data-won", winner === code));
    });
    const [x, y] = place.map((each) => number(each));
    const holes = { x, y, class: name(found.won), ties: name(found.broken) };
    this.told.textContent = this.say(found.tie ? "votes.told.tie" : "votes.told.clear", holes);
  }
}

export const mount = component(Pairs);
