// The kernels on a grid: each adds sum_i c_i K(z_i, x) for vectors [z1, z2, c] to f at the nodes (xs, ys).

import { addPolynomial } from "./polynomial.js";

/** The `width` of a bump and its `island` are in units of 1 / sqrt(gamma), `effort` is that of a node. */
export const twins = {
  gaussian: { add: addGaussian, width: 0.35, island: 2.15, effort: (_, count, near) => count * near },
  linear: { add: addSeries, weights: () => [0, 1], straight: true },
  polynomial: { add: addSeries, weights: powers },
  taylor: { add: addSeries, weights: exponential, damp: ({ gamma }) => gamma },
};
export const EXACT = "gaussian";

/** The promise of what a kernel still needs to be drawn, if anything. */
export const missing = (kernel) => kernel && !twins[kernel.name] && import("./more_kernels.js").then(({ more }) => more(twins));

function powers({ degree, gamma, zeta }) {
  let list = [1];
  for (let k = 0; k < degree; k++) list = [...list, 0].map((weight, j) => zeta * weight + gamma * (list[j - 1] ?? 0));
  return list;
}

function exponential({ gamma, order }) {
  const list = [1];
  for (let j = 1; j <= order; j++) list.push((list[j - 1] * 2 * gamma) / j);
  return list;
}

// exp(-gamma |x - z|^2) is a factor in x1 times a factor in x2: 2 n exponentials, not n^2. Those below 1e-16 are
// left out.
function addGaussian(F, xs, ys, vectors, { gamma }) {
  const reach = Math.sqrt(37 / gamma);
  const step = xs[1] - xs[0] || 1; // one node: any
  const first = (nodes, z) => Math.max(0, Math.ceil((z - reach - nodes[0]) / step));
  const after = (nodes, z) => Math.min(nodes.length, Math.floor((z + reach - nodes[0]) / step) + 1);
  const column = new Float64Array(xs.length);
  for (const [z1, z2, c] of vectors) {
    const [left, right, top] = [first(xs, z1), after(xs, z1), after(ys, z2)];
    for (let i = left; i < right; i++) column[i] = Math.exp(-gamma * (xs[i] - z1) ** 2);
    for (let j = first(ys, z2); j < top; j++) {
      const row = c * Math.exp(-gamma * (ys[j] - z2) ** 2);
      for (let i = left, at = j * xs.length + left; i < right; i++, at++) F[at] += row * column[i];
    }
  }
}

// Over all vectors exp(-damp (|x|^2 + |z|^2)) sum_j weights_j (x.z)^j is one polynomial whose coefficients are moments of
// the vectors: a node costs one Horner scheme, however many there are.
function addSeries(F, xs, ys, vectors, kernel) {
  const [weights, damp] = [this.weights(kernel), this.damp?.(kernel) ?? 0];
  const degree = weights.length - 1;
  const M = weights.map((_, a) => new Float64Array(degree + 1 - a));
  for (const [z1, z2, c] of vectors) {
    let left = c * Math.exp(-damp * (z1 * z1 + z2 * z2));
    for (let a = 0; a <= degree; a++, left *= z1) {
      // `value` grows by z2 and from one binomial coefficient of (a + k over a) to the next
      for (let k = 0, value = left; k <= degree - a; k++, value *= (z2 * (a + k)) / k) M[a][k] += value * weights[a + k];
    }
  }
  addPolynomial(F, xs, ys, M, [damp, damp]);
}
