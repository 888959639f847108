"""The content of the page on the paper's tables: the measurements, and the chosen half of the experiments."""

from __future__ import annotations

from dataclasses import dataclass

from pages.paper.measurements import MEASURED, Experiments
from pages.paper.now import SMALL_SETS
from pages.paper.printed import TASKS
from ui.link.codec import part, words
from ui.link.form import LinkForm
from ui.page.lessons import Lesson
from ui.page.measured.file import FileContent
from ui.state.change import usual_change
from ui.state.lab import Lab


@dataclass(frozen=True)
class Options:
    """The visitor's choice: tab=regression_wine."""

    task: str = part("regression", words(*TASKS))
    small: str = part("diabetes", words(*SMALL_SETS))


FORM = LinkForm("paper", "tab", Options)
LESSONS = (  # `try.paper.<name>` in the catalogues says what to do
    Lesson("classes", options=Options(task="classification")),
    Lesson("series", options=Options(small="series")),
)
COMMANDS = (  # that take these measurements
    'pip install -e ".[bench]"',
    "python -m benchmarks paper --data FOLDER",
    "python -m benchmarks paper --data FOLDER --sets mg housing mpg --rows 0 --tests 0 --into small.json",
)


@dataclass(frozen=True, eq=False)
class Question:
    """All inputs of the page."""

    options: Options
    reading: FileContent[Experiments]


def read(lab: Lab) -> Question:
    """Return the question of a lab."""
    return Question(lab.options(Options), MEASURED.once())


change = usual_change(Options)
