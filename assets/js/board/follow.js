// The headline and the formula of the page follow the answers that its card tells of, while a hand is ahead of the page.
// The elements stay Streamlit's own: only the texts in them are written, and the next run of the page writes the same.

const NUMBERS = /\\mathrm\{([^}]*)\}/g; // what the parameters of a kernel make, see ui/solve/formula.py
const shape = (tex) => tex.replace(NUMBERS, "").replace(/\s/g, "");

let newest; // what the card tells of
const late = new MutationObserver(() => follow(newest)); // a run of the page that began before the newest answer came

/** Write what an answer says in place of what the page said; page.css lets wait what cannot follow. */
export function follow(answer = {}) {
  const [{ headline, formula }, { dataset }, known] = [answer, document.documentElement, answer === newest];
  newest = answer;
  if (dataset.waits !== "draw.waits" && (known || !dataset.follows)) return; // the page itself tells of the board
  const [lead, math] = [".st-key-lead", ".st-key-formula"].map((place) => document.querySelector(place));
  for (const node of [lead, math]) if (node) late.observe(node, { characterData: true, childList: true, subtree: true });
  const told = headline && tell(lead?.querySelector("p"), headline) ? ["headline"] : [];
  if (formula && math && rewrite(math, formula)) told.push("formula");
  dataset.follows = told.join(" ");
}

// KaTeX writes a formula twice: as MathML in the order of its source, and as boxes, where the marked numbers have a class.
function rewrite(math, tex) {
  const [[source], numbers, boxes] = ["annotation", "mn", ".mathrm"].map((place) => [...math.querySelectorAll(place)]);
  if (!source || shape(source.textContent) !== shape(tex)) return false;
  const all = tex.replace(NUMBERS, "$1").match(/[\d.]+/g) ?? [];
  const marked = [...tex.matchAll(NUMBERS)].map(([, number]) => number);
  if (numbers.length !== all.length || boxes.length !== marked.length) return false;
  numbers.forEach((node, k) => write(node, all[k]));
  boxes.forEach((node, k) => write(node, marked[k]));
  return write(source, tex);
}

// A word with a definition stays a link: "text [word](#term-name)".
function tell(place, text) {
  const parts = text.split(/\[([^\]]+)\]\(#term-\w+\)/).map((part, k) => [part, k % 2 ? "A" : "#text"]);
  const [said, nodes, terms] = [parts.filter(([part]) => part), [...(place?.childNodes ?? [])], text.match(/#term-\w+/g)];
  if (String(nodes.map((node) => node.nodeName)) !== String(said.map(([, name]) => name))) return false;
  nodes.filter((node) => node.href).forEach((link, k) => link.setAttribute("href", terms[k]));
  nodes.forEach((node, k) => renew(node.firstChild ?? node, said[k][0]));
  return true;
}

function write(node, text) {
  const only = node?.childNodes.length === 1 && node.firstChild;
  if (only?.nodeType !== Node.TEXT_NODE) return false;
  renew(only, text);
  return true;
}

function renew(node, text) {
  if (node.data !== text) node.data = text; // else the observer calls without end
}
