// A dot of a figure that a hand drags: it moves two sliders, which tell the page. Loaded by the sliders that have one.

import { plots } from "./plot.js";

const SOON = 100; // ms until a figure that is not drawn yet is looked for again

/** Put a handle on the place in each figure whose coordinates are two sliders of the part. */
export const grip = (part, grips) => grips.forEach((each) => hold(part, each));

function hold(part, grip) {
  const { figure, x, y, anywhere } = grip;
  const node = plots[figure]?.figure;
  if (part.gone.signal.aborted || node?.held === part) return node?.follow?.();
  if (!node?._fullLayout || !node.isConnected) return setTimeout(hold, SOON, part, grip);
  node.held = part;
  node.insertAdjacentHTML("afterend", '<button type="button" class="lab-handle lab-dot" tabindex="-1" aria-hidden="true" style="background: none"></button>');
  const dot = node.nextElementSibling;
  part.gone.signal.addEventListener("abort", () => dot.remove());
  const sliders = () => [x, y].map((name) => [...part.root.children].find(({ slider }) => slider?.name === name).slider);
  const axes = () => [node._fullLayout.xaxis, node._fullLayout.yaxis];

  const place = () => {
    if (!node._fullLayout || !dot.isConnected) return;
    const [left, top] = sliders().map(({ typed }, k) => axes()[k]._offset + axes()[k].d2p(Number(typed.value)));
    const away = [left, top].some((at, k) => Math.abs(at - axes()[k]._offset - axes()[k]._length / 2) > axes()[k]._length / 2 + 1);
    Object.assign(dot.style, { left: `${left}px`, top: `${top}px`, visibility: away ? "hidden" : "" });
  };
  dot.addEventListener("pointerdown", (event) => {
    dot.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  const move = ({ clientX, clientY, timeStamp }) => {
    const box = node.getBoundingClientRect();
    [clientX - box.left, clientY - box.top].forEach((pixel, k) => {
      const slider = sliders()[k];
      const { range, low, place: step } = slider;
      range.value = (slider.to(axes()[k].p2d(pixel - axes()[k]._offset)) - slider.to(low)) / step;
      slider.take(slider.fromRange(), { slides: true, stamp: timeStamp });
    });
    place();
  };
  dot.addEventListener("pointermove", (event) => dot.hasPointerCapture(event.pointerId) && move(event));
  // A press scrolls the page on a phone: a click goes there.
  if (anywhere) node.addEventListener("click", (event) => event.target.closest(".draglayer") && move(event), part.gone);
  node.on("plotly_afterplot", place);
  node.follow = place;
  part.root.addEventListener("input", place);
  place();
}
