// Figures that show the points of the boards beside them: what is pointed at in one is marked in all of them, what is
// clicked on stays marked. Loaded by the figures that name such a group.

import { pick, pointAt } from "../shared/component.js";

export function link(part, node) {
  const meta = () => node.layout.meta;
  let last = -1;
  const pointed = (i) => i !== last && pointAt(meta().group, (last = i));
  // A point carries its number, from 1 on as its id; a row of a heat map has the number that `order` has for it.
  const numberOf = ({ points: [{ id, customdata, y }] }) => (id ? id - 1 : customdata ?? meta().order?.[y] ?? -1);
  node.on("plotly_hover", (event) => pointed(numberOf(event)));
  node.on("plotly_unhover", () => pointed(-1));
  const send = (picked) => part.send("picked", [picked, performance.now()]);
  node.on("plotly_click", (event) => {
    const i = numberOf(event);
    if (i >= 0) pick(meta().group, i);
  });
  addEventListener("lab-point", ({ detail: { group, i } }) => group === meta()?.group && mark(node, i < 0 ? meta().picked : i), part.gone);
  addEventListener("lab-pick", ({ detail: { group, i } }) => meta()?.keeps && group === meta().group && send(i), part.gone);
  if (meta().bends) import("./bends.js").then(({ bends }) => bends(part, node));
  if (meta().walk) walkable(node, pointed, () => last);
}

// By keys from point to point, in the order that the figure gives, and Enter picks.
function walkable(node, pointed, at) {
  node.tabIndex = 0;
  node.addEventListener("keydown", (event) => {
    const { layout: { meta: { walk, group } } } = node;
    const [k, end] = [walk.indexOf(at()), walk.length - 1];
    const to = { ArrowLeft: k < 0 ? end : k - 1, ArrowRight: k + 1, Home: 0, End: end }[event.key];
    if (event.key === "Enter" && k >= 0) pick(group, walk[k]);
    else if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    else pointed(walk[Math.max(0, Math.min(end, to))]);
    event.preventDefault();
    event.stopPropagation();
  });
  node.addEventListener("blur", () => pointed(-1));
}

// The traces whose `meta` says where the mark of each point stands.
function mark(node, i) {
  node.data.forEach(({ meta }, n) => {
    const [x, y, z] = meta?.[i] ?? [];
    if (x) globalThis.Plotly.restyle(node, { x: [x], y: [y], ...(z && { z: [z] }) }, [n]);
  });
}
