"""What one visitor has before them: one frozen value, replaced as a whole, never changed in place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
import streamlit as st

from datasets import AXES, CATALOGUE, NO_NAMES, Points, make_points
from ui.link.fields import Unread
from ui.link.form import Options
from ui.link.link import Link
from ui.link.shared import Shared
from ui.solve.kernels import PARAMETERS, KernelSpec, kernel_of, named_only
from ui.solve.solving import Coordinates, Labels
from ui.state.board import Board
from ui.words import Words, first_language, named, words_for

FIRST_DATASET = "moons"
MOST_LEFT = 8  # sets whose names are kept for an undo; 2,000 points are 34 kB
STATE = "lab"
WRITTEN = "written-link"
LINK = "link"
UNTOUCHED = "untouched"  # what a visit began with, where its link asked for nothing, or what a page opened with since
OPENED = "opened"  # the page that has opened a state of its own since
LOST = "lost"  # in a link: an address without a page, from which the server has led here
SEEN = "seen"  # pages whose beats, or whose marks, this browser has opened before: as it says in the link
BETWEEN_SEEN = "_"
LOOKS = frozenset({"lang", "view", "projector", "hide", "debug", SEEN})  # parameters of a link that ask for nothing

Chosen = TypeVar("Chosen")  # the options of a page


@dataclass(frozen=True)
class Lab:
    """The points, what is asked of them, and how the page looks. `shared` is what a link carries of it."""

    shared: Shared
    points: Points
    revision: int = 0  # counts what came from Python: the board takes over points of a new revision
    problems: tuple[Unread, ...] = ()  # what could not be read of a link, to be told once
    flat: bool = False  # this browser cannot draw in 3-D
    left: tuple[Points, ...] = ()  # with names, and no longer on the board: an undo brings them back without
    sets: tuple[str, ...] = ()  # data sets of the list that have left the board: an undo may bring one of them back

    @property
    def board(self) -> Board:
        """What a component draws of it."""
        shared = self.shared
        numbers = {name: shared.number(name) for name in PARAMETERS}
        return Board(
            *(self.points, shared.dataset, shared.kernel, {**numbers, "C": shared.soft}, shared.C),
            *(self.revision, shared.hidden, shared.projector),
        )

    def options(self, kind: type[Chosen]) -> Chosen:
        """Return what the visitor has chosen of one page's own options; at first those that it opens with."""
        return self.shared.chosen(kind) or kind()

    def question(self) -> tuple[Coordinates, Labels, KernelSpec, float | None]:
        """Return what the solver needs: X (n, 2), y (n,), the kernel's spec and C (None: hard margin)."""
        return self.points.X, self.points.y, self.shared.kernel, self.shared.C


def opening(link: Link, params: Mapping[str, str | Sequence[str]] | None = None, locale: str | None = None) -> Lab:
    """Return what a link opens; without one, the first data set with the kernel that suits it."""
    fields = dict(params or {})
    plain, _ = link.from_query(fields)
    name = plain.dataset or (None if plain.X is not None else FIRST_DATASET)
    start = CATALOGUE[name or FIRST_DATASET].start
    defaults = Shared(dataset=name, kernel=start["kernel"], C=start["C"], lang=first_language(locale))
    shared, problems = link.from_query(fields, defaults)
    if shared.C is None and start["C"] is not None:  # the soft margin of the story that a link opens at its hard one
        shared = replace(shared, numbers={**shared.numbers, "C": start["C"]})
    return Lab(_one_source(shared), _points_of(shared), problems=problems)


def _one_source(shared: Shared) -> Shared:
    """Points that came themselves win over the name of a data set that came with them."""
    return shared if shared.X is None else replace(shared, dataset=None)


def _points_of(shared: Shared) -> Points:
    if shared.X is not None and shared.y is not None:
        x, y, *classes = shared.names or (*AXES, *NO_NAMES)
        named_so = (classes[0], classes[1])
        return make_points(shared.X, shared.y, (x, y), shared.window, classes=named_so, scale=shared.scale)
    return CATALOGUE[shared.dataset or FIRST_DATASET].make()


def begin(link: Link) -> None:
    """Open what the URL says, at the first run of a visit; `link` is the codec that reads and writes it."""
    st.session_state[LINK] = link
    if STATE not in st.session_state:
        params = {name: st.query_params.get_all(name) for name in st.query_params}
        lost = params.pop(LOST, [])
        lab = opening(link, params, st.context.locale)
        strays = tuple(Unread("link.page", {"got": got}) for got in lost[:1])
        st.session_state[STATE] = lab = replace(lab, problems=(*strays, *lab.problems))
        if params.keys() <= LOOKS:
            st.session_state[UNTOUCHED] = lab.shared
            st.session_state[SEEN] = frozenset("".join(params.get(SEEN, ())).split(BETWEEN_SEEN))


def is_untouched() -> bool:
    """Tell whether the visitor has chosen nothing yet, by no link and no hand."""
    return current().shared is st.session_state.get(UNTOUCHED)


def open_first(page: str, put: Callable[[], None]) -> None:
    """Put the state in which a page opens for a visitor who has chosen nothing yet: after it they still have not.

    So a page opens as it does for a newcomer also for somebody who has only walked through the pages before it.
    """
    if is_untouched() and st.session_state.get(OPENED) != page:
        put()
        st.session_state[UNTOUCHED], st.session_state[OPENED] = current().shared, page


def is_first_visit(page: str) -> bool:
    """Tell whether the visitor has chosen nothing yet, in a browser without a mark of this page."""
    return is_untouched() and page not in st.session_state[SEEN]


def link() -> Link:
    """Return the codec of links."""
    codec: Link = st.session_state[LINK]
    return codec


def current() -> Lab:
    """Return the visitor's lab."""
    lab: Lab = st.session_state[STATE]
    return lab


def put(lab: Lab) -> None:
    """Replace the visitor's lab."""
    st.session_state[STATE] = lab


def revised(lab: Lab, shared: Shared) -> Lab:
    """Return the lab with another question on its points, which the board is to take over."""
    return replace(lab, shared=shared, revision=lab.revision + 1, problems=())


def revise(shared: Shared) -> None:
    """Replace what a link carries, points apart, and let the board take it over."""
    put(revised(current(), shared))


def soften() -> None:
    """Turn a hard margin soft, with the C that it had before it became hard."""
    shared = current().shared
    revise(shared.with_penalty(shared.soft))


def choosing(lab: Lab, options: Options) -> Lab:
    """Return the lab with the options of one page replaced, which are nothing to the board."""
    return replace(lab, shared=lab.shared.choosing(options), problems=())


def put_options(options: Options) -> None:
    """Replace the visitor's options of one page."""
    put(choosing(current(), options))


def words() -> Words:
    """Return the words of the visitor's language, with the names that the points have."""
    return words_of(current())


def words_of(lab: Lab) -> Words:
    """Return the words of a lab."""
    return named(words_for(lab.shared.lang or "en"), lab.points.classes)


def open_dataset(name: str) -> None:
    """Put a data set on the board, with the kernel and the C that tell its story; a step was one of another run."""
    start = CATALOGUE[name].start
    lab = current()
    numbers = {own: value for own, value in lab.shared.numbers.items() if own in PARAMETERS}  # C is this story's own
    bare = replace(lab.shared, X=None, y=None, window=None, names=None, scale=None, fork=None)  # were of another set
    moved = replace(bare, dataset=name, C=start["C"], numbers=numbers, step=None)
    shared = moved.with_kernel(start["kernel"])
    put(_opened(lab, shared, CATALOGUE[name].make()))


def open_points(points: Points) -> None:
    """Put points of the visitor's own on the board; kernel and C stay."""
    lab = current()
    put(_opened(lab, replace(with_points(lab.shared, points), fork=None, step=None), points))


def open_shared(shared: Shared, problems: tuple[Unread, ...]) -> None:
    """Put what a file carries on the board; the points stay where it carries none."""
    lab = current()
    if shared.X is None and shared.dataset is None:
        own = lab.shared
        kept = replace(
            shared, dataset=own.dataset, X=own.X, y=own.y, window=own.window, names=own.names, scale=own.scale
        )
        put(_opened(lab, kept, lab.points, problems))
    else:
        put(_opened(lab, _one_source(shared), _points_of(shared), problems))


def _opened(lab: Lab, shared: Shared, points: Points, problems: tuple[Unread, ...] = ()) -> Lab:
    """Return the lab with other points and another question on them."""
    left = _left(lab)
    return replace(
        lab, shared=shared, points=points, revision=lab.revision + 1, problems=problems, left=left, sets=_sets(lab)
    )


def without_solid(lab: Lab) -> Lab:
    """Return the lab of a browser that has said that it cannot draw in 3-D."""
    return replace(lab, flat=True)


def commit(kernel: KernelSpec, C: float | None, points: Points, solver: str | None = None) -> None:
    """Take over what the visitor did on the board: the board has it already, so the revision stays."""
    lab = current()
    kernel_of(kernel)
    shared = lab.shared.with_kernel(named_only(kernel)).with_penalty(C)
    shared = shared if solver is None else replace(shared, rule=solver)
    put(drawn(replace(lab, shared=shared, problems=()), points))


def drawn(lab: Lab, points: Points) -> Lab:
    """Return the lab with points as they have been drawn; they keep the names of the set that they are an edit of."""
    if _same(points, lab.points):
        return lab
    origin = _origin(points, lab)
    points = points if origin is None else renamed(points, origin)
    left = lab.left if origin is lab.points else _left(lab)
    return replace(lab, shared=_with_drawn(lab, points), points=points, left=left, sets=_sets(lab))


def _with_drawn(lab: Lab, points: Points) -> Shared:
    """Return what a link carries of points as they have been drawn: the name of a set that an undo has brought back."""
    for name in lab.sets:
        if _same(points, CATALOGUE[name].make()):
            return replace(lab.shared, dataset=name, X=None, y=None, window=None, names=None, scale=None)
    return with_points(lab.shared, points)


def _sets(lab: Lab) -> tuple[str, ...]:
    """Return the data sets that have left the board, once that on it has left it, the newest last."""
    name = lab.shared.dataset
    return lab.sets if name is None else (*(each for each in lab.sets if each != name), name)[-MOST_LEFT:]


def _same(one: Points, other: Points) -> bool:
    return one.X.tobytes() == other.X.tobytes() and one.y.tobytes() == other.y.tobytes()


def _origin(points: Points, lab: Lab) -> Points | None:
    """Return the set of which these points are an edit: the one on the board, or one that an undo brings back."""
    shared = next((each for each in (lab.points, *reversed(lab.left)) if _overlap(points, each)), None)
    drawn_anew = len(points.y) <= 1 or len(lab.points.y) <= 1
    return lab.points if shared is None and drawn_anew else shared


def _overlap(one: Points, other: Points) -> bool:
    return bool(np.isin(one.X.view(np.complex128), other.X.view(np.complex128)).any())


def _left(lab: Lab) -> tuple[Points, ...]:
    """Return the sets with names once that on the board has left it, the newest last."""
    points = lab.points
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
    """Return what a link carries of points of the visitor's own, with their names."""
    names = (*points.axes, *points.classes)
    own = {"names": None, "scale": None} if names == (*AXES, *NO_NAMES) else {"names": names, "scale": points.scale}
    return replace(shared, dataset=None, X=points.X, y=points.y, window=points.window, **own)


def write_link() -> None:
    """Put the whole state into the URL, so that copying the address is sharing it.

    What the browser says its address is may be a turn old: an undo and a redo, quickly, give the address that it still
    names while the one between is on its way to it. So what was written last must be the same as well.
    """
    shared = current().shared
    query = link().to_query(shared)
    if query is None:  # too many points for a link: it carries the rest, and names no older points
        query = link().to_query(replace(shared, X=None, y=None, window=None)) or {}
    if st.query_params.get("debug") == "1":
        query["debug"] = "1"  # the browser's measurements stay on
    if dict(st.query_params) != query or st.session_state.get(WRITTEN, query) != query:
        st.query_params.from_dict(query)
        st.session_state[WRITTEN] = query
