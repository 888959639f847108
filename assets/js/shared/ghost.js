// The exact boundary beside an approximation, or the SVM's beside a perceptron (`own` kernel): hollow.

import { grid } from "./field.js";
import { EXACT } from "./kernels.js";
import { levels, stroke, trace } from "./paint.js";

const seen = new WeakMap(); // by view; not by order, D, step

export function haunt(ctx, view, of, { ink, paper }, own) {
  let found = seen.get(view) ?? {};
  if (found.of !== of) {
    const { ghost, kernel, X, window } = of;
    const exact = own ? { ...kernel, waves: 0 } : { name: EXACT, gamma: kernel.gamma };
    const asked = [...Object.values(exact), X, ghost].join();
    const path = found.asked === asked ? found.path : trace(levels(grid(own ? kernel : exact, X, ghost.slice(0, -1), ghost.at(-1), window, 100), 100, view, true)[1]);
    seen.set(view, found = { of, asked, path });
  }
  stroke(ctx, found.path, ink, 5.5 * view.size);
  stroke(ctx, found.path, paper, 3 * view.size);
}
