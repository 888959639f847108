/** Add exp(-damp.x^2) sum_ak M_ak x1^a x2^k to a grid. */
export function addPolynomial(F, xs, ys, M, damp) {
  const [across, up] = [xs, ys].map((nodes, d) => nodes.map((x) => Math.exp(-damp[d] * x * x)));
  for (let j = 0, at = 0; j < ys.length; j++) {
    const row = M.map((moments) => up[j] * moments.reduceRight((sum, m) => sum * ys[j] + m, 0));
    for (let i = 0; i < xs.length; i++) {
      let value = 0;
      for (let a = row.length - 1; a >= 0; a--) value = value * xs[i] + row[a];
      F[at++] += across[i] * value;
    }
  }
}
