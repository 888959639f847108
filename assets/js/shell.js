// What the components share: mounting once and updating in place, our style sheet in their shadow root,
// the theme, words with holes, numbers of three digits.

import { unpack } from "./wire.js";

// Awaited while the module loads, so that the first paint already has its colours and sizes.
const sheet = new CSSStyleSheet();
const css = await fetch(new URL("../css/lab.css", import.meta.url)).then((r) => (r.ok ? r.text() : ""), () => "");
sheet.replaceSync(css);

/** Measurements for tests and benchmarks; null unless the page was opened with ?debug=1. */
export const debug = new URLSearchParams(location.search).get("debug") === "1"
  ? (globalThis.__lab ??= { mounts: 0, answers: 0, latency: [], frames: [], paints: [] })
  : null;

/**
 * `mount` of a component. Streamlit calls it again on every change of data or theme with the same parent
 * and runs only the last cleanup: the first call builds `new Part(root)`, every
 * call runs its `update(data, arrays, args)`; data may be a dictionary or one of our blobs.
 */
export function component(name, Part) {
  const parts = new WeakMap();
  return function mount(args) {
    const parent = args.parentElement;
    let part = parts.get(parent);
    if (!part) {
      const root = h("div", { class: `lab lab-${name}` });
      adoptStyle(parent);
      parent.append(root);
      part = new Part(root);
      part.root = root;
      part.destroy = () => { parts.delete(parent); part.close?.(); root.remove(); };
      parts.set(parent, part);
      if (debug) debug.mounts++;
    }
    const [data, arrays] = args.data instanceof Uint8Array ? unpack(args.data) : [args.data ?? {}, {}];
    part.root.toggleAttribute("data-projector", !!data.projector);
    part.root.toggleAttribute("data-dark", isDark(part.root));
    part.update(data, arrays, args);
    return part.destroy;
  };
}

function adoptStyle(parent) {
  const scope = parent.getRootNode();
  if (!scope.adoptedStyleSheets.includes(sheet)) scope.adoptedStyleSheets = [...scope.adoptedStyleSheets, sheet];
}

/** Element with attributes (functions become listeners, true and false toggle) and children. */
export function h(tag, attributes = {}, ...children) {
  const svg = tag === "svg" || tag === "path";
  const node = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name, value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

/** Icon drawn by the outline of one path on a 20 x 20 field. */
export const icon = (path, filled) =>
  h("svg", { viewBox: "0 0 20 20", "aria-hidden": "true", class: filled ? "filled" : null }, h("path", { d: path }));

/** The words of a key with its {holes} filled; the key itself where the catalogue lacks it. */
export function say(words, key, holes = {}) {
  return (words?.[key] ?? key).replace(/\{(\w+)\}/g, (hole, name) => holes[name] ?? hole);
}

/** Three significant digits with a true minus sign; powers of ten only far from 1. */
export function digits(value) {
  if (!Number.isFinite(value)) return value > 0 ? "∞" : value < 0 ? "−∞" : "–";
  const size = Math.abs(value);
  const tiny = size !== 0 && size < 5e-4;
  const text = tiny || size >= 1e6 ? value.toExponential(2) : size >= 1e3 ? String(Number(value.toPrecision(3))) : value.toPrecision(3);
  return size < 1e-12 ? "0" : text.replaceAll("-", "−").replace("e+", "e");
}

const dot = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

/** Red, green, blue (0-255) of any CSS colour. */
export function rgb(colour) {
  dot.fillStyle = "#888";
  dot.fillStyle = colour;
  dot.fillRect(0, 0, 1, 1);
  return [...dot.getImageData(0, 0, 1, 1).data].slice(0, 3);
}

/** Value of a custom property as the element sees it. */
export const property = (element, name) => getComputedStyle(element).getPropertyValue(name).trim();

function isDark(element) {
  const ground = property(element, "--st-background-color");
  const [r, g, b] = rgb(ground || "white");
  return 0.2126 * r + 0.7152 * g + 0.0722 * b < 128;
}
