"""The one table of machines: their parameters, their problems, and how a board shows them.

A machine needs one entry here, a formulation in the core, and words in the catalogues. C-SVC is the machine of every
board that does not name another.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, TypeAlias, Union

import numpy as np
from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

from core.problem import InputError, Kernel, Problem, c_svc, eps_svr, nu_svc, nu_svr, one_class
from core.problem.arrays import Matrix
from core.problem.formula import LONGEST
from ui.solve.kernels import FORMULA, KERNELS, MONOMIALS, KernelSpec, real
from ui.solve.limits import CLASS_WEIGHT, MONOMIALS_DRAWN, ORDER
from ui.solve.wire import one_of

FIRST: Final = "c-svc"
NAME, NU, EPSILON = "machine", "nu", "epsilon"  # sent by a board together with the kernel's parameters
PLUS, MINUS = "plus", "minus"  # the factors of C for the classes +1 and -1, sent in the same way
USUAL_NU, USUAL_EPSILON = 0.3, 0.5

ClassWeights: TypeAlias = tuple[float, float]  # of the class +1 and of the class -1
EQUAL: Final[ClassWeights] = (1.0, 1.0)

_Finite: TypeAlias = Annotated[float, Meta(ge=-sys.float_info.max, le=sys.float_info.max)]  # excludes nan


class MachineSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """A machine and its parameters; those that it does not have are kept for other machines."""

    name: Annotated[str, one_of(MACHINES)] = FIRST
    nu: _Finite = USUAL_NU
    epsilon: _Finite = USUAL_EPSILON
    weights: tuple[_Finite, _Finite] | None = None  # of the classes in C-SVC; None: on a page where both are 1

    @property
    def weighted(self) -> bool:
        """Whether it is C-SVC with another C for one of the classes."""
        return self.name == FIRST and self.weights not in (None, EQUAL)

    @property
    def usual(self) -> bool:
        """Whether it is C-SVC with one C, to which most sentences about the points refer."""
        return self.name == FIRST and not self.weighted

    @property
    def class_weight(self) -> dict[int, float] | None:
        """The weights for the core, None if both are 1; `InputError` for one out of range."""
        if not self.weighted or self.weights is None:
            return None
        return dict(zip((1, -1), checked_weights(self.weights), strict=True))

    @property
    def solved(self) -> MachineSpec:
        """The machine without what does not change its answer: parameters of others, and weights that are 1."""
        nu, epsilon = self.own.get(NU, USUAL_NU), self.own.get(EPSILON, USUAL_EPSILON)
        return MachineSpec(self.name, nu, epsilon, self.weights if self.weighted else None)

    @property
    def own(self) -> dict[str, float]:
        """Its parameters by name, without C and without those that it does not have."""
        return {name: getattr(self, name) for name in MACHINES[self.name].parameters if name != "C"}


def checked_weights(weights: Sequence[float]) -> ClassWeights:
    """Return the weights of both classes; `InputError` for one out of range, or nan."""
    low, high = CLASS_WEIGHT
    for weight in weights:
        if not low <= weight <= high:
            text = "A class weight is {value}; allowed is a number from {low} to {high}."
            raise InputError("weight.range", text, value=weight, low=low, high=high)
    plus, minus = weights
    return float(plus), float(minus)


MakeProblem: TypeAlias = Callable[[Matrix, np.ndarray, Kernel, float, MachineSpec], Problem]


class MachineEntry(NamedTuple):
    """One machine."""

    parameters: tuple[str, ...]  # those of "C", "nu" and "epsilon" that it has
    make: MakeProblem  # from its input points, their labels or target values, kernel, C and its parameters
    labels: bool = True  # whether it uses the classes of the points
    graph: bool = False  # whether it predicts x2 from x1: its board is a graph


MACHINES: Final[Mapping[str, MachineEntry]] = {
    FIRST: MachineEntry(("C",), lambda X, y, kernel, C, spec: c_svc(X, y, kernel, C, spec.class_weight)),
    "nu-svc": MachineEntry((NU,), lambda X, y, kernel, C, spec: nu_svc(X, y, kernel, spec.nu)),
    "one-class": MachineEntry((NU,), lambda X, y, kernel, C, spec: one_class(X, kernel, spec.nu), labels=False),
    "eps-svr": MachineEntry(
        ("C", EPSILON),
        lambda X, z, kernel, C, spec: eps_svr(X, z, kernel, C, spec.epsilon),
        labels=False,
        graph=True,
    ),
    "nu-svr": MachineEntry(
        ("C", NU), lambda X, z, kernel, C, spec: nu_svr(X, z, kernel, C, spec.nu), labels=False, graph=True
    ),
}
C_SVC: Final = MachineSpec()


def seen_points(X: Matrix, spec: MachineSpec) -> Matrix:
    """Return the input points of a machine, (n, 2): for a graph only x1, with a 0 that does not affect the kernel."""
    return np.column_stack([X[:, 0], np.zeros(len(X))]) if MACHINES[spec.name].graph else X


def for_board(kernel: KernelSpec, spec: MachineSpec) -> KernelSpec:
    """Return what a board sends besides its points: the kernel, and any machine other than C-SVC with its parameters.

    They are sent together with the kernel's parameters, so that the browser can update either by a slider. So are the
    class weights of C-SVC, also where both are 1, on a page that has them.
    """
    if spec.name != FIRST:
        return {**kernel, NAME: spec.name, **spec.own}
    return kernel if spec.weights is None else {**kernel, **dict(zip((PLUS, MINUS), spec.weights, strict=True))}


def names_machine(kernel: Mapping[str, Any]) -> bool:
    """Tell whether a sent kernel says which machine is trained, beyond C-SVC without class weights."""
    return any(name in kernel for name in (NAME, PLUS, MINUS))


SentNumber: TypeAlias = int | float
_Power: TypeAlias = Annotated[int, Meta(ge=0, le=ORDER)]


class _SentMonomials(Struct, tag_field="name", tag=MONOMIALS):
    """The kernel of some coordinates of a map, as sent by a page."""

    exponents: Annotated[list[tuple[_Power, _Power]], Meta(max_length=MONOMIALS_DRAWN)]
    weights: Annotated[list[SentNumber], Meta(max_length=MONOMIALS_DRAWN)]
    damp: tuple[SentNumber, SentNumber]


def _sent_kernel(name: str, own: Sequence[str]) -> type[Struct]:
    """Return the type that a board sends for a kernel of the table: its parameters, and those that `for_board` adds."""
    numbers = tuple((name, SentNumber) for name in (NU, EPSILON, PLUS, MINUS))
    machine = ((NAME, Annotated[str, one_of(MACHINES)]), *numbers)
    texts = [(FORMULA, Annotated[str, Meta(max_length=LONGEST)])] if KERNELS[name].typed else []
    fields = [(field, kind | UnsetType, UNSET) for field, kind in machine]
    return defstruct(
        f"_Sent{name.title()}", [*((each, SentNumber) for each in own), *texts, *fields], tag_field="name", tag=name
    )


# A kernel as sent by a browser, the type of a field that `read_as` reads: only its own parameters, and the machine with
# its parameters. The core checks whether they are allowed, and `machine_in` whether one is missing.
if TYPE_CHECKING:
    SentKernel = Struct
else:
    SentKernel = Union[(_SentMonomials, *(_sent_kernel(name, entry.parameters) for name, entry in KERNELS.items()))]


def machine_in(kernel: Mapping[str, Any]) -> MachineSpec:
    """Return the machine that a board asks for; `InputError` for an unknown one, or for weights out of range."""
    name = kernel.get(NAME, FIRST)
    if not isinstance(name, str) or name not in MACHINES:
        raise InputError("formulation.unknown", "Unknown machine.")
    own = [field for field in (NU, EPSILON) if field in MACHINES[name].parameters]
    weighted = name == FIRST and (PLUS in kernel or MINUS in kernel)
    try:
        weights = checked_weights([real(kernel.get(sign, 1.0)) for sign in (PLUS, MINUS)]) if weighted else None
        return MachineSpec(name, **{field: real(kernel[field]) for field in own}, weights=weights)
    except (KeyError, TypeError, OverflowError) as error:
        raise InputError("formulation.unknown", "Unknown machine.") from error
