"""No English text says "1 points": a count stands before a plural only where it can never be 1."""

from __future__ import annotations

import re

from tests.ui.words.test_texts import catalogue

NOUNS = (
    "points|steps|vectors|features|visits|epochs|regions|candidates|frequencies|rolls|errors|cells|values|pairs|rows|"
    "columns|coordinates|weights|cosines|landmarks|digits|classifiers|machines|islands|waves|places"
)
ADJECTIVES = "(?:(?!at|out|into|the|some|to|on|in|of)[a-z]+ ){0,2}"
COUNT = re.compile(rf"(?<!of )(?<!of the )(?<!of your )\{{(\w+)\}} {ADJECTIVES}(?:{NOUNS})\b(?! (?:out|into))")

# Counts that are never 1 wherever they stand: limits, numbers of a whole, what a file or a link has too many of, and
# the rolls of a cloud. Kernel values come in rows of two points at least, and digits are counted from three on.
NEVER_ONE = {"limit", "most", "rolls", "cells", "of", "all", "reads", "digits", "expected"}
# Elsewhere: a board that is solved, a run and a comparison have a point of each class and a support vector of each; a
# map that is drawn, compared or cut has more features than one; a run that is cut has gone on to its limit.
NEVER_ONE_HERE = {
    *("solved.all", "board.walk.cut", "budget.board.exact", "budget.cost.exact", "budget.note.landmarks"),
    *("budget.vectors", "cost.worst.some", "descent.cost"),
    *("descent.ended.STEP_LIMIT", "figure.budget.alt.exact.points"),
    *("figure.fourier_error.alt", "figure.lift.alt", "figure.lift.alt.impossible", "frame.share.many"),
    *("lifted.numbers", "phi.plane.clean", "phi.plane.clean.away", "player.board", "player.pickable"),
    *("gamma.caption", "taylor.boundary.ask", "smo.ended.STEP_LIMIT", "smo.kept"),
    *("budget.reach", "choosing.lead.ask", "choosing.lead.flawless"),
    *("descent.limit.paired", "descent.limit.whole", "figure.weights.alt.many", "phi.lost.all", "phi.lost.fewer"),
    *("phi.lost.impossible", "phi.lost.more", "phi.lost.none", "phi.lost.open", "phi.lost.possible", "phi.lost.same"),
    *("phi.lost.same.clean", "phi.truncation", "race.counting", "refusal.map.many"),
    *("error.file.columns", "error.points.many", "refusal.features.too_many", "refusal.points.limit"),
    *(
        "refusal.map.size",
        "refusal.path.points",
        "refusal.points.too_many",
        "results.claims.hint",
        "results.paper.hint",
        "results.paper.near",
        "taylor.counts.told",
    ),
}


def counted(text: str) -> set[str]:
    """Return the placeholders that stand before a plural and may be 1."""
    return {match[1] for match in COUNT.finditer(text)} - NEVER_ONE


def test_a_count_that_may_be_one_stands_before_no_plural() -> None:
    found = {key for key, text in catalogue("en").items() if counted(text)}
    assert found - NEVER_ONE_HERE == set()
    assert NEVER_ONE_HERE - found == set(), "no longer needed"


def test_a_count_before_a_plural_would_be_found() -> None:
    assert counted("Point added, {n} points") == {"n"}
    assert counted("{lonely} lonely small regions") == {"lonely"}
    assert counted("{k} of {n} points, at most {limit} rows, points: {n}") == set()
