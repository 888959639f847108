"""A script that reproduces the numbers of the page for the state on screen."""

from __future__ import annotations

from pages.choosing.question import Question
from ui.page.choice.grid import ALONG_C, ALONG_GAMMA
from ui.page.end.script import points, script


def reproduction(question: Question) -> str:
    """Return a script that runs the same strategies on the same folds with the project's own core."""
    own, (landmarks, landmark_seed) = question.options, question.landmarks
    ranks = {"rffdg-rbf": question.components, "nystroem": landmarks}
    seeds = {"rffdg-rbf": question.seed, "nystroem": landmark_seed}
    return script(
        [
            "from core.topics.choosing.experiment import MachineAt, judge, set_apart",
            "from core.selection import Strategy, chosen, folded, grid_of, walk",
        ],
        [
            *points(question.board),
            f"gammas, Cs = {ALONG_GAMMA!r}, {ALONG_C!r}",
            f"ranks, seeds = {ranks!r}, {seeds!r}",
            f"parts = set_apart(y, {own.deal})",
            "own = parts.choosing",
            f"asked = folded(X[own], y[own], min({own.folds}, len(own)), {own.deal}, {own.machine!r})",
            'for name in ("grid", "rffdg-rbf", "nystroem", "median"):',
            "    grid = grid_of(gammas, Cs, (ranks.get(name, 1),))",
            f'    on_features, kept = (asked.learner, {question.rank}) if name == "nystroem" else (None, None)',
            "    strategy = Strategy(name, seeds.get(name, 0), on_features, kept=kept)",
            "    looks = list(walk(strategy, asked, grid))",
            "    choice = chosen(looks)",
            f"    judgement = judge(X, y, parts, MachineAt({own.machine!r}, choice.gamma, choice.C))",
            "    print(name, len(looks), choice.gamma, choice.C, choice.error, judgement)",
        ],
    )
