// A board of several classes: a machine for each pair of them, the regions by their votes, and what they say of a place.

import { classOf } from "../shared/classes.js";
import { contours, grid, resolution, terms } from "../shared/field.js";
import * as paint from "../shared/paint.js";

const QUICK = [80, 2e7, "low"]; // nodes per side, multiplications of all machines per frame, smoothing
const STRIPE = 4; // nodes of a stripe and its gap, where the vote is a tie
const known = new WeakMap(); // grids by picture

const own = (all, k, n) => all.subarray(k * n, (k + 1) * n);

/** f of every pair on n x n nodes of the window of a picture, computed once. */
export function fields(picture, effort = QUICK) {
  const { kernel, X, y, coefs, bs, window } = picture;
  const n = nodesOf(picture, effort);
  const before = known.get(picture);
  if (before?.n === n) return before;
  const F = bs.map((b, k) => grid(kernel, X, own(coefs, k, y.length), b, window, n));
  const found = { n, F, ...voted(F, picture, n) };
  known.set(picture, found);
  return found;
}

function nodesOf({ kernel, coefs, window }, [least, budget]) {
  return Math.min(2 * least, resolution(kernel, coefs.reduce((count, c) => count + (c !== 0), 0), window, least, budget));
}

/** The class with the most votes at every node, the first of several, and whether there are several. */
function voted(F, { pairs, labels }, n) {
  const [winner, tie, count] = [new Uint8Array(n * n), new Uint8Array(n * n), new Uint8Array(labels.length)];
  for (let at = 0; at < n * n; at++) {
    count.fill(0);
    for (let k = 0; k < pairs.length; k++) count[pairs[k][F[k][at] > 0 ? 0 : 1]]++;
    let [best, shared] = [0, 0];
    for (let c = 1; c < count.length; c++) {
      if (count[c] > count[best]) [best, shared] = [c, 0];
      else if (count[c] === count[best]) shared = 1;
    }
    winner[at] = best;
    tie[at] = shared;
  }
  return { winner, tie };
}

/** The class of the largest f of a class against the rest at every node. */
export function against(picture, n) {
  const { kernel, X, y, restCoefs, restBs, window } = picture;
  const F = restBs.map((b, k) => grid(kernel, X, own(restCoefs, k, y.length), b, window, n));
  const winner = new Uint8Array(n * n);
  for (let at = 0; at < n * n; at++) for (let c = 1; c < F.length; c++) if (F[c][at] > F[winner[at]][at]) winner[at] = c;
  return { n, winner, tie: new Uint8Array(n * n) };
}

/** Colours of the regions by class, and of the paper, as pixels. */
function inks(labels, colours) {
  return labels.map((label) => {
    const colour = colours[classOf(label).colour];
    return paint.palette({ neg: colour, paper: colours.paper, pos: colour, dark: colours.dark });
  });
}

/** Regions in the colours of their classes, striped where the vote is a tie. */
export function regions(ctx, { left, top, span }, { n, winner, tie }, labels, colours) {
  const [made, image, tables] = [new OffscreenCanvas(n, n), new ImageData(n, n), inks(labels, colours)];
  for (let at = 0; at < n * n; at++) {
    const [i, j] = [at % n, n - 1 - Math.floor(at / n)];
    const shade = tie[at] && (i + j) % (2 * STRIPE) < STRIPE ? 256 : 512; // the paper, or the full colour
    image.data.set(tables[winner[at]].subarray(4 * shade, 4 * shade + 4), 4 * (i + j * n));
  }
  const cell = span / (n - 1);
  made.getContext("2d").putImageData(image, 0, 0);
  ctx.drawImage(made, left - cell / 2, top - cell / 2, span + cell, span + cell);
}

/** The lines f = 0 of all pairs in pixels: pieces that part two regions, and the others. */
function lines({ n, F, winner }, { left, top, span }) {
  const [parting, other, cell] = [[], [], span / (n - 1)];
  const at = ([u, v]) => [left + u * cell, top + span - v * cell];
  for (const own of F) {
    for (const line of contours(own, n, 0)) {
      for (let k = 1; k < line.length; k++) {
        const [u, v] = [0, 1].map((side) => Math.min(n - 2, Math.floor((line[k - 1][side] + line[k][side]) / 2)));
        const corner = u + v * n;
        (parts(own, winner, [0, 1, n, n + 1].map((step) => corner + step)) ? parting : other).push([at(line[k - 1]), at(line[k])]);
      }
    }
  }
  return { parting, other };
}

/** Whether the nodes of a cell on one side of f = 0 have other winners than all on the other side. */
function parts(F, winner, nodes) {
  const [above, below] = [true, false].map((side) => nodes.filter((at) => F[at] > 0 === side).map((at) => winner[at]));
  return above.every((one) => !below.includes(one));
}

/** What all machines say of a place: f of each pair, votes, `decision_function` as "ovr", f against the rest, winners. */
export function ballot(picture, place) {
  const { kernel, X, y, coefs, bs, restCoefs, restBs, pairs, labels } = picture;
  const f = bs.map((b, k) => terms(kernel, X, own(coefs, k, y.length), b, place).f);
  const rest = restBs.map((b, k) => terms(kernel, X, own(restCoefs, k, y.length), b, place).f);
  const [votes, sums, clear] = [0, 0, 0].map(() => labels.map(() => 0));
  pairs.forEach(([a, b], k) => {
    votes[f[k] > 0 ? a : b]++;
    clear[f[k] < 0 ? b : a]++; // as the library counts
    sums[a] += f[k];
    sums[b] -= f[k];
  });
  const ovr = sums.map((sum, c) => clear[c] + sum / (3 * (Math.abs(sum) + 1)));
  const first = (values) => values.indexOf(Math.max(...values));
  return { f, votes, ovr, rest, won: first(votes), broken: first(ovr), alone: rest.length ? first(rest) : -1, tie: votes.filter((each) => each === Math.max(...votes)).length > 1 };
}

class Votes {
  constructor(board) { this.board = board; }

  /** Draw regions and lines; false where there is no picture. */
  draw(picture, effort) {
    const { board, board: { view, colours, store } } = this;
    if (!picture?.draw || !picture.coefs) return false;
    const quick = effort[2] === "low";
    const found = fields(picture, quick ? QUICK : [2 * QUICK[0], 2 * QUICK[1], "high"]);
    const ctx = board.wipe(board.below);
    Object.assign(board, { painted: picture, kept: store.kept, lines: null, slack: [] });
    board.tellKept("");
    clearTimeout(board.resting);
    paint.clipped(ctx, view, () => {
      regions(ctx, view, found, picture.labels, colours);
      const { parting, other } = lines(found, view);
      paint.stroke(ctx, paint.trace(other), colours.grey, view.size, [2, 4]);
      ctx.lineCap = "round";
      paint.stroke(ctx, paint.trace(parting), colours.ink, 2.5 * view.size);
      ctx.lineCap = "butt";
    });
    if (quick) board.resting = setTimeout(() => board.refine(picture), 150);
    paint.axes(ctx, view, board.data.axes, colours);
    return true;
  }
}

/** Let a board show votes: instead of the terms of one f, a place has a vote of every machine. */
export function serve(board) {
  board.votes = new Votes(board);
  const { point } = board;
  const ask = (place) => {
    board.store.place = place;
    board.store.tell("place");
  };
  board.point = (i, at) => {
    point.call(board, i, at);
    if (i >= 0) ask(board.store.at(i));
    else if (at) ask(board.view.plane(at));
  };
  board.showTip = (i, place) => {
    board.tip.hidden = true;
    if (i >= 0 && i < board.store.n) ask(board.store.at(i));
    else if (place) ask(place);
  };
  board.tellOf = (_, i) => board.tell(said(board, board.store.at(i), i));
  board.moveCursor = (dx, dy) => {
    const { store, store: { window: { x0, y0, size } } } = board;
    const [x, y] = board.cursor ?? [x0 + size / 2, y0 + size / 2];
    board.cursor = store.snap(x + dx, y + dy);
    ask(board.cursor);
    board.tell(said(board, board.cursor));
    board.touch();
  };
}

/** The votes at a place in words. */
function said(board, place, i = -1) {
  const { picture, data: { classes } } = board;
  if (!picture?.draw) return "";
  const { votes, won } = ballot(picture, place);
  const name = (c) => board.className(picture.labels[c]) ?? classes[c];
  const listed = votes.map((count, c) => `${name(c)} ${count}`).join(", ");
  const at = i < 0 ? "" : board.say("draw.votes.point", { i: i + 1, class: board.className(board.store.y[i]) });
  return `${at} ${board.say("draw.votes", { votes: listed, class: name(won) })}`;
}
