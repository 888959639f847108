// What the marks of several boards mean, once for all of them.

import { component, Part } from "../shared/component.js";

class Legend extends Part {
  update() {}
}

export const mount = component(Legend);
