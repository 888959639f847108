"""The diagram of LIBSVM's classes: what it says of the files here is so."""

from __future__ import annotations

import ast
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pages.libsvm.diagram import KERNEL, QMATRIX, ClassBox, boxes, class_diagram
from tests.pages.visit import CHINESE, EN, Visit, in_both_languages
from ui.words import words_for

ROOT = Path(__file__).parents[3]


def functions_in(path: str) -> set[str]:
    return {node.name for node in ast.walk(ast.parse((ROOT / path).read_text())) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("box", list(boxes()), ids=lambda box: box.name)
def test_every_file_has_the_functions_that_are_named(box: ClassBox) -> None:
    for path, functions in box.files:
        assert set(functions) <= functions_in(path), path


def test_three_matrices_derive_from_the_kernel_as_in_svm_cpp() -> None:
    assert [box.name for box in QMATRIX.derived] == ["Kernel"]
    assert [box.name for box in KERNEL.derived] == ["SVC_Q", "ONE_CLASS_Q", "SVR_Q"]


class Depths(HTMLParser):
    """How deep in lists each class stands."""

    def __init__(self) -> None:
        super().__init__()
        self.depth, self.opened, self.closed = 0, 0, 0
        self.found: dict[str, int] = {}
        self.named = False

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.depth += tag == "ul"
        self.named = tag == "b"
        self.opened += tag != "wbr"

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag == "ul"
        self.closed += 1

    def handle_data(self, data: str) -> None:
        if self.named:
            self.found[data] = self.depth
        self.named = False


@in_both_languages
def test_a_reader_of_lists_hears_who_derives_from_whom(lang: str) -> None:
    drawn = class_diagram(words_for(lang))
    reader = Depths()
    reader.feed(drawn)
    assert reader.opened == reader.closed
    three = dict.fromkeys(["SVC_Q", "ONE_CLASS_Q", "SVR_Q"], 3)
    assert reader.found == {"Solver": 1, "Solver_NU": 2, "QMatrix": 1, "Kernel": 2, **three, "Cache": 1}
    assert bool(CHINESE.search(re.sub("<[^>]*>", "", drawn))) == (lang == "zh")
    assert "<sub>ij</sub>" in drawn
    assert "swap_index" in drawn, "a name keeps its stroke"


def test_the_diagram_is_unfolded_on_the_page() -> None:
    visit = Visit("libsvm", data="overlap", k="gaussian", g="1", C="100")
    visit.unfold("libsvm-classes")
    assert class_diagram(EN) in [each.proto.body for each in visit.app.get("html")]
