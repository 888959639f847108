"""Whether our machines can replace scikit-learn's: its own tests, random problems, and saved files.

``python -m benchmarks drop_in`` runs scikit-learn's tests on our classes; with ``--agree 10000`` it then compares so
many random problems with it; with ``--save`` it saves every estimator in every format instead.
"""

from __future__ import annotations

from benchmarks.drop_in import agreement, saving, suite

AGREE, SAVE = "--agree", "--save"


def main(words: list[str] | None = None) -> int:
    """Run scikit-learn's tests, or the part named by an option; return 1 if something is wrong."""
    given = words or []
    if SAVE in given:
        return saving.main()
    if AGREE in given:
        return agreement.main(given[given.index(AGREE) + 1 :])
    return suite.main(given)
