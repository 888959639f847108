// What components share: mounting once, updating in place, our style sheet, words, lists.

import { missing } from "./kernels.js";
import { mark } from "../page/seen.js";
import { lab } from "./store.js";
import { unpack } from "./wire.js";

// Awaited: the first paint has its colours and sizes.
const sheet = new CSSStyleSheet();
sheet.replaceSync(await fetch(new URL("../../css/lab.css", import.meta.url)).then((r) => r.text(), () => ""));

let translated; // Streamlit's own words, which are English

// A word with a definition, a link to #term-..., opens it where it stands.
addEventListener("click", (event) => {
  const word = event.target.closest?.("a[href^='#term-']");
  if (word) event.preventDefault(), import("../page/terms.js").then(({ define }) => define(word));
});

/** Measurements, with ?debug=1 in the address. */
export const debug = location.search.includes("debug=1") && (globalThis.__lab ??= { mounts: 0, answers: 0, latency: [], paints: [] });

/** A component in the page: a copy of its <template>; `heard(what)` is told of every change of its store. */
export class Part {
  gone = new AbortController(); // ends what listens outside the root
  /** @type {LabStore} */
  store;

  constructor(parent, { lab: id, explains }) {
    const sheets = parent.getRootNode().adoptedStyleSheets;
    if (!sheets.includes(sheet)) sheets.push(sheet);
    this.root = parent.querySelector("template").content.firstElementChild.cloneNode(true);
    for (const node of this.root.querySelectorAll("[data-part]")) this[node.dataset.part] = node;
    if (explains && innerWidth > 960) this.legend.open = true, mark("board"); // narrower, the sliders stay below the board
    parent.append(this.root);
    if (id) (this.store = lab(id)).subscribe((what) => this.heard(what), this.gone.signal);
    if (debug) debug.mounts++;
  }

  dress({ words, projector, marks, lang }) {
    const [{ root }, { documentElement: html }] = [this, document];
    if (lang && lang !== html.lang) html.lang = lang; // it styles the page anew
    if (lang && lang !== "en") translated ??= import("../page/framework.js").then(({ translate }) => translate());
    this.words = words;
    root.toggleAttribute("data-projector", projector);
    html.toggleAttribute("data-dark", root.toggleAttribute("data-dark", getComputedStyle(root).colorScheme === "dark"));
    for (const node of root.querySelectorAll("[data-word]")) node.textContent = this.say(node.dataset.word);
    for (const node of root.querySelectorAll("[data-title]")) node.title = this.say(node.dataset.title);
    if (this.legend) this.legend.hidden = !marks?.length;
    for (const node of root.querySelectorAll("[data-mark]")) node.hidden = !marks?.includes(node.dataset.mark);
  }

  /** Words of a key, with its holes filled. */
  say(key, holes = {}) { return (this.words[key] ?? key).replace(/\{(\w+)\}/g, (hole, name) => holes[name] ?? hole); }

  /** Promises of what only some data needs, as another machine than C-SVC; `update` waits for them. */
  /** @returns {(Promise<unknown> | false | null | undefined)[]} */
  needs(_) { return []; }

  close() {
    this.sent = null;
    this.gone.abort();
    this.root.remove();
  }
}

/**
 * `mount` of a component. Streamlit calls it again with the same parent: the first call makes the part, each
 * runs its `update(data, arrays, send)`. Only the last cleanup counts.
 */
export function component(Made) {
  const parts = new WeakMap();
  return ({ parentElement: parent, data: sent, setStateValue: send }) => {
    const [data, arrays] = sent instanceof Uint8Array ? unpack(sent) : [{ ...sent }];
    const part = parts.get(parent) ?? new Made(parent, data);
    parts.set(parent, part);
    part.sent = data;
    part.dress(data);
    const update = () => part.sent === data && part.update(data, arrays, send);
    const first = [missing(data.kernel), ...part.needs(data)].filter(Boolean);
    first.length ? Promise.all(first).then(update) : update();
    return () => part.sent === data && parts.delete(parent) && part.close();
  };
}

/** One copy of a list's first row for each item; `show(row, item)` writes into it. */
export function fill(list, items, show) {
  const model = (list.model ??= list.firstElementChild);
  while (list.childElementCount > items.length) list.lastElementChild.remove();
  while (list.childElementCount < items.length) list.append(model.cloneNode(true));
  items.forEach((item, i) => show(list.children[i], item));
}

/** Point at a point of a group of boards (-1: at none): it is marked in all of them. */
export const pointAt = (group, i) => dispatchEvent(new CustomEvent("lab-point", { detail: { group, i } }));

/** Keep a point of a group marked. */
export const pick = (group, i) => dispatchEvent(new CustomEvent("lab-pick", { detail: { group, i } }));

/**
 * Side of a board: no scrolling to it; before a class three quarters of the window, and tools beside it.
 * @param {number} width @param {{ height: number, projector?: boolean }} header @param {boolean} [free]
 */
export const sideOf = (width, { height, projector }, free) =>
  Math.min(width, projector ? Math.min(Math.max(540, width - 58), 0.75 * innerHeight) : Math.min(height, free ? height : Math.max(280, innerHeight - 300)));

/** A custom property as an element sees it. */
export const property = (element, name) => getComputedStyle(element).getPropertyValue(name).trim();
