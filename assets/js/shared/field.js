// f(x) = b + sum_i coef_i K(x_i, x) on a grid, its level lines and colours. Pure: no DOM, no state. Grids are square and
// hold row after row, row 0 at the BOTTOM; node (i, j) is at x0 + i size / (n - 1), y0 + j size / (n - 1).

import { twins } from "./kernels.js";

const vectorsOf = (X, coef) => [...coef.keys()].filter((i) => coef[i]).map((i) => [X[2 * i], X[2 * i + 1], coef[i], i]);

/**
 * f(x) taken apart, the largest terms first; each on a grid of one node.
 * @param {Kernel} kernel @param {Numbers} X @param {number[] | Numbers} coef @param {number} b @param {Place} at
 */
export function terms(kernel, X, coef, b, [x1, x2]) {
  const list = vectorsOf(X, coef).map((vector) => {
    const [F, xs, ys] = [0, x1, x2].map((x) => Float64Array.of(x)); // typed
    twins[kernel.name].add(F, xs, ys, [vector], kernel);
    return { i: vector[3], value: F[0] };
  });
  list.sort((s, t) => Math.abs(t.value) - Math.abs(s.value));
  return { f: list.reduce((f, { value }) => f + value, b), terms: list };
}

/** f on n x n nodes of a square window. */
export function grid(kernel, X, coef, b, { x0, y0, size }, n) {
  const nodes = (start) => Float64Array.from({ length: n }, (_, i) => start + (i * size) / (n - 1));
  const F = new Float64Array(n * n).fill(b);
  twins[kernel.name].add(F, nodes(x0), nodes(y0), vectorsOf(X, coef), kernel);
  return F;
}

/** Nodes per side worth painting: more for a narrow Gaussian, fewer where the `budget` of multiplications ends. */
export function resolution(kernel, count, { size }, least, budget) {
  const { width: own, effort } = twins[kernel.name];
  const width = own ? own / Math.sqrt(kernel.gamma) : size;
  const near = Math.min(1, (12 * width) / size) ** 2; // the share of nodes that a vector reaches
  const perNode = 20 + (effort?.(kernel, count, near) ?? 0);
  return Math.round(Math.max(48, Math.min(Math.max(least, size / width), 2.4 * least, Math.sqrt(budget / perNode))));
}

// From which side of a cell (0 bottom, 1 right, 2 top, 3 left) to which a level line goes, by the corners at or above
// the level (1 bottom left, 2 bottom right, 4 top right, 8 top left), which stay to its right; the last two are the
// saddles 5 and 10 whose middle lies below.
const CUTS = ["", "30", "01", "31", "12", "3210", "02", "32", "23", "20", "0321", "21", "13", "10", "03", "", "3012", "0123"];

/** Polylines of points [u, v] in grid units where F crosses a level; closed ones repeat their first point. */
export function contours(F, n, level) {
  const next = new Map(); // from grid edge to grid edge, numbered by their first node: even = to the right, odd = upwards
  for (let at = 0; at < n * (n - 1) - 1; at++) {
    if (at % n === n - 1) continue;
    const cuts = CUTS[pattern(F[at], F[at + 1], F[at + n + 1], F[at + n], level)];
    for (let s = 0; s < cuts.length; s += 2) {
      const edges = [2 * at, 2 * at + 3, 2 * (at + n), 2 * at + 1];
      next.set(edges[cuts[s]], edges[cuts[s + 1]]);
    }
  }
  const walk = (e) => {
    const path = [crossing(F, e, n, level)];
    for (let to; (to = next.get(e)) !== undefined; e = to) {
      next.delete(e);
      path.push(crossing(F, to, n, level));
    }
    return path;
  };
  const reached = new Set(next.values());
  const lines = [...next.keys()].filter((e) => !reached.has(e)).map(walk); // from the frame to the frame
  for (const e of next.keys()) lines.push(walk(e)); // what is left are loops
  return lines;
}

function pattern(a, b, c, d, level) {
  const corners = +(a >= level) | (+(b >= level) << 1) | (+(c >= level) << 2) | (+(d >= level) << 3);
  const low = a + b + c + d < 4 * level;
  return low && corners === 5 ? 16 : low && corners === 10 ? 17 : corners;
}

function crossing(F, e, n, level) {
  const at = e >> 1;
  const t = (level - F[at]) / (F[at + (e & 1 ? n : 1)] - F[at]);
  const [i, j] = [at % n, Math.floor(at / n)];
  return e & 1 ? [i, j + t] : [i + t, j];
}

/** Colours of a grid, top row first as pictures have it, into the bytes of an ImageData. */
export function shade(F, n, table, pixels) {
  const [from, to] = [new Uint32Array(table.buffer), new Uint32Array(pixels.buffer)];
  for (let at = 0; at < n * n; at++) {
    to[(n - 1 - Math.floor(at / n)) * n + (at % n)] = from[Math.round(256 + 128 * Math.max(-2, Math.min(2, F[at])))];
  }
}
