"""Changes of the lab by one value from a slider, a handle or a list, as pure functions from lab to lab.

Components and lists send a name and a value. An invalid value leaves the lab unchanged, for a browser may send
anything.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, TypeAlias

from msgspec import structs

from core.selection import C_of
from datasets import ReadError, make_points
from ui.solve.kernels import FORMULA, KERNELS, PARAMETERS, kernel_of, spec_with
from ui.solve.limits import CLASS_WEIGHT, LAMBDA, LARGEST_C, LARGEST_SEED, LENS
from ui.solve.machine.table import PLUS, ClassWeights
from ui.solve.options import TIES, Fork
from ui.state.lab import Lab, Opening, as_edited, choosing, revised

Change: TypeAlias = Callable[[Lab, str, object], Lab]  # applies one value
LINES = ("trunk", "branch")  # of a run with a fork
DRAWS = "draws"  # the name of the seed of random pairs
TOLERANCE_LENS = "lens"  # the name of the tolerance that is compared with the tightest


def number_in(value: object) -> float:
    """Return a number sent by a browser; for anything else nan, which is outside every range."""
    fits = isinstance(value, int | float) and math.isfinite(value)
    return float(value) if fits else math.nan  # type: ignore[arg-type]


def unchanged(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab unchanged: for pages where nothing can be changed."""
    return lab


def with_parameter(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab with another parameter of the kernels, which means the same on every page.

    It changes the board's own question, and makes a new revision, only if the chosen kernel has that parameter.
    """
    sent = number_in(value)
    if not PARAMETERS[name].holds(sent):
        return lab
    shared = lab.shared.with_numbers(**{name: int(sent) if PARAMETERS[name].whole else sent})
    return revised(lab, shared) if name in lab.shared.kernel else replace(lab, shared=shared, unread=())


def with_named_kernel(lab: Lab, name: object) -> Lab:
    """Return the lab with another kernel and the visitor's parameters; the same lab for an unknown name."""
    if name not in KERNELS:
        return lab
    return revised(lab, lab.shared.with_kernel(spec_with(str(name), lab.board.numbers, lab.shared.formula)))


def with_formula(lab: Lab, text: object) -> Lab:
    """Return the lab with another formula, also as its kernel if that is typed; `InputError` if the text is none."""
    spec = spec_with(FORMULA, lab.board.numbers, str(text))
    kernel_of(spec)
    if FORMULA not in lab.shared.kernel:
        return replace(lab, shared=replace(lab.shared, formula=str(text)), unread=())
    return revised(lab, lab.shared.with_kernel(spec))


def with_penalty(lab: Lab, value: object) -> Lab:
    """Return the lab with another C, which means the same on every page."""
    sent = number_in(value)
    return revised(lab, lab.shared.with_penalty(sent)) if 0.0 < sent <= LARGEST_C else lab


def with_weight(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab with another weight of one class, `PLUS` or `MINUS`; the same lab if it is out of range."""
    sent = number_in(value)
    if not CLASS_WEIGHT[0] <= sent <= CLASS_WEIGHT[1]:
        return lab
    plus, minus = lab.shared.weights
    return with_weights(lab, (sent, minus) if name == PLUS else (plus, sent))


def with_weights(lab: Lab, weights: ClassWeights) -> Lab:
    """Return the lab with other weights of both classes."""
    return lab if weights == lab.shared.weights else revised(lab, replace(lab.shared, weights=weights))


def balance_of(lab: Lab) -> ClassWeights | None:
    """Return scikit-learn's balanced weights n / (2 n of the class); None if there is only one class.

    Under them C sums to the same total over both classes.
    """
    y = lab.points.y
    counts = [int((y == sign).sum()) for sign in (1, -1)]
    if not all(counts):
        return None
    plus, minus = (len(y) / (2 * count) for count in counts)
    return plus, minus


def with_lambda(lab: Lab, value: object) -> Lab:
    """Return the lab with the C that stands for a lambda of ridge regression."""
    sent = number_in(value)
    if not LAMBDA[0] <= sent <= LAMBDA[1]:
        return lab
    return with_penalty(lab, float(f"{C_of(sent):.12g}"))  # removes the rounding of two divisions


def with_fork(lab: Lab, fork: Fork | None, step: int | None = None) -> Lab:
    """Return the lab with another fork of its run, at a step; None: at the step where it is."""
    at = lab.shared.step if step is None else step
    return revised(lab, replace(lab.shared, fork=fork, step=at))  # the board's answer belongs to the other line


def with_line(lab: Lab, value: object) -> Lab:
    """Return the lab with the other line of its fork shown; the same lab if there is no such line."""
    fork = lab.shared.fork
    if fork is None or value not in LINES:
        return lab
    return with_fork(lab, structs.replace(fork, shown=value == LINES[1]))


def with_draws(lab: Lab, value: object) -> Lab:
    """Return the lab with another seed of the rule that draws its pairs at random."""
    sent = number_in(value)
    if not (0 <= sent <= LARGEST_SEED and sent.is_integer()):
        return lab
    return revised(lab, replace(lab.shared, draws=int(sent)))


def with_ties(lab: Lab, value: object) -> Lab:
    """Return the lab with another tie rule; the same lab if there is no such rule."""
    return revised(lab, replace(lab.shared, ties=str(value))) if value in TIES else lab


def with_lens(lab: Lab, value: object) -> Lab:
    """Return the lab with another tolerance to compare with the tightest one; it changes no run on screen."""
    sent = number_in(value)
    return replace(lab, shared=replace(lab.shared, lens=sent), unread=()) if LENS[0] <= sent <= LENS[1] else lab


def with_edits(lab: Lab, value: object) -> Lab:
    """Return the lab with some points replaced, each [index, x1, x2, label]; index n adds a point.

    The result equals the points of the commit that the same edit will send.
    """
    points = lab.points
    X, y = points.X.tolist(), points.y.tolist()
    try:
        for place, x1, x2, label in value:  # type: ignore[attr-defined]
            i = range(len(y) + 1).index(place)
            X[i : i + 1], y[i : i + 1] = [[x1, x2]], [label]
        return as_edited(lab, make_points(X, y, window=points.window))
    except (TypeError, ValueError, OverflowError, ReadError):
        return lab


def with_option(lab: Lab, options: Any, name: str, value: object) -> Lab:  # noqa: ANN401 - the options of some page
    """Return the lab with one of the page's options replaced by a value that a link may carry."""
    parts = {field.name: field.metadata["part"] for field in fields(options)}
    if name not in parts:
        return lab
    try:
        taken = parts[name].read(parts[name].write(value))
    except (TypeError, ValueError, StopIteration, OverflowError):
        return lab
    changed = replace(options, **{name: taken})
    return lab if changed == options else choosing(lab, changed)


def usual_change(kind: type[Any], opening: Opening[Any] | None = None) -> Change:
    """Return the change for a value that is a kernel parameter or one of the page's own options, of that kind.

    `opening` is for a page whose initial options depend on the kernel.
    """

    def change(lab: Lab, name: str, value: object) -> Lab:
        if name in PARAMETERS:
            return with_parameter(lab, name, value)
        return with_option(lab, lab.options(kind, opening), name, value)

    return change
