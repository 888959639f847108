// The dot on the parabola of a pair: a hand drags it, by itself or by the slider under it, and whatever has the name of a
// mark that slides goes along, here and on the board of its player. Loaded by the figures that have such a line.

import { number } from "../shared/numbers.js";

const PARTS = 1000; // of the line that the slider tells apart
const TIGHT = 140; // px before the slider in which its words do not stand in one line
const STEPS = { ArrowLeft: -10, ArrowDown: -10, ArrowRight: 10, ArrowUp: 10, PageDown: -100, PageUp: 100, Home: -PARTS, End: PARTS };
const MARKUP = `<button type="button" class="lab-handle lab-dot" role="slider"></button>
  <div class="lab-along"><output></output><input type="range" min="0" max="${PARTS}"></div>`;

/** Let a hand move the pair of a figure along its line, as the `meta` of its trace "sliding-dual" has it. */
export function follow(part, node) {
  node.insertAdjacentHTML("afterend", MARKUP);
  const [dot, { children: [told, slider] }] = [node.nextElementSibling, node.nextElementSibling.nextElementSibling];
  let line, at, of, moved;

  const traces = () => ["sliding", "sliding-dual"].map((name) => node.data.findIndex((trace) => trace.name === name));
  const share = () => (line.high > line.low ? (at - line.low) / (line.high - line.low) : 0);
  const state = () => {
    const { old: [alpha_i, alpha_j], same, dual: [c0, c1, c2] } = line;
    const t = at - alpha_j;
    return { alpha: [same ? alpha_i - t : alpha_i + t, at], dual: c0 + t * (c1 + t * c2) };
  };

  /** Put dot and slider where the pair stands. */
  const place = () => {
    const { _fullLayout: { xaxis2: x, yaxis2: y } } = node;
    const [left, top] = [x._offset + x.l2p(at), y._offset + y.l2p(state().dual)];
    Object.assign(dot.style, { left: `${left}px`, top: `${top}px` });
    slider.parentElement.style = `--before: ${x._offset}px; --length: ${x._length}px`;
    slider.parentElement.toggleAttribute("data-tight", x._offset < TIGHT);
    slider.value = PARTS * share();
    slider.style.setProperty("--share", `${100 * share()}%`);
    told.textContent = `${line.label} ${number(at)}`;
    for (const one of [dot, slider]) Object.assign(one, { ariaLabel: line.label, ariaValueText: number(at) });
    Object.assign(dot, { ariaValueMin: line.low, ariaValueMax: line.high, ariaValueNow: at });
  };
  const draw = ({ alpha, dual }) => globalThis.Plotly.restyle(node, { x: [[alpha[0]], [at]], y: [[at], [dual]] }, traces());
  const move = (to) => {
    at = Math.max(line.low, Math.min(line.high, to));
    if (at === moved) return;
    moved = at;
    const { alpha, dual } = state();
    draw({ alpha, dual });
    dispatchEvent(new CustomEvent("lab-slide", { detail: { k: line.k, i: line.i, j: line.j, alpha } }));
  };
  const by = (parts) => move(at + (parts / PARTS) * (line.high - line.low));
  const put = () => part.last.hears && part.send("slid", { k: line.k, at });

  const drag = ({ clientX }) => {
    const { _fullLayout: { xaxis2: x } } = node;
    move(x.p2l(clientX - node.getBoundingClientRect().left - x._offset));
  };
  dot.addEventListener("pointerdown", (event) => {
    dot.setPointerCapture(event.pointerId);
    dot.focus({ preventScroll: true });
    event.preventDefault();
  });
  dot.addEventListener("pointermove", (event) => dot.hasPointerCapture(event.pointerId) && drag(event));
  dot.addEventListener("lostpointercapture", put);
  dot.addEventListener("keydown", (event) => {
    const parts = STEPS[event.key];
    if (!parts || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation(); // the arrows step through the run elsewhere
    by(parts);
  });
  dot.addEventListener("keyup", ({ key }) => STEPS[key] && put());
  slider.addEventListener("input", () => move(line.low + (slider.value / PARTS) * (line.high - line.low)));
  slider.addEventListener("change", put);
  slider.addEventListener("keydown", (event) => event.stopPropagation());
  const home = () => {
    moved = at = line.old[1];
    draw(state());
  };
  addEventListener("lab-slide", ({ detail }) => detail.home && moved !== line.old[1] && home(), part.gone);

  /** Take over the line of the figure that is drawn now: on another one the pair stands where its step began. */
  const look = () => {
    const { meta } = node.data.find(({ name }) => name === "sliding-dual");
    const name = JSON.stringify(meta);
    if (name !== of) [line, of, at, moved] = [meta, name, meta.old[1], meta.old[1]];
    place();
  };
  node.on("plotly_afterplot", look);
  look();
}
