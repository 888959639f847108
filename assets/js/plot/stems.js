// Stems of hundreds of points, one path a class, are moved where they stand: Plotly takes some 50 ms to draw the figure anew.

import { plots } from "./plot.js";

const REST = 400; // ms without a change after which Plotly draws it

/** Let a figure of such stems follow what comes ahead of its page. */
export function quicken(plot) {
  if (plot.quick || plot.last?.figure.data[0]?.meta !== "stems") return;
  const draw = plot.update;
  let resting;
  plot.quick = true;
  plot.update = (sent, ...more) => {
    if (sent.turn && sent.turn < plots.turn) return;
    clearTimeout(resting);
    if (!sent.turn || !moved(plot, sent)) return draw.call(plot, sent, ...more);
    resting = setTimeout(() => plot.last === sent && plot.root.isConnected && draw.call(plot, sent, ...more), REST);
  };
}

/** Whether nothing but the heights has changed; then they have. */
function moved(plot, sent) {
  const { figure: node, last: { figure: before } } = plot;
  const { data, layout } = sent.figure;
  const axes = (of) => JSON.stringify(Object.keys(of).filter((name) => /axis/.test(name)).map((name) => [name, of[name].range]));
  const drawn = [...node.querySelectorAll(".scatterlayer .js-line")];
  if (node.unseen || drawn.length !== data.length || axes(layout) !== axes(before.layout)) return false;
  if (data.some(({ x }, k) => x.bdata !== before.data[k].x.bdata)) return false;
  Object.assign(plot, { last: sent });
  node.ariaLabel = sent.alt;
  data.forEach(({ x, y, xaxis, yaxis }, k) => {
    const [across, up] = [xaxis, yaxis].map((name) => node._fullLayout[name.replace(/^[xy]/, "$&axis")]);
    const [xs, ys] = [x, y].map(floats);
    drawn[k].setAttribute("d", Array.from(xs, (at, i) => `${i ? "L" : "M"}${across.c2p(at).toFixed(2)},${up.c2p(ys[i]).toFixed(2)}`).join(""));
  });
  node.emit?.("plotly_afterplot");
  return true;
}

const floats = ({ bdata }) => new Float32Array(Uint8Array.from(atob(bdata), (letter) => letter.charCodeAt(0)).buffer);
