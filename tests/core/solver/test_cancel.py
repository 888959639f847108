"""A cancelled run ends within a tenth of a second, in every loop there is, and so it does after Ctrl-C.

What counts is the processor time that the run takes after it was asked to end: a busy machine does not add to it. BLAS
has one thread meanwhile, because its others count while they wait. Each run is asked at moments from its first on, and
it has to end in time at every one of them.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest
from scipy import sparse
from threadpoolctl import threadpool_limits

from core.problem import (
    FourierMap,
    Gaussian,
    Kernel,
    Linear,
    Polynomial,
    Sigmoid,
    c_svc,
    c_svc_form,
    linear_svc,
    separation,
)
from core.selection import leave_one_out
from core.solver import CancelFlag, Outcome, finish, new_cancel_flag, regularisation_path, train
from core.solver.linear import train_linear
from core.solver.linear.feature_source import LinearRun, StoredFeatures
from core.solver.linear.train import Reading, Training
from core.trace import record
from core.view import count_regions
from tests.core.small_problems import cloud

ROOT = Path(__file__).parents[3]
AT_ONCE = 0.1  # seconds
COMPILED = 900.0  # seconds, until a first try has compiled its loop on a machine that does much else
MOMENTS = (0.0, 0.01, 0.03, 0.1, 0.3)  # seconds of the processor after which a run is asked; it may have ended before
AGAIN = 8  # times: each part of a run is compiled once
BEGUN = 0.01  # the one of them after which no run has ended yet
OF_THREADS = hasattr(time, "pthread_getcpuclockid")  # else the time of the process, where no other thread works
CLOCK = time.thread_time if OF_THREADS else time.process_time
Job = Callable[[CancelFlag], Outcome]
Ended = TypeVar("Ended")
ENDLESS: dict[str, Any] = {"tolerance": 1e-12, "limit": 10**9}
X, Y = cloud(600, seed=0)
WIDE = np.random.default_rng(0).normal(size=(3000, 80))
MANY, SIGNS = cloud(3000, seed=1)


def _walk(name: str) -> Job:
    def job(cancel: CancelFlag) -> Outcome:
        asked: Any = linear_svc(X, Y, 1e6) if name == "dual-cd" else c_svc(X, Y, Polynomial(5, 1.0, 1.0), 1e6)
        return record(asked, name, 1e-12, cancel=cancel).outcome

    return job


def _trainer(points: Any, signs: np.ndarray, kernel: Any, C: float, **options: Any) -> Job:
    form = c_svc_form(signs, len(signs), C)
    return lambda cancel: train(form, points, kernel, cancel=cancel, **ENDLESS, **options).outcome


def _linear(points: Any, signs: np.ndarray, loss: str, **options: Any) -> Job:
    form = c_svc_form(signs, len(signs), 1e6, loss=loss)
    return lambda cancel: train_linear(form, points, cancel=cancel, **ENDLESS, **options).outcome


def _stages(
    points: np.ndarray, signs: np.ndarray, loss: str, stage: Callable[[Training, LinearRun, Reading], Reading]
) -> Job:
    """Return a job that takes the same stages of a linear training again and again."""
    form = c_svc_form(signs, len(signs), 1e6, loss=loss)

    def job(cancel: CancelFlag) -> Outcome:
        while cancel[0] == 0:
            training = Training(form, StoredFeatures(points), 1.0, 1e-12, shrinking=True, finish=True)
            run = training.start(np.dtype(np.float64), 0, 10**9, cancel, np.zeros(3))
            stage(training, run, training.look(run, run.alpha))
        return Outcome.CANCELLED

    return job


def _hulls(points: np.ndarray, signs: np.ndarray, kernel: Kernel) -> Job:
    """Return a job that looks for a separating plane again and again."""

    def job(cancel: CancelFlag) -> Outcome:
        while cancel[0] == 0:
            separation(kernel, points, signs, lambda: bool(cancel[0]))
        return Outcome.CANCELLED

    return job


def _left_out(cancel: CancelFlag) -> Outcome:
    problem = c_svc(X, Y, Polynomial(5, 1.0, 1.0), 1e6)
    found = leave_one_out(problem, np.ones(len(Y)), Y, 1e-12, limit=10**9, cancel=cancel)
    return Outcome.STEP_LIMIT if found.complete else Outcome.CANCELLED


def _counting(cancel: CancelFlag) -> Outcome:
    problem, heights = c_svc(MANY[:1000], SIGNS[:1000], Gaussian(1000.0), 1.0), np.ones(1000)
    while cancel[0] == 0:
        count_regions(problem, heights, 0.0, (-4.0, -4.0, 8.0), cancel)
    return Outcome.CANCELLED


def _learning(cancel: CancelFlag) -> Outcome:
    """Let a perceptron learn a line that leaves the points next to no margin: (2 R / gamma)^2 mistakes, at most."""
    along = MANY[:1000] @ np.array([0.6, 0.8])
    problem = c_svc(MANY[:1000], np.where(along > np.median(along), 1.0, -1.0), Linear(), 1.0)
    return finish(problem, "perceptron", 1e-12, 10**9, cancel).outcome


def _following(cancel: CancelFlag) -> Outcome:
    while cancel[0] == 0:
        regularisation_path(MANY[:500], SIGNS[:500], Gaussian(1.0), 1e-3, 1e4, cancel)
    return Outcome.CANCELLED


FOURIER = FourierMap(0.5, 300, seed=0)
WIDEST = np.random.default_rng(1).normal(size=(3000, 1000))
SPARSE = sparse.csr_array(np.where(np.abs(WIDE) > 1.5, WIDE, 0.0))
LOOPS: dict[str, Job] = {
    "SMO by first order": _walk("smo-first-order"),
    "SMO by second order": _walk("smo-second-order"),
    "Platt's SMO": _walk("platt"),
    "coordinate descent, step by step": _walk("dual-cd"),
    "few points, their matrix": _trainer(X, Y, Polynomial(9, 3.0, 1.0), 1e7),
    "few points, an indefinite kernel": _trainer(X, Y, Polynomial(9, 3.0, -1.0), 1e7),
    "few points, a Gaussian": _trainer(MANY[:1900], SIGNS[:1900], Gaussian(0.5), 1e6),
    "blocks in the plane": _trainer(MANY, SIGNS, Gaussian(0.5), 1e6),
    "blocks of few coordinates": _trainer(MANY, SIGNS, Polynomial(9, 3.0, 1.0), 1e7),
    "blocks of many coordinates": _trainer(WIDE, SIGNS, Sigmoid(0.01, 0.1), 1e6),
    "blocks of sparse points": _trainer(SPARSE, SIGNS, Polynomial(3, 1.0, 1.0), 1e6),
    "linear epochs": _linear(MANY, SIGNS, "hinge", finish=False),
    "linear epochs, squares": _linear(WIDE, SIGNS, "squared_hinge", finish=False),
    "linear epochs of sparse points": _linear(SPARSE, SIGNS, "hinge", finish=False),
    "linear epochs of a map": _linear(MANY, SIGNS, "hinge", finish=False, phi=FOURIER),
    "Newton's stages of a linear machine": _stages(WIDEST, SIGNS, "hinge", Training.newton),
    "Newton's stages under squares": _stages(WIDEST, SIGNS, "squared_hinge", Training.newton),
    "interior points of a linear machine": _stages(WIDEST[:, :400], SIGNS, "hinge", Training.interior),
    "a separating plane, in floats": _hulls(X, Y, Polynomial(7)),
    "a separating plane, in whole numbers": _hulls(np.round(X, 3), Y, Polynomial(3)),
    "one point left out after the other": _left_out,
    "regions of a Gaussian": _counting,
    "mistakes of a perceptron": _learning,
    "the path over C": _following,
}


def _ended_within(job: Job, moment: float = BEGUN) -> float:
    """Return how long the run went on after it was asked to end; nan where it had ended by itself."""
    outcome, seconds = told_to_end(job, moment)
    return seconds if outcome == Outcome.CANCELLED else np.nan


def told_to_end(job: Callable[[CancelFlag], Ended], moment: float) -> tuple[Ended, float]:
    """Return what a job returns, which is told to end after a moment, and how long it went on; -inf had it ended."""
    cancel, ended = new_cancel_flag(), list[tuple[Ended, float]]()
    thread = threading.Thread(target=lambda: ended.append((job(cancel), CLOCK())), daemon=True)
    begun = 0.0 if OF_THREADS else CLOCK()
    thread.start()
    asked = begun
    while thread.is_alive() and asked < begun + moment:
        time.sleep(0.001)
        asked = processor_time(thread)
    cancel[0] = 1
    thread.join(COMPILED)
    assert ended, "it goes on"
    found, at = ended[0]
    return found, at - asked


def processor_time(thread: threading.Thread) -> float:
    """Return the processor time that a thread has had, in seconds; inf where it has ended."""
    if not OF_THREADS:
        return CLOCK()
    assert thread.ident is not None
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
    except OSError:  # it has ended by itself
        return np.inf


def _is_in_time(job: Job) -> bool:
    """Tell whether the run ends in time at each moment, and is still going on when it is asked at the usual one.

    What is late may have been compiled meanwhile, and is asked again at the same moment.
    """
    with threadpool_limits(1):
        assert np.isfinite(_ended_within(job)), "it ends by itself, and proves nothing"
        return all(any(not _ended_within(job, moment) > AT_ONCE for _ in range(AGAIN)) for moment in MOMENTS)


@pytest.mark.parametrize("name", LOOPS)
def test_a_run_ends_within_a_tenth_of_a_second_whenever_it_is_asked(name: str) -> None:
    assert _is_in_time(LOOPS[name])


@pytest.mark.parametrize("pause", [0.02, 0.3])
def test_a_run_that_now_and_then_does_not_ask_is_found(pause: float) -> None:
    """A run that looks at its flag for a while, and then for a while does not, is quick at some moments only."""

    def now_and_then(cancel: CancelFlag) -> Outcome:
        while cancel[0] == 0:
            for wait in (0.02, pause):
                until = CLOCK() + wait
                while CLOCK() < until:
                    pass
        return Outcome.CANCELLED

    assert _is_in_time(now_and_then) == (pause < AT_ONCE)


def test_the_search_for_a_plane_asks_all_the_time_whether_to_stop() -> None:
    """No part of it, the making of the coordinates included, goes on for half of the search without asking.

    The first search compiles its loops and is not looked at. Of the others the best is: the collection of garbage takes
    a second of one of them where thousands of tests have gone before.
    """
    asked, longest = list[float](), list[float]()

    def stopped() -> bool:
        asked.append(CLOCK())
        return False

    with threadpool_limits(1):
        for _ in range(1 + AGAIN):
            asked[:] = [CLOCK()]
            separation(Polynomial(9), MANY[:1900], SIGNS[:1900], stopped)
            asked.append(CLOCK())
            longest.append(np.diff(asked).max() / (asked[-1] - asked[0]))
    assert min(longest[1:]) < 0.5


def test_a_run_in_double_precision_ends_as_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    def stuck(*given: Any) -> tuple[float, float, int, float, int]:
        return 0.0, 0.0, 0, np.inf, int(Outcome.STUCK)

    monkeypatch.setattr(sys.modules["core.solver.trainer.train"], "solve_small", stuck)
    job = _trainer(X, Y, Polynomial(5, 1.0, 1.0), 1e7)
    assert _is_in_time(job)


FITS = {
    "few": "SVC(kernel='poly', degree=9, gamma=3.0, coef0=-1.0, C=1e12, tol=1e-12).fit(X[:600], y[:600])",
    "many": "SVC(kernel='poly', degree=9, gamma=3.0, coef0=1.0, C=1e12, tol=1e-12).fit(X, y)",
    "linear": "LinearSVC(C=1e9, tol=1e-14, loss='hinge', max_iter=10**9).fit(np.tile(X, (1, 600)), y)",
}
PROGRAM = """
import numpy as np, signal, warnings
signal.signal(signal.SIGINT, signal.default_int_handler)
warnings.simplefilter("ignore")
from core.estimators import SVC, LinearSVC
from tests.core.small_problems import cloud
X, y = cloud(3000, seed=1)
try:
    print("begun", flush=True)
    while True:
        {fit}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("name", FITS)
def test_ctrl_c_ends_a_fit(name: str) -> None:
    program = [sys.executable, "-c", PROGRAM.format(fit=FITS[name])]
    with subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(2.0)
        process.send_signal(signal.SIGINT)
        try:
            told, _ = process.communicate(timeout=240.0)  # it may have to end a compilation first
        finally:
            process.kill()
    assert told == "interrupted\n"
