"""How a module of assets/js becomes a Streamlit component: a loader of two lines, the module from our own mount."""

from __future__ import annotations

from functools import cache
from typing import Any

import streamlit as st

from ui.server import base_path
from ui.static import asset_url

LOADER = """
const {{ mount }} = await import(new URL("{path}", location.origin));
export default mount;
"""


@cache
def component(name: str) -> Any:  # noqa: ANN401 - what Streamlit returns has no public type
    """Return the mounting function of assets/js/<name>.js, registered once.

    The modules are imported from one address, so that all components of a page share one store of points.
    """
    return st.components.v2.component(f"lab_{name}", js=LOADER.format(path=asset_url(f"js/{name}.js", base_path())))
