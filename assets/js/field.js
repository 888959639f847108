// The decision function f(x) = b + sum_i coef_i K(x_i, x) on a grid, its level lines and its colours.
// Pure: no DOM, no state. Grids hold their nodes row by row, row 0 at the BOTTOM of the window (y0), node
// (i, j) at x0 + i size / (nx - 1), y0 + j size / (ny - 1): the first and last nodes lie on the frame.

/** K(x, z) of a kernel specification, as a function of four numbers. */
export function kernelOf(k) {
  if (k.name === "linear") return (x1, x2, z1, z2) => x1 * z1 + x2 * z2;
  if (k.name === "polynomial") return (x1, x2, z1, z2) => (k.zeta + k.gamma * (x1 * z1 + x2 * z2)) ** k.degree;
  if (k.name === "gaussian") return (x1, x2, z1, z2) => Math.exp(-k.gamma * ((x1 - z1) ** 2 + (x2 - z2) ** 2));
  if (k.name === "sigmoid") return (x1, x2, z1, z2) => Math.tanh(k.gamma * (x1 * z1 + x2 * z2) + k.r);
  if (k.name === "taylor") return (x1, x2, z1, z2) => taylor(k, x1, x2, z1, z2);
  throw new Error(`unknown kernel ${k.name}`);
}

function taylor({ gamma, order }, x1, x2, z1, z2) {
  const t = 2 * gamma * (x1 * z1 + x2 * z2);
  let sum = 1;
  for (let term = 1, j = 1; j <= order; j++) sum += term *= t / j;
  return Math.exp(-gamma * (x1 * x1 + x2 * x2 + z1 * z1 + z2 * z2)) * sum;
}

/** f at points (flat x, y pairs), summed directly: the reference for everything below. */
export function evaluate(kernel, X, coef, b, points) {
  const K = kernelOf(kernel);
  const f = new Float64Array(points.length / 2).fill(b);
  for (let k = 0; k < coef.length; k++) {
    if (coef[k] === 0) continue;
    for (let p = 0; p < f.length; p++) f[p] += coef[k] * K(X[2 * k], X[2 * k + 1], points[2 * p], points[2 * p + 1]);
  }
  return f;
}

/** f(x) taken apart: `{f, b, terms: [{i, value}]}`, the largest terms first. */
export function terms(kernel, X, coef, b, [x1, x2]) {
  const K = kernelOf(kernel);
  const list = [];
  let f = b;
  for (let i = 0; i < coef.length; i++) {
    if (coef[i] === 0) continue;
    const value = coef[i] * K(X[2 * i], X[2 * i + 1], x1, x2);
    f += value;
    list.push({ i, value });
  }
  return { f, b, terms: list.sort((s, t) => Math.abs(t.value) - Math.abs(s.value)) };
}

/** f on nx x ny nodes of a square window. */
export function grid(kernel, X, coef, b, window, nx, ny) {
  const plane = { xs: nodes(window.x0, window.size, nx), ys: nodes(window.y0, window.size, ny), nx, ny };
  const F = new Float64Array(nx * ny).fill(b);
  GRIDS[kernel.name](F, plane, vectors(X, coef), kernel);
  return F;
}

/**
 * Nodes per side worth painting: at least `least`, more where a narrow Gaussian needs them, fewer where
 * `budget` multiplications do not reach.
 */
export function resolution(kernel, count, window, least, budget) {
  const width = kernel.name === "gaussian" ? 0.35 / Math.sqrt(kernel.gamma) : window.size;
  const wanted = Math.min(2.4 * least, Math.max(least, window.size / width));
  const near = kernel.name === "gaussian" ? Math.min(1, (12 * width) / window.size) ** 2 : 1; // see addGaussian
  const perNode = 20 + ({ gaussian: count * near, sigmoid: 4 * count }[kernel.name] ?? 0);
  return Math.round(Math.max(48, Math.min(wanted, Math.sqrt(budget / perNode))));
}

function nodes(start, size, count) {
  return Float64Array.from({ length: count }, (_, i) => start + (i * size) / (count - 1));
}

function vectors(X, coef) {
  const kept = [];
  for (let i = 0; i < coef.length; i++) if (coef[i] !== 0) kept.push(i);
  return {
    x: Float64Array.from(kept, (i) => X[2 * i]),
    y: Float64Array.from(kept, (i) => X[2 * i + 1]),
    c: Float64Array.from(kept, (i) => coef[i]),
  };
}

const GRIDS = {
  linear: (F, plane, sv) => addSeries(F, plane, sv, [0, 1]),
  polynomial: (F, plane, sv, { degree, gamma, zeta }) =>
    addSeries(F, plane, sv, Array.from({ length: degree + 1 }, (_, j) => choose(degree, j) * zeta ** (degree - j) * gamma ** j)),
  gaussian: addGaussian,
  sigmoid: addSigmoid,
  taylor: addTaylor,
};

// exp(-gamma |x - z|^2) is a product of a factor in x1 and one in x2: n (nx + ny) exponentials, not n nx ny.
// Factors below 1e-16 are left out, so a narrow Gaussian costs little.
function addGaussian(F, { xs, ys, nx, ny }, sv, { gamma }) {
  const column = new Float64Array(nx);
  const reach = Math.sqrt(37 / gamma);
  const first = (nodes, z) => Math.max(0, Math.ceil((z - reach - nodes[0]) / (nodes[1] - nodes[0])));
  const last = (nodes, z) => Math.min(nodes.length - 1, Math.floor((z + reach - nodes[0]) / (nodes[1] - nodes[0])));
  for (let k = 0; k < sv.c.length; k++) {
    const [left, right, top] = [first(xs, sv.x[k]), last(xs, sv.x[k]), last(ys, sv.y[k])];
    for (let i = left; i <= right; i++) column[i] = Math.exp(-gamma * (xs[i] - sv.x[k]) ** 2);
    for (let j = first(ys, sv.y[k]); j <= top; j++) {
      const row = sv.c[k] * Math.exp(-gamma * (ys[j] - sv.y[k]) ** 2);
      for (let i = left, at = j * nx + left; i <= right; i++, at++) F[at] += row * column[i];
    }
  }
}

// tanh(s + t) = 1 - 2 / (e^2s e^2t + 1), and e^2s, e^2t separate too; where they overflow, tanh itself.
function addSigmoid(F, { xs, ys, nx, ny }, sv, { gamma, r }) {
  const column = new Float64Array(nx);
  for (let k = 0; k < sv.c.length; k++) {
    const reach = 2 * Math.abs(gamma) * Math.max(...[xs[0], xs[nx - 1]].map((x) => Math.abs(x * sv.x[k])));
    for (let i = 0; i < nx; i++) column[i] = Math.exp(2 * gamma * xs[i] * sv.x[k]);
    for (let j = 0; j < ny; j++) {
      const t = gamma * ys[j] * sv.y[k] + r;
      if (reach > 340 || Math.abs(t) > 170) {
        for (let i = 0; i < nx; i++) F[j * nx + i] += sv.c[k] * Math.tanh(gamma * xs[i] * sv.x[k] + t);
        continue;
      }
      const row = Math.exp(2 * t);
      for (let i = 0, at = j * nx; i < nx; i++, at++) F[at] += sv.c[k] * (1 - 2 / (row * column[i] + 1));
    }
  }
}

// exp(-gamma |x|^2) times a polynomial in x.z: the Gaussian factor of z goes into the coefficients.
function addTaylor(F, plane, sv, { gamma, order }) {
  const { xs, ys, nx, ny } = plane;
  const weights = [1];
  for (let j = 1; j <= order; j++) weights.push((weights[j - 1] * 2 * gamma) / j);
  const damped = { ...sv, c: sv.c.map((c, k) => c * Math.exp(-gamma * (sv.x[k] ** 2 + sv.y[k] ** 2))) };
  const sum = new Float64Array(nx * ny);
  addSeries(sum, plane, damped, weights);
  for (let j = 0; j < ny; j++) {
    for (let i = 0; i < nx; i++) F[j * nx + i] += Math.exp(-gamma * (xs[i] ** 2 + ys[j] ** 2)) * sum[j * nx + i];
  }
}

// sum_k c_k sum_j weights_j (x.z_k)^j is one polynomial in x1, x2 whose coefficients are moments of the
// support vectors; after that a node costs one Horner scheme however many vectors there are.
function addSeries(F, { xs, ys, nx, ny }, sv, weights) {
  const degree = weights.length - 1;
  const M = moments(sv, degree);
  const row = new Float64Array(degree + 1);
  for (let j = 0; j < ny; j++) {
    for (let a = 0; a <= degree; a++) {
      row[a] = 0;
      for (let c = degree - a; c >= 0; c--) row[a] = row[a] * ys[j] + weights[a + c] * choose(a + c, a) * M[a][c];
    }
    for (let i = 0; i < nx; i++) {
      let value = 0;
      for (let a = degree; a >= 0; a--) value = value * xs[i] + row[a];
      F[j * nx + i] += value;
    }
  }
}

function moments(sv, degree) {
  const M = Array.from({ length: degree + 1 }, (_, a) => new Float64Array(degree + 1 - a));
  for (let k = 0; k < sv.c.length; k++) {
    for (let a = 0, left = sv.c[k]; a <= degree; a++, left *= sv.x[k]) {
      for (let c = 0, value = left; c <= degree - a; c++, value *= sv.y[k]) M[a][c] += value;
    }
  }
  return M;
}

function choose(n, k) {
  let value = 1;
  for (let i = 1; i <= k; i++) value = (value * (n - k + i)) / i;
  return value;
}

// Where f = level crosses the sides of a cell: side 0 bottom, 1 right, 2 top, 3 left, for each of the 16
// patterns of corners at or above the level (1 bottom left, 2 bottom right, 4 top right, 8 top left).
const CUTS = [[], [3, 0], [0, 1], [3, 1], [1, 2], [3, 2, 0, 1], [0, 2], [3, 2], [2, 3], [2, 0], [0, 3, 1, 2], [2, 1], [1, 3], [1, 0], [0, 3], []];

/** Polylines of points [u, v] in grid units where F crosses a level; closed ones repeat their first point. */
export function contours(F, nx, ny, level) {
  const links = new Int32Array(4 * nx * ny).fill(-1); // a grid edge meets at most two segments
  const used = [];
  const link = (p, q) => (links[2 * p] < 0 ? (links[2 * p] = q, used.push(p)) : (links[2 * p + 1] = q));
  for (let j = 0; j + 1 < ny; j++) {
    for (let i = 0; i + 1 < nx; i++) {
      const at = j * nx + i;
      const cuts = CUTS[pattern(F, at, nx, level)];
      for (let s = 0; s < cuts.length; s += 2) {
        const [p, q] = [edge(cuts[s], at, nx), edge(cuts[s + 1], at, nx)];
        link(p, q);
        link(q, p);
      }
    }
  }
  return stitch(links, used).map((path) => path.map((e) => crossing(F, e, nx, level)));
}

function pattern(F, at, nx, level) {
  const [a, b, c, d] = [F[at], F[at + 1], F[at + nx + 1], F[at + nx]];
  const corners = (a >= level) + 2 * (b >= level) + 4 * (c >= level) + 8 * (d >= level);
  const saddle = corners === 5 || corners === 10;
  return saddle && (a + b + c + d) / 4 < level ? 15 - corners : corners; // the middle says which corners join
}

// Edges are numbered by their first node: even = towards the right, odd = upwards.
const edge = (side, at, nx) => [2 * at, 2 * (at + 1) + 1, 2 * (at + nx), 2 * at + 1][side];

function crossing(F, e, nx, level) {
  const at = e >> 1;
  const [p, q] = [F[at], F[at + (e & 1 ? nx : 1)]];
  const t = (level - p) / (q - p);
  const [i, j] = [at % nx, Math.floor(at / nx)];
  return e & 1 ? [i, j + t] : [i + t, j];
}

function stitch(links, used) {
  const seen = new Set();
  const walk = (start) => {
    const path = [];
    for (let e = start, from = -1; e >= 0 && !seen.has(e);) {
      seen.add(e);
      path.push(e);
      const next = links[2 * e] === from || seen.has(links[2 * e]) ? links[2 * e + 1] : links[2 * e];
      [from, e] = [e, next];
    }
    return path;
  };
  const open = used.filter((e) => links[2 * e + 1] < 0).map((e) => (seen.has(e) ? [] : walk(e)));
  const closed = used.map((e) => (seen.has(e) ? [] : walk(e))).map((path) => [...path, ...path.slice(0, 1)]);
  return [...open, ...closed].filter((path) => path.length > 1);
}

/** 513 colours from f = -2 to f = 2; each colour [r, g, b], `strength` how far the ends leave the paper. */
export function palette(minus, paper, plus, strength) {
  const table = new Uint8ClampedArray(4 * 513);
  for (let k = 0; k < 513; k++) {
    const share = (Math.abs(k - 256) / 256) * strength;
    const end = k < 256 ? minus : plus;
    for (let c = 0; c < 3; c++) table[4 * k + c] = paper[c] + share * (end[c] - paper[c]);
    table[4 * k + 3] = 255;
  }
  return table;
}

/** Colours of a grid, top row first as pictures have it, into the bytes of an ImageData. */
export function shade(F, nx, ny, table, pixels) {
  const from = new Uint32Array(table.buffer);
  const to = new Uint32Array(pixels.buffer);
  for (let j = 0; j < ny; j++) {
    for (let i = 0, at = j * nx, out = (ny - 1 - j) * nx; i < nx; i++, at++, out++) {
      to[out] = from[Math.round(256 + 128 * Math.max(-2, Math.min(2, F[at])))];
    }
  }
}
