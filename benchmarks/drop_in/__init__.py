"""Whether our machines may stand in the place of scikit-learn's: its own tests, and random problems beside it.

``python -m benchmarks drop_in`` runs scikit-learn's tests on our classes; with ``--agree 10000`` it then holds so many
random problems against it.
"""

from __future__ import annotations

from benchmarks.drop_in import agreement, suite

AGREE = "--agree"


def main(words: list[str] | None = None) -> None:
    """Run both, or the one that is asked for."""
    given = words or []
    if AGREE not in given:
        suite.main(given)
    else:
        agreement.main(given[given.index(AGREE) + 1 :])
