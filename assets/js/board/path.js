// Every C at once: between two breakpoints alpha and b are linear in C, so a board that has them draws any C in the frame
// of its slider; figures and words follow. Python found the path and proved it.

import { address } from "../shared/address.js";
import { twins } from "../shared/kernels.js";
import { unpack } from "../shared/wire.js";
import { tell } from "../plot/told.js";

const [FREE, BOUNDED] = [1, 2]; // core.solver.Status
const paths = new Map(); // by name: the newest

/** Let a board read C off its path for as long as it shows the points and the kernel that the path is of. */
export async function scrub(board) {
  const { store, told: [{ kernel, path }, { X, y, waves }] } = board;
  const read = await (paths.get(path.name) ?? keep(path.name, load(path.name, { ...kernel, waves }, X, y)));
  if (!read || board.told[0].path?.name !== path.name || !store.holds(X, y) || store.asksOther(kernel, store.C)) return;
  const of = { X: store.X, kernel: store.kernel };
  const known = board.read;
  board.read = (C) => store.X === of.X && store.kernel === of.kernel && C && read(C);
  if (known) return; // by this board
  const { ask } = Object.getPrototypeOf(store);
  store.scrubs = (C, name = "C") => name === "C" && !!board.read(C);
  store.ask = (stamp) => {
    const found = board.root.isConnected && board.read(store.C);
    if (!found) return delete document.documentElement.dataset.follows, ask.call(store, stamp);
    store.take({ state: "proved", draw: true, steps: 0, b: found.b }, { ...found, waves: store.picture?.kernel.waves }, store.request(stamp));
    queueMicrotask(() => tell(board, found)); // once it is known that the page waits
  };
}

const keep = (name, made) => (paths.clear(), paths.set(name, made), made);

/** The function that reads alpha, b, margins, roles and slack at a C, null beyond the ends; null if no path is cached. */
async function load(name, kernel, X, y) {
  const answer = await fetch(address(`lab/path?name=${name}`)).catch(() => null);
  if (answer?.status !== 200) return null;
  const [{ violation }, { C: ends, b: offsets, place: first, counts, moves, alpha: values }] = unpack(await answer.arrayBuffer());
  const [n, m, G] = [y.length, counts.length, gram(kernel, X, y.length)];
  const [places, alphas] = [new Uint8Array(m * n), new Float64Array((m + 1) * n)];
  for (let k = 0, at = 0, from = 0; k <= m; k++) {
    const [before, here] = [k ? k - 1 : 0, Math.min(k, m - 1)].map((piece) => places.subarray(piece * n, (piece + 1) * n));
    if (k < m) here.set(k ? before : first);
    if (k < m) for (const end = at + counts[k]; at < end; at++) here[moves[at] >> 2] = moves[at] & 3;
    for (let i = 0; i < n; i++) if (before[i] === FREE || here[i] === FREE) alphas[k * n + i] = values[from++];
  }
  return (C) => {
    if (!(C >= ends[0] && C <= ends[m])) return null;
    const k = ends.findIndex((end, i) => i && end >= C) - 1;
    const length = ends[k + 1] - ends[k];
    const part = length > 0 ? (C - ends[k]) / length : 1;
    const between = (low, high) => (1 - part) * low + part * high;
    const place = places.subarray(k * n, (k + 1) * n);
    const alpha = Float64Array.from(place, (status, i) => (status === FREE ? Math.max(0, Math.min(C, between(alphas[k * n + i], alphas[(k + 1) * n + i]))) : status && C));
    const g = new Float64Array(n);
    alpha.forEach((a, j) => { if (a) for (let i = 0; i < n; i++) g[i] += a * y[j] * G[j * n + i]; });
    const b = Number.isNaN(offsets[2 * k]) ? middle(g, y, place) : between(offsets[2 * k], offsets[2 * k + 1]);
    const margin = g.map((value, i) => y[i] * (value + b));
    const near = Math.max(1e-9, 2 * violation);
    const role = Uint8Array.from(margin, (value, i) => kind(place[i], value, near));
    return { C, alpha, b, margin, role, slack: margin.map((value) => Math.max(0, 1 - value)), squared: alpha.reduce((sum, a, i) => sum + a * y[i] * g[i], 0) };
  };
}

function gram(kernel, X, n) {
  const G = new Float64Array(n * n);
  const [F, x1, x2] = [0, 0, 0].map((zero) => Float64Array.of(zero)); // typed: else grids get slower
  for (let i = 0; i < n; i++)
    for (let j = 0; j <= i; j++) {
      [F[0], x1[0], x2[0]] = [0, X[2 * j], X[2 * j + 1]];
      twins[kernel.name].add(F, x1, x2, [[X[2 * i], X[2 * i + 1], 1, i]], kernel);
      G[i * n + j] = G[j * n + i] = F[0];
    }
  return G;
}

// No point is free: b lies in the middle of the valid ones.
function middle(g, y, place) {
  let [m, M] = [-Infinity, Infinity];
  g.forEach((value, i) => {
    if (!place[i] === y[i] > 0) m = Math.max(m, y[i] - value);
    else M = Math.min(M, y[i] - value);
  });
  return m === -Infinity ? M : M === Infinity ? m : (m + M) / 2;
}

function kind(place, margin, near) {
  if (place === FREE) return 2;
  if (place !== BOUNDED) return +(Math.abs(margin - 1) <= near);
  return margin > 1 - near ? 6 : margin < -near ? 5 : margin > near ? 3 : 4;
}
