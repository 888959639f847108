"""What the page of the paper's tables asks: the measurements, and which half of the experiments is shown."""

from __future__ import annotations

from dataclasses import dataclass

from pages.paper.measurements import FileReading, Selected, measured
from pages.paper.now import SMALL_SETS
from pages.paper.printed import TASKS
from ui.link.codec import part, words
from ui.link.form import LinkForm
from ui.state.change import usual_change
from ui.state.lab import Lab


@dataclass(frozen=True)
class Options:
    """What the visitor chose: tab=regression_wine."""

    task: str = part("regression", words(*TASKS))
    small: str = part("diabetes", words(*SMALL_SETS))


FORM = LinkForm("paper", "tab", Options)


@dataclass(frozen=True, eq=False)
class Question:
    """Everything that the page asks."""

    options: Options
    reading: FileReading

    @property
    def found(self) -> Selected | None:
        """What was measured; None where the file is absent, old or damaged."""
        return self.reading.found


def read(lab: Lab) -> Question:
    """Return what the page asks of a lab."""
    return Question(lab.options(Options), measured())


change = usual_change(Options)
