"""The numbers of a visit as they are read: what exists without the equality constraint, and what does not."""

from __future__ import annotations

import numpy as np
import pytest

from datasets import CATALOGUE
from tests.pages.visit import Visit, in_both_languages
from ui.solve.wire import unpack
from ui.words import number, words_for


def rows(visit: Visit) -> dict[str, dict[str, str]]:
    (found,) = visit.data("standing")
    return {row["label"]: row for row in found["rows"]}


@in_both_languages
@pytest.mark.parametrize("bias", ["bias", "plain"])
@pytest.mark.parametrize("mapped", ["plane", "poly2", "fourier"])
@pytest.mark.parametrize("loss", ["L1", "L2"])
def test_every_way_to_run_says_what_it_has_and_what_it_lacks(lang: str, bias: str, mapped: str, loss: str) -> None:
    words = words_for(lang)
    visit = Visit("descent", lang=lang, step="40", descent=f"{loss}_{bias}_random_shrink_{mapped}_0")
    shown = rows(visit)
    assert shown[words("standing.absent")]["value"] == words("standing.absent.value")
    assert ("w" in shown) == (mapped == "plane")
    assert ("‖w‖" in shown) == (mapped != "plane")
    if bias == "bias":
        assert shown[words("standing.b.penalised")]["value"] == shown["Σ yα"]["value"]  # B = 1
    else:
        assert shown["b"]["value"] == words("standing.absent.value")
    if loss == "L2":
        assert shown[words("number.bounded")]["value"] == "0"
        assert shown[words("number.bounded")]["how"] == words("standing.bounded.endless")
    slopes = shown[words("standing.slopes")]
    assert ("αᵢ/(2C)" in slopes["how"]) == (loss == "L2")


def test_the_plane_of_the_numbers_is_the_one_that_is_drawn() -> None:
    visit = Visit("descent", lang="en", step="40", k="linear")
    moons = CATALOGUE["moons"].make()
    written = rows(visit)["w"]["value"]
    header, arrays = unpack(visit.components("player")[0].bytes)
    alpha = np.zeros(len(moons.y))
    for k in range(header["step"]):
        i = int(arrays["pair"][k]) & 65535
        alpha[i] += float(moons.y[i] * arrays["move"][k])
    w = (alpha * moons.y) @ moons.X
    assert written == f"({number(float(w[0]))}, {number(float(w[1]))})"
