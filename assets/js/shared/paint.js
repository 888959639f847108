// What the board draws: functions of a canvas context, a view (pixels <-> plane) and values.

import { CLASSES, classOf } from "./classes.js";
import { contours, shade } from "./field.js";
import { property } from "./component.js";
import { twins } from "./kernels.js";
import { number } from "./numbers.js";

/** Colours of the theme, with the table of the field. @returns {Colours} */
export function colours(root) {
  const names = [...CLASSES.map(([, name]) => name), "ink", "paper", "grey", "grid", "font", "i", "j", "violet"];
  /** @type {any} */
  const found = Object.fromEntries(names.map((name) => [name, property(root, `--lab-${name}`)]));
  found.dark = root.hasAttribute("data-dark");
  return { ...found, table: palette(found) };
}

/**
 * The square of the plane inside a square canvas of `side` CSS pixels.
 * @param {number} side @param {Square} window @param {Partial<Header>} header @returns {View}
 */
export function viewOf(side, window, { projector }) {
  const bare = side < 300; // too small for numbers beside it
  const size = (projector ? 1.5 : 1) * Math.max(0.5, Math.min(1, side / 450)); // of marks and lines
  const type = projector ? 18 : 12;
  const [left, top, rim] = bare ? [1, 1, 2] : [2.7 * type, type, 2.7 * type + 4];
  const span = side - rim;
  const unit = span / window.size;
  return {
    span, size, type, bare, window, left, top,
    place: ([x, y]) => [left + (x - window.x0) * unit, top + span - (y - window.y0) * unit],
    plane: ([px, py]) => [window.x0 + (px - left) / unit, window.y0 + (top + span - py) / unit],
    within: ([px, py], rim) => Math.min(px - left, py - top, left + span - px, top + span - py) >= rim,
  };
}

/** Draw nothing beyond the frame. */
export function clipped(ctx, { left, top, span }, draw) {
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, span, span);
  ctx.clip();
  draw();
  ctx.restore();
}

/** 513 colours from f = -2 to f = 2, as pixels; `strength` is how far the ends leave the paper. */
export function palette({ neg, paper, pos, dark }, strength = dark ? 0.5 : 0.42) {
  const ctx = new OffscreenCanvas(513, 1).getContext("2d", { willReadFrequently: true });
  const blend = ctx.createLinearGradient(0.5, 0, 512.5, 0);
  [neg, paper, pos].forEach((colour, k) => blend.addColorStop(k / 2, colour));
  [paper, blend].forEach((style, k) => {
    ctx.fillStyle = style;
    ctx.globalAlpha = k ? strength : 1;
    ctx.fillRect(0, 0, 513, 1);
  });
  return ctx.getImageData(0, 0, 513, 1).data;
}

/** The field of a grid F of n x n nodes, which are the centres of the picture's pixels. */
export function field(ctx, { left, top, span }, F, n, table, quality) {
  const picture = new OffscreenCanvas(n, n);
  const image = new ImageData(n, n);
  const cell = span / (n - 1);
  shade(F, n, table, image.data);
  picture.getContext("2d").putImageData(image, 0, 0);
  ctx.imageSmoothingQuality = quality;
  ctx.drawImage(picture, left - cell / 2, top - cell / 2, span + cell, span + cell);
}

/** Level lines -1, 0, 1 of a grid, in pixels; or 0 `alone`. @returns {Levels} */
export function levels(F, n, { left, top, span }, alone) {
  const cell = span / (n - 1);
  return [-1, 0, 1].map((level) => (alone && level ? [] : contours(F, n, level)).map((line) => line.map(([u, v]) => [left + u * cell, top + span - v * cell])));
}

/** @param {Polyline[]} lines */
export function trace(lines) {
  const path = new Path2D();
  for (const line of lines) line.forEach((point, k) => path[k ? "lineTo" : "moveTo"](point[0], point[1]));
  return path;
}

function disc([x, y], radius) {
  const path = new Path2D();
  path.arc(x, y, radius, 0, 7);
  return path;
}

export function stroke(ctx, path, colour, width, dash = []) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(1, width);
  ctx.setLineDash(dash);
  ctx.stroke(path);
}

export function fill(ctx, path, colour, alpha) {
  ctx.fillStyle = colour;
  ctx.globalAlpha = alpha;
  ctx.fill(path);
  ctx.globalAlpha = 1;
}

// Ink on a band of paper shows on any field.
export function edged(ctx, path, { paper, ink }, width) {
  stroke(ctx, path, paper, width + 3);
  stroke(ctx, path, ink, width);
}

/** @param {Context} ctx @param {View} view @param {Levels} levels @param {Colours} colours */
export function lines(ctx, { size }, [lower, middle, upper], { ink }) {
  ctx.lineJoin = "round";
  stroke(ctx, trace(middle), ink, 2.5 * size);
  stroke(ctx, trace([...lower, ...upper]), ink, 1.25 * size, [9 * size, 5 * size]);
}

/** Frame, few numbers outside it, axis names inside the corners. */
export function axes(ctx, { left, top, span, window: { x0, y0, size }, type, bare, place }, names, { ink, paper, grid, grey, font }) {
  stroke(ctx, new Path2D(`M${left} ${top}h${span}v${span}h${-span}z`), grid, 1);
  if (bare) return;
  ctx.font = `${type}px ${font}`;
  ctx.fillStyle = grey;
  for (const x of ticks(x0, size)) text(ctx, number(x, true), place([x, 0])[0], top + span + 1.3 * type, "center");
  for (const y of ticks(y0, size)) text(ctx, number(y, true), left - 6, place([0, y])[1] + 0.35 * type, "right");
  ctx.fillStyle = ink;
  ctx.strokeStyle = paper;
  ctx.lineWidth = 4;
  const corners = [[left + span - 8, top + span - 9, "right"], [left + 8, top + type + 8, "left"]];
  names.forEach((name, k) => {
    const symbol = { x1: "x₁", x2: "x₂" }[name];
    ctx.font = `${symbol ? "italic" : ""} ${type + 2}px ${font}`;
    text(ctx, symbol ?? name, ...corners[k], span - 16);
  });
}

// About five round numbers, none in the corners.
function ticks(start, size) {
  const power = 10 ** Math.floor(Math.log10(size / 5));
  const step = power * [1, 2, 5, 10].find((m) => m * power >= size / 5);
  const [first, last] = [Math.ceil((start + 0.02 * size) / step), Math.floor((start + 0.98 * size) / step)];
  return Array.from({ length: last - first + 1 }, (_, k) => (first + k) * step);
}

// Words without room stand inside, on paper.
function text(ctx, words, x, y, align, room) {
  ctx.textAlign = align;
  if (room) ctx.strokeText(words, x, y, room);
  ctx.fillText(words, x, y, room);
}

const TWO_RINGS = [[7.6, 1.2], [10.6, 1.2]]; // radius, width
const RINGS = [[], [], [[8, 1.9]], TWO_RINGS, TWO_RINGS, TWO_RINGS, TWO_RINGS, []]; // by role

/** How large marks, rings and halos are, from 0.5 to 1: smaller where points crowd, or would cover their own islands. */
export function thinning({ span, size, window }, n, kernel = null) {
  const reach = kernel && twins[kernel.name]?.island;
  const island = reach ? (reach * span) / (window.size * Math.sqrt(kernel.gamma)) / size : span;
  const room = Math.min(island / 14, span / Math.sqrt(n) / size / 34);
  return { part: Math.max(0.5, Math.min(1, Math.round(10 * room) / 10)), rings: island > 8 };
}

/** Stamp of class marks with their rings, each drawn once and then copied; `alike`: of one class. @returns {Stamp} */
export function marks(view, colours, ratio, alike) {
  const made = {};
  return (ctx, [x, y], label, role, part = 1) => {
    const size = view.size * part;
    const reach = (role ? 14 : 8) * size;
    const mark = (made[[label, role, part]] ??= drawMark(alike ? 1 : label, RINGS[role], size, Math.ceil(2 * reach * ratio), colours, ratio));
    ctx.drawImage(mark, x - reach, y - reach, 2 * reach, 2 * reach);
  };
}

function drawMark(label, rings, size, side, colours, ratio) {
  const { colour, path: shape } = classOf(label);
  const canvas = new OffscreenCanvas(side, side);
  const ctx = canvas.getContext("2d");
  ctx.setTransform(ratio * size, 0, 0, ratio * size, side / 2, side / 2);
  const path = new Path2D(shape);
  stroke(ctx, path, colours.paper, 1.5);
  fill(ctx, path, colours[colour], 1);
  for (const [radius, width] of rings) stroke(ctx, disc([0, 0], radius), colours.ink, Math.max(width, 1 / size));
  return canvas.transferToImageBitmap();
}

/** Halos whose AREA is alpha; together an eighth of the board at most. */
export function halos(ctx, { size, span, place }, store, { alpha, rank }, colours, part = 1) {
  const largest = Math.max(...alpha);
  const most = part * Math.min(20 * size, 0.2 * span * Math.sqrt(largest / alpha.reduce((sum, a) => sum + a, 0)));
  store.ids.forEach((id, i) => {
    const a = alpha[rank.get(id)];
    if (a) fill(ctx, disc(place(store.at(i)), most * Math.sqrt(a / largest)), colours[classOf(store.y[i]).colour], colours.dark ? 0.34 : 0.26);
  });
}

/** Ring around the selected or pointed-at point. */
export function chosen(ctx, view, point, colours) {
  edged(ctx, disc(view.place(point), 14 * view.size), colours, 2.25);
}

/** The keyboard's cross-hair. */
export function cursor(ctx, { left, top, span, place }, at, colours) {
  const [x, y] = place(at);
  const lines = `M${left} ${y}H${x - 8}M${x + 8} ${y}H${left + span}M${x} ${top}V${y - 8}M${x} ${y + 8}V${top + span}`;
  edged(ctx, new Path2D(lines), colours, 1.5);
}
