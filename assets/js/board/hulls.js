// Where no hard margin exists: the hulls of the classes, and the point that both share.

import { twins } from "../shared/kernels.js";
import { edged, fill, stroke, trace } from "../shared/paint.js";

export function hulls(ctx, view, picture, colours) {
  if (twins[picture.kernel.name].straight) [1, -1].forEach((label) => outline(ctx, view, picture, label, colours));
  const [[x, y], r] = [view.place(picture.common), 9 * view.size];
  edged(ctx, new Path2D(`M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`), colours, 3 * view.size);
}

function outline(ctx, { size, place }, { X, y }, label, { pos, neg }) {
  const corners = hull(Array.from(y, (_, i) => place([X[2 * i], X[2 * i + 1]])).filter((_, i) => y[i] === label));
  const [path, colour] = [trace([[...corners, corners[0]]]), label > 0 ? pos : neg];
  stroke(ctx, path, colour, 1.25 * size, label > 0 ? [] : [6, 4]);
  fill(ctx, path, colour, 0.12);
}

// Corners of the convex hull (Andrew's monotone chain).
function hull(all) {
  all.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const left = (o, p, q) => (p[0] - o[0]) * (q[1] - o[1]) > (p[1] - o[1]) * (q[0] - o[0]);
  const chain = (list) => list.reduce((out, p) => {
    while (out.length > 1 && !left(out.at(-2), out.at(-1), p)) out.pop();
    return [...out, p];
  }, []);
  return [...chain(all), ...chain(all.reverse())];
}
