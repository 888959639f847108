// The picture of a run on other points than those on the board: grey and hatched, so that it is not taken for the board's.

import { grid } from "./field.js";
import { axes, clipped, field, levels, palette, stroke, trace } from "./paint.js";

const NODES = 100; // per side
const HATCH = 11; // pixels between two lines

/** Draw the run that a player keeps, at these multipliers; only the axes if none of its points is left. */
export function greyRun(ctx, { recorded, kernel, playback: { y }, view, colours, strange, data }, alpha, b) {
  if (strange) return axes(ctx, view, data.axes, colours);
  grey(ctx, view, { ...recorded, kernel, coef: alpha.map((a, i) => a * y[i]), b }, colours, data.axes, data.course);
}

export function grey(ctx, view, { kernel, X, coef, b, window }, colours, names, alone) {
  const { left, top, span, size } = view;
  const F = grid(kernel, X, coef, b, window, NODES);
  clipped(ctx, view, () => {
    field(ctx, view, F, NODES, palette({ ...colours, pos: colours.grey, neg: colours.grey }, 0.3), "low");
    const hatch = new Path2D();
    for (let at = -span; at < span; at += HATCH) hatch.lineTo(left + at, top + span), hatch.lineTo(left + at + span, top), hatch.moveTo(left + at + HATCH, top + span);
    stroke(ctx, hatch, colours.grid, 1);
    const [lower, middle, upper] = levels(F, NODES, view, alone);
    stroke(ctx, trace(middle), colours.grey, 2 * size);
    stroke(ctx, trace([...lower, ...upper]), colours.grey, size, [9 * size, 5 * size]);
  });
  axes(ctx, view, names, colours);
}
