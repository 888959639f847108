// Figures straight from the server, ahead of the page: it brings the same ones later, together with its sentences.

import { address } from "../shared/address.js";
import { plots } from "./plot.js";
import { remember } from "./schema.js";

const KEPT = 8;
const PATIENCE = 1500; // ms after which to wait for the page instead
const answers = new Map(); // by address
let newest = 0;

/** The number of the next change, which the page echoes: later than whatever anybody has sent. Older figures are void. */
export const nextTurn = () => (plots.turn = newest = Math.max(newest + 1, Date.now()));

// What has scrolled away is drawn once it comes back: the figures in sight have the browser to themselves.
const sight = new IntersectionObserver((seen) => seen.forEach((/** @type {any} */ { target, isIntersecting }) => {
  target.unseen = !isIntersecting;
  if (isIntersecting) target.again();
}), { scrollMargin: "100px" });

function watch(plot) {
  const node = plot.figure;
  if (!node || node.again) return;
  node.again = () => plot.last && plot.update({ ...plot.last, turn: 0 }, null, plot.send);
  sight.observe(node);
}

function prepare() {
  Object.values(plots).forEach(watch);
  remember(globalThis.Plotly?.PlotSchema);
}

/** Draw the figures for values, each as soon as it is there and `first` has come; ends when all stand. */
export async function drawEarly(turn, name, values, lang, first) {
  const drawn = [];
  prepare();
  const show = async (key, figure) => {
    await first;
    if (turn === newest) await draw(plots[key], { ...figure, values }, turn);
  };
  await ask(name, values, lang, (key, figure) => { drawn.push(show(key, figure)); });
  await Promise.allSettled(drawn);
}

/** The next picture of the page is painted. */
export const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

/**
 * Ask for the figures for values, unless they are known; `shown` gets each of them.
 * @param {(key: string, figure: object) => void} [shown]
 */
export function ask(name, values, lang, shown = () => {}) {
  const url = address(`lab/figures?${new URLSearchParams({ name, values: JSON.stringify(values), lang })}`);
  const known = answers.get(url);
  const answer = known ? known.then((figures) => (figures.forEach(([key, figure]) => shown(key, figure)), figures)) : read(url, shown);
  // Without a server in reach, or figures there, the page's own are on their way, and the next ask is new.
  const kept = answer.then((figures) => (figures.length || answers.delete(url), figures), () => (answers.delete(url), []));
  answers.delete(url);
  answers.set(url, kept);
  if (answers.size > KEPT) answers.delete(answers.keys().next().value);
  return kept;
}

/** Draw the figures for values, whatever the turn. */
export function show(name, values, lang) {
  prepare();
  return ask(name, values, lang, (key, figure) => draw(plots[key], figure));
}

// One figure a line.
async function read(url, shown) {
  const { body } = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const figures = [];
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return figures;
    const lines = (text + value).split("\n");
    text = lines.pop();
    for (const line of lines) {
      const [key, figure] = JSON.parse(line);
      figures.push([key, figure]);
      shown(key, figure);
    }
  }
}

const draw = (plot, figure, turn) => plot?.root.isConnected && plot.update({ ...plot.last, ...figure, turn, early: true }, null, plot.send);
