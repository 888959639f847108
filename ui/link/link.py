"""Everything that a lesson needs, as the query of a URL or as a small file, and back.

Reading any link gives a state: an unreadable field falls back to its default and is reported as `Unread`. Numbers are
written so that they are read back bit for bit.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from core.problem import InputError
from core.problem.formula import parse
from datasets.catalogue import Dataset
from datasets.classes import FIRST_PAIR, TwoClasses
from datasets.plane import FARTHEST, Window
from datasets.points import LABELS, Scale, inert
from ui.link.fields import Fields, Unread, UnreadableError, finite_number, single_fields
from ui.link.fork import read_fork, write_fork
from ui.link.form import LinkForm
from ui.link.points import DamagedPointsError, FarPointsError, decode, encode
from ui.link.shared import MODES, RULES, SOLVERS, Shared
from ui.solve.kernels import FORMULA, KERNELS, PARAMETERS, USUAL_FORMULA, KernelSpec, Parameter
from ui.solve.limits import (
    CLASS_WEIGHT,
    GAMMAS,
    LARGEST_SEED,
    LENS,
    POINTS,
    POINTS_IN_LINK,
    STEPS_OF_A_RUN,
    USUAL_C,
    USUAL_LENS,
)
from ui.solve.machine.table import EQUAL, ClassWeights, checked_weights
from ui.solve.options import FORK_RULES, TIES, Fork
from ui.words import languages, number

NAMES_IN_LINK: Final = 120  # total length of the names of axes and classes; a file carries longer ones
NAMES_IN_FILE: Final = 1000
FILE_LIMIT: Final = 1 << 16  # bytes; 2000 points need 11 kB
FIELDS: Final = (
    *(
        "data",
        "p",
        "names",
        "scale",
        "pair",
        "k",
        "f",
        "C",
        "weights",
        "soft",
        "lang",
        "hide",
        "gammas",
        "view",
        "projector",
    ),
    *("rule", "rival", "draws", "ties", "lens", "mode", "step", "fork", "beat"),
    *(parameter.field for parameter in PARAMETERS.values()),
)

_NUMBER = re.compile(r"[+-]?[0-9]{1,30}(\.[0-9]{0,30})?([eE][+-]?[0-9]{1,3})?", re.ASCII)
_WHOLE = re.compile(r"[0-9]{1,6}", re.ASCII)
_HIDDEN = re.compile(r"[A-Za-z0-9-]{1,16}(_[A-Za-z0-9-]{1,16}){0,31}", re.ASCII)
_MOST_BEATS = 99
_BETWEEN_NAMES = "~"

Params = Mapping[str, str | Sequence[str]]
Read = tuple[Shared, tuple[Unread, ...]]


@dataclass(frozen=True)
class Link:
    """The codec of links: it knows the named data sets and the options of the pages."""

    datasets: Mapping[str, Dataset]
    forms: tuple[LinkForm, ...] = ()

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of all fields."""
        return (*FIELDS, *(form.field for form in self.forms))

    def to_query(self, shared: Shared) -> dict[str, str] | None:
        """Return the state as URL parameters; None if it has more points than fit in a link (use `to_file`)."""
        if shared.X is not None and len(shared.X) > POINTS_IN_LINK:
            return None
        return self._written(shared if names_fit(shared) else replace(shared, names=None))

    def from_query(self, params: Params, defaults: Shared | None = None) -> Read:
        """Return the state that URL parameters describe, and the fields that could not be read.

        `params` maps a name to its value or to all its values in order; unknown names are ignored. Absent and invalid
        fields fall back to `defaults`.
        """
        return self._read(params, defaults or Shared(), POINTS_IN_LINK)

    def to_file(self, shared: Shared) -> bytes:
        """Return the same state as a small JSON file, for up to 2000 points; ValueError above."""
        if shared.X is not None and len(shared.X) > POINTS:
            raise ValueError(f"{len(shared.X)} points; a file carries at most {POINTS}")
        return json.dumps({"svm-lab": 1, "state": self._written(shared)}, indent=1).encode() + b"\n"

    def from_file(self, data: bytes, defaults: Shared | None = None) -> Read:
        """Return the state of a file that `to_file` wrote, and the fields that could not be read."""
        defaults = defaults or Shared()
        unreadable = Unread("link.file", {"size": number(len(data)), "limit": number(FILE_LIMIT)})
        if len(data) > FILE_LIMIT:
            return defaults, (unreadable,)
        try:
            document = json.loads(data)
        except (ValueError, RecursionError):
            return defaults, (unreadable,)
        state = document.get("state") if isinstance(document, dict) and document.get("svm-lab") == 1 else None
        if not isinstance(state, dict) or not all(isinstance(text, str) for text in state.values()):
            return defaults, (unreadable,)
        return self._read(state, defaults, POINTS)

    def _written(self, shared: Shared) -> dict[str, str]:
        query = {} if shared.dataset is None else {"data": shared.dataset}
        if shared.X is not None and shared.y is not None and shared.window is not None:
            query["p"] = encode(shared.X, shared.y, shared.window)
            if shared.names is not None:
                query["names"] = _BETWEEN_NAMES.join(shared.names)
                if shared.scale is not None:
                    query["scale"] = "_".join(map(_exactly, shared.scale))
        if shared.pair != FIRST_PAIR:
            query["pair"] = "_".join(str(LABELS.index(label) + 1) for label in shared.pair)
        query |= {"k": str(shared.kernel["name"]), **_written_numbers(shared)}
        if FORMULA in shared.kernel or shared.formula != USUAL_FORMULA:
            query["f"] = shared.formula
        query["C"] = "inf" if shared.C is None else _exactly(shared.C)
        if shared.weights != EQUAL:
            query["weights"] = "_".join(map(_exactly, shared.weights))
        if shared.C is None and shared.soft != self._usual_soft(shared):
            query["soft"] = _exactly(shared.soft)  # some machines have no hard margin, and a click turns it soft
        if shared.lang is not None:
            query["lang"] = shared.lang
        if shared.hidden:
            query["hide"] = "_".join(sorted(shared.hidden))
        if shared.gammas is not None:
            query["gammas"] = "_".join(map(_exactly, shared.gammas))
        if shared.projector:
            query["view"] = "projector"
        run = {"rule": shared.rule, "rival": shared.rival, "draws": shared.draws or None}
        run |= {"ties": None if shared.ties == TIES[0] else shared.ties}
        run |= {"lens": None if shared.lens == USUAL_LENS else _exactly(shared.lens)}
        run |= {"mode": shared.mode, "step": shared.step}
        query |= {name: str(value) for name, value in {**run, "beat": shared.beat}.items() if value is not None}
        if shared.fork is not None:
            query["fork"] = write_fork(shared.fork)
        for form in self.forms:
            if (options := shared.chosen(form.kind)) is not None and (text := form.write(options)):
                query[form.field] = text
        return query

    def _read(self, params: Params, defaults: Shared, most_points: int) -> Read:
        fields = single_fields(params, self.fields)
        nothing = (defaults.X, defaults.y, defaults.window)
        X, y, window = fields.take("p", lambda text: _points(text, most_points), nothing)
        names = fields.take("names", _names, defaults.names)
        scale = fields.take("scale", _scale, defaults.scale)
        formula = fields.take("f", _formula, defaults.formula)
        kernel, numbers = _kernel(fields, defaults, formula)
        shared = Shared(
            dataset=fields.take("data", self._dataset, defaults.dataset),
            X=X,
            y=y,
            window=window,
            names=names if X is not None else None,
            scale=scale if names is not None and X is not None else None,
            pair=fields.take("pair", _pair, defaults.pair),
            kernel=kernel,
            numbers=numbers,
            formula=formula,
            C=fields.take("C", _penalty, defaults.C),
            weights=fields.take("weights", _weights, defaults.weights),
            lang=fields.take("lang", _one_of("link.language", languages), defaults.lang),
            hidden=fields.take("hide", _hidden, defaults.hidden),
            gammas=fields.take("gammas", _gammas, defaults.gammas),
            projector=fields.take("projector", _yes, fields.take("view", _projector, defaults.projector)),
            rule=fields.take("rule", _one_of("link.rule", SOLVERS), defaults.rule),
            rival=fields.take("rival", _one_of("link.rule", RULES), defaults.rival),
            draws=fields.take("draws", _draws, defaults.draws),
            ties=fields.take("ties", _one_of("link.ties", TIES), defaults.ties),
            lens=fields.take("lens", _lens, defaults.lens),
            mode=fields.take("mode", _one_of("link.mode", MODES), defaults.mode),
            step=fields.take("step", _step, defaults.step),
            fork=fields.take("fork", _fork, defaults.fork),
            beat=fields.take("beat", _beat, defaults.beat),
        )
        soft = fields.take("soft", _soft_penalty, self._usual_soft(shared))
        if shared.C is None and soft != shared.soft:
            shared = replace(shared, numbers={**shared.numbers, "C": soft})
        of_pages = [fields.take(form.field, _reading(form), defaults.chosen(form.kind)) for form in self.forms]
        shared = replace(shared, options=tuple(options for options in of_pages if options is not None))
        return shared, tuple(fields.unread)

    def _usual_soft(self, shared: Shared) -> float:
        """Return the C with which the points open, which a hard margin has once it turns soft."""
        named = shared.dataset if shared.X is None else None  # points that come with a name win over it
        return (None if named is None else self.datasets[named].C) or USUAL_C

    def _dataset(self, text: str) -> str:
        if text not in self.datasets:
            raise UnreadableError("link.dataset")
        return text


def names_fit(shared: Shared) -> bool:
    """Tell whether the names of the points fit in a link; points without names do."""
    return sum(map(len, shared.names or ())) <= NAMES_IN_LINK


def _names(text: str) -> tuple[str, ...]:
    parts = [inert(part) for part in text[: NAMES_IN_FILE + 1].split(_BETWEEN_NAMES)]
    if len(text) > NAMES_IN_FILE or not 4 <= len(parts) <= 2 + len(LABELS) or not (parts[0] and parts[1]):
        raise UnreadableError("link.names", limit=number(NAMES_IN_FILE))
    return tuple(parts)


def _pair(text: str) -> TwoClasses:
    first, between, second = text.partition("_")
    classes = {str(place): label for place, label in enumerate(LABELS, 1)}
    if not between or first == second or not {first, second} <= classes.keys():
        raise UnreadableError("link.pair", most=number(len(LABELS)))
    return classes[first], classes[second]


def _scale(text: str) -> Scale:
    values = [finite_number(part, _NUMBER) for part in text.split("_", 4)]
    mean, deviation, mean_y, deviation_y = values if len(values) == 4 else [None] * 4
    if mean is None or mean_y is None or not (deviation or 0.0) > 0.0 or not (deviation_y or 0.0) > 0.0:
        raise UnreadableError("link.scale")
    return mean, deviation or 0.0, mean_y, deviation_y or 0.0


def _reading(form: LinkForm) -> Any:  # noqa: ANN401 - the options of some page
    def parse(text: str) -> Any:  # noqa: ANN401
        if (found := form.read(text)) is None:
            raise UnreadableError(f"link.{form.page}")
        return found

    return parse


def _exactly(value: str | float) -> str:
    """Write a number as the shortest text that reads back to the same bits."""
    return repr(float(value)).removesuffix(".0")


def _written_numbers(shared: Shared) -> dict[str, str]:
    """Write the parameters of the chosen kernel, and the non-default ones of the others."""
    return {
        parameter.field: _exactly(shared.number(name))
        for name, parameter in PARAMETERS.items()
        if name in shared.kernel or shared.number(name) != parameter.usual
    }


def _formula(text: str) -> str:
    try:
        parse(text)
    except InputError as error:
        raise UnreadableError("link.formula", used=USUAL_FORMULA) from error
    return text


def _kernel(fields: Fields, defaults: Shared, formula: str) -> tuple[KernelSpec, dict[str, float]]:
    """Return the chosen kernel and the parameters of the others."""
    name = fields.take("k", _one_of("link.kernel", KERNELS), str(defaults.kernel["name"]))
    numbers = {own: _number(fields, parameter, defaults.number(own)) for own, parameter in PARAMETERS.items()}
    spec: dict[str, str | float] = {"name": name}
    spec |= {own: numbers.pop(own) for own in KERNELS[name].parameters}
    if KERNELS[name].typed:
        spec[FORMULA] = formula
    return spec, {own: value for own, value in numbers.items() if value != PARAMETERS[own].usual}


def _number(fields: Fields, parameter: Parameter, usual: float) -> float:
    def parse(text: str) -> float:
        value = finite_number(text, _WHOLE if parameter.whole else _NUMBER)
        if value is None or not parameter.holds(value):
            key, low, high = "link.whole" if parameter.whole else "link.number", parameter.low, parameter.high
            used = {"low": number(low), "high": number(high), "used": number(usual)}
            raise UnreadableError(key, name=parameter.symbol, **used)
        return value

    value = fields.take(parameter.field, parse, usual)
    return int(value) if parameter.whole else value


def _penalty(text: str) -> float | None:
    value = finite_number(text, _NUMBER) or 0.0
    if text != "inf" and value <= 0:
        raise UnreadableError("link.penalty")
    return None if text == "inf" else value


def _weights(text: str) -> ClassWeights:
    parts = [finite_number(part, _NUMBER) for part in text.split("_", 2)]
    values = [math.nan if part is None else part for part in parts]
    try:
        return checked_weights(values)
    except (InputError, ValueError) as error:  # ValueError: not two of them
        low, high = map(number, CLASS_WEIGHT)
        raise UnreadableError("link.weights", low=low, high=high) from error


def _soft_penalty(text: str) -> float:
    value = _penalty(text)
    if value is None:
        raise UnreadableError("link.penalty")
    return value


def _points(text: str, most: int) -> tuple[NDArray[np.float64], NDArray[np.int8], Window]:
    try:
        return decode(text, most)
    except FarPointsError as error:
        raise UnreadableError("link.window", size=number(error.size), most=number(FARTHEST)) from error
    except DamagedPointsError as error:
        raise UnreadableError("link.points", length=number(len(text)), limit=number(most)) from error


def _one_of(key: str, allowed: Collection[str]) -> Callable[[str], str]:
    """Return a reader of one of a few names; `key` is that of the error sentence for anything else."""

    def read(text: str) -> str:
        if text not in allowed:
            raise UnreadableError(key, allowed=", ".join(allowed))
        return text

    return read


def _hidden(text: str) -> frozenset[str]:
    if not _HIDDEN.fullmatch(text):
        raise UnreadableError("link.hide")
    return frozenset(text.split("_"))


def _gammas(text: str) -> tuple[float, ...]:
    parts = text.split("_", GAMMAS)
    values = [finite_number(part, _NUMBER) for part in parts]
    allowed = PARAMETERS["gamma"]
    good = tuple(value for value in values if value is not None and allowed.holds(value))
    if len(good) != len(parts) or len(parts) > GAMMAS:
        raise UnreadableError("link.gammas", most=number(GAMMAS), low=number(allowed.low), high=number(allowed.high))
    return good


def _projector(text: str) -> bool:
    if text != "projector":
        raise UnreadableError("link.view")
    return True


def _yes(text: str) -> bool:
    """Read the alternative parameter for the projector view, for people who type it."""
    if text not in ("0", "1"):
        raise UnreadableError("link.view")
    return text == "1"


def _fork(text: str) -> Fork:
    if (found := read_fork(text)) is None:
        raise UnreadableError("link.fork", most=number(STEPS_OF_A_RUN - 1), allowed=", ".join(FORK_RULES))
    return found


def _draws(text: str) -> int:
    if not _WHOLE.fullmatch(text) or int(text) > LARGEST_SEED:
        raise UnreadableError("link.draws", most=number(LARGEST_SEED))
    return int(text)


def _lens(text: str) -> float:
    value = finite_number(text, _NUMBER) or 0.0
    if not LENS[0] <= value <= LENS[1]:
        raise UnreadableError("link.lens", low=number(LENS[0]), high=number(LENS[1]), used=number(USUAL_LENS))
    return value


def _step(text: str) -> int:
    value = finite_number(text, _WHOLE)
    if value is None:
        raise UnreadableError("link.step", most=number(STEPS_OF_A_RUN))
    return min(int(value), STEPS_OF_A_RUN)


def _beat(text: str) -> int:
    value = finite_number(text, _WHOLE) or 0
    if not 1 <= value <= _MOST_BEATS:
        raise UnreadableError("link.beat", most=number(_MOST_BEATS))
    return int(value)
