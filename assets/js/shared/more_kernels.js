// The kernels beyond the usual ones on a grid.

import { addPolynomial } from "./polynomial.js";

// tanh(s + t) = 1 - 2 / (e^2s e^2t + 1) separates too; where that overflows, tanh itself.
function addSigmoid(F, xs, ys, vectors, { gamma, r }) {
  for (const [z1, z2, c] of vectors) {
    const column = xs.map((x) => Math.exp(2 * gamma * x * z1));
    for (let j = 0, at = 0; j < ys.length; j++) {
      const t = gamma * ys[j] * z2 + r;
      const row = Math.exp(2 * t);
      for (let i = 0; i < xs.length; i++) {
        const e = row * column[i];
        F[at++] += c * (e > 0 && e < Infinity ? 1 - 2 / (e + 1) : Math.tanh(gamma * xs[i] * z1 + t));
      }
    }
  }
}

// K(x, z) = 2 / D sum_k cos(w_k.x + b_k) cos(w_k.z + b_k): vectors weigh the waves first; each separates.
// Waves [w_1, w_2, b] come with the answer; of pairs b is 0 and -pi / 2.
function addFourier(F, xs, ys, vectors, { waves }) {
  for (let k = 0; k < waves.length; k += 3) {
    const [w1, w2, b] = waves.slice(k, k + 3);
    const weight = vectors.reduce((sum, [z1, z2, c]) => sum + c * Math.cos(w1 * z1 + w2 * z2 + b), 0) * (6 / waves.length);
    const [even, odd] = [Math.cos, Math.sin].map((wave) => xs.map((x) => weight * wave(w1 * x)));
    ys.forEach((y, j) => addRow(F, j * xs.length, even, Math.cos(w2 * y + b), odd, Math.sin(w2 * y + b)));
  }
}

// Apart it stays compiled.
function addRow(F, at, even, cos, odd, sin) {
  for (let i = 0; i < even.length; i++) F[at++] += even[i] * cos - odd[i] * sin;
}

// K(x, z) = phi(x).phi(z) with phi(x) = A' k(x), where k holds the Gaussian at L landmarks: the vectors weigh these, and
// what is left are L Gaussians. Rows [z1, z2, A] come with the answer.
/** @this {{ gaussian: Twin }} */
function addNystroem(F, xs, ys, vectors, kernel) {
  const { waves, gamma } = kernel;
  const size = Math.round(Math.sqrt(1 + waves.length)) + 1;
  const rows = Array.from({ length: waves.length / size }, (_, l) => waves.slice(l * size, (l + 1) * size));
  const seen = rows.map(([u, v]) => vectors.reduce((sum, [z1, z2, c]) => sum + c * Math.exp(-gamma * ((u - z1) ** 2 + (v - z2) ** 2)), 0));
  const weights = rows.map((_, k) => rows.reduce((sum, row, l) => sum + row[k + 2] * seen[l], 0));
  this.gaussian.add(F, xs, ys, rows.map((row) => [row[0], row[1], weights.reduce((sum, w, k) => sum + w * row[k + 2], 0)]), kernel);
}

// K(x, z) = exp(-damp.(x^2 + z^2)) sum_n weights_n x^a z^a with the n-th pair of exponents a.
function addMonomials(F, xs, ys, vectors, { exponents, weights, damp }) {
  const size = Math.max(...exponents.flat()) + 1;
  const M = Array.from({ length: size }, () => new Float64Array(size));
  for (const [z1, z2, c] of vectors) {
    const left = c * Math.exp(-damp[0] * z1 * z1 - damp[1] * z2 * z2);
    exponents.forEach(([a, k], n) => { M[a][k] += left * weights[n] * z1 ** a * z2 ** k; });
  }
  addPolynomial(F, xs, ys, M, damp);
}

export function more(twins) {
  const { gaussian, gaussian: { width } } = twins;
  twins.sigmoid = { add: addSigmoid, effort: (_, count) => 4 * count };
  twins.fourier = twins.paired = { add: addFourier, width, effort: ({ components }) => 2 * components };
  twins.nystroem = { add: addNystroem, width, gaussian };
  twins.monomials = { add: addMonomials };
}
