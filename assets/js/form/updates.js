// What hands choose on a page of sliders and handles, on its way to Python (ui/page/updates.py).

const PATIENCE = 3000; // ms after which an answer is no longer waited for

/** Sends values at the pace of the answers: one message in flight, the newest values win. */
export class Updates {
  flying = 0;

  /**
   * Python has answered everything up to its number `seq`; what it `offers` may be asked ahead of the next answer. With
   * another `base` something else has changed the values, and what is still on its way is void. Returns whether
   * Python's values are the newest.
   */
  heard({ base, seq, offers, lang }, send) {
    const other = base !== this.base;
    if (other) this.waiting = null;
    this.seq = Math.max(this.seq ?? 0, seq);
    Object.assign(this, { base, offers, lang, send });
    if (seq >= this.flying) this.land();
    return other || !(this.flying || this.waiting);
  }

  /** `rest`: ms without a further value before it leaves. */
  put(values, rest) {
    this.waiting = { ...this.waiting, ...values };
    clearTimeout(this.resting);
    this.resting = rest && setTimeout(() => this.rest(), rest);
    if (!this.flying) this.leave();
  }

  rest() {
    clearTimeout(this.resting);
    this.resting = 0;
    if (!this.flying) this.leave();
  }

  async leave() {
    const { waiting: values, base, offers, lang } = this;
    if (!values || this.resting) return;
    this.waiting = null;
    const seq = (this.flying = ++this.seq);
    this.patience = setTimeout(() => this.land(), PATIENCE);
    const early = offers && await import("../plot/early_figures.js").catch(() => null);
    const turn = early ? early.nextTurn() : 0;
    if (turn) await early.drawEarly(turn, offers, values, lang); // the page would keep the server busy, and then the browser
    this.send("put", { base, seq, values, turn });
  }

  land() {
    clearTimeout(this.patience);
    this.flying = 0;
    this.leave();
  }
}
