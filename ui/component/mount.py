"""How assets/html and assets/js become a Streamlit component: a <template>, and a loader of its module."""

from __future__ import annotations

from functools import cache
from typing import Any

import streamlit as st

from ui.state.widget import contained
from ui.static.address import base_path
from ui.static.files import ASSETS, asset_url

SHARED = (
    "tip",
    "tools",
    "marks",
    "moves",
    "speeds",
)  # what several components have, at <!-- tip -->
LOADER = """
const {{ mount }} = await import(new URL("{path}", location.origin));
export default mount;
"""


@cache
def component(place: str) -> Any:  # noqa: ANN401 - what Streamlit returns has no public type
    """Return the mounting function of assets/js/<place>.js with the markup of assets/html/<name>.html, registered once.

    The name is the last part of the place: "board/light" is named light.

    The modules are imported from one address, so that all components of a page share one store of points.
    """
    name = place.rpartition("/")[2]
    markup = _markup(name)
    for part in SHARED:
        markup = markup.replace(f"<!-- {part} -->", _markup(f"shared/{part}"))
    loader = LOADER.format(path=asset_url(f"js/{place}.js", base_path()))
    mounted = st.components.v2.component(f"lab_{name}", html=markup, js=loader)

    def mount(**given: Any) -> Any:  # noqa: ANN401 - as above
        held: dict[str, Any] = {name: contained(each) if callable(each) else each for name, each in given.items()}
        return mounted(**held)

    return mount


def _markup(name: str) -> str:
    return (ASSETS / "html" / f"{name}.html").read_text(encoding="utf-8")
