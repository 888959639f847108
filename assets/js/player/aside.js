// Who is set aside in LIBSVM's loop: veiled and struck through, so that it is not told by a shade alone.

import { fill, stroke } from "../shared/paint.js";

/** Veil the points that are set aside at the step on the board; `aside` holds point, first and last step, one after the other. */
export function veil(ctx, { recorded: { aside = [], ids }, store, view, colours, at: k }, part) {
  const [veils, strokes, r] = [new Path2D(), new Path2D(), 8 * part * view.size];
  for (let n = 0; n < aside.length; n += 3) {
    const i = aside[n + 1] <= k && k <= aside[n + 2] ? store.ids.indexOf(ids[aside[n]]) : -1;
    if (i < 0) continue; // it is looked at, or gone since
    const [x, y] = view.place(store.at(i));
    veils.moveTo(x + r, y);
    veils.arc(x, y, r, 0, 7);
    strokes.moveTo(x - r, y);
    strokes.lineTo(x + r, y);
  }
  fill(ctx, veils, colours.paper, 0.5);
  stroke(ctx, strokes, colours.grey, 1.5 * view.size);
}
