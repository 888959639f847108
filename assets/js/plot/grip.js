// A dot of a figure that a hand drags: it moves two sliders, which tell the page. Loaded by the sliders that have one.

import { plots } from "./plot.js";

const SOON = 100; // ms until a figure that is not drawn yet is looked for again

/** Put a handle on the place in each figure whose coordinates are two sliders of the part. */
export const grip = (part, grips) => grips.forEach((each) => hold(part, each));

function hold(part, { figure, x, y }) {
  const node = plots[figure]?.figure;
  if (part.gone.signal.aborted || node?.held === part) return;
  if (!node?._fullLayout || !node.isConnected) return setTimeout(hold, SOON, part, { figure, x, y });
  node.held = part;
  node.insertAdjacentHTML("afterend", '<button type="button" class="lab-handle lab-dot" tabindex="-1" aria-hidden="true" style="background: none"></button>');
  const dot = node.nextElementSibling;
  part.gone.signal.addEventListener("abort", () => dot.remove());
  const sliders = () => [x, y].map((name) => [...part.root.children].find(({ slider }) => slider?.name === name).slider);
  const axes = () => [node._fullLayout.xaxis, node._fullLayout.yaxis];

  const place = () => {
    if (!node._fullLayout || !dot.isConnected) return;
    const [left, top] = sliders().map(({ typed }, k) => axes()[k]._offset + axes()[k].l2p(Number(typed.value)));
    Object.assign(dot.style, { left: `${left}px`, top: `${top}px` });
  };
  dot.addEventListener("pointerdown", (event) => {
    dot.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  dot.addEventListener("pointermove", ({ pointerId, clientX, clientY, timeStamp }) => {
    if (!dot.hasPointerCapture(pointerId)) return;
    const box = node.getBoundingClientRect();
    [clientX - box.left, clientY - box.top].forEach((pixel, k) => {
      const slider = sliders()[k];
      const { range, low, place: step } = slider;
      range.value = (axes()[k].p2l(pixel - axes()[k]._offset) - low) / step;
      slider.take(slider.fromRange(), { slides: true, stamp: timeStamp });
    });
    place();
  });
  node.on("plotly_afterplot", place);
  part.root.addEventListener("input", place);
  place();
}
