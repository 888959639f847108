"""The figures of a halt, straight to the browser: through a run of the page they take twice as long.

A page offers, under the name of what it shows, the function that draws its figures at a step. The browser asks for them
here while it tells the page of the halt; the page brings the same figures a moment later, and with them the sentences.
Whoever asks a replica that has nothing to offer waits for the page.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ui.component.plot import Drawn, drawn
from ui.solving import SharedResults
from ui.text import Words, languages, words_for

PATH = "/lab/halt"
KEPT = 64  # as many runs as are kept
LARGEST_STEP = 1 << 20

Figures: TypeAlias = Callable[[int, Words], Mapping[str, Drawn]]  # of a step, by the keys of their components

_offered: SharedResults[tuple[Figures, bool]] = SharedResults(KEPT)


def offer(name: str, figures: Figures, projector: bool = False) -> str:
    """Let figures be asked for by a name that tells of their whole content; return the name to ask by.

    The function is called from other threads.
    """
    name = f"{name}-projector" if projector else name
    _offered.get(name, lambda: (figures, projector))
    return name


def figures_at(name: str, step: str, lang: str) -> bytes | None:
    """Return the figures of a step as JSON; None where nothing of that name is offered, or no such step."""
    figures, projector = _offered.known(name) or (None, False)
    language = next((known for known in languages if known == lang), None)
    if figures is None or language is None or not re.fullmatch(r"\d{1,7}", step) or int(step) > LARGEST_STEP:
        return None
    try:
        found = figures(int(step), words_for(language))
    except IndexError:  # beyond the end of the run
        return None
    return json.dumps({key: drawn(*what, projector) for key, what in found.items()}, ensure_ascii=False).encode()


async def _serve(request: Request) -> Response:
    asked = request.query_params
    found = await asyncio.to_thread(figures_at, *(asked.get(name, "") for name in ("name", "k", "lang")))
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    return Response(found or b"{}", media_type="application/json", headers=headers)


def route(base: str = "") -> BaseRoute:
    """Return the route below the base path of the server."""
    return Route(base + PATH, _serve, methods=["GET"])
