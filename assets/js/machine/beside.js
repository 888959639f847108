// A boundary that the page finds beside the board's own, as that of ridge regression, comes ahead of it with the figures.

import { cloud } from "../board/cloud.js";
import { drawEarly, nextTurn, painted } from "../plot/early_figures.js";
import { plots } from "../plot/plot.js";
import { quicken } from "../plot/moving_lines.js";
import * as paint from "../shared/paint.js";
import { EditedPoints } from "./edited_points.js";

/** The boundary, and all figures, for points as a hand draws them: a request in flight, and as long a pause for the board. */
class Beside extends EditedPoints {
  async put(offers, values, lang) {
    this.newest = values;
    if (this.asking) return;
    for (this.asking = true; this.asked !== this.newest; ) {
      const began = Date.now();
      await drawEarly(nextTurn(), offers, (this.asked = this.newest), lang);
      await Promise.all([painted(), new Promise((done) => setTimeout(done, Date.now() - began))]);
    }
    this.asking = false;
  }
}

/** Let the line of a board follow points and sliders; of other points than the line is about, it waits for its own. */
export function scrub(board) {
  if (board.beside) return;
  const solve = board.solve;
  board.beside = new Beside();
  board.solve = (...how) => {
    solve.apply(board, how);
    const { early, isTold, view, colours, store: { n } } = board;
    if (early?.n === n && !isTold && board.painted) paint.clipped(board.below.getContext("2d"), view, () => cloud(board.below.getContext("2d"), view, early, colours));
  };
  plots[board.data.lab] = {
    root: board.root,
    update({ median }) {
      Object.values(plots).forEach(quicken);
      const line = { cloud: [], median: Float32Array.from(median, (place) => place ?? NaN) };
      board.early = { ...line, n: board.store.n };
      Object.assign(board.told[1], line);
      board.painted = undefined;
      board.touch();
    },
  };
  board.store.subscribe((what) => {
    if (what === "points" && board.data.offers) board.beside.follow(board);
    if (what === "data") board.early = null; // the page has its own line
  }, board.gone.signal);
}
