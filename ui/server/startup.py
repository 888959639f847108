"""The start of the server until it is ready, and the thread setting for quick answers."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from functools import partial
from threading import Thread

from threadpoolctl import threadpool_limits

from core.lowlevel.settings import cache_folder, is_warm, keep_warm
from core.warm import AT_START, BOARD, EVERYTHING, JOBS, LATER, warm_up
from datasets import CATALOGUE
from ui.link.link import Link
from ui.server.compiling import compiled_apart
from ui.solve.readiness import READINESS
from ui.solve.solving import solve_curves, solved
from ui.state.lab import opening
from ui.static import files


def take_short_turns() -> None:
    """Set the thread switch interval to one millisecond instead of five.

    An answer passes through three threads; while long work and the run of a page also need the interpreter, each thread
    waits for several intervals.
    """
    sys.setswitchinterval(0.001)


def begin() -> None:
    """Start a thread that runs `prepare` while the server answers."""
    READINESS.begin(len(AT_START))
    Thread(target=prepare, daemon=True).start()


def prepare() -> None:
    """Compile and run once what pages need, the board first; then exclude it from garbage collection.

    `READINESS` reports the progress to the rest of the server. Anything that fails here is compiled when it is called.
    """
    started, first = time.perf_counter(), cache_folder() is not None and not is_warm()
    try:
        _prepare(first)
    finally:
        READINESS.open_everything()
    _say(f"SVM Lab: ready after {time.perf_counter() - started:.1f} s")
    _prepare_the_rest(first)


def _prepare(first: bool) -> None:
    threadpool_limits(1)  # BLAS threads would compete with the solver's own; not used as a context, so it lasts
    tell: Callable[[str], None] = partial(_tell, "loaded")
    if first:
        _say("SVM Lab: first start on this machine, compiling the solver (once, about a minute) ...")
        _compile()
        tell = _say_nothing
    if not READINESS.board:
        _open_board(tell)
    warm_up([name for name in AT_START if name not in BOARD], tell)


def _prepare_the_rest(first: bool) -> None:
    """Compile and run once what few visits need; an earlier call compiles it itself."""
    if first:
        for name in compiled_apart(LATER):
            _say(f"SVM Lab: compiled {name}, too")
    warm_up([name for name in EVERYTHING if name not in AT_START], _say_nothing)
    keep_warm()
    gc.collect()
    gc.freeze()  # later collections skip 200,000 objects of the libraries


def _compile() -> None:
    """Follow the compile processes, and open the board as soon as its part is compiled."""
    missing = set(BOARD)
    for name in compiled_apart(JOBS):
        _tell("compiled", name)
        missing.discard(name)
        if not missing and not READINESS.board:
            _open_board(_say_nothing)


def _open_board(tell: Callable[[str], None]) -> None:
    """Load its solver, solve the first visitor's problem, compress the assets, and admit visitors."""
    warm_up(BOARD, tell)
    first_lab = opening(Link(CATALOGUE))
    solved(first_lab.problem)
    solve_curves(first_lab.problem)
    files.warm()
    READINESS.open_board()


def _tell(how: str, name: str) -> None:
    READINESS.one_more()
    _say(f"SVM Lab: {how} {READINESS.done}/{READINESS.of} {name}")


def _say_nothing(name: str) -> None:
    """Do nothing: what is loaded here was counted when it was compiled."""


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
