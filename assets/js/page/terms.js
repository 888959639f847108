// The definition of a word, where the word stands (ui/server/glossary.py has them all, by language).

import { address } from "../shared/address.js";

const found = {}; // definitions by language

/** All definitions in a language; what could not be fetched is asked for again the next time. */
const definitions = (lang) =>
  (found[lang] ??= fetch(address(`/lab/glossary?lang=${lang}`))
    .then((answer) => (answer.ok ? answer.json() : Promise.reject()))
    .catch(() => ((found[lang] = null), {})));

/** Show what a word means below it, until Escape or a press elsewhere. */
export async function define(word) {
  const { lang } = document.documentElement;
  const terms = await definitions(lang);
  const name = `term.${word.hash.slice("#term-".length)}`;
  if (!terms[name]) return;
  const { left, bottom } = word.getBoundingClientRect();
  const box = document.getElementById("lab-term") ?? Object.assign(document.createElement("div"), { id: "lab-term", popover: "auto", tabIndex: -1 });
  box.replaceChildren(Object.assign(document.createElement("strong"), { textContent: terms[`${name}.name`] }), ` ${terms[name]}`);
  box.setAttribute("role", "note");
  word.after(box);
  box.style.left = `${Math.max(8, Math.min(left, innerWidth - 368))}px`;
  box.style.top = `${bottom + 6}px`;
  box.showPopover();
  box.focus();
}
