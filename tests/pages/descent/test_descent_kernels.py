"""Coordinate descent on every kernel that has a map: which map, what stands in, what it costs, what it cuts off."""

import json
from dataclasses import replace

import numpy as np
import plotly.graph_objects as go
import pytest

from core.problem import FourierMap, Gaussian, NystroemMap, PolynomialMap, TaylorMap
from datasets import CATALOGUE
from pages import descent
from pages.descent import answers
from pages.descent.figures.offsets import offsets_figure, offsets_text
from pages.descent.question import Options
from pages.descent.sentences import cost_sentence
from pages.descent.twin import limit_sentence, twin_sentence
from tests.pages.descent.asking import LINEAR, mapped, question
from ui.link.shared import Shared
from ui.solve.kernels import ChosenMap, KernelSpec
from ui.state.lab import Lab
from ui.words import at_least, languages, number, words_for

in_both_languages = pytest.mark.parametrize("lang", languages)
CUBE: KernelSpec = {"name": "polynomial", "degree": 3, "gamma": 0.5, "zeta": 2.0}
MAPPED: list[tuple[KernelSpec, ChosenMap | None]] = [
    ({"name": "linear"}, None),
    ({"name": "polynomial", "degree": 2, "gamma": 0.5, "zeta": 2.0}, PolynomialMap(2, 0.5, 2.0)),
    ({"name": "taylor", "gamma": 0.5, "order": 3}, TaylorMap(0.5, 3)),
    ({"name": "taylor", "gamma": 0.5, "order": 30}, TaylorMap(0.5, 30)),
    ({"name": "fourier", "gamma": 0.5, "components": 1000, "seed": 7}, FourierMap(0.5, 1000, 7)),
    ({"name": "paired", "gamma": 0.5, "components": 60, "seed": 7}, FourierMap(0.5, 60, 7, paired=True)),
    (
        {"name": "nystroem", "gamma": 0.5, "landmarks": 12, "landmark_seed": 7},
        NystroemMap.choose(Gaussian(0.5), CATALOGUE["rings"].make().X, 12, 7),
    ),
    (CUBE, PolynomialMap(3, 0.5, 2.0)),
    ({**CUBE, "degree": 10, "zeta": 0.0}, PolynomialMap(10, 0.5, 0.0)),
]


@pytest.mark.parametrize(("spec", "phi"), MAPPED)
def test_the_map_is_that_of_the_chosen_kernel_and_the_field_is_drawn_by_its_inner_product(
    spec: KernelSpec, phi: ChosenMap | None
) -> None:
    asked = question("rings", Options("L2"), spec)
    assert asked.phi == phi
    assert asked.spec == spec
    assert not asked.stands_in
    assert (asked.origin is None) == (phi is None)
    if phi is not None:
        X, fresh = asked.X[:5], asked.X[5:9]
        gram, own = asked.kernel.gram(X, fresh), phi.features(X) @ phi.features(fresh).T
        np.testing.assert_allclose(gram, own, atol=1e-12 * max(1.0, float(np.abs(gram).max())))
        np.testing.assert_allclose(asked.origin, phi.features(np.zeros((1, 2)))[0])


@in_both_languages
@pytest.mark.parametrize("chosen", [Options(), Options("L2", False), mapped("taylor"), mapped("poly2", bias=False)])
def test_both_boundaries_are_drawn_on_one_board_and_are_where_each_answer_is_zero(chosen: Options, lang: str) -> None:
    asked, words = question("overlap", chosen), words_for(lang)
    shown, both = answers.fields(asked), answers.optima(asked)
    drawn = offsets_figure(shown, asked.X, asked.y, asked.board.square, chosen.bias, words)
    assert go.Figure(json.loads(drawn.to_json(), parse_constant=pytest.fail)).data
    assert words("figure.offsets.free") in str(json.loads(drawn.to_json()))
    assert number(100.0 * shown.share, 2) in offsets_text(shown, chosen.bias, words)
    columns, rows = np.meshgrid(shown.x_axis, shown.y_axis)
    cells = np.column_stack([columns.ravel(), rows.ravel()])
    for field, side in ((shown.free, both.free), (shown.appended, both.appended)):
        f = asked.kernel.gram(cells, asked.X) @ (side.alpha * asked.y) + side.b
        np.testing.assert_allclose(field.ravel(), f, rtol=1e-9, atol=1e-9)


def test_a_kernel_without_a_map_keeps_being_the_chosen_one_while_another_stands_in() -> None:
    gauss = question("rings", None, {"name": "gaussian", "gamma": 3.0})
    assert (gauss.stands_in, gauss.phi, gauss.board.kernel["name"]) == (True, TaylorMap(3.0, 4), "gaussian")
    tanh = question("rings", None, {"name": "sigmoid", "gamma": 3.0, "r": 0.0})
    assert (tanh.stands_in, tanh.phi, tanh.spec) == (True, None, LINEAR)


def test_a_kernel_is_chosen_with_the_numbers_of_every_page() -> None:
    lab = Lab(Shared(kernel={"name": "gaussian", "gamma": 3.0}, numbers={"order": 7}), CATALOGUE["rings"].make())
    taken = descent.change(lab, "kernel", "taylor")
    assert taken.shared.kernel == {"name": "taylor", "gamma": 3.0, "order": 7}
    assert taken.revision == lab.revision + 1
    assert descent.change(taken, "kernel", "taylor") is taken
    assert descent.change(taken, "kernel", "nonsense") is taken


@in_both_languages
def test_the_cost_is_told_before_anything_runs(lang: str) -> None:
    words = words_for(lang)
    asked = question("rings", None, {"name": "taylor", "gamma": 3.0, "order": 4})
    told, n = cost_sentence(asked, words), len(asked.X)
    assert all(str(part) in told for part in (15, 15 * n, 16, number(2e6)))  # C(6, 2) features, and the constant
    assert "2" in cost_sentence(question("rings", Options(bias=False)), words)


@in_both_languages
@pytest.mark.parametrize(("spec", "phi"), MAPPED)
def test_the_kernel_alone_decides_as_its_features_and_the_limit_is_told(
    spec: KernelSpec, phi: ChosenMap | None, lang: str
) -> None:
    asked, words = question("moons", None, spec), words_for(lang)
    found = answers.twin(asked)
    assert found.kernel.same
    said = twin_sentence(found, asked, words)
    assert words("descent.twin.same", n="|", cells="", difference="", gap="").split("|")[0] in said
    cut = limit_sentence(found, asked, words)
    assert (found.limit is None) == (str(spec["name"]) in ("linear", "polynomial"))
    if found.limit is None:
        assert number(2 if phi is None else phi.dimension(2)) in cut
    else:
        assert number(100.0 * found.limit.share, 2) in cut
        least = 100.0 * float(np.diag(asked.kernel.gram(asked.X, asked.X)).min())
        assert at_least(least, 3) in cut or number(least, 3) in cut  # the features' own sum may round the other way


@in_both_languages
def test_what_is_not_proved_is_not_compared(lang: str) -> None:
    asked, words = question("moons", None, {"name": "taylor", "gamma": 1.0, "order": 4}), words_for(lang)
    found = answers.twin(asked)
    assert found.limit is not None
    rough = replace(found, kernel=replace(found.kernel, gap=0.1), limit=replace(found.limit, gap=np.nan))
    assert words("descent.twin.unproved", n=len(asked.X)) == twin_sentence(rough, asked, words)
    assert words("descent.limit.unproved") in limit_sentence(rough, asked, words)
    told = twin_sentence(replace(found, kernel=replace(found.kernel, worst=2e-6)), asked, words)
    assert number(2e-6, 2) in told
    assert "10⁻⁶" in told
