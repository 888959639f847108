"""What is warmed up is what a page calls: the types of the arguments decide, and a visit compiles nothing."""

import numpy as np
import pytest

from core.lowlevel.compiled import CompiledFunction
from core.problem import FourierMap, Gaussian, Sigmoid, TaylorGaussian, TaylorMap, c_svc
from core.problem import gram as gram_module
from core.problem.maps import cosine, monomials
from core.solver import train
from core.solver.trainer import small
from core.warm import warm_up

X = np.array([[0.0, 0.0], [2.0**-20, 0.0], [0.0, 2.0**-19], [2.0**-19, 2.0**-20], [3.0, 1.0]])
Y = np.array([1.0, -1.0, 1.0, -1.0, 1.0])


def crawl() -> None:
    """Train under a C and a kernel that single precision cannot serve."""
    train(c_svc(X, Y, Gaussian(1e-6), 1e100).form, X, Gaussian(1e-6), 1e-3)


@pytest.mark.parametrize(
    ("job", "function", "call"),
    [
        ("few points finely", small.solve_small_finely, crawl),
        ("maps", monomials.fill_scaled, lambda: TaylorMap(1e9, 3).features(X)),
        ("maps", cosine.take_full_turns, lambda: FourierMap(1e18, 8).features(X)),
        ("maps", cosine.fill, lambda: FourierMap(0.5, 4000).features(np.zeros((5000, 2)))),
        ("answer", gram_module.tangents, lambda: Sigmoid(0.5, 1.0).gram(X, X)),
        ("answer", gram_module.dampened_series, lambda: TaylorGaussian(0.5, 3).gram(X, X)),
    ],
    ids=["finely", "far", "turns", "many", "sigmoid", "Taylor"],
)
def test_a_visit_calls_it_with_the_types_that_it_was_warmed_up_with(
    monkeypatch: pytest.MonkeyPatch, job: str, function: object, call: object
) -> None:
    assert isinstance(function, CompiledFunction)
    assert callable(call)
    warm_up((job,))
    known, calls = list(function.dispatcher.overloads), 0
    original = CompiledFunction.__call__

    def counted(self: CompiledFunction, *arguments: object, **named: object) -> object:
        nonlocal calls
        calls += self is function
        return original(self, *arguments, **named)

    monkeypatch.setattr(CompiledFunction, "__call__", counted)
    call()
    assert calls > 0
    assert list(function.dispatcher.overloads) == known
