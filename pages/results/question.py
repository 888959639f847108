"""The content of the page of results: the measurements, and the visitor's choice of rival and of growth."""

from __future__ import annotations

from dataclasses import dataclass

from pages.results.answers import Rivalry, standings
from pages.results.measurements import RESULTS, Measurements
from ui.link.codec import part, words
from ui.link.form import LinkForm
from ui.page.lessons import Lesson
from ui.state.change import usual_change
from ui.state.lab import Lab

RIVALS = ("sklearn", "library", "sklearnex", "all")  # scikit-learn; LIBSVM and LIBLINEAR; scikit-learn-intelex
GROWTHS = ("memory-n", "seconds-d", "memory-d")


@dataclass(frozen=True)
class Options:
    """The visitor's choice: res=sklearn_memory-n."""

    rival: str = part("sklearn", words(*RIVALS))
    growth: str = part("memory-n", words(*GROWTHS))


FORM = LinkForm("results", "res", Options)
LESSONS = (  # `try.results.<name>` in the catalogues says what to do
    Lesson("library", options=Options(rival="library")),
    Lesson("intel", options=Options(rival="sklearnex")),
    Lesson("coordinates", options=Options(growth="seconds-d")),
)
COMMANDS = (  # that take these measurements
    'pip install -e ".[bench]"',
    "python -m benchmarks results --data FOLDER --fetch",
    "python -m benchmarks results --only ratios --quick",
    "python -m benchmarks.train moons C=100",
)


@dataclass(frozen=True, eq=False)
class Question:
    """All inputs of the page."""

    measured: Measurements
    options: Options
    rivalries: tuple[Rivalry, ...]  # the chosen rivals on every workload


def read(lab: Lab) -> Question:
    """Return the question of a lab."""
    options, measured = lab.options(Options), RESULTS.once().content or Measurements()
    return Question(measured, options, tuple(standings(measured.ratios, options.rival)) if measured.ratios else ())


change = usual_change(Options)
