// The breakpoints of a path: a click on one goes there, and keys go from one to the next. C is that of the slider, which
// moves along. Loaded by the figure that shows them.

import { lab } from "../shared/store.js";

/** Let hands go to the marks of the trace "C"; `meta.bends` is the key of the board whose slider has C. */
export function bends(part, node) {
  node.tabIndex = 0;
  node.insertAdjacentHTML("afterend", '<output class="lab-heard"></output>'); // for who hears the page
  const heard = node.nextElementSibling;
  const store = () => lab(node.layout.meta.bends);
  const go = ({ x, text, hovertext }, k, stamp) => {
    const dial = [...(store().dials ?? [])].find(({ slider }) => slider?.name === "C");
    if (dial) dial.slider.take(x[k], { stamp });
    else part.send("picked", [x[k], performance.now()]);
    heard.textContent = `C = ${text[k]}: ${hovertext[k]}`;
  };
  node.on("plotly_click", ({ points: [{ data, pointIndex }], event: { timeStamp } }) => data.name === "C" && go(data, pointIndex, timeStamp));
  node.addEventListener("keydown", (event) => {
    const marks = node.data.find(({ name }) => name === "C");
    if (!marks || event.altKey || event.ctrlKey || event.metaKey) return;
    const { x } = marks;
    const { C } = store();
    const k = { ArrowLeft: x.findLastIndex((at) => at < C), ArrowRight: x.findIndex((at) => at > C), Home: 0, End: x.length - 1 }[event.key];
    if (k === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (k >= 0) go(marks, k, event.timeStamp);
  });
}
