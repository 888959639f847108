"""Be the solver on points that change: the pairs stay as long as each can move, replayed on the new points."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from core.problem import Gaussian, c_svc
from core.trace import by_hand
from core.view import playback
from datasets import CATALOGUE, Points, make_points
from pages.smo.by_hand.replay import GONE, numbers_now, renumbered
from tests.pages.smo.test_smo_page import Watch
from tests.pages.visit import committed, in_both_languages
from ui.page.numbers import pair_numbers
from ui.solve.playback_arrays import playback_arrays
from ui.solve.solving import TOLERANCE
from ui.words import words_for

KERNEL, C = {"name": "gaussian", "gamma": 1.0}, 10.0
OVERLAP = CATALOGUE["overlap"].make()


def with_points(X: np.ndarray, y: np.ndarray) -> Points:
    return make_points(X, y, window=OVERLAP.window)


def without(points: Points, *gone: int) -> Points:
    return with_points(np.delete(points.X, gone, 0), np.delete(points.y, gone))


class Solver(Watch):
    """A visitor who picks pairs."""

    def __init__(self, steps: int, lang: str = "en") -> None:
        super().__init__(mode="hand", data="overlap", k="gaussian", g="1", C="10", lang=lang)
        for _ in range(steps):
            self.press("hand-suggest")

    def draw(self, points: Points) -> None:
        self.commit_player(committed(points, KERNEL, C))

    def pairs(self) -> list[tuple[int, int]]:
        sent = self.players()[0][1]["pair"].view(np.uint32)
        return [(int(pair & 65535), int(pair >> 16)) for pair in sent]

    def points(self) -> Points:
        arrays = self.players()[0][1]
        return with_points(arrays["X"], arrays["y"])


def replayed(points: Points, pairs: list[tuple[int, int]]) -> dict[str, np.ndarray]:
    return playback_arrays(playback(by_hand(c_svc(points.X, points.y, Gaussian(1.0), C), pairs, TOLERANCE)))


def test_a_point_that_moves_leaves_the_pairs_which_are_replayed_on_the_new_points() -> None:
    visit = Solver(5)
    before, pairs = visit.players()[0][1], visit.pairs()
    X = visit.points().X.copy()
    X[pairs[0][0]] += [0.25, -0.125]
    visit.draw(with_points(X, visit.points().y))
    ((header, arrays),) = visit.players()
    assert visit.pairs() == pairs
    assert (header["step"], header["editable"]) == (5, True)
    assert header["way"]["pairs"] == [list(pair) for pair in pairs]
    for name, values in replayed(visit.points(), pairs).items():
        assert arrays[name].tobytes() == values.tobytes(), name
    assert arrays["move"].tobytes() != before["move"].tobytes()
    assert visit.query["pairs"].count("_") == 4


@in_both_languages
def test_a_point_that_is_removed_ends_the_run_at_its_first_pair_and_one_sentence_says_so(lang: str) -> None:
    visit = Solver(5, lang)
    pairs, points = visit.pairs(), visit.points()
    used = [set(pair) for pair in pairs]
    gone = next(i for i in pairs[3] if not any(i in pair for pair in used[:3]))
    visit.draw(without(points, gone))
    kept = [(i - (i > gone), j - (j > gone)) for i, j in pairs[:3]]
    assert visit.pairs() == kept
    assert visit.lead().startswith(words_for(lang)("smo.hand.dropped", kept="3", picked="5", next="4"))
    visit.press("hand-suggest")
    assert words_for(lang)("smo.hand.dropped", kept="3", picked="5", next="4") not in visit.lead()


def test_what_a_change_cost_comes_back_once_it_is_undone_unless_other_pairs_were_picked_since() -> None:
    visit = Solver(5)
    pairs, points = visit.pairs(), visit.points()
    less = without(points, pairs[2][0])
    moved = less.X.copy()
    moved[0] += [0.125, 0.125]
    visit.draw(less)
    left = visit.pairs()
    assert len(left) < 5
    visit.draw(with_points(moved, less.y))
    for undone in (less, points):
        visit.draw(undone)
    assert visit.pairs() == pairs
    visit.draw(less)
    visit.press("hand-suggest")
    chosen, gone = visit.pairs(), pairs[2][0]
    assert len(chosen) == len(left) + 1
    visit.draw(points)
    assert visit.pairs() == [(i + (i >= gone), j + (j >= gone)) for i, j in chosen]
    assert visit.pairs() != pairs


def test_a_point_that_no_pair_needs_comes_and_goes_and_the_pairs_keep_to_their_points() -> None:
    visit = Solver(4)
    pairs, points = visit.pairs(), visit.points()
    spare = next(i for i in range(len(points.y)) if all(i not in pair for pair in pairs))
    less = without(points, spare)
    visit.draw(less)
    expected = [(i - (i > spare), j - (j > spare)) for i, j in pairs]
    assert visit.pairs() == expected
    visit.draw(with_points(np.vstack([less.X, [[0.5, 0.5]]]), np.append(less.y, 1)))
    assert visit.pairs() == expected
    visit.draw(points)  # undone
    assert visit.pairs() == pairs


@in_both_languages
def test_while_one_scrubs_back_the_numbers_are_those_of_the_step_on_screen(lang: str) -> None:
    visit = Solver(5, lang)

    def shown(points: Points, k: int) -> bool:
        """Tell whether player and numbers stand after k pairs of the run on these points."""
        run = by_hand(c_svc(points.X, points.y, Gaussian(1.0), C), visit.pairs(), TOLERANCE)
        expected = [row._asdict() for row in pair_numbers(run, k, words_for(lang)).rows]
        return (visit.players()[0][0]["step"], visit.data("standing")[0]["rows"]) == (k, expected)

    points = visit.points()
    assert shown(points, 5)
    visit.halt(2)
    assert shown(points, 2)
    X = points.X.copy()
    X[visit.pairs()[0][0]] += [0.25, -0.125]
    visit.draw(with_points(X, points.y))
    assert shown(visit.points(), 2), "the step stays while points move"
    visit.press("hand-suggest")
    assert shown(visit.points(), 6), "a pair moves at the end of the run"
    visit.press("hand-undo")
    assert shown(visit.points(), 5)
    visit.halt(0)
    assert shown(visit.points(), 0)
    visit.halt(9)
    assert shown(visit.points(), 5)


def test_a_halt_of_another_run_moves_nothing() -> None:
    visit = Solver(3)
    for sent in ({"k": 1, "run": "another"}, {"k": -1}, {"k": "1"}, 7):
        visit.tell(step={"run": visit.players()[0][0]["run"], **sent} if isinstance(sent, dict) else sent)
        assert visit.players()[0][0]["step"] == 3


def test_other_points_altogether_start_again_without_a_word() -> None:
    visit = Solver(3)
    moons = CATALOGUE["moons"].make()
    visit.draw(with_points(moons.X, moons.y))
    assert (visit.pairs(), visit.lead()) == ([], words_for("en")("smo.hand.first"))


def test_points_are_followed_by_their_number_while_they_move_and_by_their_place_once_some_have_gone() -> None:
    moved = with_points(OVERLAP.X + np.eye(len(OVERLAP.y), 2), OVERLAP.y)
    assert numbers_now(OVERLAP, moved) == list(range(len(OVERLAP.y)))
    twins = replace(OVERLAP, X=np.vstack([OVERLAP.X[:2], OVERLAP.X[:2]]), y=np.array([1, -1, 1, -1], np.int8))
    assert numbers_now(twins, without(twins, 0)) == [1, 0, GONE, 2]
    assert numbers_now(OVERLAP, with_points(OVERLAP.X + 7.0, OVERLAP.y)) is None
    assert renumbered(((0, 2), (1, 0)), [5, GONE, 3]) == ((5, 3), (GONE, 5))
