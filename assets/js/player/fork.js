// Both lines of a run with a fork on the same axes: the one on the board solid, the other one dashed.

/** Put the other line into the panels of a player's curves, name both at their ends, and mark the fork. */
export function fork(player, panels) {
  const { recorded, colours, course, playback: { told, dual, violation, gap, step } } = player;
  const { fork: k, branch, other_dual, other_violation, other_step, other_gap } = recorded;
  const names = [player.say("player.trunk"), player.say("player.branch")];
  if (branch) names.reverse();
  const others = [[dual, other_dual, told], [gap, other_gap, step, other_step], [violation, other_violation, told]];
  course.ariaLabel = player.say("player.course.fork", { k });
  mark(player, k);
  panels.forEach((panel, p) => {
    const [own, other, ownAt, otherAt] = others[p];
    panel.series.unshift({ values: other, at: otherAt, colour: "grey", dash: [4, 3] });
    panel.over = (ctx, place, room) => {
      const [x] = place([k, 1]);
      ctx.fillStyle = colours.grey;
      for (let y = room.top + 4; y < room.floor; y += 4) ctx.fillRect(x, y, 1, 2);
      const ends = [last(own, ownAt, panel.log), last(other, otherAt, panel.log)].map((at, n) => at && [names[n], n ? colours.grey : colours.ink, ...place(at)]);
      apart(ends.filter(Boolean), room).forEach((end) => write(ctx, end, room, colours));
    };
  });
}

// On the slider, whose steps are those of the line on the board.
function mark({ flags, reach }, k) {
  const made = flags.parentNode.querySelector(".lab-fork") ?? flags.parentNode.appendChild(document.createElement("b"));
  made.className = "lab-fork";
  made.style.setProperty("--at", k / Math.max(1, reach));
}

// The last place of a curve whose end may have no number, as the violation of a run that is over.
function last(values, at, log) {
  const n = values.findLastIndex((v) => Number.isFinite(v) && (!log || v > 0));
  return n >= 0 && [at ? at[n] : n, values[n]];
}

// Where two names would meet, they stand one above the other, in the order of their curves.
function apart(ends, { type, top, floor }) {
  const calm = (y) => Math.max(top + type, Math.min(floor - 4, y));
  const placed = ends.map(([name, colour, x, y]) => ({ name, colour, x, y: calm(y - 5) })).sort((p, q) => p.y - q.y);
  const [upper, lower] = placed;
  if (lower && lower.y - upper.y < type + 1) {
    lower.y = calm(Math.max(lower.y, upper.y + type + 1));
    upper.y = Math.min(upper.y, lower.y - type - 1);
  }
  return placed;
}

function write(ctx, { name, colour, x, y }, { type, right }, { font, paper }) {
  ctx.font = `600 ${type}px ${font}`;
  ctx.textAlign = "right";
  ctx.strokeStyle = paper;
  ctx.setLineDash([]);
  ctx.lineWidth = 4;
  ctx.strokeText(name, Math.min(right, x + 4), y);
  ctx.fillStyle = colour;
  ctx.fillText(name, Math.min(right, x + 4), y);
}
