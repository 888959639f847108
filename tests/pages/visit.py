"""One visitor's tab without a browser, for the tests of the pages; every run must end without an exception."""

import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from datasets import Points, make_points
from pages import LINK, PAGES
from ui.link.shared import Shared
from ui.page.controls import POINTS
from ui.page.work import PageWork
from ui.solve.machine.table import MINUS, PLUS
from ui.solve.queue import long_work
from ui.solve.wire import pack, unpack
from ui.words import languages, words_for

ROOT = Path(__file__).parents[2]
EN = words_for("en")
CHINESE = re.compile("[一-鿿]")

in_both_languages = pytest.mark.parametrize("lang", languages)
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every run wait for all that a page otherwise finds out piece by piece."""

    def whole(work: PageWork[Any]) -> Any:
        return work.known() if work.is_stopped else long_work.soon(work.ask, work.is_over)

    monkeypatch.setattr(long_work, "AT_ONCE", 300.0)
    monkeypatch.setattr(PageWork, "soon", whole)


class Visit:
    """One visitor's tab."""

    def __init__(self, page: str = "board", **query: Any) -> None:
        self.app = AppTest.from_file(str(ROOT / "pages" / "router.py"), default_timeout=300)
        for name, value in query.items():
            self.app.query_params[name] = value
        if page != "board":
            self.app._page_hash = calc_hash(page)  # AppTest opens pages that are files only
        self.run()

    def turn_to(self, page: str) -> None:
        self.app._page_hash = calc_hash(page)
        self.run()

    def run(self) -> None:
        self.app.run()
        self.check()

    def unfold(self, name: str, lang: str = "en") -> None:
        """Open what is folded under a name."""
        self.app.session_state[f"{name}-{lang}"] = True
        self.run()

    def check(self) -> None:
        assert not self.app.exception, [error.value for error in self.app.exception]
        assert not self.app.error

    def sends(self, part: str, **state: Any) -> None:
        """Send what the first component of that kind sends."""
        widgets = self.app._tree.get_widget_states()
        widget = widgets.widgets.add()
        widget.id, widget.json_value = self.components(part)[0].id, json.dumps(state)
        self.app._run(widgets)
        self.check()

    def components(self, name: str) -> list[Any]:
        return [found.proto for found in self.app.get("bidi_component") if found.proto.component_name == f"lab_{name}"]

    def boards(self) -> list[tuple[dict[str, Any], dict[str, np.ndarray]]]:
        """Return headers and arrays of all boards of the page's own picture: not of the one below it, to draw on."""
        found = [unpack(proto.bytes) for proto in self.components("board")]
        return [each for each in found if each[0]["lab"] != POINTS]

    def below(self) -> list[tuple[dict[str, Any], dict[str, np.ndarray]]]:
        """Return the boards to draw on that stand below a picture which takes no hand."""
        found = [unpack(proto.bytes) for proto in self.components("board")]
        return [each for each in found if each[0]["lab"] == POINTS]

    def board(self) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        (only,) = self.boards()
        return only

    def kernel(self) -> dict[str, Any]:
        """Return the kernel of the board, without the class weights that are sent with it."""
        sent = self.board()[0]["kernel"]
        return {name: value for name, value in sent.items() if name not in (PLUS, MINUS)}

    def data(self, name: str) -> list[dict[str, Any]]:
        """Return what the other components were given."""
        return [unpack(proto.bytes)[0] if proto.bytes else json.loads(proto.json) for proto in self.components(name)]

    def press(self, key: str) -> None:
        """Press a button."""
        self.app.button(key=key).click()
        self.run()

    def commit(self, blob: bytes, made: str | None = None) -> None:
        """Send what the board sends after a drag."""
        said = {"made": self.board()[0]["made"] if made is None else made}
        self.send(commit={**said, "blob": base64.b64encode(blob).decode()})

    def send(self, **state: Any) -> None:
        widgets = self.app._tree.get_widget_states()
        widget = widgets.widgets.add()
        widget.id, widget.json_value = self.components("board")[0].id, json.dumps(state)
        self.app._run(widgets)
        self.check()

    def texts(self) -> str:
        app = self.app
        shown = [*app.title, *app.subheader, *app.markdown, *app.caption, *app.warning]
        return "\n".join([element.value for element in shown] + [button.label for button in app.button])

    def terms(self) -> set[str]:
        """Return the words of the glossary that texts in sight open."""
        html = [element.proto.body for element in self.app.get("html")]
        return set(re.findall(r"#term-([a-z]+)", "\n".join([self.texts(), *html])))

    def marked(self) -> list[str]:
        """Return what else than Markdown and HTML holds the mark of a term, which would be seen as it is written."""
        shown = {"markdown", "heading", "title", "header", "subheader", "caption", "html"}
        others = [str(each.proto) for each in _leaves(self.app.main) if each.type not in {*shown, "bidi_component"}]
        for proto in self.app.get("bidi_component"):
            header = unpack(proto.proto.bytes)[0] if proto.proto.bytes else json.loads(proto.proto.json or "{}")
            others.append(json.dumps(_without_headline(header), default=str))
        return [text for text in others if "(#term-" in text]

    def lead(self) -> str:
        """Return the sentence under the title."""
        return str(self.app.markdown[0].value)

    def warnings(self) -> list[str]:
        return [warning.value for warning in self.app.warning]

    @property
    def query(self) -> dict[str, str]:
        return {
            name: values[0] if isinstance(values, list) else values for name, values in self.app.query_params.items()
        }


def _without_headline(header: Any) -> Any:
    """Leave out what a component writes into the Markdown of the page, where the marks of terms are links."""
    if not isinstance(header, dict):
        return header
    return {key: _without_headline(value) for key, value in header.items() if key != "headline"}


def _leaves(block: Any) -> Iterator[Any]:
    for child in block.children.values():
        yield from _leaves(child) if hasattr(child, "children") else (child,)


def taken(visit: Visit) -> int:
    """Hold all figures of a run against Plotly's classes; return how many there were."""
    shown = [data["figure"] for data in visit.data("plot")]
    for figure in shown:
        drawn = go.Figure(figure)  # raises for an attribute that Plotly does not know, or a value that it does not take
        assert len(drawn.data) == len(figure["data"])
        assert set(figure) <= {"data", "layout"}
    return len(shown)


def link_of(points: Points, **more: Any) -> dict[str, str]:
    query = LINK.to_query(Shared(X=points.X, y=points.y, window=points.window, **more))
    assert query is not None
    return query


def committed(points: Points, kernel: object, C: object) -> bytes:
    window = {"x0": points.window.x0, "y0": points.window.y0, "size": points.window.size}
    return pack({"kernel": kernel, "C": C, "window": window}, {"X": points.X, "y": points.y})


EDITED = make_points([[0, 1], [1, 0], [-1, 0], [0, -1], [0.5, 0.25]], [1, 1, -1, -1, 1])
