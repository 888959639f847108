// A table of numbers, and the sentence of its page, that come ahead of the page while a hand moves points of a board.

import { follow } from "../board/follow.js";
import { edited } from "../machine/edited_points.js";
import { component, fill, Part } from "../shared/component.js";
import { plots } from "./plot.js";

const LATE = 500; // ms after which numbers of earlier points wait visibly
const wide = matchMedia("(min-width: 961px)"); // as in page.css; else another sentence would move the board under the hand

export class LiveTable extends Part {
  update(sent) {
    plots[sent.key] = this;
    this.last = sent;
    if (!sent.early) this.page = sent;
    else if (this.isAhead) this.show(sent);
    this.heard("data");
  }

  /** Whether the page has still to tell of the points on the board. */
  get isAhead() { return !!this.store.drawing?.isAhead; }

  /** Whether what is shown is about these points. */
  get isNow() { return `${edited(this.store, this.store.drawing.told[1])}` === `${this.shown?.values?.points ?? []}`; }

  heard(what) {
    if (!this.page || !/data|points/.test(what)) return;
    if (!this.isAhead) this.show(this.page);
    else if (this.isNow) this.show(this.shown);
    else this.timer ??= setTimeout(() => this.wait(true), LATE);
  }

  show(sent) {
    this.shown = sent;
    this.wait(false);
    const { columns, rows, headline, waits } = sent;
    write(this.head, ["", ...columns]);
    fill(this.body, rows, (row, cells) => write(row, cells, waits));
    if (wide.matches) follow({ headline });
  }

  wait(late) {
    clearTimeout(this.timer);
    this.timer = null;
    this.root.toggleAttribute("data-late", late);
    if (late) follow();
  }
}

function write(row, cells, waits) {
  while (row.childElementCount < cells.length) row.append(row.lastElementChild.cloneNode());
  cells.forEach((text, k) => {
    const cell = row.children[k];
    if (cell.textContent !== text) cell.textContent = text;
    cell.toggleAttribute("data-late", text === waits);
  });
}

export const mount = component(LiveTable);
