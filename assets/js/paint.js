// Everything the board draws, as functions of a canvas context, a view (pixels <-> plane) and values.

import { contours, shade } from "./field.js";
import { digits } from "./shell.js";

/** The square of the plane inside a square canvas of `side` CSS pixels. */
export function viewOf(side, window, { bare, projector }) {
  const size = (projector ? 1.4 : 1) * (bare ? Math.max(0.55, side / 300) : 1); // of marks and lines
  const type = projector ? 18 : 12;
  const inset = bare ? { l: 1, t: 1, all: 2 } : { l: 2.7 * type, t: type, all: 2.7 * type + 4 };
  const span = side - inset.all;
  const unit = span / window.size;
  const px = (x) => inset.l + (x - window.x0) * unit;
  const py = (y) => inset.t + span - (y - window.y0) * unit;
  return {
    span, size, type, bare, window, px, py, left: inset.l, top: inset.t,
    place: ([x, y]) => [px(x), py(y)],
    plane: (px, py) => [window.x0 + (px - inset.l) / unit, window.y0 + (inset.t + span - py) / unit],
  };
}

function clipped(ctx, view, draw) {
  ctx.save();
  ctx.beginPath();
  ctx.rect(view.left, view.top, view.span, view.span);
  ctx.clip();
  draw();
  ctx.restore();
}

/** The coloured field of a grid F; grid nodes are the centres of the picture's pixels. */
export function paintField(ctx, view, F, nx, table) {
  const picture = new OffscreenCanvas(nx, nx);
  const image = new ImageData(nx, nx);
  shade(F, nx, nx, table, image.data);
  picture.getContext("2d").putImageData(image, 0, 0);
  const cell = view.span / (nx - 1);
  clipped(ctx, view, () => {
    ctx.imageSmoothingQuality = "high";
    ctx.drawImage(picture, view.left - cell / 2, view.top - cell / 2, view.span + cell, view.span + cell);
  });
}

/** Level lines -1, 0, 1 of a grid as paths. */
export function levels(F, nx, view) {
  const cell = view.span / (nx - 1);
  const place = ([u, v]) => [view.left + u * cell, view.top + view.span - v * cell];
  return [-1, 0, 1].map((level) => trace(contours(F, nx, nx, level), place));
}

/** One path through lists of points, each put in its place on the canvas. */
function trace(lists, place) {
  const path = new Path2D();
  for (const list of lists) list.forEach((point, k) => path[k ? "lineTo" : "moveTo"](...place(point)));
  return path;
}

function stroke(ctx, path, colour, width, dash = []) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.setLineDash(dash);
  ctx.stroke(path);
  ctx.setLineDash([]);
}

// Ink on a band of paper shows on any field.
function edged(ctx, path, colours, width) {
  stroke(ctx, path, colours.paper, width + 3);
  stroke(ctx, path, colours.ink, width);
}

export function paintLevels(ctx, view, [lower, middle, upper], { ink }) {
  const dash = [9 * view.size, 5 * view.size];
  clipped(ctx, view, () => {
    ctx.lineJoin = "round";
    stroke(ctx, middle, ink, 2.5 * view.size);
    for (const path of [lower, upper]) stroke(ctx, path, ink, 1.25 * view.size, dash);
  });
}

/** Frame, few tick numbers outside it, axis names inside its corners. */
export function paintAxes(ctx, view, axes, colours) {
  const { left, top, span, window, type } = view;
  ctx.strokeStyle = colours.grid;
  ctx.lineWidth = 1;
  ctx.strokeRect(left, top, span, span);
  if (view.bare) return;
  ctx.font = `${type}px ${colours.font}`;
  ctx.fillStyle = colours.grey;
  for (const [tick, at] of ticks(window.x0, window.size)) text(ctx, tick, view.px(at), top + span + 1.3 * type, "center");
  for (const [tick, at] of ticks(window.y0, window.size)) text(ctx, tick, left - 6, view.py(at) + 0.35 * type, "right");
  ctx.fillStyle = colours.ink;
  ctx.font = `italic ${type + 2}px ${colours.font}`;
  text(ctx, axes[0], left + span - 8, top + span - 9, "right", colours.paper);
  text(ctx, axes[1], left + 8, top + type + 8, "left", colours.paper);
}

// About five round numbers, none in the corners.
function ticks(start, size) {
  const power = 10 ** Math.floor(Math.log10(size / 5));
  const step = power * [1, 2, 5, 10].find((m) => m * power >= size / 5);
  const places = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const list = [];
  for (let k = Math.ceil((start + 0.02 * size) / step); k * step <= start + 0.98 * size; k++) {
    list.push([places > 3 || step >= 1e5 ? digits(k * step) : (k * step).toFixed(places).replace("-", "−"), k * step]);
  }
  return list;
}

function text(ctx, words, x, y, align, band) {
  ctx.textAlign = align;
  if (band) {
    ctx.strokeStyle = band;
    ctx.lineWidth = 4;
    ctx.lineJoin = "round";
    ctx.strokeText(words, x, y);
  }
  ctx.fillText(words, x, y);
}

// ---- points ----

/** Class marks and support vector rings, drawn once per theme and size and then copied. */
export function marks(view, colours, ratio) {
  const reach = 14 * view.size;
  const made = new Map();
  return (ctx, x, y, label, ring) => {
    const key = `${label}${ring}`;
    if (!made.has(key)) made.set(key, mark(label, ring, view.size, reach, colours, ratio));
    ctx.drawImage(made.get(key), x - reach, y - reach, 2 * reach, 2 * reach);
  };
}

function mark(label, ring, size, reach, colours, ratio) {
  const canvas = new OffscreenCanvas(Math.ceil(2 * reach * ratio), Math.ceil(2 * reach * ratio));
  const ctx = canvas.getContext("2d");
  ctx.scale(ratio, ratio);
  ctx.translate(reach, reach);
  ctx.fillStyle = label > 0 ? colours.pos : colours.neg;
  ctx.strokeStyle = colours.paper;
  ctx.lineWidth = 1.5 * size;
  outline(ctx, label, 5.2 * size);
  ctx.stroke();
  ctx.fill();
  ctx.strokeStyle = colours.ink;
  const radii = { free: [[8, 1.9]], bounded: [[7.6, 1.2], [10.4, 1.2]] }[ring] ?? [];
  for (const [radius, width] of radii) {
    ctx.lineWidth = width * size;
    disc(ctx, 0, 0, radius * size);
    ctx.stroke();
  }
  return canvas;
}

function outline(ctx, label, r) {
  if (label > 0) return disc(ctx, 0, 0, r);
  ctx.beginPath(); // a triangle of nearly the circle's area
  ctx.moveTo(0, -1.3 * r);
  ctx.lineTo(1.22 * r, 0.85 * r);
  ctx.lineTo(-1.22 * r, 0.85 * r);
  ctx.closePath();
}

function disc(ctx, x, y, r) {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 7);
}

const RINGS = ["", "", "free", "bounded", "bounded", "bounded", "bounded", ""];

/** All points: halos whose AREA is alpha below, marks with rings above. */
export function paintPoints(ctx, view, store, picture, stamp, colours) {
  const known = Array.from(store.ids, (id) => picture?.rank.get(id) ?? -1);
  clipped(ctx, view, () => { if (picture) halos(ctx, view, store, picture, known, colours); });
  for (let i = 0; i < store.n; i++) {
    const ring = known[i] < 0 ? "" : RINGS[picture.role[known[i]]];
    stamp(ctx, view.px(store.X[2 * i]), view.py(store.X[2 * i + 1]), store.y[i], ring);
  }
}

function halos(ctx, view, store, picture, known, colours) {
  const largest = picture.alpha.reduce((a, b) => Math.max(a, b), 0) || 1;
  const most = view.size * (store.n > 400 ? 11 : store.n > 120 ? 15 : 20);
  ctx.globalAlpha = colours.dark ? 0.34 : 0.26;
  for (let i = 0; i < store.n; i++) {
    const alpha = known[i] < 0 ? 0 : picture.alpha[known[i]];
    if (alpha <= 0) continue;
    ctx.fillStyle = store.y[i] > 0 ? colours.pos : colours.neg;
    disc(ctx, view.px(store.X[2 * i]), view.py(store.X[2 * i + 1]), most * Math.sqrt(alpha / largest));
    ctx.fill();
  }
  ctx.globalAlpha = 1;
}

/** Ring around the selected or pointed-at point. */
export function paintChosen(ctx, view, x, y, colours) {
  const ring = new Path2D();
  ring.arc(view.px(x), view.py(y), 14 * view.size, 0, 7);
  edged(ctx, ring, colours, 2.25);
}

/** Dotted paths from points with slack to their margins. */
export function paintSlack(ctx, view, paths, { ink }) {
  clipped(ctx, view, () => {
    ctx.lineCap = "round";
    stroke(ctx, trace(paths, view.place), ink, 1.7 * view.size, [0.1, 3.8 * view.size]);
  });
}

/** The common point of two hulls that no plane separates, and the hulls. */
export function paintCommon(ctx, view, [x, y], hulls, colours) {
  clipped(ctx, view, () => hulls.forEach((hull, k) => {
    const path = trace([[...hull, hull[0]]], view.place);
    const colour = (ctx.fillStyle = k ? colours.neg : colours.pos);
    ctx.globalAlpha = 0.12;
    ctx.fill(path);
    ctx.globalAlpha = 1;
    stroke(ctx, path, colour, 1.25 * view.size, k ? [6, 4] : []);
  }));
  const [cx, cy, r] = [view.px(x), view.py(y), 9 * view.size];
  edged(ctx, new Path2D(`M${cx - r} ${cy - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`), colours, 3 * view.size);
}

/** The keyboard's cross-hair. */
export function paintCursor(ctx, { left, top, span, place }, at, colours) {
  const [x, y] = place(at);
  const lines = `M${left} ${y}H${x - 8}M${x + 8} ${y}H${left + span}M${x} ${top}V${y - 8}M${x} ${y + 8}V${top + span}`;
  edged(ctx, new Path2D(lines), colours, 1.5);
}

/** A small label beside a point, on paper, kept inside the frame. */
export function paintLabel(ctx, view, x, y, words, colours) {
  ctx.font = `600 ${Math.max(12, view.type)}px ${colours.font}`;
  const [width, height] = [ctx.measureText(words).width + 12, 1.7 * view.type];
  const right = view.left + view.span;
  const at = Math.min(Math.max(view.px(x) + 14, view.left + 2), right - width - 2);
  const below = view.py(y) - height - 14 < view.top;
  const from = below ? view.py(y) + 16 : view.py(y) - height - 14;
  const band = new Path2D();
  band.roundRect(at, from, width, height, 4);
  ctx.fillStyle = colours.paper;
  ctx.fill(band);
  stroke(ctx, band, colours.ink, 1);
  ctx.fillStyle = colours.ink;
  text(ctx, words, at + 6, from + 0.5 * height + 0.36 * view.type, "left");
}

// ---- geometry ----

/** Paths from points inside the band up (or down) the slope of f to y f = 1, where one is found. */
export function slackPaths(picture, F, nx) {
  const { X, y, slack, role, w, kernel } = picture;
  const paths = [];
  for (let i = 0; i < y.length; i++) {
    if (!(slack[i] > 1e-6) || role[i] < 3 || role[i] > 5) continue;
    const from = [X[2 * i], X[2 * i + 1]];
    const path = kernel.name === "linear" && w ? straight(from, slack[i] * y[i], w) : climb(F, nx, picture.window, from, y[i]);
    if (path) paths.push(path);
  }
  return paths;
}

// f is linear, so the margin is exactly xi / |w| away along w.
function straight([x, y], change, [w1, w2]) {
  const reach = change / (w1 * w1 + w2 * w2);
  return Number.isFinite(reach) ? [[x, y], [x + reach * w1, y + reach * w2]] : null;
}

// Newton steps along the gradient of the interpolated grid, at most one and a half cells each; a path
// that leaves the window or does not arrive is not drawn.
function climb(F, nx, { x0, y0, size }, [x, y], label) {
  const cell = size / (nx - 1);
  let [u, v] = [(x - x0) / cell, (y - y0) / cell];
  const path = [[x, y]];
  for (let step = 0; step < 80; step++) {
    const [i, j] = [Math.floor(u), Math.floor(v)];
    if (!(i >= 0 && j >= 0 && i < nx - 1 && j < nx - 1)) return null;
    const [s, t, at] = [u - i, v - j, j * nx + i];
    const [a, b, c, d] = [F[at], F[at + 1], F[at + nx], F[at + nx + 1]];
    const missing = label - (a * (1 - s) * (1 - t) + b * s * (1 - t) + c * (1 - s) * t + d * s * t);
    if (Math.abs(missing) < 0.02) return path;
    const slope = [(b - a) * (1 - t) + (d - c) * t, (c - a) * (1 - s) + (d - b) * s];
    const square = slope[0] ** 2 + slope[1] ** 2;
    const scale = Math.min(Math.abs(missing) / square, 1.5 / Math.sqrt(square)) * Math.sign(missing);
    [u, v] = [u + scale * slope[0], v + scale * slope[1]];
    path.push([x0 + u * cell, y0 + v * cell]);
  }
  return null;
}

/** Corners of the convex hull, counter-clockwise (Andrew's monotone chain). */
export function hull(points) {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const turn = (o, p, q) => (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]);
  const chain = (list) => {
    const out = [];
    for (const p of list) {
      while (out.length > 1 && turn(out.at(-2), out.at(-1), p) <= 0) out.pop();
      out.push(p);
    }
    return out.slice(0, -1);
  };
  return sorted.length < 2 ? sorted : [...chain(sorted), ...chain(sorted.reverse())];
}
