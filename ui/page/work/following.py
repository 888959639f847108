"""The work that a visitor follows in a part of a page, and a stop that takes effect before the page runs.

That run begins only after the browser has processed the previous one, and draws much more: on two cores its answer
takes 40 to 300 ms. So the browser sends the stop here as well, and shows the reply.
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
    """Do nothing."""


@dataclass(eq=False)
class Following:
    """Long work that one visitor follows, kept in the session."""

    about: str | None = None  # its key, None before there is any
    leave: Callable[[], None] = _nothing
    told: Callable[[], str] = str  # returns the text of its bar
    stopped: str | None = None  # the work that the visitor has stopped; other work in its place is not stopped
    name: str = field(default_factory=lambda: uuid4().hex)  # by which the browser stops it; unguessable

    def __post_init__(self) -> None:
        _FOLLOWED[self.name] = self

    def stop(self) -> str:
        """Pause it; return the text of its bar."""
        self.stopped = self.about
        self.leave()
        return self.told()

    def go_on(self) -> None:
        """Continue it under a new name, so that a late stop does not apply to it."""
        del _FOLLOWED[self.name]
        self.stopped, self.name = None, uuid4().hex
        _FOLLOWED[self.name] = self


_FOLLOWED: WeakValueDictionary[str, Following] = WeakValueDictionary()  # until their sessions end


def following(key: str) -> Following:
    """Return the work that the visitor follows in a part of the page."""
    place = f"{key}-followed"
    if place not in st.session_state:
        st.session_state[place] = Following()
    found: Following = st.session_state[place]
    return found


async def _serve(request: Request) -> Response:  # in the event loop: a thread would have to wait for its turn
    found = _FOLLOWED.get(request.path_params["name"])
    if found is None:
        return PlainTextResponse("nobody follows this", 404)
    return PlainTextResponse(found.stop(), headers={"Cache-Control": "no-store"})


def route(base: str = "") -> BaseRoute:
    """Return the route below the base path of the server."""
    return Route(f"{base}{PATH}/{{name}}", _serve, methods=["POST"])
