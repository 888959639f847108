"""Whether our machines may stand in the place of scikit-learn's: its own tests, random problems, and saved files.

``python -m benchmarks drop_in`` runs scikit-learn's tests on our classes; with ``--agree 10000`` it then holds so many
random problems against it; with ``--save`` it saves every estimator in every way instead.
"""

from __future__ import annotations

from benchmarks.drop_in import agreement, saving, suite

AGREE, SAVE = "--agree", "--save"


def main(words: list[str] | None = None) -> int:
    """Run scikit-learn's tests, or what an option names; return 1 where something is wrong."""
    given = words or []
    if SAVE in given:
        return saving.main()
    if AGREE in given:
        return agreement.main(given[given.index(AGREE) + 1 :])
    return suite.main(given)
