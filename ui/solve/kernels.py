"""The one table of kernels: their parameters, their classes in the core, and their properties.

A new kernel needs one entry here, functions in the core, in `ui.solve.formula` and in assets/js, and words in the
catalogues. The list and the sliders of the panel, links, formulas and the trainer read this table; the class in the
core knows whether a kernel is positive semidefinite.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.problem import (
    FormulaKernel,
    FourierMap,
    Gaussian,
    InputError,
    Kernel,
    Linear,
    Monomials,
    NystroemMap,
    Polynomial,
    PolynomialMap,
    Sigmoid,
    TaylorGaussian,
    TaylorMap,
)
from core.problem.arrays import Matrix
from core.problem.kernels import require_count
from core.problem.maps import LANDMARKS, PAIRED, WAVES, RandomMap, paired_count, random_map
from ui.solve import formula
from ui.solve.limits import (
    C_SLIDER,
    COMPONENTS,
    COMPONENTS_SLIDER,
    DEGREE,
    GAMMA,
    GAMMA_SLIDER,
    LANDMARKS_SLIDER,
    LANDMARKS_TAKEN,
    LARGEST_C,
    LARGEST_SEED,
    MONOMIALS_DRAWN,
    ORDER,
    ORDER_SLIDER,
    R_OF_A_SIGMOID,
    R_SLIDER,
    SEED_SLIDER,
    USUAL_C,
    ZETA,
    ZETA_SLIDER,
)

KernelSpec = Mapping[str, str | float]  # {"name": "gaussian", "gamma": 1.0}
FORMULA: Final = "formula"  # the kernel that a visitor types, and the field of a spec with its text
USUAL_FORMULA: Final = "exp(-gamma*dist2) + r*dot"
ChosenMap = PolynomialMap | TaylorMap | RandomMap


class Parameter(NamedTuple):
    """One parameter of a kernel. It has the same value on every page, whichever kernel is chosen."""

    field: str  # in a link
    symbol: str
    low: float
    high: float
    usual: float
    slider: tuple[float, float]  # the range of the slider; links and typed numbers can exceed it
    scale: str  # of the slider: "log", "linear", "whole" or "log whole"

    @property
    def whole(self) -> bool:
        """Whether it is an integer."""
        return "whole" in self.scale

    def holds(self, value: float) -> bool:
        """Tell whether a value is allowed; nan is not."""
        return self.low <= value <= self.high and (not self.whole or float(value).is_integer())


class Entry(NamedTuple):
    """One kernel."""

    parameters: tuple[str, ...]
    formula: Callable[[KernelSpec], str]  # in LaTeX
    make: Callable[[KernelSpec, Matrix], Kernel]  # on these points, from which landmarks are sampled
    features: Callable[[KernelSpec, Matrix], ChosenMap | None]  # its explicit map; None: the points themselves
    gaussian: bool = False  # the Gaussian kernel or one of its approximations, which share gamma
    unmapped: str = ""  # the key of the sentence on why it has no explicit features; "": it has
    nearest: str = ""  # for a kernel without features, the one used instead where features are needed
    in_plane: bool = False  # whether its feature space is the plane of the points
    rank: str = ""  # for an approximation, the parameter that improves it
    taken: Callable[[int], int] = int  # the actual rank for a chosen one
    seed: str = ""  # for an approximation by random samples, the parameter with their seed
    typed: bool = False  # whether it is typed: its spec has the text under `FORMULA`


PENALTY: Final = Parameter("C", "C", 0.0, LARGEST_C, USUAL_C, C_SLIDER, "log")
PARAMETERS: Final[Mapping[str, Parameter]] = {
    "gamma": Parameter("g", "γ", *GAMMA, 1.0, GAMMA_SLIDER, "log"),
    "degree": Parameter("q", "Q", *DEGREE, 3, DEGREE, "whole"),
    "zeta": Parameter("z", "ζ", *ZETA, 1.0, ZETA_SLIDER, "linear"),
    "r": Parameter("r", "r", *R_OF_A_SIGMOID, -1.0, R_SLIDER, "linear"),
    "order": Parameter("m", "m", 0, ORDER, 4, ORDER_SLIDER, "whole"),
    "components": Parameter("D", "D", 1, COMPONENTS, 100, COMPONENTS_SLIDER, "log whole"),
    "seed": Parameter("s", "s", 0, LARGEST_SEED, 0, SEED_SLIDER, "whole"),
    "landmarks": Parameter("L", "L", 1, LANDMARKS_TAKEN, 20, LANDMARKS_SLIDER, "whole"),
    "landmark_seed": Parameter("t", "t", 0, LARGEST_SEED, 0, SEED_SLIDER, "whole"),
}
ORIGIN: Final = np.zeros((1, 2))  # the only landmark if there are no points


def _polynomial(spec: KernelSpec) -> tuple[int, float, float]:
    return whole(spec["degree"]), real(spec["gamma"]), real(spec["zeta"])


def _typed(spec: KernelSpec) -> FormulaKernel:
    return FormulaKernel(str(spec[FORMULA]), real(spec["gamma"]), real(spec["r"]))


def kept_eigenpairs(chosen: int | None, landmarks: int) -> int | None:
    """Return how many eigenpairs of the landmarks' kernel matrix a map keeps for this choice; None: all."""
    return None if chosen is None or chosen >= landmarks else chosen


def _random(
    name: str, rank: str, seed: str, told: Callable[[KernelSpec], str], taken: Callable[[int], int] = int
) -> Entry:
    """Return the entry of a randomly sampled approximation of the Gaussian kernel: its map is its kernel."""

    def made(spec: KernelSpec, X: Matrix) -> RandomMap:
        return random_map(name, real(spec["gamma"]), _count(rank, spec), _count(seed, spec), X)

    return Entry(("gamma", rank, seed), told, made, made, gaussian=True, rank=rank, taken=taken, seed=seed)


KERNELS: Final[Mapping[str, Entry]] = {
    "linear": Entry((), formula.linear, lambda spec, X: Linear(), lambda spec, X: None, in_plane=True),
    "polynomial": Entry(
        ("degree", "gamma", "zeta"),
        formula.polynomial,
        lambda spec, X: Polynomial(*_polynomial(spec)),
        lambda spec, X: PolynomialMap(*_polynomial(spec)),
        nearest="linear",  # for zeta < 0
    ),
    "gaussian": Entry(
        ("gamma",),
        formula.gaussian,
        lambda spec, X: Gaussian(real(spec["gamma"])),
        lambda spec, X: None,
        gaussian=True,
        unmapped="kernel.endless",
        nearest="taylor",
    ),
    "sigmoid": Entry(
        ("gamma", "r"),
        formula.sigmoid,
        lambda spec, X: Sigmoid(real(spec["gamma"]), real(spec["r"])),
        lambda spec, X: None,
        unmapped="kernel.indefinite",
        nearest="linear",
    ),
    "taylor": Entry(
        ("gamma", "order"),
        formula.taylor,
        lambda spec, X: TaylorGaussian(real(spec["gamma"]), whole(spec["order"])),
        lambda spec, X: TaylorMap(real(spec["gamma"]), whole(spec["order"])),
        gaussian=True,
        rank="order",
    ),
    FORMULA: Entry(
        ("gamma", "r"),
        formula.typed,
        lambda spec, X: _typed(spec),
        lambda spec, X: None,
        unmapped="kernel.unwritten",
        nearest="linear",
        typed=True,
    ),
    WAVES: _random(WAVES, "components", "seed", formula.fourier),
    PAIRED: _random(PAIRED, "components", "seed", formula.paired, paired_count),
    LANDMARKS: _random(LANDMARKS, "landmarks", "landmark_seed", formula.nystroem),
}
EXACT: Final = "gaussian"  # what approximations approximate
MONOMIALS: Final = "monomials"  # some coordinates of a map: a kernel for drawing, which visitors cannot choose
GAUSSIANS: Final = tuple(name for name, entry in KERNELS.items() if entry.gaussian)
MAPPED: Final = tuple(name for name, entry in KERNELS.items() if not entry.unmapped)
_USUAL: Final = {own: parameter.usual for own, parameter in PARAMETERS.items()}
APPROXIMATIONS: Final = tuple(name for name, entry in KERNELS.items() if entry.rank)  # of the Gaussian kernel


def kernel_of(spec: KernelSpec, X: Matrix = ORIGIN) -> Kernel:
    """Return the kernel of a spec such as {"name": "gaussian", "gamma": 1.0}; `InputError` if the spec is invalid.

    `X` holds the points of the problem, from which landmarks are sampled; checking a spec needs none.
    """
    try:
        if spec["name"] == MONOMIALS:
            return _monomials(spec)
        return KERNELS[str(spec["name"])].make(spec, X if len(X) else ORIGIN)
    except InputError:
        raise
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise InputError("kernel.unknown", "Unknown kernel.") from error


def _monomials(spec: Mapping[str, Any]) -> Monomials:
    """Return the kernel of a few monomials; ValueError or TypeError for an invalid spec."""
    exponents = tuple((whole(a), whole(b)) for a, b in spec["exponents"])
    weights, damp = (tuple(real(value) for value in spec[name]) for name in ("weights", "damp"))
    sound = 0 < len(exponents) == len(weights) <= MONOMIALS_DRAWN and len(damp) == 2
    if not sound or not all(0 <= power <= ORDER for pair in exponents for power in pair):
        raise ValueError("no monomials")
    if not all(0.0 <= value <= LARGEST_C for value in (*weights, *damp)):
        raise ValueError("no weights")
    return Monomials(exponents, weights, (damp[0], damp[1]))


def numbers_of(spec: KernelSpec) -> tuple[object, ...]:
    """Return a tuple that is equal for equal kernels, however they were written: 1 and 1.0 are the same number."""
    if spec["name"] == MONOMIALS:
        return (_monomials(spec),)
    own = named_only(spec)
    texts = ("name", FORMULA)
    return tuple(sorted((name, value if name in texts else float(value)) for name, value in own.items()))


def map_of(spec: KernelSpec, X: Matrix) -> ChosenMap | None:
    """Return the map whose inner product is the kernel on the points X, None if the features are the points.

    `InputError` for a kernel without explicit features.
    """
    why_not = KERNELS[str(spec["name"])].unmapped
    if why_not:
        raise InputError(why_not, "The features of this kernel cannot be written down.")
    return KERNELS[str(spec["name"])].features(spec, X if len(X) else ORIGIN)


def is_mapped(spec: KernelSpec) -> bool:
    """Tell whether the features of a kernel can be written down: a polynomial with zeta < 0 has no map."""
    return not KERNELS[str(spec["name"])].unmapped and real(spec.get("zeta", 0.0)) >= 0.0


def exact_of(spec: KernelSpec) -> KernelSpec | None:
    """Return the Gaussian kernel that a kernel approximates; None for kernels that are not approximations."""
    return spec_with(EXACT, {"gamma": real(spec["gamma"])}) if spec["name"] in APPROXIMATIONS else None


def rank_of(spec: KernelSpec) -> int:
    """Return the number of features of an approximation, or its order."""
    entry = KERNELS[str(spec["name"])]
    return entry.taken(whole(spec[entry.rank]))


def in_plane(spec: KernelSpec) -> bool:
    """Tell whether the feature space of a kernel is the plane of the points: w can be drawn there."""
    return KERNELS[str(spec["name"])].in_plane


def kernel_formula(spec: KernelSpec) -> str:
    """Return K(x, z) of a spec in LaTeX, with its numbers filled in."""
    entry = KERNELS[str(spec["name"])]
    return entry.formula({**spec, entry.rank: rank_of(spec)} if entry.rank else spec)


def usual_spec(name: str) -> KernelSpec:
    """Return a kernel with its default parameters."""
    return spec_with(name, _USUAL)


def spec_with(name: str, numbers: Mapping[str, float], text: str = USUAL_FORMULA) -> KernelSpec:
    """Return a kernel with those of the numbers that are parameters of it, and the text if it is typed."""
    needed = {own: numbers[own] for own in KERNELS[name].parameters}
    own = {own: int(value) if PARAMETERS[own].whole else value for own, value in needed.items()}
    return {"name": name, **own, **({FORMULA: text} if KERNELS[name].typed else {})}


def named_only(spec: KernelSpec) -> KernelSpec:
    """Return a spec without fields that its kernel does not have."""
    entry = KERNELS[str(spec["name"])]
    return {own: spec[own] for own in ("name", *entry.parameters, *((FORMULA,) if entry.typed else ()))}


def waves_of(spec: KernelSpec, X: Matrix) -> dict[str, NDArray[np.float64]]:
    """Return what a browser needs besides the spec to draw the field on the points X.

    For random features w1, w2 and b of each, (D, 3); the sine of a pair is a cosine with the phase -pi / 2. For
    landmarks their coordinates, and the matrix from their kernel values to the features, (L, 2 + L). For a formula its
    code, an operation and a number for each, (k, 2).
    """
    if spec["name"] == FORMULA:
        code = _typed(spec).code
        return {"waves": np.column_stack([code.operations.astype(np.float64), code.numbers])}
    entry = KERNELS.get(str(spec["name"]))
    kernel = kernel_of(spec, X) if entry is not None and entry.seed else None
    if isinstance(kernel, NystroemMap):
        return {"waves": _seen_from(kernel)}
    if not isinstance(kernel, FourierMap):
        return {}
    W, b = kernel.frequencies(2)
    if b is None:
        W, b = np.vstack([W, W]), np.repeat([0.0, -np.pi / 2.0], len(W))
    return {"waves": np.column_stack([W, b])}


def _seen_from(phi: NystroemMap) -> NDArray[np.float64]:
    """Return the landmarks with the matrix of the map, which has a column of zeros for each omitted eigenpair."""
    count, kept = len(phi.landmarks), phi.dimension(2)
    root = np.zeros((count, count))
    for k, one in enumerate(np.eye(kept)):
        root[:, k] = phi.counts(one)
    return np.column_stack([phi.landmarks, root])


def real(value: object) -> float:
    """Return a number as float; refuse strings and booleans."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError("no number")
    return float(value)


def penalty_of(C: object) -> float:
    """Return C as a number, infinity for None (the hard margin); `InputError` for an invalid penalty."""
    if C is None:
        return math.inf
    try:
        value = real(C)
    except TypeError as error:
        raise InputError("C.not_positive", "C is {C}; it must be greater than 0.", C=str(C)[:20]) from error
    except OverflowError:
        value = math.inf
    if value > LARGEST_C:
        raise InputError("C.too_large", "C is {C}; the maximum is {most}.", C=value, most=LARGEST_C)
    if not value > 0:
        raise InputError("C.not_positive", "C is {C}; it must be greater than 0.", C=value)
    return value


def whole(value: object) -> int:
    """Return an integer, 3 for 3.0; nothing is rounded."""
    if not real(value).is_integer():
        raise ValueError("no whole number")
    return int(real(value))


def _count(name: str, spec: KernelSpec) -> int:
    """Return an integer parameter; `InputError` outside the lab's limits."""
    count, known = whole(spec[name]), PARAMETERS[name]
    require_count(known.symbol, count, int(known.low), int(known.high))
    return count


# The kernels that are positive semidefinite for all parameters, according to their classes in the core.
DEFINITE: Final = tuple(name for name in KERNELS if kernel_of(usual_spec(name)).always_psd)
