// The line to the solver: one question in flight, the newest wins. Each is the whole problem: losing one is harmless.

import { address } from "./address.js";
import { toText, unpack } from "./wire.js";

const PATIENCE = 2000; // ms before a question counts as lost; doubled each time
const SLOWEST = 8000; // ms, of patience and pause
const FALLBACK_GAP = 100; // ms between questions that travel through Streamlit
const REMEMBERED = 8; // questions whose late answers are still understood

export class SolverSocket {
  seq = 0;
  newest = 0; // number of the newest question answered
  asked = new Map();
  failures = 0;
  lastAsk = -Infinity;
  took = 0; // ms, the newest answer
  fallback = null; // takes a question as base64 text when there is no socket

  constructor({ encode, onAnswer, onLost }) { Object.assign(this, { encode, onAnswer, onLost }); }

  get isOpen() { return this.socket?.readyState === WebSocket.OPEN; }

  /** Whether an answer may be waited for: it is open, or on its way for the first time. */
  get isNear() { return this.isOpen || (!!this.path && !this.failures); }

  /** Open the socket, once; without a path there is only the fallback. */
  open(path) {
    if (!path || this.socket) return;
    this.path = path;
    const socket = (this.socket = new WebSocket(address(path).replace(/^http/, "ws")));
    socket.binaryType = "arraybuffer";
    socket.onopen = () => { this.failures = 0; this.retry(); };
    socket.onmessage = ({ data }) => this.deliver(...unpack(data));
    socket.onclose = () => {
      const pause = Math.min(SLOWEST, 250 * 2 ** this.failures++);
      setTimeout(() => { this.socket = null; this.open(path); }, pause);
      this.retry();
      this.onLost?.();
    };
  }

  // What was in flight is asked again unless something newer waits.
  retry() {
    clearTimeout(this.timer);
    this.waiting ??= this.flying;
    this.flying = null;
    this.pump();
  }

  /** Ask; what still waits is dropped. */
  ask(question) {
    this.waiting = Object.assign(question, { seq: ++this.seq, patience: PATIENCE });
    this.pump();
  }

  pump() {
    if (this.flying || !this.waiting) return;
    const open = this.isOpen;
    // A socket on its way is worth a moment; after a failure the fallback carries questions.
    if (!open && (!this.fallback || (this.path && !this.failures))) return;
    const pause = open ? 0 : this.lastAsk + FALLBACK_GAP - performance.now();
    if (pause > 0) this.later ??= setTimeout(() => { this.later = null; this.pump(); }, pause);
    else this.send(open);
  }

  send(open) {
    const question = (this.flying = this.waiting);
    this.waiting = null;
    this.lastAsk = performance.now();
    this.asked.set(question.seq, question);
    this.asked.delete(question.seq - REMEMBERED);
    this.timer = setTimeout(() => this.retry(), question.patience);
    question.patience = Math.min(2 * question.patience, SLOWEST);
    if (open) this.socket.send(this.encode(question));
    else this.fallback(toText(this.encode(question)));
  }

  /** Take an answer, from the socket or through Streamlit. */
  deliver(header, arrays) {
    const question = this.asked.get(header.seq);
    if (this.flying?.seq === header.seq) {
      clearTimeout(this.timer);
      this.flying = null;
      this.took = performance.now() - this.lastAsk;
    }
    if (question && header.seq > this.newest) {
      this.newest = header.seq;
      if (this.waiting === question) this.waiting = null;
      this.onAnswer(header, arrays, question);
    }
    this.pump();
  }
}
