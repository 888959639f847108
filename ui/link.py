"""Everything that a lesson needs, as the query of a URL or as a small file, and back.

Whatever a link holds, reading it gives a state: a field that cannot be read falls back to its default and is
named as a `Problem`. Numbers are written so that they come back bit for bit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from datasets.plane import Window
from ui.fields import Fields, Problem, Refusal, finite_number, single_fields
from ui.options import FORMS, Form, Options
from ui.pointcode import DamagedPointsError, decode, encode
from ui.solving import MOST_WAVES
from ui.text import Language, languages, number

POINTS_IN_LINK: Final = 200
POINTS_IN_FILE: Final = 2000
FILE_LIMIT: Final = 1 << 16  # bytes; 2000 points need 11 kB
PARAMETERS: Final = (
    *("data", "p", "k", "g", "C", "q", "z", "r", "m", "D", "s", "lang", "hide", "gammas", "view"),
    *("rule", "rival", "mode", "step"),
    *(form.field for form in FORMS),
)
RULES: Final = ("smo-second-order", "smo-first-order", "platt")
MODES: Final = ("watch", "hand", "two")  # of the page that shows a run: watch it, be the solver, two rules at once

Page = TypeVar("Page", bound=Options)
KernelSpec = Mapping[str, str | float]


class Range(NamedTuple):
    """Where a kernel's parameter may lie, its name in a link and its symbol on the page."""

    parameter: str
    symbol: str
    low: float
    high: float
    whole: bool = False


RANGES: Final[Mapping[str, Range]] = {
    "gamma": Range("g", "γ", 1e-6, 1e6),
    "degree": Range("q", "Q", 1, 10, whole=True),
    "zeta": Range("z", "ζ", 0, 100),
    "r": Range("r", "r", -100, 100),
    "order": Range("m", "m", 0, 30, whole=True),
    "components": Range("D", "D", 1, MOST_WAVES, whole=True),
    "seed": Range("s", "s", 0, 9999, whole=True),
}
KERNELS: Final[Mapping[str, Mapping[str, float]]] = {
    "linear": {},
    "polynomial": {"degree": 3, "gamma": 1.0, "zeta": 1.0},
    "gaussian": {"gamma": 1.0},
    "sigmoid": {"gamma": 0.5, "r": -1.0},
    "taylor": {"gamma": 1.0, "order": 4},
    "fourier": {"gamma": 1.0, "components": 200, "seed": 0},
}

_NUMBER = re.compile(r"[+-]?[0-9]{1,30}(\.[0-9]{0,30})?([eE][+-]?[0-9]{1,3})?", re.ASCII)
_WHOLE = re.compile(r"[0-9]{1,4}", re.ASCII)
_STEP = re.compile(r"[0-9]{1,6}", re.ASCII)
_HIDDEN = re.compile(r"[A-Za-z0-9-]{1,16}(_[A-Za-z0-9-]{1,16}){0,31}", re.ASCII)
_MOST_GAMMAS = 9
MOST_STEPS: Final = 10_000  # of a run that a player keeps


@dataclass(frozen=True, eq=False)
class Shared:
    """What a link carries. `C` None is the hard margin; X (n, 2), y (n) and window come together or not at all."""

    dataset: str | None = None
    X: NDArray[np.float64] | None = None
    y: NDArray[np.int8] | None = None
    window: Window | None = None
    kernel: KernelSpec = field(default_factory=lambda: {"name": "gaussian", "gamma": 1.0})
    C: float | None = 10.0
    lang: Language | None = None
    hidden: frozenset[str] = frozenset()
    gammas: tuple[float, ...] | None = None
    projector: bool = False
    rule: str | None = None  # how the player chooses its pairs
    rival: str | None = None  # how the second player does, where two run side by side
    mode: str | None = None  # what the page with the player is used for
    step: int | None = None  # where the player stands
    options: tuple[Options, ...] = ()  # what single pages ask, at most one tuple a page

    def chosen(self, kind: type[Page]) -> Page | None:
        """Return the options of one page; None while its visitor has chosen nothing."""
        return next((options for options in self.options if isinstance(options, kind)), None)

    def choosing(self, options: Options) -> Shared:
        """Return the same with the options of one page replaced."""
        others = (other for other in self.options if type(other) is not type(options))
        return replace(self, options=(*others, options))


def to_query(shared: Shared) -> dict[str, str] | None:
    """Return the state as URL parameters, or None when it has more points than a link can carry (use `to_file`)."""
    if shared.X is not None and len(shared.X) > POINTS_IN_LINK:
        return None
    return _written(shared)


def from_query(
    params: Mapping[str, str | Sequence[str]], known_datasets: Collection[str], defaults: Shared | None = None
) -> tuple[Shared, tuple[Problem, ...]]:
    """Return the state that URL parameters describe and what could not be read in them.

    `params` maps a name to its value or to all its values as they came; names that are not ours are ignored.
    Absent and mangled fields fall back to `defaults`.
    """
    return _read(params, known_datasets, defaults or Shared(), POINTS_IN_LINK)


def to_file(shared: Shared) -> bytes:
    """Return the same state as a small JSON file, for up to 2000 points; ValueError above."""
    if shared.X is not None and len(shared.X) > POINTS_IN_FILE:
        raise ValueError(f"{len(shared.X)} points; a file carries at most {POINTS_IN_FILE}")
    return json.dumps({"svm-lab": 1, "state": _written(shared)}, indent=1).encode() + b"\n"


def from_file(
    data: bytes, known_datasets: Collection[str], defaults: Shared | None = None
) -> tuple[Shared, tuple[Problem, ...]]:
    """Return the state of a file that `to_file` wrote and what could not be read in it."""
    defaults = defaults or Shared()
    unreadable = Problem("link.file", {"size": number(len(data)), "limit": number(FILE_LIMIT)})
    if len(data) > FILE_LIMIT:
        return defaults, (unreadable,)
    try:
        whole = json.loads(data)
    except (ValueError, RecursionError):
        return defaults, (unreadable,)
    state = whole.get("state") if isinstance(whole, dict) and whole.get("svm-lab") == 1 else None
    if not isinstance(state, dict) or not all(isinstance(text, str) for text in state.values()):
        return defaults, (unreadable,)
    return _read(state, known_datasets, defaults, POINTS_IN_FILE)


def _written(shared: Shared) -> dict[str, str]:
    query = {} if shared.dataset is None else {"data": shared.dataset}
    if shared.X is not None and shared.y is not None and shared.window is not None:
        query["p"] = encode(shared.X, shared.y, shared.window)
    query["k"] = str(shared.kernel["name"])
    for name in KERNELS[query["k"]]:
        query[RANGES[name].parameter] = _exactly(shared.kernel[name])
    query["C"] = "inf" if shared.C is None else _exactly(shared.C)
    if shared.lang is not None:
        query["lang"] = shared.lang
    if shared.hidden:
        query["hide"] = "_".join(sorted(shared.hidden))
    if shared.gammas is not None:
        query["gammas"] = "_".join(map(_exactly, shared.gammas))
    if shared.projector:
        query["view"] = "projector"
    run = {"rule": shared.rule, "rival": shared.rival, "mode": shared.mode, "step": shared.step}
    query |= {name: str(value) for name, value in run.items() if value is not None}
    for form in FORMS:
        if (options := shared.chosen(form.kind)) is not None and (text := form.write(options)):
            query[form.field] = text
    return query


def _exactly(value: str | float) -> str:
    """Write a number in the shortest way that reads back to the same bits."""
    return repr(float(value)).removesuffix(".0")


def _read(
    params: Mapping[str, str | Sequence[str]], known_datasets: Collection[str], defaults: Shared, most_points: int
) -> tuple[Shared, tuple[Problem, ...]]:
    fields = single_fields(params, PARAMETERS)
    nothing = (defaults.X, defaults.y, defaults.window)
    X, y, window = fields.take("p", lambda text: _points(text, most_points), nothing)
    shared = Shared(
        dataset=fields.take("data", lambda text: _dataset(text, known_datasets), defaults.dataset),
        X=X,
        y=y,
        window=window,
        kernel=_kernel(fields, defaults.kernel),
        C=fields.take("C", _penalty, defaults.C),
        lang=fields.take("lang", _language, defaults.lang),
        hidden=fields.take("hide", _hidden, defaults.hidden),
        gammas=fields.take("gammas", _gammas, defaults.gammas),
        projector=fields.take("view", _projector, defaults.projector),
        rule=fields.take("rule", _rule, defaults.rule),
        rival=fields.take("rival", _rule, defaults.rival),
        mode=fields.take("mode", _mode, defaults.mode),
        step=fields.take("step", _step, defaults.step),
        options=tuple(filter(None, (_options(fields, form, defaults) for form in FORMS))),
    )
    return shared, tuple(fields.problems)


def _kernel(fields: Fields, default: KernelSpec) -> KernelSpec:
    name = fields.take("k", _kernel_name, str(default["name"]))
    usual = default if name == default["name"] else KERNELS[name]
    spec: dict[str, str | float] = {"name": name}
    for parameter, standard in KERNELS[name].items():
        spec[parameter] = _kernel_parameter(fields, RANGES[parameter], float(usual.get(parameter, standard)))
    return spec


def _kernel_parameter(fields: Fields, allowed: Range, usual: float) -> float:
    def parse(text: str) -> float:
        value = finite_number(text, _WHOLE if allowed.whole else _NUMBER)
        if value is None or not allowed.low <= value <= allowed.high:
            key, low, high = "link.whole" if allowed.whole else "link.number", number(allowed.low), number(allowed.high)
            raise Refusal(key, name=allowed.symbol, low=low, high=high, used=number(usual))
        return value

    value = fields.take(allowed.parameter, parse, usual)
    return int(value) if allowed.whole else value


def _kernel_name(text: str) -> str:
    if text not in KERNELS:
        raise Refusal("link.kernel", allowed=", ".join(KERNELS))
    return text


def _penalty(text: str) -> float | None:
    value = finite_number(text, _NUMBER) or 0.0
    if text != "inf" and value <= 0:
        raise Refusal("link.penalty")
    return None if text == "inf" else value


def _dataset(text: str, known: Collection[str]) -> str:
    if text not in known:
        raise Refusal("link.dataset")
    return text


def _points(text: str, most: int) -> tuple[NDArray[np.float64], NDArray[np.int8], Window]:
    try:
        return decode(text, most)
    except DamagedPointsError as error:
        raise Refusal("link.points", length=number(len(text)), limit=number(most)) from error


def _language(text: str) -> Language:
    for lang in languages:
        if text == lang:
            return lang
    raise Refusal("link.language", allowed=", ".join(languages))


def _hidden(text: str) -> frozenset[str]:
    if not _HIDDEN.fullmatch(text):
        raise Refusal("link.hide")
    return frozenset(text.split("_"))


def _gammas(text: str) -> tuple[float, ...]:
    parts = text.split("_", _MOST_GAMMAS)
    values = [finite_number(part, _NUMBER) for part in parts]
    allowed = RANGES["gamma"]
    good = tuple(value for value in values if value is not None and allowed.low <= value <= allowed.high)
    if len(good) != len(parts) or len(parts) > _MOST_GAMMAS:
        raise Refusal("link.gammas", most=number(_MOST_GAMMAS), low=number(allowed.low), high=number(allowed.high))
    return good


def _projector(text: str) -> bool:
    if text != "projector":
        raise Refusal("link.view")
    return True


def _rule(text: str) -> str:
    if text not in RULES:
        raise Refusal("link.rule", allowed=", ".join(RULES))
    return text


def _mode(text: str) -> str:
    if text not in MODES:
        raise Refusal("link.mode", allowed=", ".join(MODES))
    return text


def _step(text: str) -> int:
    value = finite_number(text, _STEP)
    if value is None:
        raise Refusal("link.step", most=number(MOST_STEPS))
    return min(int(value), MOST_STEPS)


def _options(fields: Fields, form: Form, defaults: Shared) -> Options | None:
    def parse(text: str) -> Options:
        if (found := form.read(text)) is None:
            raise Refusal(f"link.{form.page}")
        return found

    return fields.take(form.field, parse, defaults.chosen(form.kind))
