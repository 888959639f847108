"""What the server does before it says that it is ready, and the two settings that make it answer at once."""

from __future__ import annotations

import asyncio.base_events
import gc
import socket
import sys
import time

from threadpoolctl import threadpool_limits


def send_without_delay() -> None:
    """Switch Nagle's algorithm off for every accepted connection.

    Streamlit binds its own socket with protocol 0, for which asyncio leaves Nagle on: each answer then waits 40 ms for
    the browser's delayed acknowledgement. A test reads the socket option.
    """
    if hasattr(asyncio.base_events, "_set_nodelay"):
        asyncio.base_events._set_nodelay = _set_nodelay


def _set_nodelay(sock: socket.socket) -> None:
    if sock.family in (socket.AF_INET, socket.AF_INET6) and sock.type == socket.SOCK_STREAM:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def prepare() -> None:
    """Import, compile and try out everything that a page needs; then keep the collector's hands off it."""
    started = time.perf_counter()
    _say("SVM Lab: loading the libraries ...")
    # Imported here, after the line above: they take seconds, and a silent terminal looks broken.
    from core.lowlevel.compiled import is_warm
    from core.warm import warm_up
    from datasets import CATALOGUE
    from ui.link.link import Link
    from ui.solve.solving import solve_curves, solved
    from ui.state.session import opening
    from ui.static import files

    first = not is_warm()
    if first:
        _say("SVM Lab: first start on this machine, compiling the solver (once, about a minute) ...")
    warm_up(lambda what, done, of: _say(f"SVM Lab: {'compiling' if first else 'loading'} {done}/{of} {what}"))
    first_lab = opening(Link(CATALOGUE))
    solved(*first_lab.question())
    solve_curves(*first_lab.question())
    files.warm()
    threadpool_limits(1)  # two BLAS threads fight with the solver's own; not used as a context, so it stays
    gc.collect()
    gc.freeze()  # 200,000 objects of the libraries that no later collection has to visit
    _say(f"SVM Lab: ready after {time.perf_counter() - started:.1f} s")


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
