// The kernels that are a power series of the inner product on a grid.

import { addPolynomial } from "./polynomial.js";

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

// Over all vectors exp(-damp (|x|^2 + |z|^2)) sum_j weights_j (x.z)^j is one polynomial whose coefficients are moments of
// the vectors: a node costs one Horner scheme, however many there are.
/** @this {Twin} */
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

/** Add these kernels to a table of them. @param {Record<string, Twin>} twins */
export const more = (twins) => Object.assign(twins, {
  linear: { add: addSeries, weights: () => [0, 1], straight: true },
  polynomial: { add: addSeries, weights: powers },
  taylor: { add: addSeries, weights: exponential, damp: ({ gamma }) => gamma },
});
