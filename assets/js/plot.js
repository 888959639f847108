// A Plotly figure that updates in place: no remount, no flicker, the zoom stays.

import { address } from "./live.js";
import { component, h, property } from "./shell.js";

const CONFIG = { displaylogo: false, displayModeBar: false, responsive: true };
let plotly = null; // one download for all figures of the page

class Plot {
  constructor(root) {
    this.figure = h("div", { class: "lab-figure", role: "img" });
    root.append(this.figure);
  }

  async update({ figure, alt, height, plotly: path }) {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    this.figure.setAttribute("aria-label", alt ?? "");
    this.figure.style.height = `${height}px`;
    plotly ??= import(address(path)).then(() => globalThis.Plotly);
    const Plotly = await plotly.catch(() => { plotly = null; }); // the next update tries again
    if (!Plotly || turn !== this.turn || !figure) return; // something newer came while Plotly was on its way
    const { data, layout } = paintable(figure, this.root);
    layout.paper_bgcolor ??= "rgba(0,0,0,0)";
    layout.plot_bgcolor ??= "rgba(0,0,0,0)";
    await Plotly.react(this.figure, data, { ...layout, height, autosize: true }, CONFIG);
    this.figure.dataset.ready = "";
  }

  close() {
    this.turn = null;
    globalThis.Plotly?.purge(this.figure);
  }
}

// Python names our colours, "var(--lab-ink)"; only here is it known what they are in this theme.
function paintable(value, root) {
  if (typeof value === "string") {
    const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
    return name ? property(root, name) : value;
  }
  if (Array.isArray(value)) return value.map((item) => paintable(item, root));
  if (!value || value.constructor !== Object) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, paintable(item, root)]));
}

export const mount = component("plot", Plot);
