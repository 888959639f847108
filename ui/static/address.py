"""Where the server stands below its host."""

from __future__ import annotations

from streamlit import config


def base_path() -> str:
    """Return the server's base path, "" or "/svm": Streamlit does not put it before routes that are not its own."""
    path = str(config.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{path}" if path else ""
