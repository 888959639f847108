"""Machines in the format of LIBSVM's model files: written for `svm-predict`, and read from `svm-train`.

LIBSVM writes f = sum_i coef_i K(x_i, x) - rho for each pair of its labels, positive for the first of the two. Two
classes are the only case in which the sign differs from ours, whose f is positive for the second (mathematics 12).
"""

from __future__ import annotations

import math
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import BytesIO
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from scipy import sparse
from sklearn.datasets import load_svmlight_file
from sklearn.utils.validation import check_is_fitted

from ..problem import Formulation, Gaussian, InputError, Kernel, Linear, Polynomial, Precomputed, Problem, Sigmoid
from ..problem.arrays import Indices, Matrix, Vector, is_sparse
from .calibration import Calibration
from .classifiers import SVC, NuSVC
from .machine.inputs import MOST_INDEX, short_indices
from .machine.kernel_choice import Constant, choose
from .one_class_svm import OneClassSVM
from .regressors import SVR, NuSVR

LibsvmMachine: TypeAlias = SVC | NuSVC | SVR | NuSVR | OneClassSVM

MACHINES: Final[Mapping[str, type[LibsvmMachine]]] = {
    "c_svc": SVC,
    "nu_svc": NuSVC,
    "one_class": OneClassSVM,
    "epsilon_svr": SVR,
    "nu_svr": NuSVR,
}
TYPES: Final[Mapping[type[LibsvmMachine], str]] = {machine: name for name, machine in MACHINES.items()}
FILE_NAMES: Final[Mapping[Formulation, str]] = dict(
    zip(
        (Formulation.C_SVC, Formulation.NU_SVC, Formulation.ONE_CLASS, Formulation.EPS_SVR, Formulation.NU_SVR),
        MACHINES,
        strict=True,
    )
)
KERNELS: Final[Mapping[str, str]] = {  # LIBSVM's names and those of the parameter `kernel`
    "linear": "linear",
    "polynomial": "poly",
    "rbf": "rbf",
    "sigmoid": "sigmoid",
    "precomputed": "precomputed",
}
NAMES: Final[Mapping[str, str]] = {ours: name for name, ours in KERNELS.items()}
PARAMETERS: Final[Mapping[str, tuple[str, ...]]] = {
    "linear": (),
    "polynomial": ("degree", "gamma", "coef0"),
    "rbf": ("gamma",),
    "sigmoid": ("gamma", "coef0"),
    "precomputed": (),
}
OTHER_SIGNS: Final = re.compile(r"[^-+0-9.eE:\s]")  # in a list of nodes
LONGEST_NAME = 40  # letters of a line in which its name is looked for
HIGHEST_DEGREE = 1000  # of a polynomial in a file: no float64 above 2 has a finite power beyond 1024


def to_libsvm(model: LibsvmMachine) -> str:
    """Return a fitted machine as the text of a LIBSVM model file, with 17 significant digits.

    Parameters
    ----------
    model
        A fitted `SVC`, `NuSVC`, `SVR`, `NuSVR` or `OneClassSVM`, with any number of classes, dense or sparse. With
        probabilities their sigmoids are written too.

    Raises
    ------
    ValueError
        If LIBSVM has no such machine: another kernel than its five, an infinite C, or labels that are not whole numbers
        of 32 bits.

    `svm-predict` and `from_libsvm` return the values of f from the sum over the support vectors; for a linear kernel on
    points far from the origin, where ours is more exact than this sum, they return fewer digits.
    """
    check_is_fitted(model)
    kind = next((name for machine, name in TYPES.items() if isinstance(model, machine)), None)
    if kind is None:
        raise ValueError(f"{type(model).__name__} is no machine of LIBSVM; it has {', '.join(map(_name, TYPES))}.")
    if math.isinf(getattr(model, "C", 0.0)):
        raise ValueError("LIBSVM has no hard margin: C is infinite. Train with a large finite C.")
    coef = _dense(model.dual_coef_)
    rho = -np.asarray(model.intercept_)
    if not isinstance(model, SVC | NuSVC):
        return _written(kind, _kernel_of(model), coef, rho, _nodes_of(model))
    found = model._calibration
    sigmoids = () if found is None else (("probA", _joined(found.A)), ("probB", _joined(found.B)))
    own = ("label", " ".join(map(str, _whole_labels(model.classes_)))), *sigmoids
    own = *own, ("nr_sv", " ".join(map(str, model.n_support_.tolist())))
    sign = -1.0 if len(model.classes_) == 2 else 1.0
    return _written(kind, _kernel_of(model), sign * coef, sign * rho, _nodes_of(model), own, len(model.classes_))


def answer_to_libsvm(problem: Problem, alpha: Vector, rho: float, margin: float = 1.0) -> str:
    """Return an answer of the dual as the text of a LIBSVM model file, the positive class first.

    Parameters
    ----------
    problem
        One of the five machines, with one of LIBSVM's kernels.
    alpha
        The multipliers, (N,), in LIBSVM's scale.
    rho
        -b as the file has it: f = sum_i coef_i K(x_i, x) - rho.
    margin
        For nu-SVC the margin, by which the multipliers of the file are divided.

    Raises
    ------
    ValueError
        For a kernel that LIBSVM does not have.
    """
    form = problem.form
    coef = form.coefficients(alpha) / margin
    kind, classified = FILE_NAMES[form.formulation], form.formulation in (Formulation.C_SVC, Formulation.NU_SVC)
    order = (coef != 0).nonzero()[0]
    own: tuple[tuple[str, str], ...] = ()
    if classified:
        order = order[np.argsort(-form.y[order], kind="stable")]
        counts = [int((form.y[order] == sign).sum()) for sign in (1, -1)]
        own = ("label", "1 -1"), ("nr_sv", f"{counts[0]} {counts[1]}")
    kernel = _parameters_of(problem.kernel)
    if kernel is None:
        raise ValueError(f"LIBSVM has no kernel {problem.kernel!r}.")
    by_matrix = isinstance(problem.kernel, Precomputed)
    nodes = _numbered(order) if by_matrix else _nodes(problem.X[order])
    return _written(kind, kernel, coef[None, order], np.array([rho]), nodes, own)


def from_libsvm(text: str, n_features: int | None = None) -> LibsvmMachine:
    """Return the machine of a LIBSVM model file, ready to predict.

    Parameters
    ----------
    text
        The content of the file.
    n_features
        Number of coordinates of a point, since a file does not contain zeros; by default that of the last one that is
        not 0. For a precomputed kernel: number of points of the training, by default that of the last support vector.

    The classes are in the order of the file, which decides ties. The support vectors are sparse, so that both dense and
    sparse points can be predicted. A file has neither C, nu and epsilon, which keep their defaults, nor the points of
    the training, so that there is no `certificate_`.

    Raises
    ------
    InputError
        In one sentence, for text that is no such file: truncated, with counts that contradict each other, or with
        numbers that are not finite.
    """
    head, body = _split(text)
    kind, kernel = _one_of(head, "svm_type", MACHINES), _one_of(head, "kernel_type", KERNELS)
    machine = MACHINES[kind](kernel=KERNELS[kernel], **_parameters(head, kernel))
    sizes = _sizes(head, classified=kind in ("c_svc", "nu_svc"))
    coef, nodes = _lines(body, sizes)
    rho = sizes.rho
    if isinstance(machine, SVC | NuSVC):
        machine.classes_, machine._calibration = sizes.labels, _sigmoids(head, sizes.machines)
        machine.probability = "deprecated" if machine._calibration is None else True
        if len(sizes.labels) == 2:
            coef, rho = -coef, -rho
    elif "probA" in head or "prob_density_marks" in head:
        warnings.warn(f"The probabilities of a {kind} machine are not read: ours has none.", stacklevel=2)
    machine._coef, machine._planes, machine._fitted = coef, None, None
    machine.n_support_ = np.array(sizes.counts, dtype=np.int32)
    machine._offset = machine.intercept_ = -rho
    if isinstance(machine, OneClassSVM):
        machine.offset_ = rho
    if kernel == "precomputed":
        _keep_places(machine, nodes, n_features)
    else:
        _keep_points(machine, nodes, n_features)
    return machine


# ---- writing ----


def _written(
    kind: str,
    kernel: tuple[str, dict[str, float]],
    coef: Matrix,
    rho: Vector,
    nodes: Iterable[str],
    own: Sequence[tuple[str, str]] = (),
    classes: int = 2,
) -> str:
    """Return the text of a model file; `own` are the lines that only classes have."""
    name, values = kernel
    head = [("svm_type", kind), ("kernel_type", name), *((each, _digits(value)) for each, value in values.items())]
    head += [("nr_class", str(classes)), ("total_sv", str(coef.shape[1])), ("rho", _joined(rho)), *own]
    lines = (f"{_joined(column)} {row} " for column, row in zip(coef.T, nodes, strict=True))
    return "\n".join([*(f"{each} {text}" for each, text in head), "SV", *lines, ""])


def _name(machine: type[LibsvmMachine]) -> str:
    return machine.__name__


def _kernel_of(model: LibsvmMachine) -> tuple[str, dict[str, float]]:
    """Return LIBSVM's name of a machine's kernel, and its parameters as numbers."""
    choice = model._choice
    if choice.lift is not None or choice.called is not None:
        raise ValueError(
            f"LIBSVM has no kernel {model.kernel!r}. Train with its features as points and kernel='linear', or with "
            "its matrix and kernel='precomputed'."
        )
    if isinstance(choice.kernel, Constant):  # gamma or the degree is 0
        name = NAMES[str(model.kernel)]
        values = {"degree": float(model.degree), "gamma": 0.0, "coef0": float(model.coef0)}
        return name, {each: values[each] for each in PARAMETERS[name]}
    if isinstance(choice.kernel, Gaussian):
        return "rbf", {"gamma": choice.kernel.gamma * choice.unit**2}
    found = _parameters_of(choice.kernel)
    if found is None:
        raise ValueError(
            f"LIBSVM has no kernel {model.kernel!r}: it has {', '.join(KERNELS)}. Train with the kernel matrix and "
            "kernel='precomputed'."
        )
    return found


def _parameters_of(kernel: Kernel) -> tuple[str, dict[str, float]] | None:
    """Return LIBSVM's name of a kernel, and its parameters; None for a kernel that it does not have."""
    match kernel:
        case Linear():
            return "linear", {}
        case Precomputed():
            return "precomputed", {}
        case Gaussian(gamma):
            return "rbf", {"gamma": gamma}
        case Polynomial(degree, gamma, zeta):
            return "polynomial", {"degree": degree, "gamma": gamma, "coef0": zeta}
        case Sigmoid(gamma, r):
            return "sigmoid", {"gamma": gamma, "coef0": r}
    return None


def _whole_labels(classes: Any) -> list[int]:  # noqa: ANN401 - labels of any type
    """Return the labels as LIBSVM stores them; ValueError unless they are whole numbers of 32 bits."""
    for label in np.asarray(classes).tolist():
        whole = isinstance(label, int | float) and not isinstance(label, bool) and float(label).is_integer()
        if not whole or abs(label) > MOST_INDEX:
            raise ValueError(
                f"LIBSVM's labels are whole numbers of 32 bits, and {label!r} is none. Number the classes, and keep "
                "the table of their names."
            )
    return [int(label) for label in np.asarray(classes).tolist()]


def _nodes_of(model: LibsvmMachine) -> Iterable[str]:
    """Return the support vectors of a machine."""
    return _numbered(model.support_) if model._choice.by_matrix else _nodes(model.support_vectors_)


def _numbered(support: Indices) -> Iterable[str]:
    """Return the numbers in the training, counted from 1, by which support vectors of a kernel matrix are known."""
    return (f"0:{place + 1}" for place in support.tolist())


def _nodes(points: Any) -> Iterable[str]:  # noqa: ANN401 - dense or sparse
    """Return the coordinates of each point that are not 0, counted from 1."""
    rows = sparse.csr_array(points)
    ends, columns, values = rows.indptr.tolist(), (rows.indices + 1).tolist(), rows.data.tolist()
    nodes = [f"{column}:{value:.17g}" for column, value in zip(columns, values, strict=True)]
    return (" ".join(nodes[a:b]) for a, b in pairwise(ends))


def _dense(values: Any) -> Matrix:  # noqa: ANN401 - dense, or CSR where the training was
    return np.asarray(values.toarray() if is_sparse(values) else values)


def _joined(values: Vector) -> str:
    return " ".join(map(_digits, values.tolist()))


def _digits(value: float) -> str:
    return f"{value:.17g}"


# ---- reading ----


class _Sizes(NamedTuple):
    """What the head of a file says about its support vectors."""

    labels: Indices  # (classes,) in the order of the file; (0,) without classes
    counts: tuple[int, ...]  # support vectors of each class, or of all
    rho: Vector  # (machines,)

    @property
    def machines(self) -> int:
        """The number of machines."""
        return len(self.rho)

    @property
    def rows(self) -> int:
        """The number of coefficients of a support vector."""
        return max(len(self.labels) - 1, 1)


KEYS: Final = frozenset({"svm_type", "kernel_type", "degree", "gamma", "coef0", "nr_class", "total_sv", "rho"})
KEYS_OF_SOME: Final = frozenset({"label", "probA", "probB", "prob_density_marks", "nr_sv"})


def _split(text: str) -> tuple[dict[str, str], str]:
    """Return the entries of the head by name, and the text of the support vectors.

    A line is read only if its name is one of LIBSVM's, and each name once, so that the head is short.
    """
    head: dict[str, str] = {}
    at, line = 0, 0
    while at < len(text):
        end = text.find("\n", at)
        end, line = len(text) if end < 0 else end, line + 1
        name = text[at : min(end, at + LONGEST_NAME)].split(None, 1)[:1]
        if name == ["SV"]:
            return head, text[end + 1 :]
        if not name or name[0] not in KEYS | KEYS_OF_SOME:
            found = name[0][:20] if name else ""
            sentence = "Line {line} of the model file begins with '{found}', which LIBSVM does not know."
            raise InputError("model.line", sentence, line=line, found=found)
        if name[0] in head:
            raise InputError("model.twice", "The model file has {name} twice.", name=name[0])
        start = text.index(name[0], at) + len(name[0])
        head[name[0]] = text[start:end]
        at = end + 1
    sentence = "The model file ends before its line SV: it is truncated, or no model file of LIBSVM."
    raise InputError("model.ends", sentence)


def _one_of(head: Mapping[str, str], name: str, known: Mapping[str, object]) -> str:
    """Return an entry that is one of some names."""
    values = head.get(name, "").split(None, 1)
    if len(values) != 1 or values[0] not in known:
        found, names = " ".join(values)[:20] or "–", ", ".join(known)
        sentence = "{name} of the model file is {found}; LIBSVM has {names}."
        raise InputError("model.one_of", sentence, name=name, found=found, names=names)
    return values[0]


def _numbers(head: Mapping[str, str], name: str, count: int, read: Callable[[str], Any] = float) -> list[Any]:
    """Return an entry of as many finite numbers; `InputError` if it is missing or has others."""
    if name not in head:
        raise InputError("model.missing", "The model file has no {name}.", name=name)
    values = head[name].split(None, count)  # and the rest, if there are more
    if len(values) != count:
        has = sum(1 for _ in re.finditer(r"\S+", head[name]))  # one after the other: there may be millions
        sentence = "{name} of the model file has the wrong number of values: {has} in place of {count}."
        raise InputError("model.count", sentence, name=name, has=has, count=count)
    shown = " ".join(values[:40])[:40]
    try:
        numbers = [read(value) for value in values]
    except ValueError as error:
        if read is int:
            sentence = "{name} of the model file is {shown}; it needs whole numbers."
            raise InputError("model.whole", sentence, name=name, shown=shown) from error
        sentence = "{name} of the model file is {shown}; it needs numbers."
        raise InputError("model.numbers", sentence, name=name, shown=shown) from error
    largest = MOST_INDEX if read is int else sys.float_info.max
    if not all(abs(number) <= largest for number in numbers):  # nan is not either
        sentence = "{name} of the model file is {shown}: too large, or no number."
        raise InputError("model.large", sentence, name=name, shown=shown)
    return numbers


def _parameters(head: Mapping[str, str], kernel: str) -> dict[str, Any]:
    """Return the parameters of the kernel."""
    found: dict[str, Any] = {}
    for name in PARAMETERS[kernel]:
        (found[name],) = _numbers(head, name, 1, int if name == "degree" else float)
    degree, gamma = found.get("degree", 0), found.get("gamma", 0.0)
    if not 0 <= degree <= HIGHEST_DEGREE:
        sentence = "degree of the model file is {degree}; it must be from 0 to {most}."
        raise InputError("model.degree", sentence, degree=degree, most=HIGHEST_DEGREE)
    if gamma < 0:
        sentence = "{name} of the model file is {value}; it must be at least 0."
        raise InputError("model.negative", sentence, name="gamma", value=gamma)
    return found


def _sizes(head: Mapping[str, str], *, classified: bool) -> _Sizes:
    """Return labels, counts and offsets, each held against the others."""
    (classes,), (total,) = _numbers(head, "nr_class", 1, int), _numbers(head, "total_sv", 1, int)
    if total < 0:
        sentence = "{name} of the model file is {value}; it must be at least 0."
        raise InputError("model.negative", sentence, name="total_sv", value=total)
    if not classified:
        return _Sizes(np.empty(0, np.int64), (total,), np.array(_numbers(head, "rho", 1)))
    if classes < 2:
        sentence = "nr_class of the model file is {classes}; two classes are needed at least."
        raise InputError("model.classes", sentence, classes=classes)
    labels = _numbers(head, "label", classes, int)
    if len(set(labels)) < classes:
        raise InputError("model.class_twice", "label of the model file has a class twice.")
    counts = _numbers(head, "nr_sv", classes, int)
    if min(counts) < 0 or sum(counts) != total:
        said = " + ".join(map(str, counts)) if classes <= 6 else str(sum(counts))
        sentence = "nr_sv of the model file adds up to {said}, and total_sv is {total}."
        raise InputError("model.sums", sentence, said=said, total=total)
    rho = _numbers(head, "rho", classes * (classes - 1) // 2)
    return _Sizes(np.array(labels), tuple(counts), np.array(rho))


def _sigmoids(head: Mapping[str, str], machines: int) -> Calibration | None:
    """Return the sigmoid of each pair of classes; None if the file has none."""
    if "probA" not in head and "probB" not in head:
        return None
    A, B = (np.array(_numbers(head, name, machines)) for name in ("probA", "probB"))
    return Calibration(A, B)


def _lines(body: str, sizes: _Sizes) -> tuple[Matrix, str]:
    """Return the coefficients (classes - 1, s), and the rest of the lines: the support vectors."""
    total, rows, body = sum(sizes.counts), sizes.rows, body.rstrip()
    count = body.count("\n") + 1 if body else 0
    if count != total:
        sentence = "total_sv of the model file is {total}, and the number of lines after SV is {count}."
        raise InputError("model.lines", sentence, total=total, count=count)
    parts = [line.split(None, rows) for line in body.split("\n")] if total else []
    try:
        coef = np.array([[float(value) for value in part[:rows]] for part in parts]).reshape(total, rows)
    except ValueError as error:
        sentence = "A support vector of the model file does not begin with its coefficients; there must be {rows}."
        raise InputError("model.coefficients", sentence, rows=rows) from error
    if not np.isfinite(coef).all():
        raise InputError("model.infinite", "A coefficient or coordinate of the model file is not a finite number.")
    nodes = "\n".join(part[rows].rstrip() if len(part) > rows else "" for part in parts)
    other = OTHER_SIGNS.search(nodes)
    if other:
        raise InputError(
            "model.sign",
            "The support vectors of the model file contain '{sign}'; their coordinates are written as index:value with "
            "finite numbers.",
            sign=other.group(),
        )
    return np.ascontiguousarray(coef.T), nodes


def _keep_points(machine: LibsvmMachine, nodes: str, n_features: int | None) -> None:
    """Keep the support vectors of the file, (s, d), with their kernel."""
    points = _read_nodes(nodes, n_features, zero_based=False)
    machine._choice = choose(machine.kernel, machine.degree, machine.gamma, machine.coef0, points)
    machine._sparse, machine.support_vectors_ = True, points
    machine.dual_coef_ = sparse.csr_matrix(machine._coef)
    machine._centres = machine._seen_support()
    machine.shape_fit_, machine.n_features_in_ = points.shape, points.shape[1]


def _keep_places(machine: LibsvmMachine, nodes: str, n_features: int | None) -> None:
    """Keep which points of the training are the support vectors: without their kernel matrix nothing else is known."""
    numbers = _read_nodes(nodes, None, zero_based=True)
    found = numbers.data[numbers.indices == 0]
    if numbers.nnz != len(found) or len(found) != machine._coef.shape[1] or not np.all((found >= 1) & (found % 1 == 0)):
        sentence = "A support vector of a precomputed kernel is written as 0:number, counted from 1."
        raise InputError("model.places", sentence)
    most = int(found.max(initial=0.0))
    if n_features is not None and n_features < most:
        sentence = "The model file has support vector {most}, and n_features is {given}."
        raise InputError("model.features", sentence, most=most, given=n_features)
    count = most if n_features is None else n_features
    machine._choice = choose("precomputed", 0, 0.0, 0.0, np.empty((0, 0)))
    machine._sparse, machine._centres, machine.support_vectors_ = False, None, np.empty((0, 0))
    machine.support_ = found.astype(np.int32) - 1
    machine.dual_coef_ = machine._coef
    machine.shape_fit_, machine.n_features_in_ = (count, count), count


def _read_nodes(nodes: str, n_features: int | None, *, zero_based: bool) -> sparse.csr_matrix:
    """Return lines of index:value as rows, without zeros; `InputError` for nodes that are none, or out of order."""
    lines = "".join(f"0 {line}\n" for line in nodes.split("\n")) if nodes else ""
    try:
        rows, _ = load_svmlight_file(BytesIO(lines.encode()), zero_based=zero_based)
    except (OverflowError, ValueError) as error:
        raise InputError(
            "model.nodes",
            "A support vector of the model file is not written as index:value, with ascending indices of 32 bits.",
        ) from error
    if not np.isfinite(rows.data).all():
        raise InputError("model.infinite", "A coefficient or coordinate of the model file is not a finite number.")
    rows.eliminate_zeros()
    if n_features is not None:
        if rows.shape[1] > n_features:
            sentence = "The model file has coordinate {most}, and n_features is {given}."
            raise InputError("model.coordinates", sentence, most=rows.shape[1], given=n_features)
        rows.resize(rows.shape[0], n_features)
    return short_indices(rows)
