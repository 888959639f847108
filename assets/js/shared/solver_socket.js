// The line to the solver: one request in flight, the newest wins. Each is the whole problem: one may be lost.

import { address } from "./address.js";
import { toText, unpack } from "./wire.js";

const PATIENCE = 2000; // ms before a request counts as lost; doubled each time
const SLOWEST = 8000; // ms, of patience and pause
const FALLBACK_GAP = 100; // ms between requests through Streamlit
const REMEMBERED = 8; // requests whose late answers are still understood

export class SolverSocket {
  seq = 0;
  newest = 0; // number of the newest request answered
  asked = new Map();
  failures = 0;
  lastAsk = -Infinity;
  took = 0; // ms, the newest answer
  fallback = null; // takes a request as base64 text when there is no socket

  /** @param {Pick<SolverSocket, "encode" | "onAnswer" | "onLost">} by */
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
  ask(request) {
    this.waiting = Object.assign(request, { seq: ++this.seq, patience: PATIENCE });
    this.pump();
  }

  pump() {
    if (this.flying || !this.waiting) return;
    const open = this.isOpen;
    // A socket on its way is worth a moment; once it failed there is the fallback.
    if (!open && (!this.fallback || (this.path && !this.failures))) return;
    const pause = open ? 0 : this.lastAsk + FALLBACK_GAP - performance.now();
    if (pause > 0) this.later ??= setTimeout(() => { this.later = null; this.pump(); }, pause);
    else this.send(open);
  }

  send(open) {
    const request = (this.flying = this.waiting);
    this.waiting = null;
    this.lastAsk = performance.now();
    this.asked.set(request.seq, request);
    this.asked.delete(request.seq - REMEMBERED);
    this.timer = setTimeout(() => this.retry(), request.patience);
    request.patience = Math.min(2 * request.patience, SLOWEST);
    if (open) this.socket.send(this.encode(request));
    else this.fallback(toText(this.encode(request)));
  }

  /** Take an answer, from the socket or through Streamlit. */
  deliver(header, arrays) {
    const request = this.asked.get(header.seq);
    if (this.flying?.seq === header.seq) {
      clearTimeout(this.timer);
      this.flying = null;
      this.took = performance.now() - this.lastAsk;
    }
    if (!request || header.seq <= this.newest) return this.pump();
    this.newest = header.seq;
    if (this.waiting === request) this.waiting = null;
    this.pump(); // the next is solved while this one is drawn
    this.onAnswer(header, arrays, request);
  }
}
