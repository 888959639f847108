"""What one visitor has before them: one frozen value, replaced as a whole, never changed in place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import streamlit as st

from datasets import CATALOGUE, Points, make_points
from ui.fields import Problem
from ui.link import KERNELS, Shared, from_query, to_query
from ui.options import Options
from ui.solving import Coordinates, KernelSpec, Labels, kernel_of
from ui.text import Words, first_language, words_for

FIRST_DATASET = "moons"
STATE = "lab"
WRITTEN = "written-link"


@dataclass(frozen=True)
class Lab:
    """The points, what is asked of them, and how the page looks. `shared` is what a link carries of it."""

    shared: Shared
    points: Points
    revision: int = 0  # counts what came from Python: the board takes over points of a new revision
    problems: tuple[Problem, ...] = ()  # what could not be read of a link, to be told once

    def question(self) -> tuple[Coordinates, Labels, KernelSpec, float | None]:
        """Return what the solver needs: X (n, 2), y (n,), the kernel's spec and C (None: hard margin)."""
        return self.points.X, self.points.y, self.shared.kernel, self.shared.C


def opening(params: Mapping[str, str | Sequence[str]] | None = None, locale: str | None = None) -> Lab:
    """Return what a link opens; without one, the first data set with the kernel that suits it."""
    fields = dict(params or {})
    plain, _ = from_query(fields, CATALOGUE)
    name = plain.dataset or (None if plain.X is not None else FIRST_DATASET)
    start = CATALOGUE[name or FIRST_DATASET].start
    defaults = Shared(dataset=name, kernel=start["kernel"], C=start["C"], lang=first_language(locale))
    shared, problems = from_query(fields, CATALOGUE, defaults)
    return Lab(_one_source(shared), _points_of(shared), problems=problems)


def _one_source(shared: Shared) -> Shared:
    """Points that came themselves win over the name of a data set that came with them."""
    return shared if shared.X is None else replace(shared, dataset=None)


def _points_of(shared: Shared) -> Points:
    if shared.X is not None and shared.y is not None:
        return make_points(shared.X, shared.y, window=shared.window)
    return CATALOGUE[shared.dataset or FIRST_DATASET].make()


def current() -> Lab:
    """Return the visitor's lab, opened from the URL on the first call."""
    if STATE not in st.session_state:
        params = {name: st.query_params.get_all(name) for name in st.query_params}
        st.session_state[STATE] = opening(params, st.context.locale)
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


def choosing(lab: Lab, options: Options) -> Lab:
    """Return the lab with the options of one page replaced, which are nothing to the board."""
    return replace(lab, shared=lab.shared.choosing(options), problems=())


def put_options(options: Options) -> None:
    """Replace the visitor's options of one page."""
    put(choosing(current(), options))


def words() -> Words:
    """Return the words of the visitor's language."""
    return words_for(current().shared.lang or "en")


def open_dataset(name: str) -> None:
    """Put a data set on the board, with the kernel and the C that tell its story."""
    start = CATALOGUE[name].start
    lab = current()
    shared = replace(lab.shared, dataset=name, X=None, y=None, window=None, kernel=start["kernel"], C=start["C"])
    put(Lab(shared, CATALOGUE[name].make(), lab.revision + 1))


def open_points(points: Points) -> None:
    """Put points of the visitor's own on the board; kernel and C stay."""
    lab = current()
    put(Lab(_with_points(lab.shared, points), points, lab.revision + 1))


def open_shared(shared: Shared, problems: tuple[Problem, ...]) -> None:
    """Put what a file carries on the board; the points stay where it carries none."""
    lab = current()
    if shared.X is None and shared.dataset is None:
        own = lab.shared
        kept = replace(shared, dataset=own.dataset, X=own.X, y=own.y, window=own.window)
        put(Lab(kept, lab.points, lab.revision + 1, problems))
    else:
        put(Lab(_one_source(shared), _points_of(shared), lab.revision + 1, problems))


def commit(kernel: KernelSpec, C: float | None, points: Points) -> None:
    """Take over what the visitor did on the board: the board has it already, so the revision stays."""
    lab = current()
    kernel_of(kernel)
    named = {name: kernel[name] for name in ("name", *KERNELS[str(kernel["name"])])}  # and nothing else that came
    shared = replace(lab.shared, kernel=named, C=C)
    if not _same(points, lab.points):
        shared = _with_points(shared, points)
        lab = replace(lab, points=replace(points, axes=lab.points.axes))
    put(replace(lab, shared=shared, problems=()))


def _same(one: Points, other: Points) -> bool:
    return one.X.tobytes() == other.X.tobytes() and one.y.tobytes() == other.y.tobytes()


def _with_points(shared: Shared, points: Points) -> Shared:
    return replace(shared, dataset=None, X=points.X, y=points.y, window=points.window)


def widget_key(name: str, shown: object) -> str:
    """Return a key for a widget that shows a part of the lab: a new one whenever something else has changed that part.

    Setting the old one would not do. A browser that has not heard of it yet sends its own value back with the next
    drag, and that reads as a choice: drawn points would give way to the data set of before. For the same reason a
    callback asks `is_newest` first.
    """
    turn = st.session_state.get(f"{name}-turn", 0)
    if st.session_state.get(f"{name}-{turn}", shown) != shown:
        st.session_state[f"{name}-turn"] = turn = turn + 1
    return f"{name}-{turn}"


def is_newest(name: str, key: str) -> bool:
    """Tell whether a callback comes from the widget that is on the page now."""
    return key == f"{name}-{st.session_state.get(f'{name}-turn', 0)}"


def write_link() -> None:
    """Put the whole state into the URL, so that copying the address is sharing it.

    What the browser says its address is may be a turn old: an undo and a redo, quickly, give the address that it still
    names while the one between is on its way to it. So what was written last must be the same as well.
    """
    shared = current().shared
    query = to_query(shared)
    if query is None:  # too many points for a link: it carries the rest, and names no older points
        query = to_query(replace(shared, X=None, y=None, window=None)) or {}
    if st.query_params.get("debug") == "1":
        query["debug"] = "1"  # the browser's measurements stay on
    if dict(st.query_params) != query or st.session_state.get(WRITTEN, query) != query:
        st.query_params.from_dict(query)
        st.session_state[WRITTEN] = query
