"""The calls of every page into other libraries, each with the largest input within its limits."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import NamedTuple

import numpy as np

from benchmarks.holds.watch import Runnable
from benchmarks.links import PAGES, opened
from benchmarks.map.works import LONG
from core.lowlevel.lapack import pivoted_factor
from core.problem import FourierMap, Gaussian, NystroemMap
from core.problem.arrays import Matrix, Vector
from core.problem.formulation.classification import c_svc_form
from core.problem.proof.definite import defect
from core.problem.separability import programme
from core.selection import leave_one_out_of_ridge
from core.selection.least_squares import RidgeSystem, moments, ridge_values
from core.solver import new_cancel_flag
from core.solver.linear import interior, train_linear
from core.solver.ridge import ridge_of_features
from core.topics.choosing.experiment import MachineAt, judge, set_apart
from core.topics.margin.experiment import least_hinge, nearest_of_hulls, outline, primal_street
from core.topics.ridge.experiment import features_replace, ridge_plane
from core.topics.ridge.theory import spectral_norm
from core.view import isolines
from core.view.grid import near_points
from datasets import CATALOGUE, ReadError, make_points
from datasets.reading.delimited import MOST_CELLS, MOST_COLUMNS, MOST_ROWS
from datasets.reading.readers import MEGABYTE, MOST_MEGABYTES, read_table
from datasets.targets import diabetes
from pages.paper.measurements import MEASURED
from pages.results.measurements import RESULTS
from ui.link.points import decode, encode
from ui.solve.limits import (
    COMPONENTS,
    COMPONENTS_CHOSEN,
    COMPONENTS_DECOMPOSED,
    FEATURES,
    LANDMARKS_TAKEN,
    POINTS,
    POINTS_COMPARED,
    POINTS_IN_LINK,
    POINTS_LEFT_OUT,
    POINTS_OF_A_BOUND,
)
from ui.state import session
from ui.static import files
from ui.words import languages, words_for

PIECES, LONG_ENOUGH = 40, 3.0  # of long work: most pieces, and seconds after which no further one begins
SQUARE = (-3.0, -3.0, 6.0)


class LibraryCall(NamedTuple):
    """A long call."""

    page: str
    what: str  # the library, and what makes its input largest
    make: Callable[[], Runnable]  # prepares the input
    is_long: bool = False  # more than some tenths of a second: not run in the tests


# ---- points and matrices ----


def _normal(*shape: int) -> Matrix:
    return np.random.default_rng(0).normal(size=shape)


def _places(n: int) -> Matrix:
    return np.random.default_rng(0).uniform(-3.0, 3.0, (n, 2))


def _signs(n: int, noise: float = 1.0) -> Vector:
    """Return labels that a line separates, up to noise."""
    return np.where(_places(n)[:, 0] + noise * _normal(n) > 0.0, 1.0, -1.0)


def _gram(n: int, gamma: float) -> Matrix:
    return Gaussian(gamma).gram(_places(n), _places(n))


# ---- computations of the pages ----


def _of_features(penalty: float, gamma: float, n: int = POINTS) -> Runnable:
    """Return the ridge regression with the most features, of points on a line."""
    Z = FourierMap(gamma, COMPONENTS).features(_places(n)[:, :1])
    return partial(ridge_of_features, Z, _normal(n), penalty)


def _singular(n: int) -> Runnable:
    """Return the ridge regression in the plane with a kernel matrix of low rank."""
    return partial(ridge_plane, _places(n), _signs(n), 1e-3, 0.0, SQUARE)


def _replaced() -> Runnable:
    X, D = _places(POINTS_OF_A_BOUND), np.array([COMPONENTS])
    return lambda: features_replace(X, _signs(len(X)), 1.0, D, 0, 1.0)


def _newton() -> Runnable:
    Z = FourierMap(1e3, FEATURES // POINTS).features(_places(POINTS))
    return lambda: train_linear(c_svc_form(_signs(POINTS, 5.0), POINTS, 1e3), Z, 1.0, 1e-10, 300)


def _interior() -> Runnable:
    n = 100
    q = int((interior.MOST_WORK / n) ** 0.5)
    posed = interior.FewWeights(_normal(n, q), np.ones(q), np.zeros(q), -np.ones(n), np.full(n, 1e3))
    return lambda: interior.interior(posed, 1e-6, interior.MOST_STEPS, new_cancel_flag())


def _programme(n: int) -> Runnable:
    m = int(min((programme.MOST_WORK / n) ** 0.5, programme.MOST_WORK ** (1 / 3)))
    return lambda: programme.common_weights(_normal(n, m), np.full((n, m), 1e-16), _signs(n), lambda: False)


def _ridge_values(D: int, penalties: list[float]) -> Runnable:
    Z = FourierMap(1e3, D).features(_places(POINTS))
    found = moments(Z, _normal(POINTS, 2), new_cancel_flag())
    assert found is not None
    return lambda: list(ridge_values(RidgeSystem(*found, Z), penalties, new_cancel_flag()))


def _judged(machine: str) -> Runnable:
    X, y = _places(POINTS), _signs(POINTS)
    return lambda: judge(X, y, set_apart(y, 0), MachineAt(machine, 1.0, 10.0))


def _pieces(name: str) -> Runnable:
    """Return a call that computes pieces of long work, one after the other."""

    def run() -> None:
        until = time.perf_counter() + LONG_ENOUGH
        for make in LONG[name]():
            for _ in islice(make((), new_cancel_flag()), PIECES):
                if time.perf_counter() > until:
                    return

    return run


# ---- files ----


def _table(cell: Callable[[int], str], columns: int = 3, between: str = ";", head: str = "") -> Runnable:
    """Return a call that reads a file of the largest size."""
    rows = min(MOST_ROWS, MOST_CELLS // columns)
    lines = (head.format(row % 2) + between.join(cell(row + k) for k in range(columns)) for row in range(rows))
    text = "\n".join(lines)[: MOST_MEGABYTES * MEGABYTE].rpartition("\n")[0]
    return lambda: read_table(text.encode(), classes=False)


def _refused(text: str, encoding: str = "utf-8") -> None:
    with suppress(ReadError):
        read_table(text.encode(encoding), classes=False)


def _compressed(coding: files.Coding) -> Runnable:
    largest = max((each.path for each in files.files().values()), key=lambda path: path.stat().st_size)
    return partial(files._compressed, largest.read_bytes(), coding)


def _link() -> None:
    points = make_points(_places(POINTS_IN_LINK), _signs(POINTS_IN_LINK).astype(np.int8))
    decode(encode(points.X, points.y, points.window), POINTS_IN_LINK)


def _words() -> None:
    words_for.cache_clear()
    for lang in languages:
        words_for(lang)


# ---- whole pages ----


def _visit(page: str, **query: str) -> Runnable:
    """Return a visit of a page with everything unfolded and the most points on the board."""
    app = opened(page, query, unfold=True)
    points = make_points(_places(POINTS), _signs(POINTS).astype(np.int8))
    lab = app.session_state[session.STATE]
    shared = replace(lab.shared, dataset=None, X=points.X, y=points.y, window=points.window)
    app.session_state[session.STATE] = replace(lab, points=points, shared=shared, revision=lab.revision + 1)
    return app.run


WORST = {
    "Gaussian": {"k": "gaussian", "g": "1", "C": "10"},
    "wide": {"k": "gaussian", "g": "1e-3", "C": "1e5", "ridge": "1_zero_points_features_points_1_1", "D": "4000"},
    "4,000 features": {"k": "fourier", "g": "1", "D": "4000", "C": "10"},
    "500 landmarks": {"k": "nystroem", "g": "1", "L": "500", "C": "10"},
    "order 30": {"k": "taylor", "g": "1", "m": "30", "C": "1e3"},
    "degree 10": {"k": "polynomial", "g": "1", "q": "10", "z": "1", "C": "10"},
}
CALLS: tuple[LibraryCall, ...] = (
    LibraryCall("ridge", "least squares: lambda 0, 4,000 features", partial(_of_features, 0.0, 1e3), is_long=True),
    LibraryCall("ridge", "least squares: lambda 0, 4,000 features, 569 points", partial(_of_features, 0.0, 1e3, 569)),
    LibraryCall("ridge", "LAPACK: lambda 1e-9, 4,000 features", partial(_of_features, 1e-9, 1.0), is_long=True),
    LibraryCall("ridge", "LAPACK: lambda 1e-9, 4,000 features, 569 points", partial(_of_features, 1e-9, 1.0, 569)),
    LibraryCall("ridge", "least squares: lambda 0, 2,000 points", partial(_singular, POINTS), is_long=True),
    LibraryCall("ridge", "least squares: lambda 0, 569 points", partial(_singular, 569)),
    LibraryCall("ridge", "LAPACK: 4,000 features in the kernel's place", _replaced),
    LibraryCall(
        "ridge",
        "eigenpairs of our own: 500 landmarks",
        lambda: lambda: NystroemMap.choose(Gaussian(1e3), _places(POINTS), LANDMARKS_TAKEN).eigenvalues,
    ),
    LibraryCall(
        "ridge", "NumPy's eigvalsh: 2,000 points", lambda: partial(spectral_norm, _gram(POINTS, 1.0)), is_long=True
    ),
    LibraryCall(
        "descent",
        "LAPACK's pivoted factor: 2,000 points, narrow kernel",
        lambda: partial(pivoted_factor, _gram(POINTS, 1e3)),
    ),
    LibraryCall("descent", "LAPACK: Newton's system, 1,000 features of 2,000 points", _newton, is_long=True),
    LibraryCall("budget", "LAPACK: interior point method, most features", _interior, is_long=True),
    LibraryCall(
        "margins", "Clarabel: 2,000 points", lambda: partial(primal_street, _places(POINTS), _signs(POINTS), 1e6)
    ),
    LibraryCall(
        "margins",
        "Clarabel: hulls of 2,000 points",
        lambda: partial(nearest_of_hulls, _places(POINTS), _signs(POINTS), 1e-3),
    ),
    LibraryCall(
        "margins", "NumPy's argsort: 2,000 points in 720 directions", lambda: partial(outline, _places(POINTS), 1e-3)
    ),
    LibraryCall(
        "losses",
        "Clarabel: 100 points, narrow kernel",
        lambda: partial(least_hinge, _gram(POINTS_COMPARED, 1e3), _signs(POINTS_COMPARED, 9.0), 1e-6),
    ),
    LibraryCall("board", "SciPy's qr and Cholesky: planes, points and coordinates alike", partial(_programme, 464)),
    LibraryCall("board", "SciPy's qr and Cholesky: planes of 2,000 points", partial(_programme, POINTS)),
    LibraryCall("board", "NumPy's Cholesky: 2,000 points", lambda: partial(defect, _gram(POINTS, 1e3))),
    LibraryCall(
        "board",
        "contourpy: a line through noise",
        lambda: partial(isolines, _normal(160, 160), np.arange(160.0), np.arange(160.0)),
    ),
    LibraryCall("fourier", "SciPy's cKDTree: 2,000 points", lambda: partial(near_points, _places(POINTS), SQUARE, 200)),
    LibraryCall(
        "fourier",
        "cosines of our own: 4,000 frequencies",
        lambda: partial(FourierMap(1.0, COMPONENTS).features, _places(POINTS)),
    ),
    LibraryCall("choosing", "LAPACK: one decomposition", partial(_ridge_values, COMPONENTS_DECOMPOSED, [1e-3, 1.0])),
    LibraryCall("choosing", "NumPy's eigh: lambda 0", partial(_ridge_values, COMPONENTS_DECOMPOSED, [0.0, 1.0])),
    LibraryCall("choosing", "LAPACK: a factor for each C", partial(_ridge_values, COMPONENTS_CHOSEN, [1e-9, 1.0])),
    LibraryCall(
        "choosing",
        "LAPACK: 200 points left out",
        lambda: partial(leave_one_out_of_ridge, _gram(POINTS_LEFT_OUT, 1.0), _signs(POINTS_LEFT_OUT), 1e-6),
    ),
    LibraryCall("choosing", "LAPACK: ridge regression of 2,000 points", partial(_judged, "ridge")),
    *(LibraryCall("works", name, partial(_pieces, name), is_long=True) for name in LONG),
    LibraryCall("file", "pandas: numbers", partial(_table, str)),
    LibraryCall("file", "pandas: numbers with decimal commas", partial(_table, lambda k: f"{k},5")),
    LibraryCall("file", "as many words as rows", partial(_table, lambda k: f"w{k}")),
    LibraryCall("file", "the most columns", partial(_table, lambda k: str(k % 10), MOST_COLUMNS)),
    LibraryCall("file", "LIBSVM text", partial(_table, lambda k: f"{k % 3 + 1}:{k}", 1, " ", "{} ")),
    LibraryCall("file", "one long line", lambda: lambda: _refused("1," * (MOST_MEGABYTES * MEGABYTE // 2))),
    LibraryCall(
        "file",
        "UTF-16 without a mark",
        lambda: lambda: _refused("1;2\n" * (MOST_MEGABYTES * MEGABYTE // 8), "utf-16-le"),
    ),
    LibraryCall("file", "letters of an old encoding", lambda: lambda: _refused("é;1;2\n" * 700_000, "latin-1")),
    LibraryCall("link", "zlib, base64: 200 points", lambda: _link),
    LibraryCall(
        "data", "scikit-learn's generators and sets", lambda: lambda: [each.make() for each in CATALOGUE.values()]
    ),
    LibraryCall("paper", "scikit-learn's set", lambda: diabetes),
    LibraryCall("paper", "msgspec: its measurements", lambda: MEASURED.read),
    LibraryCall("results", "msgspec: its measurements", lambda: RESULTS.read),
    LibraryCall("start", "Babel: all catalogues", lambda: _words),
    *(
        LibraryCall("start", f"the largest script, {coding}", partial(_compressed, coding))
        for coding in files.codings()
    ),
    *(
        LibraryCall(page, f"the whole page: {name}", partial(_visit, page, **query), is_long=True)
        for page in PAGES
        for name, query in WORST.items()
    ),
)
