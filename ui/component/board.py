"""The board, its controls and its truth light: three components that share one store in the browser."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from datasets import MOST_POINTS, Points
from ui.component.marks import marks
from ui.component.mount import component
from ui.solve.approximation.overlay import overlay
from ui.solve.board_problem import BoardProblem, content_key
from ui.solve.kernels import FORMULA, KERNELS, PARAMETERS, PENALTY, USUAL_FORMULA, KernelSpec, Parameter, exact_of
from ui.solve.machine.table import NAME, names_machine
from ui.solve.options import AlgorithmOptions
from ui.solve.recording import sent_run
from ui.solve.request import AnswerMessage
from ui.solve.solver_socket import PATH
from ui.solve.wire import pack
from ui.state.board import Board
from ui.words import Words


@dataclass(frozen=True)
class Opens:
    """The initial state of a board."""

    explained: bool = False  # whether the meaning of its marks is shown, as on a first visit
    picked: tuple[int, ...] | None = None  # the first point of a pair that waits for its second; None: no picking


USUALLY = Opens()


def board(
    key: str,
    shown: Board,
    words: Words,
    answer: AnswerMessage | None,
    height: int,
    on_commit: Callable[[], None],
    on_ask: Callable[[], None],
    opens: Opens = USUALLY,
) -> None:
    """Mount the editable board; the callbacks read `st.session_state[key]`."""
    header = {
        **face(key, shown, words),
        "revision": shown.revision,
        "made": shown.made,  # returned by a commit
        "opened": shown.opened,  # returned by a commit; after an undo the number of the restored points
        "editable": "board" not in shown.hidden,
        "kernel": shown.problem.sent_kernel,
        "C": shown.C,
        "socket": PATH,
        "limit": MOST_POINTS,
        "height": height,
        "explained": opens.explained,
        "picking": opens.picked is not None,
        "picked": next(iter(opens.picked or ()), -1),
        "solver": shown.solver,
        "ways": _runs(shown),
    }
    options = None if shown.solver is None else shown.runs[shown.solver]
    _mount(key, header, shown.points, answer, on_commit, on_ask, options)


@dataclass(frozen=True)
class EveryC:
    """The source of alpha and b for every C, and the parts of the page that follow while C moves."""

    name: str  # under which `ui.page.path_blob` has the path
    says: str  # prefix of the keys of the sentences: <says>.lead and <says>.point.<kind>
    rows: Sequence[int]  # the `Role` counted by each row of the table of kinds
    worst: bool  # whether the point with the smallest margin is marked


@dataclass(frozen=True)
class Linked:
    """The properties of a board of a group, besides its points."""

    kernel: Mapping[str, object]
    caption: str
    height: int  # maximum side in pixels
    group: str = "panels"  # hovering over or moving a point in one board does the same in its whole group
    picked: int = -1  # the point that stays marked
    on_commit: Callable[[], None] | None = None  # None: the board is read-only
    careful: bool = False  # an unsolvable problem stays on the board, whose light says why, and is not sent to the page
    letters: tuple[str, str] | None = None  # of the lines f = 1 and f = -1
    path: EveryC | None = None  # if given, the board follows the slider of C by itself
    lines: Mapping[str, NDArray[np.float32]] = field(default_factory=dict)  # "cloud" and "median", below the points
    offers: str | None = None  # the name for early requests of figures and of its lines
    tools: bool = True  # whether an editable board has its own tools
    classes: bool | None = None  # whether classes matter, on a board that also shows machines other than C-SVC
    picking: bool = False  # whether points can be picked on it, also by keyboard
    every: tuple[str, ...] = ()  # the names of all classes, on a board where their machines vote


def small_board(key: str, shown: Board, words: Words, answer: AnswerMessage | None, linked: Linked) -> None:
    """Mount a board of a group."""
    editable = linked.on_commit is not None and "board" not in shown.hidden
    path = linked.path
    following = () if path is None else tuple(f"{path.says}.{name}" for name in ("lead", "point.", "near."))
    told = (*following, "draw.", "language.sentences") if following else ()
    hidden = shown.hidden if linked.tools and linked.on_commit else {*shown.hidden, "tools"}
    header = {
        **face(key, shown, words, *told),
        **({} if linked.classes is None else {"machine": True, "plain": not linked.classes, "offers": linked.offers}),
        **({} if linked.letters is None else {"letters": linked.letters}),
        **({} if path is None else {"path": {**vars(path), "rows": list(path.rows)}, "scrub": "board/path"}),
        **({"offers": linked.offers, "scrub": "machine/beside"} if linked.offers and linked.classes is None else {}),
        "revision": content_key(shown.points.X, shown.points.y, linked.kernel, shown.C, shown.points.window),
        "made": shown.made_by_others,  # returned by a commit
        "opened": shown.opened,
        **({"votes": True, "classes": list(linked.every)} if linked.every else {}),
        **({"solver": shown.solver, "ways": _runs(shown)} if shown.runs else {}),
        "editable": editable,
        "hidden": sorted(hidden),
        "kernel": linked.kernel,
        "C": shown.C,
        "socket": PATH if editable else None,
        "limit": MOST_POINTS,
        "height": linked.height,
        "link": linked.group,
        "picked": linked.picked,
        "picking": linked.picking,
        "careful": linked.careful,
        "caption": linked.caption,
    }
    _mount(key, header, shown.points, answer, linked.on_commit or _nothing, _nothing, lines=linked.lines)


def _runs(shown: Board) -> dict[str, object]:
    """Return the run options of each solver whose time line is below the board."""
    return {name: sent_run(options, shown.machine) for name, options in shown.runs.items()}


def panel(
    shown: Board,
    words: Words,
    of: str = "board",
    listed: Collection[str] = tuple(KERNELS),
    figures: str | None = None,
) -> None:
    """Mount kernel, margin and sliders of a board or a player, given by its key; `listed` are the kernels to list.

    `figures` is the name for requests of figures of another kernel while a slider moves.
    """
    numbers = panel_numbers(shown.numbers, shown.C, listed, shown.formula)
    data = {**_side(shown, words, "panel.", "slider."), "lab": of, "offers": figures, "lang": words.lang, **numbers}
    component("form/panel")(key=f"panel-{of}", data=data)


def panel_numbers(
    kept: Mapping[str, float],
    C: float | None,
    listed: Collection[str] = tuple(KERNELS),
    text: str = USUAL_FORMULA,
) -> dict[str, object]:
    """Return the contents of the panel: each kernel with its parameters, and a slider for each parameter.

    `kept` holds the last values of all parameters, including those of other kernels, and C under "C"; `text` is the
    last formula.
    """
    needed = dict.fromkeys(own for name, entry in KERNELS.items() if name in listed for own in entry.parameters)
    kernels = {
        name: [*entry.parameters, *((FORMULA,) if entry.typed else ())]
        for name, entry in KERNELS.items()
        if name in listed
    }
    dials = [_dial(name, PARAMETERS[name], kept[name]) for name in needed]
    return {"kernels": kernels, FORMULA: text, "dials": [*dials, _dial("C", PENALTY._replace(usual=kept["C"]), C)]}


def _dial(name: str, number: Parameter, value: float | None) -> dict[str, object]:
    low, high = number.slider
    bounds = {"low": low, "high": high, "allowed": [low, high], "usual": number.usual}
    return {"name": name, "symbol": number.symbol, "scale": number.scale, "value": value, **bounds}


def light(shown: Board, words: Words, of: str = "board") -> None:
    """Mount the truth light of a board, given by its key, with its numbers."""
    rows = marks(shown.C is not None, "slack", exact=exact_of(shown.kernel) is not None)
    side = _side(shown, words, "light.", "draw.marks")
    component("board/light")(key=f"light-{of}", data={**side, "lab": of, "marks": rows})


def _side(shown: Board, words: Words, *prefixes: str) -> dict[str, object]:
    hidden = sorted(shown.hidden)
    return {"words": words.subset(prefixes), "hidden": hidden, "projector": shown.projector}


def face(key: str, shown: Board, words: Words, *prefixes: str) -> dict[str, object]:
    """Return the header fields common to all components that draw the plane."""
    window = shown.points.window
    return {
        "lab": key,
        "window": {"x0": window.x0, "y0": window.y0, "size": window.size},
        "axes": shown.axes(words),
        "units": shown.units(words),
        "lang": words.lang,
        "words": words.subset(prefixes or ("draw.",)),
        "hidden": sorted(shown.hidden),
        "projector": shown.projector,
    }


def _mount(
    key: str,
    header: Mapping[str, object],
    points: Points,
    answer: AnswerMessage | None,
    on_commit: Callable[[], None],
    on_ask: Callable[[], None],
    options: AlgorithmOptions | None = None,
    lines: Mapping[str, ArrayLike] | None = None,
) -> None:
    answered: dict[str, ArrayLike] = {} if answer is None else {**_overlay(header, points, options), **answer[1]}
    header = {
        **header,
        "marks": [] if "link" in header else marks(header["C"] is not None, "slack", exact="ghost" in answered),
    }
    arrays: dict[str, ArrayLike] = {"X": points.X, "y": points.y, **answered, **(lines or {})}
    blob = pack({**header, "answer": None if answer is None else answer[0]}, arrays)
    component("board/board")(key=key, data=blob, on_commit_change=on_commit, on_ask_change=on_ask)


def _overlay(
    header: Mapping[str, object], points: Points, options: AlgorithmOptions | None
) -> dict[str, NDArray[np.float64]]:
    """Return the overlay that a picture needs besides its answer; a machine other than C-SVC contains its own."""
    kernel, C = cast(KernelSpec, header["kernel"]), cast(float | None, header["C"])
    if NAME in kernel:
        return {}
    question = BoardProblem(points.X, points.y, kernel, C, options=options)
    return overlay(question.tuned({**kernel, "C": C}) if names_machine(kernel) else question)


def _nothing() -> None:
    """Ignore the message: a small board is read-only."""
