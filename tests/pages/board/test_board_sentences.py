"""The sentence under the title of the board is true of the numbers that are shown."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from core.view import Light, Solution
from datasets import CATALOGUE
from pages import LINK
from tests.ui.solve.test_message import KERNELS, WRITTEN, read, values
from ui.solve.board_problem import BoardProblem
from ui.solve.message import headline
from ui.solve.solving import solve
from ui.state.lab import Lab, opening
from ui.words import languages, number, words_for

# ---- the sentence under the title ----


def sentence(found: Solution, lab: Lab, lang: str) -> tuple[str, dict[str, str]]:
    """Return the key and the values of the board's sentence, told from its text."""
    words = words_for(lang)
    text = headline(found, words)
    for key in ("clean", "touching", "all", "inside", "wrong", "open", "impossible", "impossible.space"):
        try:
            return key, values(f"solved.{key}", text, words)
        except AssertionError:
            continue
    raise AssertionError(text)


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("name", CATALOGUE)
def test_what_the_board_says_of_its_points_is_true(name: str, lang: str) -> None:
    for kernel in KERNELS:
        for C in (1e-3, 1.0, 1e3, None):
            lab = opening(LINK, {"data": name})
            found = solve(BoardProblem(lab.points.X, lab.points.y, kernel, C)).solution
            key, said = sentence(found, lab, lang)
            check_claim(key, said, found, lab)


def check_claim(key: str, said: dict[str, str], found: Solution, lab: Lab) -> None:
    if key.startswith("impossible"):
        assert found.light is Light.IMPOSSIBLE
        assert (found.common is not None) == (key == "impossible")  # "look at the cross"
        return
    if key == "open":
        assert found.light is Light.NOT_YET
        assert said["steps"] == str(found.steps)
        return
    margin = lab.points.y * found.decision
    support = found.alpha > 0
    assert found.light is Light.PROVED
    assert (said["n"], said.get("vectors", said["n"])) == (str(len(margin)), str(int(support.sum())))
    wrong = np.where(found.decision >= 0, 1, -1) != lab.points.y
    assert key not in ("clean", "touching") or not support.all()  # "any other point"
    if key in ("clean", "touching", "all"):
        near = max(1e-9, 2.0 * found.certificate.violation)
        assert np.abs(margin[support] - 1).max() <= near
        street = "solved.street" if found.w is not None else "solved.street.space"
        assert said["street"] in {words_for(lang)(street, width=number(found.margin_width)) for lang in languages}
        assert not wrong.any()
        touching = int(np.count_nonzero(np.abs(margin[~support] - 1) <= near))
        assert touching == int(said.get("touching", "0"))
    else:
        assert int(said["free"]) + int(said["bounded"]) == int(said["vectors"])
        assert not (wrong & ~support).any()  # "of them"
        assert int(said.get("wrong", "0")) == int(wrong.sum())
        assert (key == "wrong") == bool(wrong.any())


@pytest.mark.parametrize("lang", languages)
def test_a_point_on_the_edge_that_holds_nothing_is_not_said_to_move_freely(lang: str) -> None:
    X = np.array([[3.0, 1.0], [5.0, 2.0], [0.0, -1.0], [0.0, 1.0]])  # the last two already hold the line
    y = np.array([1, 1, -1, 1], np.int8)
    lab = opening(LINK)
    lab = replace(lab, every=replace(lab.points, X=X, y=y))
    key, said = sentence(solve(BoardProblem(X, y, {"name": "linear"}, None)).solution, lab, lang)
    assert key == "touching"
    assert (said["vectors"], said["touching"]) == ("2", "1")


@pytest.mark.parametrize("lang", languages)
def test_where_there_is_no_other_point_none_is_said_to_move(lang: str) -> None:
    lab = opening(LINK)
    X, y, words = np.array([[0.0, 0.0], [3.0, 2.2]]), np.array([1, -1], np.int8), words_for(lang)
    lab = replace(lab, every=replace(lab.points, X=X, y=y))
    for kernel, street in (
        ({"name": "linear"}, "solved.street"),
        ({"name": "gaussian", "gamma": 1.0}, "solved.street.space"),
    ):
        found = solve(BoardProblem(X, y, kernel, None)).solution
        key, said = sentence(found, lab, lang)
        assert (key, said["n"]) == ("all", "2")
        assert said["street"] == words(street, width=number(found.margin_width))


@pytest.mark.parametrize("lang", languages)
def test_what_cannot_be_solved_is_said_where_the_sentence_stands(lang: str) -> None:
    words = words_for(lang)
    assert headline(None, words) == words("solved.refused")


def test_written_numbers_are_read_back_exactly() -> None:
    for written, value in (("−1.5", "-1.5"), ("10⁻⁶", "0.000001"), ("1.2\u00a0×\u00a010⁵", "120000"), ("0", "0")):
        assert WRITTEN.fullmatch(written)
        assert Fraction(read(written)) == Fraction(value)
