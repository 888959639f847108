"""What a visitor sees in place of an unexpected exception: one sentence, and the rest of the page."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec

import streamlit as st
from streamlit.errors import FragmentHandledException

from ui.state import session
from ui.static.address import base_path
from ui.words import Words

Arguments = ParamSpec("Arguments")

_log = logging.getLogger(__name__)


@contextmanager
def contained() -> Iterator[list[Exception]]:
    """Log an exception of the block with its traceback and show one sentence; the yielded list then holds it."""
    failed: list[Exception] = []
    try:
        yield failed
    except FragmentHandledException:
        raise  # a fragment inside has shown it already
    except Exception as error:
        failed.append(error)
        _log.exception("a part of a page could not be shown")
        st.warning(apology(session.words()), icon=":material/error:")


def apology(words: Words) -> str:
    """Return the sentence for a part that could not be shown, with a link for a fresh start."""
    return words("frame.failed", home=f"{base_path()}/?lang={words.lang}")


def part(show: Callable[Arguments, None]) -> Callable[Arguments, None]:
    """Isolate a part of a page: an unexpected exception in it becomes one sentence in its place."""

    @wraps(show)
    def shown(*args: Arguments.args, **kwargs: Arguments.kwargs) -> None:
        with contained():
            show(*args, **kwargs)

    return shown


def fragment(show: Callable[Arguments, None]) -> Callable[Arguments, None]:
    """Make a fragment of a part."""
    return st.fragment(part(show))
