"""What the page of results shows: what was measured, and the visitor's choice of rival and of growth."""

from __future__ import annotations

from dataclasses import dataclass

from pages.results.answers import Rivalry, measured, standings
from pages.results.measurements import Measurements
from ui.link.codec import part, words
from ui.link.form import LinkForm
from ui.state.change import usual_change
from ui.state.lab import Lab

RIVALS = ("sklearn", "library", "sklearnex", "all")  # scikit-learn; LIBSVM and LIBLINEAR; scikit-learn-intelex
GROWTHS = ("memory-n", "seconds-d", "memory-d")


@dataclass(frozen=True)
class Options:
    """What the visitor chose: res=sklearn_memory-n."""

    rival: str = part("sklearn", words(*RIVALS))
    growth: str = part("memory-n", words(*GROWTHS))


FORM = LinkForm("results", "res", Options)


@dataclass(frozen=True, eq=False)
class Question:
    """Everything that the page asks."""

    measured: Measurements
    options: Options
    found: tuple[Rivalry, ...]  # the chosen rivals on every workload


def read(lab: Lab) -> Question:
    """Return what the page asks of a lab."""
    options, shown = lab.options(Options), measured()
    found = standings(shown.ratios, options.rival) if shown.ratios else ()
    return Question(shown, options, tuple(found))


change = usual_change(Options)
