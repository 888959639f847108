"""The leave-one-out errors of several machines in the background: at once if they are cheap, else on request."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol, TypeAlias

import streamlit as st

from core.problem import Problem
from core.selection import LeaveOneOut, left_out_error, wrong_without
from core.solver import CancelFlag
from core.view import Light, Solution
from ui.page.showing import Showing
from ui.page.work import PageWork, follow
from ui.solve.limits import ENTRIES_LEFT_OUT_UNASKED, POINTS_LEFT_OUT_UNASKED
from ui.solve.queue.long_work import WORKS
from ui.solve.solving import TOLERANCE
from ui.state.visitor import visitor
from ui.state.widget import contained
from ui.words import number

SECONDS_OF_ENTRY = 1e-8  # approximate time of a step per point


class WithSolution(Protocol):
    """Any trained machine."""

    @property
    def problem(self) -> Problem:
        """What was solved."""

    @property
    def solution(self) -> Solution:
        """Its solution."""


@dataclass(frozen=True)
class Candidate:
    """A machine whose error is wanted."""

    name: str  # of its work, which identical questions share
    machine: WithSolution
    again: Callable[[], WithSolution]  # finds it for each piece, so that paused work keeps no kernel matrix in memory


@dataclass(frozen=True)
class LeftOut:
    """The progress of the leave-one-out error of a machine."""

    error: LeaveOneOut | None  # None until the work is done
    done: int  # support vectors that were left out, at the cost of one solve each
    of: int


Errors: TypeAlias = Sequence[LeftOut]  # of the candidates, in their order


def entries_read(machines: Iterable[WithSolution]) -> int:
    """Return about how many entries of K all the solves read: each takes as many steps as the machine itself."""
    shown = [each.solution for each in machines]
    return sum(each.vectors * each.steps * len(each.alpha) for each in shown)


def is_cheap(machines: Sequence[WithSolution]) -> bool:
    """Whether the errors are computed without a request: each support vector costs one more solve."""
    few = all(len(each.problem.y) <= POINTS_LEFT_OUT_UNASKED for each in machines)
    return few and entries_read(machines) <= ENTRIES_LEFT_OUT_UNASKED


def is_solved(machine: WithSolution) -> bool:
    """Whether there is a solution from which points can be left out."""
    return machine.solution.light is not Light.IMPOSSIBLE


def left_out(candidates: Iterable[Candidate], of: str) -> Errors:
    """Return the progress of the errors, and request for a visitor that they continue."""
    shown = list(candidates)
    for each in shown:
        if is_solved(each.machine):
            cost = SECONDS_OF_ENTRY * each.machine.solution.steps * len(each.machine.problem.y)
            WORKS.follow(each.name, of, partial(_pieces, each.again), cost)
    return known_left_out(shown)


def known_left_out(candidates: Iterable[Candidate]) -> Errors:
    """Return the progress of the errors."""
    return tuple(_so_far(each) for each in candidates)


def leave(candidates: Iterable[Candidate], of: str) -> None:
    """Stop the current solve unless another visitor waits for it."""
    for each in candidates:
        WORKS.leave(each.name, of)


def is_over(found: Errors) -> bool:
    """Whether the work has ended."""
    return all(each.error is not None for each in found)


def follow_left_out(
    page: str, candidates: Sequence[Candidate], showing: Showing, show: Callable[[Errors], None]
) -> Errors:
    """Show what is known, and update it until all errors are known; return what is known now.

    The words are <page>.left_out.ask, {n} points, and <page>.left_out.progress, {done} {of} support vectors.
    """
    words, asked = showing.words, f"{page}-left-out-asked"  # key of the visitor's last request
    work = PageWork(
        f"{page}-left-out",
        " ".join(each.name for each in candidates),
        lambda: left_out(candidates, visitor()),
        partial(known_left_out, candidates),
        partial(leave, candidates),
        lambda found: (sum(each.done for each in found), sum(each.of for each in found)),
        is_over,
    )
    machines, now = [each.machine for each in candidates], work.known()
    if is_over(now) or is_cheap(machines) or st.session_state.get(asked) == work.about:
        now = now if is_over(now) else work.soon()
        follow(work, now, show, words, f"{page}.left_out.progress", beneath=True)
        return now
    show(now)

    def ask() -> None:
        st.session_state[asked] = work.about

    label = words(f"{page}.left_out.ask", n=number(len(machines[0].problem.y)))
    st.button(label, key=f"{page}-left-out-{words.lang}", on_click=contained(ask))
    return now


def _pieces(again: Callable[[], WithSolution], found: Sequence[bool], cancel: CancelFlag) -> Iterator[bool]:
    """Yield whether each support vector after the known ones is misclassified without it."""
    known = len(found)
    while True:
        machine = again()
        rest = wrong_without(machine.problem, machine.solution.alpha, TOLERANCE, cancel=cancel, known=known)
        wrong = next(rest, None)
        if wrong is None:
            return
        del machine, rest
        yield wrong
        known += 1


def _so_far(candidate: Candidate) -> LeftOut:
    machine, known = candidate.machine, WORKS.known(candidate.name)
    if not is_solved(machine):
        return LeftOut(LeaveOneOut(0, 0, complete=False), 0, 0)
    found, over = ((), False) if known is None else (known.found, known.over)
    shown = machine.solution
    error = left_out_error(machine.problem, shown.alpha, shown.decision, found) if over else None
    return LeftOut(error, len(found), shown.vectors)
