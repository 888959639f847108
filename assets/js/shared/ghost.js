// The exact Gaussian boundary beside an approximation, or the SVM's under the `own` kernel of a perceptron: hollow.

import { grid } from "./field.js";
import { EXACT } from "./kernels.js";
import { levels, stroke, trace } from "./paint.js";

export function haunt(ctx, view, of, { ink, paper }, own) {
  const { ghost, kernel, X, window, seen } = of;
  const f = () => grid(own ? kernel : { ...kernel, name: EXACT }, X, ghost.slice(0, -1), ghost.at(-1), window, 100);
  const { path } = seen?.view === view ? seen : (of.seen = { view, path: trace(levels(f(), 100, view)[1]) });
  stroke(ctx, path, ink, 5.5 * view.size);
  stroke(ctx, path, paper, 3 * view.size);
}
