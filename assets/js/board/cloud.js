// Boundaries that the page found beside the board's own: of many rolls, a thin line each, and the median of all of them.

import { stroke } from "../shared/paint.js";

export function cloud(ctx, view, { cloud, median }, { violet }) {
  ctx.globalAlpha = 0.22;
  stroke(ctx, path(cloud, view), violet, view.size);
  ctx.globalAlpha = 1;
  stroke(ctx, path(median, view), violet, 3 * view.size, [9 * view.size, 5 * view.size]);
}

// Places (x, y) one after the other; a gap is not a number.
function path(places, view) {
  const drawn = new Path2D();
  let inside = false;
  for (let k = 0; k < places.length; k += 2) {
    const [x, y] = [places[k], places[k + 1]];
    if (x === x) {
      const [left, top] = view.place([x, y]);
      drawn[inside ? "lineTo" : "moveTo"](left, top);
    }
    inside = x === x;
  }
  return drawn;
}
