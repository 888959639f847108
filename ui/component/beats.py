"""The bar of the open beat: the progress, and buttons to go back, continue and exit."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ui.component.mount import component
from ui.words import Words


def beats_bar(
    key: str, shown: Mapping[str, object], last: bool, words: Words, projector: bool, on_go: Callable[[], None]
) -> None:
    """Mount the bar; the callback reads "go" in `st.session_state[key]`: {"way": "back", "on" or "leave", "from"}.

    The browser remembers that it has opened the beats of this page, and scrolls the highlighted figure into view.
    """
    data = {**shown, "last": last, "words": words.subset(["beats."]), "projector": projector}
    component("form/beats")(key=key, data=data, on_go_change=on_go)
