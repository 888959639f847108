"""The data sets of the benchmarks: synthetic ones, and the public sets from a folder."""

from __future__ import annotations

import bz2
import lzma
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.datasets import load_svmlight_file, make_classification, make_moons

from core.problem.arrays import Vector

UNSEEN = 2000  # test points for the accuracy, besides the training points
UNPACK: dict[str, Callable[[bytes], bytes]] = {"": bytes, ".xz": lzma.decompress, ".bz2": bz2.decompress}


@dataclass(frozen=True)
class Sample:
    """Training points and test points."""

    X: Any  # (n, d), a table or CSR
    y: Vector  # (n,) +1.0 and -1.0
    unseen: Any  # (t, d)
    truth: Vector  # (t,)

    def first(self, n: int, seed: int = 0) -> Sample:
        """Return n of the training points, shuffled; all of them in order if there are no more."""
        if n >= len(self.y):
            return self
        rows = np.random.default_rng(seed).permutation(len(self.y))[:n]
        return Sample(self.X[rows], self.y[rows], self.unseen, self.truth)


@dataclass(frozen=True)
class PublicSet:
    """How to read a set of the LIBSVM data page."""

    train: str
    test: str | None  # None: a fifth of the rows, sampled with seed 0
    d: int  # the largest index in the files is sometimes smaller
    scale: float = 1.0
    positive: float = 1.0  # the label that means +1


PUBLIC = {
    "a9a": PublicSet("a9a", "a9a.t", 123),
    "w7a": PublicSet("w7a", "w7a.t", 300),
    "ijcnn1": PublicSet("ijcnn1", "ijcnn1.t", 22),
    "mnist38": PublicSet("mnist38", "mnist38.t", 784, scale=1 / 255),
    "covtype": PublicSet("covtype20k.binary.scale", None, 54, positive=2.0),
    "reuters": PublicSet("reuters_tick", "reuters_tick.t", 8315),
}


def made(name: str, n: int) -> Sample:
    """Return n points of a generated set, and test points for the accuracy; the same ones every time."""
    X, y = _made(name, n + UNSEEN)
    return Sample(X[:n], y[:n], X[n:], y[n:])


def usual_gamma(name: str, d: int) -> float:
    """Return gamma: 1 in the plane, else 1 / d."""
    return 1.0 if name in ("moons", "checker") else 1.0 / d


def _made(name: str, n: int) -> tuple[Any, Vector]:
    rng = np.random.default_rng(0)
    if name == "moons":
        X, label = make_moons(n, noise=0.3, random_state=0)
        return X, np.where(label > 0, 1.0, -1.0)
    if name == "checker":
        X = rng.uniform(0, 4, (n, 2))
        y = np.where(np.floor(X).sum(axis=1) % 2 > 0, 1.0, -1.0)
        return X, np.where(rng.random(n) < 0.05, -y, y)
    if name.startswith("clouds"):
        d = int(name.removeprefix("clouds"))
        y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
        apart = np.sqrt(5.0 / max(d, 2)) * (np.arange(d) < max(d // 2, 1))
        return rng.normal(size=(n, d)) + np.outer(y, apart), y
    if name.startswith("text"):
        return _text(n, int(name.removeprefix("text")), rng)
    d = int(name.removeprefix("mixture"))
    X, label = make_classification(n, d, n_informative=20, random_state=0)
    return (X - X.mean(axis=0)) / X.std(axis=0), np.where(label > 0, 1.0, -1.0)


def _text(n: int, d: int, rng: np.random.Generator) -> tuple[Any, Vector]:
    """Return CSR rows like those of texts: about 49 of d words each, words of unequal frequency, rows of length 1."""
    share = 1.0 / (10.0 + np.arange(d))
    words = rng.choice(d, size=(n, 60), p=share / share.sum())
    X = sparse.csr_array((np.ones(words.size), words.ravel(), np.arange(0, words.size + 1, 60)), shape=(n, d))
    X.sum_duplicates()
    X = sparse.csr_array(X.multiply(1.0 / np.sqrt(X.multiply(X).sum(axis=1))[:, None]))
    X.indices, X.indptr = X.indices.astype(np.int32), X.indptr.astype(np.int32)  # required by some solvers
    f = X @ rng.normal(size=d)
    return X, np.where(f + 0.3 * f.std() * rng.normal(size=n) > 0, 1.0, -1.0)


def public(folder: Path, name: str) -> Sample | None:
    """Return a public set, rows as in its files; None if the folder has no such files."""
    known = PUBLIC[name]
    train = _rows(folder, known, known.train)
    if train is None:
        return None
    if known.test is None:
        X, y = train
        order = np.random.default_rng(0).permutation(len(y))
        unseen, seen = order[: len(y) // 5], order[len(y) // 5 :]
        return Sample(X[seen], y[seen], X[unseen], y[unseen])
    test = _rows(folder, known, known.test)
    return None if test is None else Sample(*train, *test)


def _rows(folder: Path, known: PublicSet, name: str) -> tuple[Any, Vector] | None:
    file = libsvm_file(folder, name, known.d)
    if file is None:
        return None
    rows = sparse.csr_array(file[0] * known.scale)
    rows.eliminate_zeros()
    return rows, np.where(file[1] == known.positive, 1.0, -1.0)


def libsvm_file(folder: Path, name: str, d: int) -> tuple[Any, Vector] | None:
    """Return rows (n, d) as CSR and labels (n,) of a file in LIBSVM's format, compressed or not; None without it."""
    for ending, unpack in UNPACK.items():
        path = folder / f"{name}{ending}"
        if path.exists():
            X, label = load_svmlight_file(BytesIO(unpack(path.read_bytes())), n_features=d, zero_based=False)
            return X, label
    return None
