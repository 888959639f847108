// The buttons of up to six classes, in place of the two: which class the next click draws.

import { CLASSES } from "../shared/classes.js";

const SVG = "http://www.w3.org/2000/svg";

/** Give a board the classes by the names that its data has. */
export function serve(board) {
  if (board.classTools) return;
  const group = (board.classTools = board.tools.firstElementChild);
  group.replaceChildren(...CLASSES.map(([label, colour, path], k) => button(label, colour, path, k)));
  group.classList.add("lab-classes");
}

function button(label, colour, path, k) {
  const [made, icon, shape] = [document.createElement("button"), document.createElementNS(SVG, "svg"), document.createElementNS(SVG, "path")];
  Object.assign(made, { type: "button", name: "label", value: label, ariaPressed: `${label === 1}` });
  made.dataset.class = k;
  icon.setAttribute("viewBox", "-9 -9 18 18");
  icon.setAttribute("aria-hidden", "true");
  icon.setAttribute("class", "lab-icon lab-filled");
  icon.style.color = `var(--lab-${colour})`;
  shape.setAttribute("d", path);
  icon.append(shape);
  made.append(icon, document.createElement("span"));
  return made;
}

/** Name the buttons. */
export function name(board, classes) {
  [...board.classTools.children].forEach((made, k) => {
    made.lastElementChild.textContent = k + 1;
    made.title = made.ariaLabel = board.say("draw.class.tip", { class: classes[k], key: k + 1 });
  });
}
