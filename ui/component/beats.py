"""The bar of the open beat: how far one is, and the ways back, on and out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ui.component.mount import component
from ui.words import Words


def beats_bar(
    key: str, shown: Mapping[str, object], last: bool, words: Words, projector: bool, on_go: Callable[[], None]
) -> None:
    """Mount the bar; the callback reads "go" in `st.session_state[key]`: {"way": "back", "on" or "leave", "from"}.

    The browser marks that it has opened the beats of this page, and brings what is lit into sight.
    """
    data = {**shown, "last": last, "words": words.subset(["beats."]), "projector": projector}
    component("form/beats")(key=key, data=data, on_go_change=on_go)
