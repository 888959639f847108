// A Plotly figure that updates in place: no remount, no flicker, the zoom stays.

import { address } from "./live.js";
import { component, Part, pointAt, property } from "./shell.js";

const CONFIG = { displaylogo: false, displayModeBar: false, responsive: true };
let plotly = null; // one download for all figures of the page

class Plot extends Part {
  async update({ figure, alt, height, plotly: path }) {
    const node = this.figure;
    const turn = (this.turn = {});
    node.ariaLabel = alt;
    node.style.height = `${height}px`;
    plotly ??= import(address(path)).then(() => globalThis.Plotly);
    const Plotly = await plotly.catch(() => { plotly = null; }); // the next update tries again
    if (!Plotly || turn !== this.turn) return; // something newer came while Plotly was on its way
    const { data, layout } = paintable(figure, this.root);
    await (this.drawing = Plotly.react(node, data, { ...layout, height, autosize: true }, CONFIG));
    if (!("ready" in node.dataset)) this.listen(node);
    node.dataset.ready = "";
  }

  // Bars stand for the points of the board: the one pointed at is marked there.
  listen(node) {
    const point = (i) => pointAt("board", i);
    node.on("plotly_hover", ({ points: [{ data, x }] }) => data.type === "bar" && point(x - 1));
    node.on("plotly_unhover", () => point(-1));
  }

  close() {
    this.turn = null;
    super.close();
    // What is half drawn cannot be taken away.
    Promise.resolve(this.drawing).finally(() => globalThis.Plotly?.purge(this.figure));
  }
}

// Python names our colours, "var(--lab-ink)"; only here is it known what they are in this theme.
function paintable(value, root) {
  const each = (item) => paintable(item, root);
  if (Array.isArray(value)) return value.map(each);
  if (value?.constructor === Object) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, each(item)]));
  const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return name ? property(root, name) : value;
}

export const mount = component(Plot);
