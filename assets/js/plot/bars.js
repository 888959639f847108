// The bars of alpha below a board follow its answers, and its time line, until the page brings its own.

import { lab } from "../shared/store.js";

const OFTEN = 100; // ms between two states that an eye can follow: bars cost as much as the board

/** Let the bars of a figure in sight follow a board; of other points than the page knows they wait for it. */
export function follow({ root, gone: { signal } }, node) {
  const store = lab("board");
  let due, seen;
  const move = () => {
    due = null;
    if (signal.aborted) return;
    const { picture } = store.shown;
    const { calcdata, _fullLayout: { yaxis } } = node;
    const fits = (bars, k) => bars.every(({ id }) => picture.y[id - 1] === (k ? -1 : 1));
    const known = picture?.y.length === calcdata.flat().length && calcdata.every(fits);
    root.toggleAttribute("data-late", !known);
    if (known) node.querySelectorAll(".bars").forEach((group, k) => group.querySelectorAll("path").forEach((path, j) => {
      const [old, top] = [path.getAttribute("d"), yaxis.c2p(picture.alpha[calcdata[k][j].id - 1])];
      const now = old.replace(/V[^H]+/, `V${+top.toFixed(2)}`); // as Plotly writes it
      if (now !== old) path.setAttribute("d", now);
    }));
  };
  const soon = () => { if (seen) due ??= setTimeout(move, OFTEN); };
  store.subscribe((what) => what !== "data" && what !== "model" && soon(), signal);
  new IntersectionObserver(([{ isIntersecting }]) => { seen = isIntersecting; soon(); }).observe(node);
  node.on("plotly_afterplot", soon);
}
