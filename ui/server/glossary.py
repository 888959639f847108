"""The definitions of the glossary, one catalogue per language, fetched when a visitor opens a term.

A text marks a term by a link to #term-<name>; `term.<name>.name` and `term.<name>` are in the shared catalogue.
"""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ui.words import languages, words_for
from ui.words.catalogue import DEFAULT

PATH: Final = "/lab/glossary"
HEADERS: Final = {"Cache-Control": "public, max-age=3600"}


def definitions(lang: str) -> dict[str, str]:
    """Return every term and its definition in a language, by key."""
    return words_for(lang).subset(["term."])


async def _serve(request: Request) -> Response:
    asked = request.query_params.get("lang", "")
    lang = asked if asked in languages else DEFAULT
    return JSONResponse(definitions(lang), headers=HEADERS)


def route(base: str = "") -> BaseRoute:
    """Return the route below the base path of the server."""
    return Route(base + PATH, _serve, methods=["GET"])
