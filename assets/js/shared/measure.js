// Measurements for tests and benchmarks, with ?debug=1 in the address.

import { debug } from "./component.js";

/** Record the time of a frame, and from an event to its picture, in ms. */
export function measure(took, picture, grid = debug.grid) {
  debug.paints.push(took);
  debug.grid = grid;
  if (picture?.stamp) debug.latency.push(performance.now() - picture.stamp);
  if (picture) picture.stamp = 0;
}
