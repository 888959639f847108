"""Every kernel of the list has its formula, with the numbers on screen."""

import re

import pytest

from ui.solve.kernels import KERNELS, KernelSpec, kernel_formula, usual_spec


def plain(spec: KernelSpec) -> str:
    """Return a formula without what marks its numbers."""
    return re.sub(r"\\mathrm\{([^}]*)\}", r"\1", kernel_formula(spec))


@pytest.mark.parametrize("name", KERNELS)
def test_every_kernel_has_a_formula_that_latex_can_read(name: str) -> None:
    formula = kernel_formula(usual_spec(name))
    assert formula.isprintable()
    assert formula.count("{") == formula.count("}")
    assert "K(x,z)" in formula


def test_the_formula_of_random_features_says_how_many_and_how_fast_they_are() -> None:
    formula = plain({"name": "fourier", "gamma": 2.0, "components": 40, "seed": 7})
    assert r"\frac{2}{40}\sum_{k=1}^{40}" in formula
    assert r"N(0,\,4\,I)" in formula


def test_numbers_below_a_hundred_thousand_are_written_in_full() -> None:
    assert "-1000" in plain({"name": "gaussian", "gamma": 1000.0})
    assert r"10^{6}" in plain({"name": "gaussian", "gamma": 1e6})
    assert r"10^{-5}" in plain({"name": "gaussian", "gamma": 1e-5})


@pytest.mark.parametrize("name", KERNELS)
def test_every_number_of_a_parameter_is_marked_so_that_the_browser_finds_it(name: str) -> None:
    usual = usual_spec(name)
    for parameter in {"gamma", "zeta", "r", "degree", "components", "landmarks"} & usual.keys():
        other = {**usual, parameter: 2 * float(usual[parameter])}
        first, second = (re.sub(r"(?<=\\mathrm)\{[^}]*\}", "", kernel_formula(spec)) for spec in (usual, other))
        assert first == second, parameter
        assert kernel_formula(usual) != kernel_formula(other)
