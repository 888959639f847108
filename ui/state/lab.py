"""The state of one visitor, the lab: one frozen value, and pure functions from one lab to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

import numpy as np

from datasets import (
    AXES,
    CATALOGUE,
    LABELS,
    NO_NAMES,
    Points,
    TwoClasses,
    has_others,
    in_pair,
    make_points,
    relabelled,
    with_pair,
)
from ui.link.fields import Unread
from ui.link.form import AnyOptions
from ui.link.link import Link
from ui.link.shared import Shared
from ui.solve.board_problem import BoardProblem
from ui.solve.kernels import PARAMETERS, KernelSpec
from ui.state.board import Board
from ui.words import Words, first_language, named, words_for

FIRST_DATASET = "moons"
KEPT = ("dataset", "X", "y", "window", "names", "scale", "lang", "hidden", "projector")  # by an undo, from what is open
MOST_LEFT = 8  # sets whose names are kept for an undo; 2,000 points are 34 kB

Chosen = TypeVar("Chosen")  # the options of a page
Opening: TypeAlias = Callable[[KernelSpec], Chosen]  # the initial options under a kernel


@dataclass(frozen=True)
class Lab:
    """The points, the questions about them, and the look of the page. `shared` is the part that a link carries."""

    shared: Shared
    every: Points  # of all classes
    revision: int = 0  # counts changes made by Python: the board adopts the points of a new revision
    base: int = 0  # the last revision made by anything other than dragging points or sliders
    unread: tuple[Unread, ...] = ()  # the unreadable fields of a link, to be reported once
    flat: bool = False  # this browser cannot draw in 3-D
    left: tuple[Points, ...] = ()  # named sets that have left the board: an undo brings the points back without names
    opened: int = 0  # counts openings by one click: of a data set, a file or a lesson
    # By number, what was open before something else opened; with its points if a page does not show all.
    before: tuple[tuple[int, Shared, Points | None], ...] = ()
    sets: tuple[str, ...] = ()  # listed data sets that have left the board: an undo may bring one back

    @property
    def points(self) -> Points:
        """The points that a page works with, of two classes labelled +1 and -1."""
        return in_pair(self.every, self.shared.pair)

    @property
    def board(self) -> Board:
        """What a component draws."""
        shared = self.shared
        numbers = {name: shared.number(name) for name in PARAMETERS}
        return Board(
            *(self.points, shared.dataset, shared.kernel, {**numbers, "C": shared.soft}, shared.C),
            *(self.revision, shared.hidden, shared.projector, self.base, self.opened),
            formula=shared.formula,
        )

    def options(self, kind: type[Chosen], opening: Opening[Chosen] | None = None) -> Chosen:
        """Return the visitor's choice of one page's own options; at first the initial ones."""
        return self.shared.chosen(kind) or (kind() if opening is None else opening(self.shared.kernel))

    @property
    def problem(self) -> BoardProblem:
        """What the solver needs."""
        return BoardProblem(self.points.X, self.points.y, self.shared.kernel, self.shared.C)


def opening(link: Link, params: Mapping[str, str | Sequence[str]] | None = None, locale: str | None = None) -> Lab:
    """Return the lab that a link opens; without a link, the first data set with its suggested kernel."""
    fields = dict(params or {})
    plain, _ = link.from_query(fields)
    name = plain.dataset or (None if plain.X is not None else FIRST_DATASET)
    start = CATALOGUE[name or FIRST_DATASET].start
    defaults = Shared(dataset=name, kernel=start["kernel"], C=start["C"], lang=first_language(locale))
    shared, unread = link.from_query(fields, defaults)
    return Lab(one_source(shared), points_of(shared), unread=unread)


def one_source(shared: Shared) -> Shared:
    """Drop the name of a data set if points came with it: the points win."""
    return shared if shared.X is None else replace(shared, dataset=None)


def points_of(shared: Shared) -> Points:
    """Return the points of a link, or those of its data set."""
    if shared.X is not None and shared.y is not None:
        x, y, *classes = shared.names or (*AXES, *NO_NAMES)
        return make_points(shared.X, shared.y, (x, y), shared.window, classes=tuple(classes), scale=shared.scale)
    return CATALOGUE[shared.dataset or FIRST_DATASET].make()


def revised(lab: Lab, shared: Shared) -> Lab:
    """Return the lab with another question about its points, for the board to adopt."""
    return replace(lab, shared=shared, revision=lab.revision + 1, base=lab.revision + 1, unread=())


def choosing(lab: Lab, options: AnyOptions) -> Lab:
    """Return the lab with the options of one page replaced; they do not concern the board."""
    return replace(lab, shared=lab.shared.choosing(options), unread=())


def words_of(lab: Lab) -> Words:
    """Return the words of a lab."""
    return named(words_for(lab.shared.lang or "en"), lab.points.classes)


def aside(lab: Lab) -> Lab:
    """Return the lab under a new number, with the pages' questions kept under its old one."""
    newest = max(lab.opened, *(number for number, *_ in lab.before), 0)
    return replace(lab, opened=newest + 1, before=_before(lab))


def _before(lab: Lab) -> tuple[tuple[int, Shared, Points | None], ...]:
    others = (each for each in lab.before if each[0] != lab.opened)
    without = replace(lab.shared, X=None, y=None, window=None, names=None, scale=None)  # the board has them
    hidden = lab.every if has_others(lab.every, lab.shared.pair) else None
    return (*others, (lab.opened, without, hidden))[-MOST_LEFT:]


def returned(lab: Lab, opened: int | None) -> Lab:
    """Return the lab with its pages' questions under an earlier number, or after a redo a later one."""
    if opened is None or opened == lab.opened:
        return lab
    found = [(then, every) for number, then, every in lab.before if number == opened]
    if not found:
        return lab
    (then, every), kept = found[0], {name: getattr(lab.shared, name) for name in KEPT}
    shared = replace(then, beat=None, **kept)
    if every is None:  # the board brings all points back
        same = lab.shared.pair == then.pair and not has_others(lab.every, then.pair)
        every = lab.every if same else relabelled(lab.points, then.pair)
    if every is not lab.every:
        shared = _carrying(lab, shared, every)
    return replace(lab, shared=shared, every=every, opened=opened, before=_before(lab), sets=_sets(lab))


def with_two_classes(lab: Lab, pair: TwoClasses) -> Lab:
    """Return the lab whose two-class pages work with another pair of classes; an undo brings the former pair back."""
    if pair == lab.shared.pair or pair[0] == pair[1] or not set(pair) <= set(LABELS):
        return lab
    return revised(aside(lab), replace(lab.shared, pair=pair))


def reopened(lab: Lab, shared: Shared, points: Points, unread: tuple[Unread, ...] = ()) -> Lab:
    """Return the lab with other points, of any classes, and another question on them."""
    revision, left, sets = lab.revision + 1, _left(lab), _sets(lab)
    return replace(
        lab, shared=shared, every=points, revision=revision, base=revision, unread=unread, left=left, sets=sets
    )


def without_solid(lab: Lab) -> Lab:
    """Return the lab of a browser that has reported that it cannot draw in 3-D."""
    return replace(lab, flat=True)


def as_edited(lab: Lab, points: Points) -> Lab:
    """Return the lab with edited points of its two classes, which keep the names of the set that was edited.

    Raises `ReadError` for points of other classes.
    """
    return lab if _same(points, lab.points) else with_all_edited(lab, with_pair(lab.every, lab.shared.pair, points))


def with_all_edited(lab: Lab, points: Points) -> Lab:
    """Return the lab with edited points of all classes, which keep the names of the set that was edited."""
    if _same(points, lab.every):
        return lab
    # The edited set is the one on the board, or one that an undo brings back.
    origin = next((each for each in (lab.every, *reversed(lab.left)) if _overlap(points, each)), None)
    begun_anew = len(points.y) <= 1 or len(lab.every.y) <= 1
    if origin is None and begun_anew:
        origin = lab.every
    points = points if origin is None else renamed(points, origin)
    left = lab.left if origin is lab.every else _left(lab)
    return replace(lab, shared=_carrying(lab, lab.shared, points), every=points, left=left, sets=_sets(lab))


def _carrying(lab: Lab, shared: Shared, points: Points) -> Shared:
    """Return a link's content with edited points, or with only the name of a listed set that an undo has restored."""
    brought_back = next((name for name in _sets(lab) if _same(points, CATALOGUE[name].make())), None)
    if brought_back is None:
        return with_points(shared, points)
    return replace(shared, dataset=brought_back, X=None, y=None, window=None, names=None, scale=None)


def _sets(lab: Lab) -> tuple[str, ...]:
    """Return the data sets that have left the board, including the current one, newest last."""
    name = lab.shared.dataset
    return lab.sets if name is None else (*(each for each in lab.sets if each != name), name)[-MOST_LEFT:]


def _same(one: Points, other: Points) -> bool:
    return one.X.tobytes() == other.X.tobytes() and one.y.tobytes() == other.y.tobytes()


def _overlap(one: Points, other: Points) -> bool:
    return bool(np.isin(one.X.view(np.complex128), other.X.view(np.complex128)).any())


def _left(lab: Lab) -> tuple[Points, ...]:
    """Return the named sets that have left the board, including the current one, newest last."""
    points = lab.every
    if (*points.axes, *points.classes) == (*AXES, *NO_NAMES):
        return lab.left
    others = (each for each in lab.left if not (_overlap(points, each) and _names(points) == _names(each)))
    return (*others, points)[-MOST_LEFT:]


def _names(points: Points) -> tuple[object, ...]:
    return *points.axes, *points.classes, points.scale


def renamed(points: Points, like: Points) -> Points:
    """Return points with the names and the units of others."""
    return replace(points, axes=like.axes, classes=like.classes, scale=like.scale)


def with_points(shared: Shared, points: Points) -> Shared:
    """Return the state of a link with the visitor's own points and their names."""
    names = (*points.axes, *points.classes)
    own = {"names": None, "scale": None} if names == (*AXES, *NO_NAMES) else {"names": names, "scale": points.scale}
    return replace(shared, dataset=None, X=points.X, y=points.y, window=points.window, **own)
