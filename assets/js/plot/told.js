// What follows a board that reads C off its path: the sentences of its page, the counts, and the marks of its figures.

import { number } from "../shared/numbers.js";
import { plots } from "./plot.js";

const KINDS = ["outside", "on_margin", "free", "inside", "on_plane", "misclassified", "bounded_on_margin"]; // core.problem.Role
const SEEN = 40; // ms: the marks cost as much as the board
const BESIDE = { slack: -7, norm: 7 }; // as in pages/losses/figures/path.py

const followed = new WeakSet();
let newest = () => {};
const late = new MutationObserver(() => newest()); // a run that began before

/** Write the sentences of the page and its counts, and move its figures: page.css lets wait what does not follow. */
export function tell(board, found) {
  const { data, data: { path: { says, rows, worst } } } = board;
  const { C, role, slack, squared, alpha, margin } = found;
  const picked = (data.picked = worst ? margin.indexOf(Math.min(...margin)) : data.picked);
  const costs = Array.from(slack, (xi, i) => (role[i] > 2 && role[i] < 6 ? xi : 0));
  const [total, xi, n] = [costs.reduce((sum, cost) => sum + cost, 0), Math.max(...costs), role.length];
  const some = role.filter((one) => one > 2 && one < 6).length;
  const say = (key, holes) => {
    for (const name in holes) holes[name] = number(holes[name]);
    return board.say(`${says}.${key}`, holes);
  };
  write(".st-key-lead p", say(some ? "lead" : "lead.none", { C, some, n, total, i: costs.indexOf(xi) + 1, xi, half: squared / 2, cost: C * total }));
  const point = { i: picked + 1, m: margin[picked], xi: costs[picked], alpha: alpha[picked], distance: costs[picked] / Math.sqrt(squared) };
  write(".st-key-told-point p", say(squared > 0 ? `point.${KINDS[role[picked]]}` : "point.flat", point));
  const counts = document.querySelectorAll(".st-key-explains-numbers tbody td:last-child");
  rows.forEach((kind, k) => counts[k] && write(counts[k], `${role.filter((one) => one === kind).length}`));
  for (const part of document.querySelectorAll(".st-key-lead, .st-key-told-point, .st-key-told-path, .st-key-explains-numbers"))
    late.observe(part, { characterData: true, childList: true, subtree: true });
  newest = () => board.root.isConnected && board.isAhead && board.store.C === C && tell(board, found);
  const { dataset } = document.documentElement;
  if (dataset.waits) dataset.follows = "headline figures";
  const terms = { slack: total, norm: Math.sqrt(squared) };
  for (const { figure: node, last } of Object.values(plots)) {
    if (!node?._fullLayout || !node.isConnected) continue;
    const marks = last?.figure.data.find(({ name }) => name === "C");
    if (marks) write(".st-key-told-path p", near(board, marks, C));
    node.reads = () => board.isAhead && board.store.C === C && move(node, found, terms, board.data.picked);
    if (!followed.has(node)) followed.add(node), node.on("plotly_afterplot", () => node.reads());
    node.moving ??= setTimeout(() => { node.moving = null; node.isConnected && node.reads(); }, SEEN);
  }
}

/** What happens at C, or at the breakpoints around it, as near_sentence in pages/losses/sentences.py says it. */
function near(board, { x, text, hovertext }, C) {
  const above = x.findIndex((at) => at > C);
  const k = above < 0 ? x.length : above;
  const told = [[x[k - 1] === C ? "at" : "below", k - 1], ["above", k]].filter(([, at]) => at in x);
  const said = told.map(([name, at]) => board.say(`${board.data.path.says}.near.${name}`, { C: text[at], moves: hovertext[at] }));
  return said.reduce((first, second) => board.say("language.sentences", { first, second }), said.shift() ?? "");
}

// The text stays Streamlit's own: its next run writes the same.
function write(at, words) {
  let node = at.nodeType ? at : document.querySelector(at);
  while (node?.firstElementChild && node.childNodes.length === 1) node = node.firstElementChild;
  if (node?.childNodes.length === 1 && node.firstChild.data !== words) node.firstChild.data = words;
}

/** Move the points, the mark, the lines and the bars at C of a figure; its `meta` says what its points show. */
function move(node, { C, alpha, margin }, terms, picked) {
  const { layout: { meta = {}, shapes = [] }, _fullLayout: { xaxis: x, yaxis: y, yaxis2 } } = node;
  const [what, low, high] = meta.follows ?? [];
  const place = (i) => {
    if (what !== "margin") return [C, what === "share" ? alpha[i] / C : Math.max(alpha[i], low)];
    const at = Math.max(low, Math.min(high, margin[i]));
    return [at, Math.max(0, 1 - at)];
  };
  for (const mark of what ? node.querySelectorAll(".point") : []) {
    const { id, trace } = mark.__data__;
    const i = id ? id - 1 : Array.isArray(trace?.meta) ? picked : -1;
    if (i < 0) continue;
    const [left, top] = place(i);
    mark.setAttribute("transform", `translate(${x.d2p(left)},${y.d2p(top)})`);
  }
  const now = (name) => meta.largest[name] && terms[name]; // not its rounding
  for (const word of meta.largest ? node.querySelectorAll(".textpoint") : []) {
    const { name, meta: told } = word.__data__.trace ?? {};
    if (name in terms) write(word, told + number(now(name)));
  }
  shapes.forEach(({ name }, k) => {
    const line = name && node.querySelector(`.shapelayer path[data-index="${k}"]`);
    if (!line) return;
    const at = x._offset + x.d2p(C);
    if (name === "C") return line.setAttribute("d", line.getAttribute("d").replace(/[-\d.]+(?=,)/g, at));
    const [foot, top] = [0, now(name) / (meta.largest[name] || 1)].map((share) => yaxis2._offset + yaxis2.d2p(share));
    line.setAttribute("d", `M${at + BESIDE[name]},${foot}L${at + BESIDE[name]},${top}`);
  });
}
