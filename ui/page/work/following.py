"""What a visitor follows in a part of a page, and a stop that is heard ahead of the run of the page.

That run begins once the browser has taken in what came before, and draws a good deal besides: on two cores it takes 40
to 300 ms until its answer is seen. So the browser says stop here as well, and shows what it is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import uuid4
from weakref import WeakValueDictionary

import streamlit as st
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

PATH = "/lab/stop"


def _nothing() -> None:
    """Leave nothing."""


@dataclass(eq=False)
class Following:
    """Long work that one visitor follows, kept in the session."""

    about: str | None = None  # what it is, None before there is any
    leave: Callable[[], None] = _nothing
    told: Callable[[], str] = str  # returns the text of its bar
    stopped: str | None = None  # the work that the visitor has stopped; other work in its place is not stopped
    name: str = field(default_factory=lambda: uuid4().hex)  # by which the browser stops it; unguessable

    def __post_init__(self) -> None:
        _FOLLOWED[self.name] = self

    def stop(self) -> str:
        """Let it rest; return what its bar says of that."""
        self.stopped = self.about
        self.leave()
        return self.told()

    def go_on(self) -> None:
        """Let it go on under another name: a stop that comes late is for what has been stopped already."""
        del _FOLLOWED[self.name]
        self.stopped, self.name = None, uuid4().hex
        _FOLLOWED[self.name] = self


_FOLLOWED: WeakValueDictionary[str, Following] = WeakValueDictionary()  # until their sessions end


def following(key: str) -> Following:
    """Return what the visitor follows in a part of the page."""
    place = f"{key}-followed"
    if place not in st.session_state:
        st.session_state[place] = Following()
    found: Following = st.session_state[place]
    return found


async def _serve(request: Request) -> Response:  # in the loop: a thread of its own waits for its turn
    found = _FOLLOWED.get(request.path_params["name"])
    if found is None:
        return PlainTextResponse("nobody follows this", 404)
    return PlainTextResponse(found.stop(), headers={"Cache-Control": "no-store"})


def route(base: str = "") -> BaseRoute:
    """Return the route below the base path of the server."""
    return Route(f"{base}{PATH}/{{name}}", _serve, methods=["POST"])
