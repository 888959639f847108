// The line to the solver: one question in flight, the newest wins, answers carry the number of their
// question. Sending the whole problem each time makes lost and merged questions harmless.

import { toText, unpack } from "./wire.js";

const PATIENCE = 2000; // ms before a question counts as lost
const SLOWEST = 8000; // ms, the longest pause between attempts to connect
const FALLBACK_GAP = 100; // ms between questions when they travel through Streamlit (10 Hz)
const REMEMBERED = 8; // questions whose late answers are still understood

/** Full address of a path of the server, from where this module was loaded (proxies add prefixes). */
export function address(path, scheme) {
  if (/^\w+:\/\//.test(path)) return path;
  const here = new URL(import.meta.url);
  const prefix = here.pathname.split("/lab/")[0];
  return `${scheme ?? here.protocol.slice(0, -1)}://${here.host}${prefix}${path}`;
}

export class Live {
  /** `encode(question)` gives bytes; `onAnswer(header, arrays, question)`; `fallback(text)` or null. */
  constructor({ encode, onAnswer, fallback }) {
    Object.assign(this, { encode, onAnswer, fallback });
    this.seq = 0;
    this.newest = 0; // number of the newest question answered
    this.asked = new Map();
    this.failures = 0;
    this.lastAsk = -Infinity;
  }

  /** Open the socket, once; a null path means the fallback only. */
  open(path) {
    if (!path || this.socket || this.closed || this.reopen) return;
    this.path = path;
    const here = address(path, location.protocol === "https:" ? "wss" : "ws");
    const socket = (this.socket = new WebSocket(here));
    socket.binaryType = "arraybuffer";
    socket.onopen = () => { this.failures = 0; this.retry(); };
    socket.onmessage = ({ data }) => this.deliver(data);
    socket.onclose = () => this.lost(socket);
  }

  lost(socket) {
    if (socket !== this.socket) return;
    this.socket = null;
    const pause = Math.min(SLOWEST, 250 * 2 ** this.failures++);
    this.reopen = setTimeout(() => { this.reopen = null; this.open(this.path); }, pause);
    this.retry();
  }

  // What was in flight is asked again unless something newer waits.
  retry() {
    clearTimeout(this.timer);
    this.waiting ??= this.flying;
    this.flying = null;
    this.pump();
  }

  /** Ask; a question still waiting is dropped in favour of this one. */
  ask(question) {
    question.seq = ++this.seq;
    question.patience = PATIENCE;
    this.waiting = question;
    this.pump();
  }

  pump() {
    if (this.flying || !this.waiting || this.closed) return;
    const open = this.socket?.readyState === WebSocket.OPEN;
    // A socket on its way is worth a moment; after the first failure the fallback carries the questions.
    if (!open && (!this.fallback || (this.path && !this.failures))) return;
    const pause = open ? 0 : this.lastAsk + FALLBACK_GAP - performance.now();
    if (pause > 0) {
      this.later ??= setTimeout(() => { this.later = null; this.pump(); }, pause);
      return;
    }
    const question = this.take();
    const bytes = this.encode(question);
    if (open) this.socket.send(bytes);
    else this.fallback(toText(bytes));
  }

  take() {
    const question = (this.flying = this.waiting);
    this.waiting = null;
    this.lastAsk = performance.now();
    this.asked.set(question.seq, question);
    if (this.asked.size > REMEMBERED) this.asked.delete(this.asked.keys().next().value);
    this.timer = setTimeout(() => this.retry(), question.patience);
    question.patience = Math.min(2 * question.patience, SLOWEST); // a hard problem is not asked again and again
    return question;
  }

  /** An answer as bytes, or already unpacked as `[header, arrays]` when it came through Streamlit. */
  deliver(blob) {
    const [header, arrays] = Array.isArray(blob) ? blob : unpack(blob);
    const question = this.asked.get(header.seq);
    if (this.flying?.seq === header.seq) {
      clearTimeout(this.timer);
      this.flying = null;
    }
    if (question && header.seq > this.newest) {
      this.newest = header.seq;
      if (this.waiting?.seq === header.seq) this.waiting = null;
      this.onAnswer(header, arrays, question);
    }
    this.pump();
  }

  close() {
    this.closed = true;
    [this.timer, this.later, this.reopen].forEach(clearTimeout);
    this.socket?.close();
  }
}
