"""How assets/html and assets/js become a Streamlit component: a <template>, and a loader of its module."""

from __future__ import annotations

from functools import cache
from typing import Any

import streamlit as st

from ui.static.address import base_path
from ui.static.files import ASSETS, asset_url

LOADER = """
const {{ mount }} = await import(new URL("{path}", location.origin));
export default mount;
"""


@cache
def component(name: str) -> Any:  # noqa: ANN401 - what Streamlit returns has no public type
    """Return the mounting function of assets/js/<name>.js with the markup of assets/html/<name>.html, registered once.

    The modules are imported from one address, so that all components of a page share one store of points.
    """
    markup = (ASSETS / "html" / f"{name}.html").read_text(encoding="utf-8")
    loader = LOADER.format(path=asset_url(f"js/{name}.js", base_path()))
    return st.components.v2.component(f"lab_{name}", html=markup, js=loader)
