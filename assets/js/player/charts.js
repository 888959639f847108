// Below the player's board: bars of alpha, and curves with a cursor.

import { apart, number } from "../shared/numbers.js";
import { stroke, trace } from "../shared/paint.js";

const room = (type) => 4 * type; // for numbers
const BELOW = 20;
const DECADES = 8; // of a log axis at most: below is rounding
const ROUNDED = 1e-12; // of the maximum: less is rounding

/** Clear a canvas of a size in CSS pixels, and return its context. */
export function sheet(canvas, { width, height }) {
  const ratio = devicePixelRatio;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h });
  const ctx = canvas.getContext("2d");
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, width, height);
  return ctx;
}

/** Brackets and a letter around one of the working pair, on a band of paper. */
export function bracket(ctx, { size, type, place }, at, letter, colours) {
  const [[x, y], r, arm] = [place(at), 15 * size, 6 * size];
  for (const [colour, width] of [[colours.paper, 5.5 * size], [colours[letter], 2.5 * size]]) {
    for (const s of [-1, 1]) line(ctx, [[x + s * (r - arm), y - r], [x + s * r, y - r], [x + s * r, y + r], [x + s * (r - arm), y + r]], colour, width);
  }
  ctx.strokeStyle = colours.paper;
  ctx.lineWidth = 4;
  ctx.font = `700 ${type + 4}px ${colours.font}`;
  ctx.textAlign = "left";
  ctx.strokeText(letter, x + r + 4, y - r + 6);
  ctx.fillStyle = colours[letter];
  ctx.fillText(letter, x + r + 4, y - r + 6);
}

/** Bars of alpha up to `top`, the working pair lit, C as a line in sight; with class weights one of each class. */
export function bars(ctx, { width, height, type }, { alpha, y, bounds, top, pair }, colours, name) {
  const [floor, left] = [height - BELOW, room(type)];
  const bar = (width - left - 4) / alpha.length;
  const up = (a) => floor - (a / (1.12 * top)) * (floor - 6);
  frame(ctx, left, width - 4, floor, colours);
  alpha.forEach((a, i) => {
    const lit = pair.indexOf(i);
    if (!a && lit < 0) return;
    ctx.fillStyle = lit === 0 ? colours.i : lit === 1 ? colours.j : y[i] > 0 ? colours.pos : colours.neg;
    ctx.fillRect(left + i * bar, a ? up(a) : floor - 2, Math.max(1.5, bar - 1), a ? floor - up(a) : 4);
  });
  write(ctx, { type, colours, align: "right" }, number(top, true), left - 6, up(top) + 4);
  write(ctx, { type, colours, align: "right" }, "0", left - 6, floor);
  write(ctx, { type, colours, align: "left" }, name, left, height - 5);
  bounds.forEach((C, k) => {
    if (C <= top) line(ctx, [[left, up(C)], [width - 4, up(C)]], bounds[1] ? colours[["pos", "neg"][k]] : colours.grey, 1, [6, 4]);
  });
}

/** Panels one below the other, on a phone. */
export const stacked = (width) => width < 480;

function panel({ width, height, type }, count, p) {
  const numbers = room(type);
  const [across, down] = stacked(width) ? [1, count] : [count, 1];
  const [left, top] = [((p % across) * width) / across + numbers, ((p % down) * height) / down];
  return { left, right: left + width / across - numbers - 10, top, floor: top + height / down - BELOW };
}

/** Panels of curves over the steps. */
export function curves(ctx, size, panels, steps, colours) {
  const { type } = size;
  panels.forEach(({ name, log, series, over }, p) => {
    const { left, right, top, floor } = panel(size, panels.length, p);
    const seen = (v) => Number.isFinite(v) && (!log || v > 0);
    let [least, most] = [Infinity, -Infinity];
    for (const { values } of series) for (const v of values) if (seen(v)) [least, most] = [Math.min(least, v), Math.max(most, v)];
    const scale = log ? Math.log10 : (v) => v;
    const high = scale(most);
    const low = Math.max(scale(least), log ? high - DECADES : -Infinity);
    const across = (k) => left + (k / Math.max(1, steps)) * (right - left);
    const height = high - low > ROUNDED * Math.abs(high) ? high - low : 1;
    const place = ([k, v]) => [across(k), floor - ((Math.max(scale(v), low) - low) / height) * (floor - top - 8)];
    frame(ctx, left, right, floor, colours, top);
    write(ctx, { type, colours, align: "left" }, name, left, floor + BELOW - 5);
    if (least > most) return;
    for (const { at, values, colour = "ink", dash } of series) {
      const places = thinned(values, (n) => at?.[n] ?? n, seen, across).map(place);
      if (places.length === 1) places.push([places[0][0] + 5, places[0][1]]);
      line(ctx, places, colours[colour], 1.75, dash);
    }
    over?.(ctx, place, { type, right, top, floor });
    const ends = apart(...[low, high].map((end) => (log ? 10 ** end : end)));
    [floor, top + 12].forEach((y, k) => write(ctx, { type, colours, align: "right" }, ends[k], left - 5, y));
  });
}

// The first, extreme and last values of each column of pixels.
function thinned(values, at, seen, across) {
  const kept = [];
  let first, low, high, last, column;
  const end = () => new Set([first, Math.min(low, high), Math.max(low, high), last]).forEach((n) => n >= 0 && kept.push([at(n), values[n]]));
  values.forEach((v, n) => {
    if (!seen(v)) return;
    const x = Math.floor(across(at(n)));
    if (x !== column) end(), column = x, first = low = high = n;
    if (v < values[low]) low = n;
    if (v > values[high]) high = n;
    last = n;
  });
  end();
  return kept;
}

/** At step k in all of them. */
export function cursor(ctx, size, count, k, steps, colours) {
  for (let p = 0; p < count; p++) {
    const { left, right, top, floor } = panel(size, count, p);
    const x = left + (k / Math.max(1, steps)) * (right - left);
    line(ctx, [[x, top + 2], [x, floor]], colours.i, 2);
  }
}

function frame(ctx, left, right, floor, { grid }, top = 0) {
  line(ctx, [[left, top + 4], [left, floor], [right, floor]], grid, 1);
}

const line = (ctx, points, ...look) => stroke(ctx, trace([points]), ...look);

function write(ctx, { type, colours, align }, words, x, y) {
  ctx.font = `${type - +(align === "right")}px ${colours.font}`;
  ctx.textAlign = align;
  ctx.fillStyle = colours.grey;
  ctx.fillText(words, x, y, align === "right" ? room(type) - 6 : undefined);
}
