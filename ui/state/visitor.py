"""A name for each visitor, under which long work is kept going."""

from __future__ import annotations

from uuid import uuid4

import streamlit as st

VISITOR = "visitor"  # in the session


def visitor() -> str:
    """Return the random name of this visitor."""
    return str(st.session_state.setdefault(VISITOR, uuid4().hex))
