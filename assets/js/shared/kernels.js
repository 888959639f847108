// The kernels on a grid: each adds sum_i c_i K(z_i, x) for vectors [z1, z2, c] to f at the nodes (xs, ys). Others than
// the Gaussian one come when they are needed.

/**
 * The `width` of a bump and its `island` are in units of 1 / sqrt(gamma), `effort` is that of a node.
 * @type {Record<string, Twin>}
 */
export const twins = {
  gaussian: { add: addGaussian, width: 0.35, island: 2.15, effort: (_, count, near) => count * near },
};
export const EXACT = "gaussian";
const SERIES = () => import("./series_kernels.js");
const MODULES = { linear: SERIES, polynomial: SERIES, taylor: SERIES, formula: () => import("./formula.js") };
const OTHERS = () => import("./more_kernels.js");

/** The promise of what a kernel still needs to be drawn, if anything. @param {Kernel} [kernel] */
export const missing = (kernel) =>
  kernel && !twins[kernel.name] && (MODULES[kernel.name] ?? OTHERS)().then(({ more }) => more(twins));

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
