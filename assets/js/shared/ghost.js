// The exact boundary beside an approximation, or the SVM's beside a perceptron: hollow; a curve: dashed.

import { grid } from "./field.js";
import { EXACT } from "./kernels.js";
import { levels, stroke, trace } from "./paint.js";

const seen = new WeakMap(); // by view; not by order, D, step

export function haunt(ctx, { view, colours, data, machine }, of) {
  const courses = machine?.courses;
  let found = seen.get(view) ?? {};
  if (found.of !== of) {
    const { ghost, kernel, X } = of;
    const own = data.course ? kernel : { name: EXACT, gamma: kernel.gamma };
    const asked = [...Object.values({ ...own, waves: 0 }), X, ghost].join();
    const f = [own, X, ghost.slice(0, -1), ghost.at(-1)];
    const path = found.asked === asked ? found.path : trace(courses ? courses(view, f, 0) : levels(grid(...f, view.window, 100), 100, view, true)[1]);
    seen.set(view, found = { of, asked, path });
  }
  const draw = (colour, width, dash) => stroke(ctx, found.path, colours[colour], width * view.size, dash);
  draw(courses ? "paper" : "ink", 5.5);
  if (courses) draw("grey", 3, [10, 6]);
  else draw("paper", 3);
}
