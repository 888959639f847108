// What a board says of a point, and its tooltip: f at a place, taken apart into its terms.

import { fill } from "../shared/component.js";
import { number } from "../shared/numbers.js";

const SHOWN_TERMS = 5;

/** Show the tip of point i (-1: none) at a place of the plane. */
export function tip(board, i, at) {
  const { tip: node, side, view, data: { link } } = board;
  const [x, y] = view.place(at);
  node.toggleAttribute("data-brief", !!link);
  node.toggleAttribute("data-below", y < side / 2);
  node.style = `--x: ${x}px; --y: ${y}px; --share: ${x / side}`;
  board.who.textContent = i < 0 ? "" : fact(board, link ? "draw.mark" : "draw.tip.point", i);
  tell(board, board.valueAt(at));
  node.hidden = false;
}

/** A sentence about a point, its alpha, margin y f and slack, and what the file says of it. */
export function fact(board, key, i) {
  const { picture, machine, data: { plain, units }, store, store: { n } } = board;
  if (picture && plain) return machine.fact(key, i);
  const [k, [x, y], label] = [picture?.rank.get(store.ids[i]), store.at(i), store.y[i]];
  const margin = k >= 0 && picture.draw ? label * board.valueAt([x, y]).f : NaN;
  const told = { x, y, margin, alpha: picture?.alpha[k], slack: picture?.slack?.[k] ?? Math.max(0, 1 - margin) };
  for (const name in told) told[name] = number(told[name]);
  const said = board.say(key, { ...told, i: i + 1, n, class: board.className(label) });
  const [first, second] = units?.map(([name, mean, unit], at) => `${name} = ${number(mean + unit * [x, y][at])}`) ?? [];
  return first && key !== "draw.mark" ? board.say("draw.own", { fact: said, first, second }) : said;
}

function tell(board, { f, terms }) {
  const { store: { ids }, picture: { b, y, ids: known } } = board;
  const rows = terms.map(({ i: k, value }) => [board.say("draw.tip.term", { i: ids.indexOf(known[k]) + 1 }), value, y[k]]);
  const rest = rows.splice(SHOWN_TERMS);
  if (rest.length) rows.push([board.say("draw.tip.rest", { n: rest.length }), rest.reduce((sum, [, value]) => sum + value, 0)]);
  const most = Math.max(Math.abs(b), Math.abs(terms[0]?.value ?? 0), 1e-12);
  board.sum.textContent = number(f);
  fill(board.terms, [...rows, ["b", b]], (row, [name, value, label = 0]) => {
    row.querySelector("span").textContent = name;
    row.querySelector("b").textContent = number(value);
    row.dataset.label = label;
    row.style = `--share: ${Math.max(-1, Math.min(1, value / most))}`;
    row.toggleAttribute("data-less", value < 0);
  });
}
