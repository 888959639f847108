// The margins of all points follow the line of a hand in its frame, until the page brings its own.

/** Let the marks of a figure follow the line over the points that it tells of; of others it waits for the page. */
export function follow({ root, gone }, node) {
  let line = null;
  const move = () => {
    if (!(line?.length > 0)) return;
    const { margins, labels, scale } = line;
    const { calcdata, _fullLayout: { xaxis, yaxis, xaxis2, yaxis2 } } = node;
    const marks = calcdata.map((trace) => trace.filter(({ id }) => id));
    const fits = (trace, k) => trace.every(({ id }) => labels[id - 1] === (k % 2 ? -1 : 1));
    const known = marks.flat().length === 2 * margins.length && marks.every(fits);
    root.toggleAttribute("data-late", !known);
    if (!known) return;
    const rank = [];
    [...margins.keys()].sort((i, k) => margins[i] - margins[k]).forEach((i, k) => { rank[i] = k + 1; });
    const sides = { xy: [xaxis, yaxis, scale], x2y2: [xaxis2, yaxis2, 1] };
    for (const side in sides) for (const mark of node.querySelectorAll(`.${side} .point`)) {
      const [[x, y, by], i] = [sides[side], mark.__data__.id - 1];
      const place = `translate(${x.c2p(rank[i])},${y.c2p(by * margins[i])})`;
      if (place !== mark.getAttribute("transform")) mark.setAttribute("transform", place);
    }
  };
  addEventListener("lab-line", ({ detail }) => { line = detail; move(); }, gone);
  node.on("plotly_afterplot", move);
}
