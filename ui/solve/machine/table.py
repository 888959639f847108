"""The one table of machines: of each its parameters, its problem, and how a board shows it.

A machine is one entry here, its formulation in the core and its words in the catalogues. C-SVC is the machine of every
board that names no other.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, TypeAlias, Union

import numpy as np
from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

from core.problem import InputError, Kernel, Problem, c_svc, eps_svr, nu_svc, nu_svr, one_class
from core.problem.arrays import Matrix
from ui.solve.kernels import KERNELS, MONOMIALS, KernelSpec, real
from ui.solve.limits import MONOMIALS_DRAWN, ORDER
from ui.solve.wire import one_of

FIRST: Final = "c-svc"
NAME, NU, EPSILON = "machine", "nu", "epsilon"  # what a board sends beside the numbers of its kernel
USUAL_NU, USUAL_EPSILON = 0.3, 0.5

_Finite: TypeAlias = Annotated[float, Meta(ge=-sys.float_info.max, le=sys.float_info.max)]  # nan is not in any range


class MachineSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """A machine and its own numbers; those that it does not have are kept for the machine that has them."""

    name: Annotated[str, one_of(MACHINES)] = FIRST
    nu: _Finite = USUAL_NU
    epsilon: _Finite = USUAL_EPSILON

    @property
    def own(self) -> dict[str, float]:
        """Its numbers by their names, without C and without those that it does not have."""
        return {name: getattr(self, name) for name in MACHINES[self.name].parameters if name != "C"}


MakeProblem: TypeAlias = Callable[[Matrix, np.ndarray, Kernel, float, MachineSpec], Problem]


class MachineEntry(NamedTuple):
    """One machine."""

    parameters: tuple[str, ...]  # "C", "nu" and "epsilon", as far as it has them
    make: MakeProblem  # from the points that it sees, their labels or the values to predict, kernel, C and its numbers
    labels: bool = True  # whether it reads the classes of the points
    graph: bool = False  # whether it predicts x2 from x1: its board is a graph


MACHINES: Final[Mapping[str, MachineEntry]] = {
    FIRST: MachineEntry(("C",), lambda X, y, kernel, C, spec: c_svc(X, y, kernel, C)),
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
    """Return the points as a machine sees them, (n, 2): of a graph x1 alone, with a 0 that no kernel notices."""
    return np.column_stack([X[:, 0], np.zeros(len(X))]) if MACHINES[spec.name].graph else X


def for_board(kernel: KernelSpec, spec: MachineSpec) -> KernelSpec:
    """Return what a board asks beside its points: the kernel, and any other machine than C-SVC with its own numbers.

    They travel with the numbers of the kernel, so that a slider of either moves them in the browser.
    """
    return kernel if spec.name == FIRST else {**kernel, NAME: spec.name, **spec.own}


SentNumber: TypeAlias = int | float
_Power: TypeAlias = Annotated[int, Meta(ge=0, le=ORDER)]


class _SentMonomials(Struct, tag_field="name", tag=MONOMIALS):
    """The kernel of some coordinates of a map, as a page sends it."""

    exponents: Annotated[list[tuple[_Power, _Power]], Meta(max_length=MONOMIALS_DRAWN)]
    weights: Annotated[list[SentNumber], Meta(max_length=MONOMIALS_DRAWN)]
    damp: tuple[SentNumber, SentNumber]


def _sent_kernel(name: str, own: Sequence[str]) -> type[Struct]:
    """Return what a board sends for a kernel of the table: its numbers, and what `for_board` adds for a machine."""
    machine = ((NAME, Annotated[str, one_of(MACHINES)]), (NU, SentNumber), (EPSILON, SentNumber))
    fields = [(field, kind | UnsetType, UNSET) for field, kind in machine]
    return defstruct(
        f"_Sent{name.title()}", [*((each, SentNumber) for each in own), *fields], tag_field="name", tag=name
    )


# A kernel as a browser sends it, the type of a field that `read_as` reads: its own numbers alone, and the machine with
# its numbers. The core says whether these are allowed, and `machine_in` whether one is missing.
if TYPE_CHECKING:
    SentKernel = Struct
else:
    SentKernel = Union[(_SentMonomials, *(_sent_kernel(name, entry.parameters) for name, entry in KERNELS.items()))]


def machine_in(kernel: Mapping[str, Any]) -> MachineSpec:
    """Return the machine that a board asks for; `InputError` for an unknown one."""
    name = kernel.get(NAME, FIRST)
    if not isinstance(name, str) or name not in MACHINES:
        raise InputError("formulation.unknown", "Unknown machine.")
    own = [field for field in (NU, EPSILON) if field in MACHINES[name].parameters]
    try:
        return MachineSpec(name, **{field: real(kernel[field]) for field in own})
    except (KeyError, TypeError, OverflowError) as error:
        raise InputError("formulation.unknown", "Unknown machine.") from error
