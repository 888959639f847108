// The pad: the points of the data, to be edited, and two handles, x and y, over the colours that Python found for the
// plane. Nothing is computed here.

import * as paint from "../shared/paint.js";
import { component } from "../shared/component.js";
import { Handles } from "./handles.js";

const STRONGEST = 0.5; // of the colour where the approximation knows nothing
const RAYS = [2, -2, 1, 3, -1, -3, 0.2, 3.8, 0.6].map((part) => (part * Math.PI) / 4);

export class Pad extends Handles {
  over(ctx) {
    this.name(ctx);
    paint.clipped(ctx, this.view, () => this.pair.forEach((end, n) => this.arm(ctx, end, this.colours["ij"[n]])));
  }

  /** The colour of each distance from the origin, the rings with their levels, and the origin. */
  ground(ctx) {
    const { view, colours, arrays: { radius, wrong }, data: { rings, origin } } = this;
    const [centre, unit] = [view.place(origin), view.span / view.window.size];
    const [inner, outer] = [radius[0], radius.at(-1)];
    const colour = ctx.createRadialGradient(...centre, inner * unit, ...centre, outer * unit);
    wrong.forEach((share, k) => colour.addColorStop((radius[k] - inner) / (outer - inner), `${colours.violet}${hex(STRONGEST * share)}`));
    ctx.fillStyle = colour;
    ctx.fillRect(0, 0, this.side, this.side);
    for (const { distance } of rings) ring(ctx, centre, distance * unit, colours.violet);
    ctx.setLineDash([]);
    ctx.strokeStyle = colours.ink;
    ctx.lineWidth = 1.5;
    const [x, y] = centre;
    ctx.stroke(new Path2D(`M${x - 7} ${y}h14M${x} ${y - 7}v14`));
  }

  /** What is said at each ring, above the points. */
  name(ctx) {
    const { view, colours: { font, paper, ink }, data: { rings, origin } } = this;
    ctx.font = `${view.type + 1}px ${font}`;
    Object.assign(ctx, { textAlign: "center", strokeStyle: paper, fillStyle: ink, lineWidth: 4 });
    ctx.setLineDash([]);
    for (const { distance, label } of rings) {
      const at = this.labelled(view.place(origin), (distance * view.span) / view.window.size, ctx.measureText(label).width);
      if (!at) continue;
      ctx.strokeText(label, ...at);
      ctx.fillText(label, ...at);
    }
  }

  /** Where a ring is named: on the first of these rays from the origin on which its words are in sight as a whole. @param {Place} at @param {number} r @param {number} width */
  labelled([x, y], r, width) {
    const places = RAYS.map((turn) => [x + r * Math.cos(turn), y - r * Math.sin(turn) - 4]);
    return [60, 6 + width / 2].map((rim) => places.find((at) => this.view.within(at, rim))).find((at) => at);
  }

  /** From the origin to a handle: the two arms whose inner product it is all about. */
  arm(ctx, place, colour) {
    const [from, to] = [this.view.place(this.data.origin), this.view.place(place)];
    ctx.beginPath();
    ctx.moveTo(...from);
    ctx.lineTo(...to);
    ctx.setLineDash([]);
    ctx.strokeStyle = colour;
    ctx.lineWidth = 2 * this.view.size;
    ctx.stroke();
  }
}

function ring(ctx, centre, radius, colour) {
  ctx.beginPath();
  ctx.arc(...centre, radius, 0, 7);
  ctx.setLineDash([7, 5]);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.5;
  ctx.stroke();
}

const hex = (share) => Math.round(255 * share).toString(16).padStart(2, "0");

export const mount = component(Pad);
