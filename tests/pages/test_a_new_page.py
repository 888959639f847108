"""Adding a page is one folder, an import, an entry and its catalogues: held by adding one to a copy of the project."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ui.words import languages

pytestmark = pytest.mark.copies
ROOT = Path(__file__).parents[2]
COPIED = ("pages", "ui", "assets", "tests", "app.py", "pyproject.toml", ".streamlit")
LINKED = ("core", "datasets", "benchmarks", "docs")
# The core of the project itself: what Numba has compiled is kept by the path of its source.
WITH_CORE = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
import core
sys.path.pop(0)
import pytest
raise SystemExit(pytest.main(sys.argv[1:]))
"""

FOLDER = {
    "__init__.py": '''"""How far the points are from one another."""

from pages.distances.lessons import LESSONS
from pages.distances.page import stage
from pages.distances.question import FORM, change, read
from ui.page.page import Page

PAGE = Page("distances", "start", read, stage, change=change, form=FORM, lessons=LESSONS, symbols=("kernel", "y"))
''',
    "question.py": '''"""What the page asks: the points, and which of their distances."""

from dataclasses import dataclass

from ui.link.codec import part, words
from ui.link.form import LinkForm
from ui.state.board import Board
from ui.state.change import usual_change
from ui.state.lab import Lab


@dataclass(frozen=True)
class Options:
    """What only this page asks."""

    which: str = part("all", words("all", "between"))


@dataclass(frozen=True, eq=False)
class Question:
    """Everything that the page asks."""

    board: Board
    which: str


FORM = LinkForm("distances", "far", Options)


def read(lab: Lab) -> Question:
    """Return what the page asks of a lab."""
    return Question(lab.board, lab.options(Options).which)


change = usual_change(Options)
''',
    "page.py": '''"""The layout of the page: a choice, a figure and a sentence."""

import streamlit as st

from pages.distances.answers import distances
from pages.distances.figures import distances_figure
from pages.distances.question import Question
from ui.component.plot import Drawn
from ui.page.showing import Showing
from ui.words import number


def stage(asked: Question, showing: Showing) -> str:
    """Show how the distances are spread; return the sentence."""
    found, words = distances(asked), showing.words
    showing.either("which", ("all", "between"), asked.which)
    told = words("distances.sentence", n=len(found), largest=number(float(found.max(initial=0.0))))
    showing.draw("distances", lambda: Drawn(distances_figure(found, words), told))
    st.caption(words("distances.note"))
    return told
''',
    "answers.py": '''"""The distances of a question."""

import numpy as np
from numpy.typing import NDArray

from pages.distances.question import Question


def distances(asked: Question) -> NDArray[np.float64]:
    """Return the distances of the pairs of points, of all or between the classes."""
    X, y = asked.board.points.X, asked.board.points.y
    i, j = np.triu_indices(len(X), 1)
    wanted = np.ones(len(i), bool) if asked.which == "all" else y[i] != y[j]
    return np.linalg.norm(X[i[wanted]] - X[j[wanted]], axis=1)
''',
    "figures.py": '''"""The figure of the page."""

import numpy as np
from numpy.typing import NDArray

from ui.plot.sketch import Sketch
from ui.plot.template import INK, axis
from ui.words import Words


def distances_figure(found: NDArray[np.float64], words: Words) -> Sketch:
    """Return a histogram."""
    count, edges = np.histogram(found, bins=20)
    drawn = Sketch(300)
    drawn.add_bar(x=0.5 * (edges[1:] + edges[:-1]), y=count, marker={"color": INK})
    drawn.update_layout(xaxis=axis(words("distances.axis")), yaxis=axis(""))
    return drawn
''',
    "lessons.py": '''"""What the page offers to try."""

from ui.page.lessons import LINEAR, Lesson

LESSONS = (Lesson("rings", "rings", LINEAR, 1.0),)
''',
}
TEXTS = {
    "en": {
        "distances.axis": "distance",
        "distances.note": "[Separable](#term-separable) by a [Gaussian](#term-gaussian) [kernel](#term-kernel).",
        "distances.question": "How far are the points from one another?",
        "distances.sentence": "{n} pairs, at most {largest} apart.",
        "distances.theory": "The distance of two points.",
        "distances.which": "Pairs",
        "distances.which.all": "all",
        "distances.which.between": "between the classes",
        "link.distances": "The setting of the page about distances in the link is invalid.",
        "page.distances": "Distances",
        "preview.distances": "How far the points are from one another.",
        "try.distances.rings": "Two rings: two humps.",
    },
    "zh": {
        "distances.axis": "距离",
        "distances.note": "用[高斯](#term-gaussian)[核函数](#term-kernel)[可分](#term-separable)。",
        "distances.question": "点与点之间相距多远？",
        "distances.sentence": "共 {n} 对点，最大距离 {largest}。",
        "distances.theory": "两点之间的距离。",
        "distances.which": "点对",
        "distances.which.all": "全部",
        "distances.which.between": "不同类之间",
        "link.distances": "链接中距离页的设置无效。",
        "page.distances": "距离",
        "preview.distances": "各点之间相距多远。",
        "try.distances.rings": "两个圆环：两个峰。",
    },
}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the project with one page more."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, tmp_path / name)
    for name in LINKED:
        (tmp_path / name).symlink_to(ROOT / name)
    folder = tmp_path / "pages" / "distances"
    folder.mkdir()
    for name, text in FOLDER.items():
        (folder / name).write_text(text)
    pages = tmp_path / "pages" / "__init__.py"
    text = pages.read_text()
    assert "import (\n    board,\n" in text
    assert "    board.PAGE,\n" in text
    text = text.replace("import (\n    board,\n", "import (\n    board,\n    distances,\n").replace(
        "    board.PAGE,\n", "    board.PAGE,\n    distances.PAGE,\n"
    )
    pages.write_text(text)
    for lang in languages:
        entries = "".join(f'\nmsgid "{key}"\nmsgstr "{said}"\n' for key, said in sorted(TEXTS[lang].items()))
        head = f'msgid ""\nmsgstr ""\n"Language: {lang}\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        (tmp_path / "assets" / "text" / lang / "distances.po").write_text(head + entries, encoding="utf-8")
    return tmp_path


def run_tests(copy: Path, *chosen: str) -> str:
    """Run tests in the copy, and return what they said."""
    command = [sys.executable, "-c", WITH_CORE, "-n", "0", "-p", "no:cacheprovider", *chosen]
    log = copy / "said.txt"
    with log.open("wb") as output:
        done = subprocess.run(command, cwd=copy, stdout=output, stderr=output, check=False, timeout=900)
    said = log.read_text(encoding="utf-8", errors="replace")
    assert done.returncode == 0, said[-7000:]
    return said


def test_a_page_is_one_folder_one_line_and_its_catalogues(copy: Path) -> None:
    said = run_tests(copy, "-k", "distances", "tests/pages", "tests/ui")
    asked = {place.name for place in copy.rglob("tests/**/test_*.py") if f"{place.name} " in said}
    assert {"test_every_page.py", "test_controls_of_every_page.py", "test_symbols.py", "test_sizes.py"} <= asked
    assert {"test_worst_links.py", "test_updates.py", "test_preview.py", "test_lost.py", "test_hints.py"} <= asked


def test_its_words_its_names_and_its_imports_are_held_like_those_of_all_others(copy: Path) -> None:
    assert " passed" in run_tests(copy, "tests/ui/words/test_texts.py", "tests/pages/test_names.py")
    contracts = [sys.executable, "-c", "from importlinter.cli import lint_imports; raise SystemExit(lint_imports())"]
    done = subprocess.run(contracts, cwd=copy, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
