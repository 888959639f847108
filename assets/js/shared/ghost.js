// The exact Gaussian boundary beside an approximation, or the SVM's under the `own` kernel of a perceptron: hollow.

import { grid } from "./field.js";
import { EXACT } from "./kernels.js";
import { levels, stroke, trace } from "./paint.js";

const seen = new WeakMap(); // by view: neither the order, D nor the step of a run change it

export function haunt(ctx, view, { ghost, kernel, X, window }, { ink, paper }, own) {
  const exact = own ? { ...kernel, waves: 0 } : { name: EXACT, gamma: kernel.gamma };
  const asked = [...Object.values(exact), X, ghost].join();
  let found = seen.get(view);
  if (found?.asked !== asked) {
    const F = grid(own ? kernel : exact, X, ghost.slice(0, -1), ghost.at(-1), window, 100);
    seen.set(view, found = { asked, path: trace(levels(F, 100, view, true)[1]) });
  }
  stroke(ctx, found.path, ink, 5.5 * view.size);
  stroke(ctx, found.path, paper, 3 * view.size);
}
