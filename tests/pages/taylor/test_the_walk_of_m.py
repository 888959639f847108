"""m from its slider to the drawn figures: a reader who follows it opens no file more than twice.

A file is entered where code of another file calls a function of it. Calls of the same file from within one entry of the
caller are one: the reader has both open. So is a call back into a file that waits further up, such as a view that is
made once by what remembers it. A method is no entry: it reads a value that was handed over.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

import numpy as np

from core.problem import TaylorGaussian
from core.topics.taylor.view import taylor_plane
from datasets import CATALOGUE
from pages.taylor.answers import views
from pages.taylor.question import change, read
from tests.pages.taylor.test_taylor_page import dials, put
from tests.pages.visit import ROOT, Visit
from ui.link.shared import Shared
from ui.state.lab import Lab

FOLLOWED = ("pages/taylor/", "core/problem/kernels.py", "core/topics/", "core/view/")


@dataclass(eq=False)
class Entry:
    """A file that was entered, from another one."""

    file: str
    above: Entry | None = None
    below: dict[str, Entry] = field(default_factory=dict)

    def into(self, file: str) -> Entry:
        """Return the entry of a file that is called from here: one that waits, one that was made, or a new one."""
        waiting: Entry | None = self
        while waiting is not None:
            if waiting.file == file:
                return waiting
            waiting = waiting.above
        return self.below.setdefault(file, Entry(file, self))

    def files(self) -> Iterator[str]:
        """Yield the file of every entry from here on down."""
        yield self.file
        for each in self.below.values():
            yield from each.files()


class Walk(threading.local):
    """The entries of the files of the project, in the order of the calls of a thread."""

    def __init__(self, roots: list[Entry]) -> None:
        self.open = [Entry("")]
        roots.append(self.open[0])

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event in ("call", "return") and path.is_relative_to(ROOT) and not path.is_relative_to(ROOT / "tests"):
            if event == "call":
                here = self.open[-1]
                self.open.append(here if is_method(frame) else here.into(str(path.relative_to(ROOT))))
            elif len(self.open) > 1:
                self.open.pop()


def is_method(frame: FrameType) -> bool:
    return frame.f_code.co_argcount > 0 and frame.f_code.co_varnames[0] == "self"


@contextmanager
def followed() -> Iterator[Counter[str]]:
    """Count how often each file is entered, in threads that begin from now on."""
    roots: list[Entry] = []
    counts: Counter[str] = Counter()
    threading.setprofile(Walk(roots))
    try:
        yield counts
    finally:
        threading.setprofile(None)  # type: ignore[arg-type]
    counts.update(file for root in roots for file in root.files())


def test_m_enters_no_file_more_than_twice_from_its_slider_to_the_figures() -> None:
    visit = Visit("taylor", k="taylor", m="3", g="0.5")
    put(visit, "sliders", order=4)  # from now on all that does not depend on m is known
    with followed() as entered:
        put(visit, "sliders", order=5)
    assert dials(visit)["order"]["value"] == 5
    counts = {file: count for file, count in entered.items() if file.startswith(FOLLOWED)}
    assert {file: count for file, count in counts.items() if count > 2} == {}
    drawn = {f"pages/taylor/figures/{name}.py" for name in ("kernels", "errors", "orders", "xi", "boundary", "sweep")}
    views = {"core/topics/taylor/view.py"}
    assert drawn | views | {"pages/taylor/question.py", "pages/taylor/page.py", "pages/taylor/below.py"} <= {*counts}


def test_the_errors_of_all_orders_are_found_once_whichever_is_chosen() -> None:
    lab = Lab(Shared(), CATALOGUE["moons"].make())
    first, other = (views(read(change(lab, "order", order))) for order in (3, 17))
    assert first.pair.values != other.pair.values
    assert first.orders is other.orders


def test_a_file_that_is_entered_again_is_counted_and_one_that_waits_is_not() -> None:
    page = Entry("page")
    answers = page.into("answers")
    assert answers.into("theory") is answers.into("theory")
    assert answers.into("memory").into("answers") is answers
    page.into("below").into("answers").into("theory")
    assert Counter(page.files()) == {"page": 1, "below": 1, "memory": 1, "answers": 2, "theory": 2}


def test_calls_are_followed_from_file_to_file() -> None:
    with followed() as entered:
        thread = threading.Thread(target=_calls)
        thread.start()
        thread.join()
    assert entered["core/topics/taylor/theory.py"] == 1, "from the plane, which calls it twice"
    assert entered["core/topics/taylor/view.py"] == 1


def _calls() -> None:
    taylor_plane(TaylorGaussian.scaled(0.5, 3), np.zeros((2, 2)), (0.0, 0.0, 1.0))
