"""The lab of the current visitor: kept in the session, replaced as a whole, never changed in place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Concatenate, ParamSpec, TypeVar

import streamlit as st

from datasets import CATALOGUE, FIRST_PAIR, Points, TwoClasses
from ui.link.fields import Unread
from ui.link.form import AnyOptions
from ui.link.link import Link
from ui.link.shared import Shared
from ui.solve.kernels import PARAMETERS, KernelSpec, kernel_of, named_only
from ui.solve.machine.table import EQUAL, ClassWeights
from ui.state.lab import (
    Lab,
    as_edited,
    aside,
    choosing,
    one_source,
    opening,
    points_of,
    reopened,
    returned,
    revised,
    with_all_edited,
    with_points,
    words_of,
)
from ui.words import Words, unguessed

Given = ParamSpec("Given")
Asked = TypeVar("Asked")

STATE = "lab"
WRITTEN = "written-link"
LINK = "link"
UNTOUCHED = "untouched"  # the initial lab of a visit without a link, or the one with which a page has opened since
OPENED = "opened"  # the page that has since opened its own state
LOST = "lost"  # in a link: an address without a page, from which the server redirected here
SEEN = "seen"  # in a link: pages whose beats or marks this browser has opened before
BETWEEN_SEEN = "_"
OF_POINTS = ("dataset", "X", "y", "window", "names", "scale", "pair")  # in a link
LOOKS = frozenset({"lang", "view", "projector", "hide", "debug", SEEN})  # parameters of a link outside the question


def begin(link: Link) -> None:
    """Open what the URL says, at the first run of a visit; `link` is the codec that reads and writes it."""
    st.session_state[LINK] = link
    if STATE not in st.session_state:
        params = {name: st.query_params.get_all(name) for name in st.query_params}
        lost = params.pop(LOST, [])
        lab = opening(link, params, st.context.locale)
        strays = tuple(Unread("link.page", {"got": got}) for got in lost[:1])
        st.session_state[STATE] = lab = replace(lab, unread=(*strays, *lab.unread))
        if params.keys() <= LOOKS:
            st.session_state[UNTOUCHED] = lab.shared
            st.session_state[SEEN] = frozenset("".join(params.get(SEEN, ())).split(BETWEEN_SEEN))


def is_untouched() -> bool:
    """Tell whether the visitor has chosen nothing yet, neither by a link nor on a page."""
    return current().shared is st.session_state.get(UNTOUCHED)


def open_first(page: str, put: Callable[[], None]) -> None:
    """Set the state in which a page opens for a visitor who has chosen nothing yet; it does not count as a choice.

    So a page opens as for a newcomer even if the visitor has looked at other pages before.
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


def ask(read: Callable[[Lab], Asked]) -> Asked:
    """Return a page's question, read from the visitor's current lab."""
    return read(current())


def apply(change: Callable[Concatenate[Lab, Given], Lab], /, *values: Given.args, **named: Given.kwargs) -> None:
    """Apply a visitor's change: `change` is a pure function from lab to lab."""
    put(change(current(), *values, **named))


def revise(shared: Shared) -> None:
    """Replace what a link carries, except the points, for the board to adopt."""
    put(revised(current(), shared))


def soften() -> None:
    """Turn a hard margin soft, with the last soft C."""
    shared = current().shared
    revise(shared.with_penalty(shared.soft))


def put_options(options: AnyOptions) -> None:
    """Replace the visitor's options of one page."""
    put(choosing(current(), options))


def words() -> Words:
    """Return the words of the visitor's language, with the names of the points."""
    return words_of(current())


def set_aside() -> None:
    """Keep the pages' questions before one click opens something else: an undo brings them back."""
    put(aside(current()))


def open_dataset(name: str) -> None:
    """Put a data set on the board with the kernel and C of its story; drop the step, which belongs to another run."""
    start = CATALOGUE[name].start
    lab = current()
    numbers = {own: value for own, value in lab.shared.numbers.items() if own in PARAMETERS}  # C comes from the story
    # What belongs to the old set goes.
    bare = replace(lab.shared, X=None, y=None, window=None, names=None, scale=None, fork=None, pair=FIRST_PAIR)
    moved = replace(bare, dataset=name, C=start["C"], weights=EQUAL, numbers=numbers, step=None)
    shared = moved.with_kernel(start["kernel"])
    put(reopened(lab, shared, CATALOGUE[name].make()))


def open_points(points: Points, pair: TwoClasses = FIRST_PAIR) -> None:
    """Put the visitor's own points on the board; kernel and C stay. Two-class pages work with this pair of classes."""
    lab = current()
    put(reopened(lab, replace(with_points(lab.shared, points), fork=None, step=None, pair=pair), points))


def open_shared(shared: Shared, unread: tuple[Unread, ...]) -> None:
    """Put the content of a file on the board; the points stay if it has none."""
    lab = current()
    if shared.X is None and shared.dataset is None:
        own = lab.shared
        kept = replace(shared, **{name: getattr(own, name) for name in OF_POINTS})
        put(reopened(lab, kept, lab.every, unread))
    else:
        put(reopened(lab, one_source(shared), points_of(shared), unread))


def take_over(
    kernel: KernelSpec,
    C: float | None,
    points: Points,
    solver: str | None = None,
    opened: int | None = None,
    weights: ClassWeights | None = None,
) -> None:
    """Store the visitor's edit of the board: the board has it already, so the revision stays.

    `opened` is the number that Python gave to the board's state: after an undo or a redo it is not the current one.
    Without `weights` those of the classes stay.
    """
    lab = current()
    kernel_of(kernel)
    back = returned(lab, opened)
    shared = back.shared.with_kernel(named_only(kernel)).with_penalty(C)
    shared = shared if weights is None else replace(shared, weights=weights)
    own = solver in (None, shared.solver) or back is not lab  # the state left behind had its own solver
    lab, shared = back, shared if own else replace(shared, rule=solver)
    put(as_edited(replace(lab, shared=shared, unread=()), points))


def take_over_points(points: Points, opened: int | None = None) -> None:
    """Store only the points: whatever else an undo brings back is new to the board, so the revision increases.

    The base stays: edits made before the browser saw this revision remain valid.
    """
    lab = current()
    back = returned(lab, opened)
    revision = lab.revision + (back is not lab)
    put(as_edited(replace(back, revision=revision, unread=()), points))


def take_over_every(points: Points, opened: int | None = None) -> None:
    """Store the points of all classes; boards of two classes, which have not seen the edit, adopt the new revision."""
    lab = current()
    back = returned(lab, opened)
    put(with_all_edited(replace(back, revision=lab.revision + 1, unread=()), points))


def query() -> dict[str, str] | None:
    """Return the link to the whole state, which opens in the reader's own language.

    None if there are too many points for a link.
    """
    return link().to_query(replace(current().shared, lang=None))


def write_link() -> None:
    """Put the whole state into the URL, so that a copied address shares it.

    The address that the browser reports may be one turn old: after a quick undo and redo the new address equals the
    reported one while the one between is still being sent. So the address last written must be the same as well. The
    URL names the language only if it differs from the browser's: a reader of a copied URL gets their own language.
    """
    shared = current().shared
    shared = replace(shared, lang=unguessed(shared.lang, st.context.locale))
    written = link().to_query(shared)
    if written is None:  # too many points for a link: it carries everything else, and no older points
        written = link().to_query(replace(shared, X=None, y=None, window=None)) or {}
    if st.query_params.get("debug") == "1":
        written["debug"] = "1"  # the browser's measurements stay on
    if dict(st.query_params) != written or st.session_state.get(WRITTEN, written) != written:
        st.query_params.from_dict(written)
        st.session_state[WRITTEN] = written
