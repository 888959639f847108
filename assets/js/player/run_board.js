// The board of a recorded run: one state with the bars of alpha and the curves, and hands that draw on it.

import { grid, resolution } from "../shared/field.js";
import * as paint from "../shared/paint.js";
import { sideOf } from "../shared/component.js";
import { Drawing } from "../board/drawing.js";
import { bars, bracket, cursor, curves, sheet, stacked } from "./charts.js";
import { Playback } from "./playback.js";

export const SCRUBBED = [100, 5e6]; // nodes per side, and multiplications that fit inside a frame
const FRESH = 256; // frames until the field is computed anew: sums drift
const CHARTS = 96; // height of a chart in pixels
const FREE = 2;
const BOUNDED = 3; // roles of the board's marks
let fork; // draws both lines, once a run has a fork
let veil; // draws who is set aside

/** Shows step `at` of its run, with `span` steps on the axes of its curves. */
export class RunBoard extends Drawing {
  /** @type {number[]} of a pair that moves next: i, then j */
  picked = [];
  known = new Int32Array(); // ids of the points as the page numbers them
  /** @type {PickingHand | null} */
  hand = null;

  /** Take over a run with the points, the kernel and the bound of alpha that it belongs to. */
  load(recorded) {
    Object.assign(this, { recorded, kernel: recorded.kernel, coef: null, plotted: null });
    const run = (this.playback = new Playback(recorded, recorded.bound));
    const bound = Math.max(...run.bounds);
    const most = [...run.checkpoints, run.alphaAt(run.steps)].reduce((top, alpha) => alpha.reduce((m, a) => (a > m ? a : m), top), 0);
    this.top = Math.min(bound, most || (recorded.bound == null ? 1 : bound)); // of the bars; a run that has not begun shows the box
    this.ranks = new Map(Array.from(recorded.ids, (id, i) => [id, i]));
    this.keepRun(null);
    this.root.toggleAttribute("data-fork", recorded.fork != null);
    if (recorded.aside && !veil) import("./aside.js").then((made) => { ({ veil } = made); this.resize(true); });
    if (recorded.fork != null && !fork) import("./fork.js").then((made) => { ({ fork } = made); this.resize(true); });
  }

  nameBoard() {
    this.root.toggleAttribute("data-picks", this.data.picking === "here");
    const keys = this.editable ? this.say("player.keys") : "";
    this.above.ariaLabel = `${this.say(this.data.picking ? "player.pickable" : "player.board", { n: this.store.n })} ${keys}`.trim();
  }

  keep(i) { this.data.picking ? i >= 0 && this.pick(i) : super.keep(i); }

  async pick(i) { (this.hand ??= await import("./picking.js")).pick(this, i); }
  letGo() { if (this.picked.length) this.hand?.letGo(this); }

  /** Take the run as that of the points, or as the last good: `kept` says why; `strange`: no point is left. */
  keepRun(kept, strange = false) {
    this.store.lost = !!kept; // the page is not told of points that have no run
    Object.assign(this, { kept, strange });
    this.root.toggleAttribute("data-strange", strange);
    this.tellKept(strange ? kept : kept ? this.say("player.kept", { why: kept }) : "", this.recorded.lost);
  }

  /** f at this step, with the points of the run. */
  get picture() {
    const { recorded, kernel, coef, b, ranks: rank, machine } = this;
    const found = coef && { ...recorded, kernel, coef, b, rank, draw: true, alpha: this.playback.alphaAt(this.at) };
    return found && machine ? machine.own(found) : found;
  }

  /** What draws regression; null where each point has one variable. */
  get graph() { return this.machine?.two ? this.machine : null; }

  resize(force) {
    const width = this.data && this.root.clientWidth;
    const side = this.data && sideOf(width, this.data);
    if (!width || (!force && side === this.side && width === this.width)) return;
    Object.assign(this, { side, width, ratio: devicePixelRatio, coef: null, plotted: null });
    this.square = { width: side, height: side };
    this.root.style.setProperty("--side", `${side}px`);
    this.view = paint.viewOf(side, this.store.window, this.data);
    this.stamp = paint.marks(this.view, this.colours, this.ratio, this.data.plain);
    this.draw(!this.playing);
  }

  /** Steps on the axes of its curves. */
  get span() { return this.playback.clock ? this.playback.steps : Math.max(this.reach, this.recorded.span ?? 0); }

  // ---- painting: one picture a frame ----

  /** Draw board and charts for multipliers and an offset; `still`: there is time for a smoother picture. */
  show(alpha, b, effort, still) {
    const { playback, at: k, colours, view, machine, graph, picked } = this;
    const ofF = machine?.scaled(alpha, b) ?? [alpha, b];
    const pair = this.kept ? [] : picked.length ? picked : k < playback.steps ? playback.pairAt(k) : [];
    Object.assign(this, { alpha: this.kept ? new Float64Array(alpha.length) : alpha, pair }); // of the points that are here
    if (this.kept) graph && !this.strange ? graph.fadeGraph(alpha, b) : this.fade(...ofF);
    else graph ? graph.drawGraph(alpha, b) : this.solve(...ofF, effort, still ? "high" : "low"); // what is smoother costs frames
    this.paintAbove(this.alpha, pair);
    const size = { width: this.width, height: CHARTS * (this.data.projector ? 1.5 : 1), type: view.type };
    (graph?.bars.bind(graph) ?? bars)(sheet(this.alphas, size), size, { alpha, y: playback.y, bounds: playback.bounds, top: this.top, pair }, colours, this.say("player.alpha"));
    this.course.style.height = `${(size.height *= stacked(size.width) ? 3 : 1)}px`;
    const ctx = sheet(this.course, size);
    if (this.plotted === null) this.plotted = this.plot(ctx, size); // each once while a hand moves
    else {
      if (!this.plotted) this.plot(sheet((this.plotted = new OffscreenCanvas(1, 1)), size), size);
      ctx.drawImage(this.plotted, 0, 0, size.width, size.height);
    }
    cursor(ctx, size, 3, k, this.span, colours);
  }

  // A run of other points: nothing of it is drawn as the solution of these.
  fade(alpha, b) {
    Object.assign(this, { coef: null, lines: [[], [], []] });
    this.drawBy("greyRun", () => import("../shared/grey.js"), sheet(this.below, this.square), this, alpha, b);
  }

  // Only who moved changes the field, while that is less work.
  solve(alpha, b, effort, quality) {
    const { kernel, recorded: { X, window }, playback: { y }, view, colours } = this;
    const coef = alpha.map((a, i) => a * y[i]);
    const n = resolution(kernel, coef.filter(Boolean).length, window, ...effort);
    const moved = this.coef && n === this.n && this.drawn++ < FRESH ? coef.map((c, i) => c - this.coef[i]) : null;
    if (moved && 2 * moved.filter(Boolean).length < coef.filter(Boolean).length) {
      const change = grid(kernel, X, moved, b - this.b, window, n);
      for (let at = 0; at < change.length; at++) this.F[at] += change[at];
    } else {
      this.F = grid(kernel, X, coef, b, window, n);
      this.drawn = 0;
    }
    Object.assign(this, { coef, b, n });
    const ctx = sheet(this.below, this.square);
    paint.clipped(ctx, view, () => paint.field(ctx, view, this.F, n, colours.table, quality));
    this.lines = paint.levels(this.F, n, view, this.data.course || this.machine?.alone);
    paint.axes(ctx, view, this.data.axes, colours);
  }

  paintAbove(variables, moved) {
    const { graph } = this;
    const [alpha, pair] = graph?.perPoint(variables, moved) ?? [variables, moved];
    const { view, colours, cursor: cross, store, playback, recorded: { ids } } = this;
    const ctx = sheet(this.above, this.square);
    const lit = [this.chosen, this.hovered].find((i) => i >= 0) ?? -1;
    const { part, rings } = paint.thinning(view, store.n, this.kernel);
    const lines = () => paint.lines(ctx, view, this.lines, colours);
    paint.clipped(ctx, view, () => {
      this.haunt(ctx, this.kept ? null : this.recorded);
      if (part === 1) lines();
      graph ? graph.halos(ctx, variables) : paint.halos(ctx, view, store, { alpha, rank: this.ranks }, colours, part);
    });
    const role = (t) => (rings && alpha[t] > 0 ? (alpha[t] >= playback.boundOf(t) ? BOUNDED : FREE) : 0);
    store.ids.forEach((id, i) => this.stamp(ctx, view.place(store.at(i)), store.y[i], role(this.ranks.get(id)), part));
    if (!this.kept) graph ? graph.veil(ctx, part) : veil?.(ctx, this, part);
    if (part < 1) paint.clipped(ctx, view, lines);
    if (lit >= 0 && lit < store.n) paint.chosen(ctx, view, store.at(lit), colours);
    const places = pair.map((i) => store.ids.indexOf(ids[i])); // of a run whose points may have moved on since
    places.forEach((i, n) => i >= 0 && bracket(ctx, view, store.at(i), "ij"[n], colours));
    if (cross) paint.cursor(ctx, view, cross, colours);
  }

  plot(ctx, size) {
    const { playback: { told, dual, violation, step, primal, gap }, data: { words, course } } = this;
    const above = primal.filter(Number.isFinite);
    const end = dual.at(-1), most = Math.max(end + 1.5 * Math.abs(end), Math.min(...above)); // the start flattens the rest
    const [objective, under, violated] = course ?? [above.length ? "player.objective" : "player.objective.dual", "player.gap", "player.violation"]; // only these on log axes
    const panels = [
      { name: words[objective], series: [{ at: told, values: dual }, { at: step, values: primal.map((p) => (p > most ? NaN : p)), colour: "violet", dash: [6, 4] }] },
      { name: words[under], log: !course, series: [{ at: step, values: gap }] },
      { name: words[violated], log: !course, series: [{ at: told, values: violation }] },
    ];
    if (this.recorded.fork != null) fork?.(this, panels);
    curves(ctx, size, panels, this.span, this.colours);
  }
}
