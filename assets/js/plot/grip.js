// A dot of a figure that a hand drags: it moves two sliders, which tell the page.

import { plots } from "./plot.js";

const SOON = 100; // ms until a figure that is not drawn yet is looked for again

/** Put a handle on the place in each figure whose coordinates are two sliders of the part. */
export const grip = (part, grips) => grips.forEach((each) => hold(part, each));

function hold(part, grip) {
  const { figure, x, y } = grip;
  const node = plots[figure]?.figure;
  if (node) Object.assign(node, { moves: [x, y], cells: grip.cells });
  if (part.gone.signal.aborted || node?.held === part) return node?.follow?.();
  if (!node?._fullLayout || !node.isConnected) return setTimeout(hold, SOON, part, grip);
  node.held = part;
  node.insertAdjacentHTML("afterend", '<button type="button" class="lab-handle lab-dot" tabindex="-1" aria-hidden="true" style="background: none"></button>');
  const dot = node.nextElementSibling;
  part.gone.signal.addEventListener("abort", () => dot.remove());
  const sliders = () => node.moves.map((name) => [...part.root.children].find(({ slider }) => slider?.name === name)?.slider);
  const axes = () => [node._fullLayout.xaxis, node._fullLayout.yaxis];

  const place = () => {
    if (!node._fullLayout || !dot.isConnected) return;
    const seen = sliders().map((slider, k) => {
      const { _offset, _length } = axes()[k], at = axes()[k].d2p(Number(slider?.typed.value));
      dot.style[["left", "top"][k]] = `${_offset + at}px`;
      return at >= -1 && at <= _length + 1;
    });
    dot.style.visibility = seen.every(Boolean) ? "" : "hidden";
  };
  dot.addEventListener("pointerdown", (event) => {
    dot.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  const pixels = ({ clientX, clientY }) => {
    const box = node.getBoundingClientRect();
    return [clientX - box.left, clientY - box.top].map((pixel, k) => pixel - axes()[k]._offset);
  };
  const move = (event) => {
    pixels(event).forEach((pixel, k) => {
      const slider = sliders()[k];
      const { range, low, place: step } = slider;
      range.value = (slider.to(axes()[k].p2d(pixel)) - slider.to(low)) / step;
      slider.take(slider.fromRange(), { slides: true, stamp: event.timeStamp });
    });
    place();
  };
  // A cell was computed at its middle: a click chooses exactly those values.
  const choose = (event) => {
    pixels(event).forEach((pixel, k) => {
      const far = (value) => Math.abs(axes()[k].d2p(value) - pixel);
      const value = node.cells[k].reduce((best, each) => (far(each) < far(best) ? each : best));
      const slider = sliders()[k];
      slider.take(value, { slides: true, stamp: event.timeStamp });
      slider.typed.value = Number(value.toPrecision(4)); // as the page writes it
    });
    place();
  };
  dot.addEventListener("pointermove", (event) => dot.hasPointerCapture(event.pointerId) && move(event));
  // A press scrolls the page on a phone: a click goes there.
  if (grip.cells[0].length) node.addEventListener("click", (event) => event.target.closest(".draglayer") && choose(event), part.gone);
  node.on("plotly_afterplot", place);
  node.follow = place;
  part.root.addEventListener("input", place);
  place();
}
