// The one table of the six classes: label, property of the colour (its values, for every look, are in lab.css), shape.
// All shapes have nearly the area of the circle. The labels are those of `LABELS` in datasets/points.py.

export const CLASSES = [
  [1, "pos", "M5.2 0A5.2 5.2 0 1 0-5.2 0A5.2 5.2 0 1 0 5.2 0z"], // circle
  [-1, "neg", "M0-6.8L6.3 4.4H-6.3z"], // triangle
  [2, "third", "M-4.6-4.6H4.6V4.6H-4.6z"], // square
  [3, "fourth", "M0-7.2L5.9 0L0 7.2L-5.9 0z"], // diamond
  [4, "fifth", "M-2.2-6.4H2.2V-2.2H6.4V2.2H2.2V6.4H-2.2V2.2H-6.4V-2.2H-2.2z"], // cross
  [5, "sixth", "M0-7.8L2.1-2.8L7.4-2.4L3.4 1.1L4.6 6.3L0 3.5L-4.6 6.3L-3.4 1.1L-7.4-2.4L-2.1-2.8z"], // star
];
export const LABELS = CLASSES.map(([label]) => label);

const known = new Map(CLASSES.map(([label, colour, path]) => [label, { colour, path }]));

/** Colour property and shape of a class. @param {number} label @returns {{ colour: string, path: string }} */
export const classOf = (label) => known.get(label);
