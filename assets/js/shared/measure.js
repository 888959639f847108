// Measurements of a picture for tests and benchmarks, with ?debug=1 in the address.

import { debug } from "./component.js";

/** Record how long a frame took, and the delay from an event to its picture, both in ms. */
export function measure(took, picture, grid = debug.grid) {
  debug.paints.push(took);
  debug.grid = grid;
  if (picture?.stamp) debug.latency.push(performance.now() - picture.stamp);
  if (picture) picture.stamp = 0;
}
