// What tests and benchmarks read of a picture, with ?debug=1 in the address.

import { debug } from "./component.js";

/** Keep how long a frame took, and how long after its event its picture came. */
export function measure(took, picture, grid = debug.grid) {
  debug.paints.push(took);
  debug.grid = grid;
  if (picture?.stamp) debug.latency.push(performance.now() - picture.stamp);
  if (picture) picture.stamp = 0;
}
