// The tooltip of a board: f at a place, taken apart into its terms.

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
  board.who.textContent = i < 0 ? "" : board.fact(link ? "draw.mark" : "draw.tip.point", i);
  tell(board, board.valueAt(at));
  node.hidden = false;
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
