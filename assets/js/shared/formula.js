// A typed formula on a grid: its postfix code, computed bit for bit as core/problem/formula/code.py does.

import { LONGEST_ANGLE, exponential, hyperbolicTangent, logarithm, power, wave } from "./elementary.js";

const larger = (a, b) => (b > a ? b : a);
const smaller = (a, b) => (b < a ? b : a); // of 0 and -0 the first one, unlike Math.min

// The operations by their numbers in the core. A leaf is a function of its number, x = (x1, x2) and z = (z1, z2).
const [ONE, TWO] = [10, 20];
const LEAVES = {
  0: (number) => number,
  1: (_, x1, x2, z1, z2) => 0 + x1 * z1 + x2 * z2, // never -0
  2: (_, x1, x2, z1, z2) => (x1 - z1) * (x1 - z1) + (x2 - z2) * (x2 - z2),
  3: (_, x1, x2, z1, z2) => Math.abs(x1 - z1) + Math.abs(x2 - z2),
  4: (_, x1, x2, z1, z2) => larger(larger(0, Math.abs(x1 - z1)), Math.abs(x2 - z2)),
  5: (_, x1, x2) => x1 * x1 + x2 * x2,
  6: (_, _x1, _x2, z1, z2) => z1 * z1 + z2 * z2,
  7: (number, x1, x2) => (number ? x2 : x1),
  8: (number, _x1, _x2, z1, z2) => (number ? z2 : z1),
};
const ONES = {
  10: (a) => -a,
  11: power,
  12: exponential,
  13: logarithm,
  14: Math.sqrt, // an operation of IEEE 754
  15: Math.abs,
  16: (a) => (Math.abs(a) <= LONGEST_ANGLE ? wave(a, 3) : NaN),
  17: (a) => (Math.abs(a) <= LONGEST_ANGLE ? wave(a, 0) : NaN),
  18: hyperbolicTangent,
};
const TWOS = {
  20: (a, b) => a + b,
  21: (a, b) => a - b,
  22: (a, b) => a * b,
  23: (a, b) => (b !== 0 ? a / b : a / 0), // of -0 too
  24: (a, b) => (a !== a || b !== b ? NaN : smaller(a, b)),
  25: (a, b) => (a !== a || b !== b ? NaN : larger(a, b)),
};

/** K(x, z), or K(z, x) if `exchanged`, into stack[0] for x = (xs[i], x2) and one z; each operation on all of them. */
function evaluate(code, xs, x2, z1, z2, exchanged, stack) {
  let top = -1;
  for (let k = 0; k < code.length; k += 2) {
    const [op, number] = [code[k], code[k + 1]];
    if (op < ONE) {
      const v = (stack[++top] ??= new Float64Array(xs.length));
      const leaf = LEAVES[op];
      if (exchanged) for (let i = 0; i < v.length; i++) v[i] = leaf(number, z1, z2, xs[i], x2);
      else for (let i = 0; i < v.length; i++) v[i] = leaf(number, xs[i], x2, z1, z2);
    } else if (op < TWO) {
      const [v, one] = [stack[top], ONES[op]];
      for (let i = 0; i < v.length; i++) v[i] = one(v[i], number);
    } else {
      const [w, v, two] = [stack[top], stack[--top], TWOS[op]];
      for (let i = 0; i < v.length; i++) v[i] = two(v[i], w[i]);
    }
  }
}

// The mean of K(x, z) and K(z, x), unless the text itself is symmetric.
function addFormula(F, xs, ys, vectors, { waves: code }) {
  const both = code.some((op, k) => k % 2 === 0 && op > 4 && op < 9);
  const [there, back] = [[], []];
  ys.forEach((y, j) => vectors.forEach(([z1, z2, c]) => {
    const at = j * xs.length;
    evaluate(code, xs, y, z1, z2, false, there);
    if (both) evaluate(code, xs, y, z1, z2, true, back);
    for (let i = 0; i < xs.length; i++) F[at + i] += c * (both ? 0.5 * (there[0][i] + back[0][i]) : there[0][i]);
  }));
}

export function more(twins) {
  twins.formula = { add: addFormula, effort: ({ waves }, count) => 20 * waves.length * count };
}
