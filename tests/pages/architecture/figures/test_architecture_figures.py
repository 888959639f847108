"""The picture of a model from a file."""

from __future__ import annotations

import pytest

from pages.architecture import answers
from pages.architecture.figures.model import model_figure, model_text
from pages.architecture.sentences import model_sentence
from pages.architecture.tables import model_table
from tests.pages.architecture.models import MODELS
from tests.pages.visit import EN


@pytest.mark.parametrize("name", MODELS)
def test_a_model_in_the_plane_is_drawn(name: str) -> None:
    given = answers.given_model(MODELS[name]())
    picture = given.picture
    assert picture is not None
    assert len(picture.support) == given.machine.n_support_.sum()
    figure = model_figure(given, picture, EN).plain()
    assert figure["data"][0]["type"] == "heatmap"
    assert str(len(picture.support)) in model_text(given, picture, EN)
    assert model_sentence(given, EN) == EN("architecture.model.drawn")
    assert "total_sv" in model_table(given, EN).index
