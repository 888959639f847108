// A Plotly figure that updates in place: no remount, the zoom stays.

import { address } from "../shared/address.js";
import { component, Part, pointAt, property } from "../shared/component.js";

const CONFIG = { displaylogo: false, displayModeBar: false };
let plotly = null; // one download for all figures
export const plots = {}; // by key
const themes = {};
const MOVED = { alpha: () => import("./bars.js"), margins: () => import("./margins.js"), pair: () => import("./moving_marks.js") };
const narrow = matchMedia("(max-width: 960px)"); // as in page.css

export class Plot extends Part {
  zoomed = {}; // axes
  traces = [];

  async update(sent, _, send) {
    const { alt, plotly: path, key, turn } = sent;
    if (turn && turn < plots.turn) return;
    Object.assign(this, { last: sent, send });
    plots[key] = this;
    const node = this.figure;
    node.ariaLabel = alt;
    const figure = narrow.matches ? (await import("./stack.js")).narrowed(sent.figure, node.clientWidth || innerWidth) : sent.figure;
    this.width = node.clientWidth;
    const height = figure.layout.height ?? sent.height;
    node.style.height = `${height}px`;
    if (node.unseen) return;
    const group = figure.layout.meta && await import("./group.js");
    const solid = figure.layout.scene && await import("./turn.js");
    if (solid && !solid.drawable()) return send("flat", true);
    plotly ??= import(address(path)).then(() => globalThis.Plotly);
    const Plotly = await plotly.catch(() => { plotly = null; }); // tried again
    await globalThis.stopping;
    if (!Plotly || sent !== this.last) return; // overtaken
    const painted = inColours(figure, this.root);
    if (painted === this.painted) return;
    const { data: traces, layout } = JSON.parse(painted);
    const data = traces.map((trace, k) => { // Plotly leaves one alone that it knows
      const text = JSON.stringify(trace);
      if (this.traces[k]?.text !== text) this.traces[k] = { text, trace };
      return this.traces[k].trace;
    });
    for (const name in this.zoomed) if (layout[name]) layout[name].range = [...node.layout[name].range];
    solid?.stay(node, layout, height);
    await (this.drawing = Plotly.react(node, data, { ...layout, height, autosize: true }, CONFIG));
    this.painted = painted;
    if (!("ready" in node.dataset)) {
      this.listen(node);
      new ResizeObserver(() => node.clientWidth && node.clientWidth !== this.width && this.again()).observe(node);
      group?.link(this, node);
      solid?.turnable(node);
    }
    node.dataset.ready = "";
  }

  again() {
    this.painted = null;
    this.update(this.last, 0, this.send);
  }

  // Ids stand for points of the board: the one pointed at is marked there.
  listen(node) {
    node.on("plotly_hover", ({ points: [{ id }] }) => id && pointAt("board", id - 1));
    node.on("plotly_unhover", () => pointAt("board", -1));
    // Plotly forgets a zoom where the next figure comes with another range.
    node.on("plotly_relayout", (change) => Object.keys(change).forEach((key) => /axis.*range/.test(key) && (this.zoomed[key.split(".")[0]] = true)));
    node.on("plotly_doubleclick", () => { this.zoomed = {}; });
    const kind = node.data.some(({ name }) => name === "sliding") ? "pair" : node.data[0]?.meta;
    MOVED[kind]?.().then(({ follow }) => node.on && follow(this, node)); // not after the figure has gone
  }

  close() {
    this.last = null;
    super.close();
    // What is half drawn cannot be taken away.
    Promise.resolve(this.drawing).finally(() => globalThis.Plotly?.purge(this.figure));
  }
}

// Python names our colours, "var(--lab-ink)"; here they get their value in this theme.
const inColours = (figure, root) => {
  const values = (themes["dark" in root.dataset] ??= {});
  return JSON.stringify(figure).replace(/"var\((--[\w-]+)\)"/g, (_, name) => JSON.stringify(values[name] ||= property(root, name)));
};

export const mount = component(Plot);
