// Lines and the words beside them are moved where they stand: stems of hundreds of points, one path a class, for whose
// drawing Plotly takes some 50 ms, and the curves of an error, for which it takes 20.

import { plots } from "./plot.js";

const REST = 400; // ms without a change after which Plotly draws it
const MOVING = ["stems", "curves"]; // the `meta` of the first trace

/** Let a figure of such lines follow what comes ahead of its page. */
export function quicken(plot) {
  if (plot.quick || !MOVING.includes(plot.last?.figure?.data[0]?.meta)) return;
  const draw = plot.update;
  let resting;
  plot.quick = true;
  plot.update = (sent, ...more) => {
    if (sent.turn && sent.turn < plots.turn) return;
    clearTimeout(resting);
    if (!sent.early || !moved(plot, sent)) return draw.call(plot, sent, ...more);
    resting = setTimeout(() => plot.last === sent && plot.root.isConnected && draw.call(plot, sent, ...more), REST);
  };
}

/** Whether nothing but the heights has changed; then they have. */
function moved(plot, sent) {
  const { figure: node, last: { figure: before } } = plot;
  const { data, layout } = sent.figure;
  const axes = (of) => JSON.stringify(Object.keys(of).filter((name) => /axis/.test(name)).map((name) => [name, of[name].range]));
  const curves = data.filter(isLine);
  const [drawn, words] = [".js-line", ".textpoint text"].map((place) => [...node.querySelectorAll(`.scatterlayer ${place}`)]);
  if (node.unseen || drawn.length !== curves.length || data.length !== before.data.length || axes(layout) !== axes(before.layout)) return false;
  if (data.some(({ x, text }, k) => x.bdata !== before.data[k].x.bdata || text?.length !== before.data[k].text?.length)) return false;
  Object.assign(plot, { last: sent });
  node.ariaLabel = sent.alt;
  const scale = (axis) => node._fullLayout[axis.replace(/^[xy]/, "$&axis")];
  curves.forEach(({ x, y, xaxis, yaxis }, k) => {
    const [across, up] = [xaxis, yaxis].map(scale);
    const [xs, ys] = [x, y].map(floats);
    drawn[k].setAttribute("d", Array.from(xs, (at, i) => `${i ? "L" : "M"}${across.d2p(at).toFixed(2)},${up.d2p(ys[i]).toFixed(2)}`).join(""));
  });
  for (const { text, y, yaxis } of data.filter((trace) => !isLine(trace))) text.forEach((word, k) => {
    const at = words.find(({ dataset: { unformatted } }) => unformatted === word);
    at?.setAttribute("y", scale(yaxis).d2p(y[k]));
  });
  node.emit?.("plotly_afterplot");
  return true;
}

const isLine = ({ mode }) => mode === "lines";
const floats = ({ bdata }) => new Float32Array(Uint8Array.from(atob(bdata), (letter) => letter.charCodeAt(0)).buffer);
