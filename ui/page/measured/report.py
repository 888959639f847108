"""The display of measurements: sentences, figures and tables of one recording, and its date."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

import pandas as pd
import streamlit as st

from ui.component.plot import Drawn
from ui.page.measured.file import Occasion
from ui.page.showing import Showing
from ui.plot.sketch import Sketch
from ui.words import Words, number


@dataclass(frozen=True)
class MeasuredReport:
    """The parts of a page about one recording; each is cached for all visitors.

    The functions that make the parts take their values first and then the words.
    """

    showing: Showing
    of: tuple[object, ...]  # the occasion, and the choices that the parts depend on; `repr` determines all of it

    def text(self, name: str, write: Callable[..., str], *values: object) -> str:
        """Return a sentence about the measurements."""
        return self.showing.once(name, lambda: write(*values, self.showing.words), *self.of)

    def sentence(self, name: str, write: Callable[..., str], *values: object) -> None:
        """Show a sentence about the measurements."""
        st.markdown(self.text(name, write, *values))

    def caption(self, key: str, **values: object) -> None:
        """Explain how to read the figure or table above."""
        st.caption(self.showing.words(key, **values))

    def figure(
        self,
        key: str,
        draw: Callable[..., Sketch],
        describe: Callable[..., str],
        *values: object,
        projected: int | None = None,
    ) -> None:
        """Show a figure with its text alternative; `projected` as in `Drawn`."""
        given = (*values, self.showing.words)
        self.showing.draw(key, lambda: Drawn(draw(*given), describe(*given), projected), *self.of)

    def table(self, name: str, make: Callable[..., pd.DataFrame], *values: object) -> None:
        """Show a table with named rows."""
        self.showing.table(name, lambda: make(*values, self.showing.words), *self.of)


def when(taken: Occasion, page: str, notes: Sequence[str], words: Words) -> str:
    """Report date, machine and load of the measurement, and the command to repeat it, with the words of a page."""
    said = words(
        f"{page}.taken",
        date=words.moment(datetime.strptime(taken.date, "%Y-%m-%dT%H:%M")),
        machine=taken.machine,
        cores=taken.cores,
        before=number(taken.load_before, 2),
        after=number(taken.load_after, 2),
        minutes=number(taken.seconds / 60, 2),
    )
    return words.joined([said, *notes, words(f"{page}.again", command=taken.command)])


def versions(taken: Occasion, words: Words) -> str:
    """Return the versions of all packages involved, as a list."""
    return words("language.comma").join(f"{name} {version}" for name, version in taken.versions.items())
