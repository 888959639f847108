// Letters on lines: each stands on its line, as near to the upper end as the frame and the other letters allow.

const STEP = 6; // px between the places that are tried

/** Write `[letter, polylines in pixels]` of each line. */
export function letters(ctx, view, lines, { ink, paper, font }) {
  const { type } = view;
  const taken = [];
  Object.assign(ctx, { font: `italic ${type + 4}px ${font}`, textAlign: "center", textBaseline: "middle", lineWidth: 5, strokeStyle: paper, fillStyle: ink });
  ctx.setLineDash([]);
  for (const [letter, polylines] of lines) {
    const places = polylines.flatMap(along).filter((place) => view.within(place, 1.5 * type)).sort((p, q) => p[1] - q[1]);
    const place = places.find(([x, y]) => taken.every(([u, v]) => Math.hypot(x - u, y - v) > 2.2 * type));
    if (!place) continue;
    taken.push(place);
    ctx.strokeText(letter, ...place);
    ctx.fillText(letter, ...place);
  }
  ctx.textBaseline = "alphabetic";
}

function along(line) {
  return line.slice(1).flatMap(([x, y], k) => {
    const [u, v] = line[k];
    const parts = Math.ceil(Math.hypot(x - u, y - v) / STEP);
    return Array.from({ length: parts }, (_, part) => [u + ((x - u) * part) / parts, v + ((y - v) * part) / parts]);
  });
}
