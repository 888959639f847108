"""What the server does before it says that it is ready, and the setting that makes it answer at once."""

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
    """Let threads that run Python take turns of a millisecond, not of five.

    An answer passes through three threads; while long work and the run of a page want the interpreter as well, each of
    them waits for several turns.
    """
    sys.setswitchinterval(0.001)


def begin() -> None:
    """Let a thread `prepare` while the server answers."""
    READINESS.begin(len(AT_START))
    Thread(target=prepare, daemon=True).start()


def prepare() -> None:
    """Compile and try out what a page needs, the board first; then exclude it from later collections.

    `READINESS` tells the rest of the server how far this is. Whatever fails here is compiled when it is called.
    """
    started, first = time.perf_counter(), cache_folder() is not None and not is_warm()
    try:
        _prepare(first)
    finally:
        READINESS.open_everything()
    _say(f"SVM Lab: ready after {time.perf_counter() - started:.1f} s")
    _prepare_the_rest(first)


def _prepare(first: bool) -> None:
    threadpool_limits(1)  # two BLAS threads fight with the solver's own; not used as a context, so it stays
    tell: Callable[[str], None] = partial(_tell, "loaded")
    if first:
        _say("SVM Lab: first start on this machine, compiling the solver (once, about a minute) ...")
        _compile()
        tell = _say_nothing
    if not READINESS.board:
        _open_board(tell)
    warm_up([name for name in AT_START if name not in BOARD], tell)


def _prepare_the_rest(first: bool) -> None:
    """Compile and try out what few visits need; who needs it before has it compiled by the first call."""
    if first:
        for name in compiled_apart(LATER):
            _say(f"SVM Lab: compiled {name}, too")
    warm_up([name for name in EVERYTHING if name not in AT_START], _say_nothing)
    keep_warm()
    gc.collect()
    gc.freeze()  # 200,000 objects of the libraries that no later collection has to visit


def _compile() -> None:
    """Follow the processes that compile, and open the board as soon as its own part is there."""
    missing = set(BOARD)
    for name in compiled_apart(JOBS):
        _tell("compiled", name)
        missing.discard(name)
        if not missing and not READINESS.board:
            _open_board(_say_nothing)


def _open_board(tell: Callable[[str], None]) -> None:
    """Load its solver, solve what the first visitor sees, compress what every visitor loads, and let them in."""
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
    """Count nothing: what is loaded after it was compiled was counted then."""


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
