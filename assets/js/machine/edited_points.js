// The figures for numbers and points as hands draw them.

import { Ahead } from "../form/ahead.js";

const MOST = 8; // points

export class EditedPoints extends Ahead {
  /** @param {BoardPart} board */
  follow({ store, store: { kernel, C }, data: { offers, lang }, told: [, page] }) {
    const points = edited(store, page);
    if (points) this.put(offers, { ...kernel, C, ...(points.length && { points }) }, lang);
  }
}

/** Each point that the page does not have so, as [index, x1, x2, label]; null where that says too little, or too much. */
export function edited({ X, y, n }, page) {
  if (n < page.y.length) return null;
  const other = (i) => X[2 * i] !== page.X[2 * i] || X[2 * i + 1] !== page.X[2 * i + 1] || y[i] !== page.y[i];
  const list = [...y.keys()].filter(other);
  return list.length > MOST ? null : list.map((i) => [i, X[2 * i], X[2 * i + 1], y[i]]);
}
