"""What tests of the visitor's state share."""

from typing import Any

import pytest
import streamlit

from pages import LINK
from ui.state import session


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Put a plain dictionary in the place of Streamlit's state, with the first page already open."""
    visitor: dict[str, Any] = {session.STATE: session.opening(LINK), session.LINK: LINK}
    monkeypatch.setattr(streamlit, "session_state", visitor)
    return visitor
