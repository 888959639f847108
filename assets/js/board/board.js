// The board: two canvases (field below, points above), a toolbar, a tooltip, a voice. Points move in the frame of the
// pointer; the field follows with the newest answer.

import { grid, resolution } from "../shared/field.js";
import * as paint from "../shared/paint.js";
import { component, debug, sideOf } from "../shared/component.js";
import { measure } from "../shared/measure.js";
import { Drawing } from "./drawing.js";
import { afterRun } from "./after_run.js";
import { keep } from "../player/last_picture.js";

const QUICK = [100, 5e6, "low"]; // nodes per side, multiplications per frame, smoothing
const PATIENT = [200, 4e7, "high"]; // of a board at rest
const REST = 150; // ms without change after which the grid is refined

export class Board extends Drawing {
  /** @type {[BoardHeader, Arrays]} what the page told last */
  told;

  constructor(...args) {
    super(...args);
    const resize = () => this.resize();
    new ResizeObserver(resize).observe(this.root);
    addEventListener("resize", resize, this.gone);
  }

  needs({ machine, classes, votes }) {
    const tools = classes && import("./class_tools.js").then((made) => { made.serve(this); made.name(this, classes); });
    const shown = votes && !this.votes && import("./votes.js").then(({ serve }) => serve(this));
    return [tools, shown, machine && !this.machine && import("../machine/board_machine.js").then(({ serve }) => serve(this))];
  }

  get picture() {
    const found = super.picture;
    return this.machine ? this.machine.own(found) : found;
  }

  update(data, arrays, send) {
    this.machine?.update(data);
    const { caption = "" } = (this.data = data);
    this.told = [data, arrays];
    this.equip(data);
    this.caption.textContent = this.caption.title = caption;
    this.stage.dataset.hint = this.say("draw.empty");
    this.store.adopt(data, arrays, send);
    this.takePage();
    if (data.scrub) import(`../${data.scrub}.js`).then(({ scrub }) => scrub(this));
    this.resize(true);
    afterRun(() => this.outdate(this.isAhead));
  }

  /** Whether the page has still to tell of what is here, or of the step on the board; not before it spoke itself. */
  get isAhead() { return !!this.told && (!this.isTold || !!this.store.moment?.untold); }

  /** At rest the answer is the page's, where that goes another way to it than the one that answers a moving hand. */
  takePage() {
    const { store, told: [{ answer, link }, arrays] } = this;
    const other = answer && !("seq" in answer) && answer.steps !== (store.picture ?? store.answer)?.steps;
    if (other && !link && store.ended && !store.behind && this.isTold) store.take(answer, arrays, store.request());
  }

  /** Whether the page tells of what is here. */
  get isTold() {
    const { store, told: [{ kernel, C, solver }, { X, y }] } = this;
    return store.holds(X, y) && !store.asksOther(kernel, C, solver);
  }

  close() {
    super.close();
    this.store.send = this.store.socket.fallback = null;
  }

  heard(what) {
    const answered = what === "answer";
    this.machine?.heard(what);
    this.hush();
    if (debug && answered) debug.answers++;
    if (answered && !this.store.ways) keep(this);
    if (answered && this.told) this.takePage(); // a request in another language may come late
    if (/points|model|moment/.test(what) || this.store.stays) this.outdate(this.isAhead);
    if (what === "model") return;
    if (what === "moment") return this.view && this.touch();
    if (this.chosen >= this.store.n) this.chosen = -1;
    if (!answered) this.nameBoard();
    if (!this.view) return;
    if (this.cursor || this.chosen >= 0) this.showTip(this.chosen, this.cursor);
    this.touch();
    if (answered && !this.data.link) this.hurry(); // linked ones together
  }

  resize(force) {
    const side = this.data && sideOf(this.root.clientWidth, this.data, !this.editable);
    const ratio = devicePixelRatio;
    if (!side || (!force && side === this.side && ratio === this.ratio)) return;
    Object.assign(this, { side, ratio, painted: undefined });
    this.view = paint.viewOf(side, this.store.window, this.data);
    this.stamp = paint.marks(this.view, this.colours, ratio, this.data.plain);
    this.root.style = `--side: ${side}px`;
    for (const layer of [this.below, this.above]) layer.width = layer.height = Math.round(side * ratio);
    this.paint();
  }

  paint() {
    cancelAnimationFrame(this.frame);
    this.frame = undefined;
    const started = performance.now();
    const { store } = this;
    if (this.view.window !== store.window) return this.resize(true);
    const picture = store.n ? this.picture : null;
    if (picture !== this.painted || store.kept !== this.kept) this.solve(picture);
    this.paintAbove(picture);
    if (debug) measure(performance.now() - started, picture);
  }

  // Field and lines of a new picture; a finer grid follows when the board rests.
  solve(picture, effort = QUICK) {
    if (this.machine?.drawGraph(picture) || this.votes?.draw(picture, effort)) return;
    const { view, colours } = this;
    const ctx = this.wipe(this.below);
    Object.assign(this, { painted: picture, kept: this.store.kept, lines: null, slack: [] });
    this.tellKept(this.kept?.said ?? "");
    clearTimeout(this.resting);
    if (this.kept) return this.drawBy("grey", () => import("../shared/grey.js"), ctx, view, this.kept.picture, colours, this.data.axes);
    if (picture?.draw) {
      const { kernel, X, coef, b, window } = picture;
      const n = resolution(kernel, coef.filter(Boolean).length, window, ...effort);
      const F = grid(kernel, X, coef, b, window, n);
      paint.clipped(ctx, view, () => paint.field(ctx, view, F, n, colours.table, effort[2]));
      this.lines = paint.levels(F, n, view, picture.alone);
      if (!picture.alone) this.slack = slackLines(picture, this.lines, view);
      if (effort === QUICK) this.resting = setTimeout(() => idle(() => this.refine(picture)), REST);
    }
    if (this.told[1].cloud && picture && this.isTold)
      paint.clipped(ctx, view, () => this.drawBy("cloud", () => import("./cloud.js"), ctx, view, this.told[1], colours));
    paint.axes(ctx, view, this.data.axes, colours);
  }

  refine(picture) {
    if (picture !== this.painted || this.gestures.drag) return;
    this.solve(picture, PATIENT);
    this.paintAbove(picture);
  }

  wipe(layer) {
    const ctx = layer.getContext("2d");
    ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    ctx.clearRect(0, 0, this.side, this.side);
    return ctx;
  }

  paintAbove(picture) {
    const { store, view, colours, cursor } = this;
    const ctx = this.wipe(this.above);
    const lit = [this.chosen, this.hovered, this.data.picked].find((i) => i >= 0) ?? -1;
    const lines = () => this.lines && paint.lines(ctx, view, this.lines, colours);
    const { part, rings } = paint.thinning(view, store.n, picture?.kernel);
    const role = (id) => (rings && picture?.role[picture.rank.get(id)]) || 0;
    const below = part === 1 && !view.bare; // else marks would cover an island
    paint.clipped(ctx, view, () => {
      this.haunt(ctx, picture);
      this.machine?.above(ctx, picture);
      if (below) lines();
      drawSlack(ctx, view, this.slack, colours);
      if (picture) paint.halos(ctx, view, store, picture, colours, part);
      if (picture?.common) this.drawBy("hulls", () => import("./hulls.js"), ctx, view, picture, colours);
    });
    store.ids.forEach((id, i) => this.stamp(ctx, view.place(store.at(i)), store.y[i], role(id), part));
    if (!below) paint.clipped(ctx, view, lines);
    const [lower, , upper] = this.lines ?? [];
    if (upper && this.data.letters) this.drawBy("letters", () => import("../shared/letters.js"), ctx, view, [upper, lower].map((line, k) => [this.data.letters[k], line]), colours);
    if (lit >= 0 && lit < store.n) paint.chosen(ctx, view, store.at(lit), colours);
    if (cursor) paint.cursor(ctx, view, cursor, colours);
    this.stage.toggleAttribute("data-empty", !store.n);
  }
}

const idle = globalThis.requestIdleCallback ?? setTimeout; // Safari has no idle callbacks

// Dotted lines from points to their margins.
function drawSlack(ctx, { size }, found, { ink }) {
  ctx.lineCap = "round";
  paint.stroke(ctx, paint.trace(found), ink, 1.7 * size, [0.1, 3.8 * size]);
  ctx.lineCap = "butt";
}

/** Lines from points with slack to the nearest places of their margins. @param {Picture} picture @param {Levels} levels @param {View} view */
function slackLines({ X, y, slack: xi, role }, [lower, , upper], { place, within }) {
  const found = [];
  y.forEach((label, i) => {
    if (role[i] < 3 || role[i] > 5 || !(xi[i] > 1e-6)) return;
    const from = place([X[2 * i], X[2 * i + 1]]);
    const foot = nearest(from, label > 0 ? upper : lower);
    if (within(foot, 1)) found.push([from, foot]); // where the frame cuts a margin, the foot is unknown
  });
  return found;
}

/**
 * The place of some polylines nearest to a point: on one of the pieces that meet in the nearest corner.
 * @param {Place} at @param {Polyline[]} polylines
 */
function nearest([x, y], polylines) {
  let [least, beside] = [Infinity, [[]]];
  for (const line of polylines) {
    for (let k = 0; k < line.length; k++) {
      const far = (line[k][0] - x) ** 2 + (line[k][1] - y) ** 2;
      if (far < least) [least, beside] = [far, [line[k], line[k - 1] ?? line[k], line[k + 1] ?? line[k]]];
    }
  }
  const [[px, py], ...others] = beside;
  for (const [qx, qy] of others) {
    const [dx, dy] = [qx - px, qy - py];
    const share = ((x - px) * dx + (y - py) * dy) / (dx * dx + dy * dy);
    if (share > 0) return [px + share * dx, py + share * dy];
  }
  return [px, py];
}

export const mount = component(Board);
