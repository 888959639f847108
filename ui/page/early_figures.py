"""Figures sent straight to the browser, before the page: through a run of the page they take twice as long.

A page registers, under the name of its content, the function that draws its figures for what a visitor can change: the
step of a player, the values of sliders. The browser requests them here and gets each as soon as it is drawn. The page
sends the same figures a moment later, without drawing them again, together with the sentences. If the request reaches a
replica that has nothing registered, the browser waits for the page.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from core.problem import InputError
from ui.component.plot import Drawing
from ui.page.drawings import drawn_once, of_step
from ui.solve.limits import LARGEST_STEP
from ui.solve.memory import SharedResults
from ui.solve.queue.lanes import SOLVERS
from ui.words import Words, languages, words_for

PATH = "/lab/figures"
LONGEST = 1000  # characters of the values

Values: TypeAlias = Mapping[str, object]  # changed by the visitor since the page was made
Ahead: TypeAlias = tuple[str, Iterable[Drawing]]  # the name of their content, see `drawn_once`
Figures: TypeAlias = Callable[[Values, Words], Ahead]

Offers: TypeAlias = SharedResults[tuple[Figures, bool]]  # with whether they are for a projector

_log = logging.getLogger(__name__)

_offered: Offers = SharedResults()
_runs: Offers = SharedResults()


def publish(name: str, figures: Figures, projector: bool = False) -> str:
    """Register a figure builder under a content hash; return the name for requests.

    The function is called from other threads.
    """
    return _keep(_offered, name, figures, projector)


def offer_steps(name: str, draw: Callable[[int, Words], Iterable[Drawing]], projector: bool = False) -> str:
    """Register the figures of a run's steps, requested by {"k": step}; return the name for requests."""

    def figures(values: Values, words: Words) -> Ahead:
        k = values.get("k")
        if not isinstance(k, int) or not 0 <= k <= LARGEST_STEP:
            return name, ()
        return of_step(name, k), draw(k, words)

    return _keep(_runs, name, figures, projector)


def _keep(offers: Offers, name: str, figures: Figures, projector: bool) -> str:
    name = f"{name}-projector" if projector else name
    offers.get(name, lambda: (figures, projector))
    return name


def figures_at(name: str, asked: Values, lang: str) -> Iterator[bytes]:
    """Yield the figures for values, each as a line [key, figure] as soon as it is drawn.

    Yields nothing if the name is not registered or the values have no figures. Meanwhile the queue begins no work that
    only refines other visitors' pictures.
    """
    figures, projector = _offered.known(name) or _runs.known(name) or (None, False)
    language = next((known for known in languages if known == lang), None)
    if figures is None or language is None:
        return
    try:
        with SOLVERS.behind_a_hand():
            words = words_for(language)
            content, drawings = figures(asked, words)
            for each in drawings:
                yield f"[{json.dumps(each.key)},{drawn_once(content, each, words, projector)}]\n".encode()
    except (IndexError, InputError):  # beyond the end of the run, or refused: the page says why
        return
    except Exception:
        _log.exception("figures could not be drawn ahead of their page")


def _read(values: str) -> Values | None:
    """Return the values of a request; None if they are too long or not a JSON object."""
    if len(values) > LONGEST:
        return None
    try:
        asked = json.loads(values)
    except (ValueError, RecursionError):
        return None
    return asked if isinstance(asked, dict) else None


async def _serve(request: Request) -> Response:
    name, values, lang = (request.query_params.get(name, "") for name in ("name", "values", "lang"))
    headers = {"Cache-Control": "no-store"}
    if (asked := _read(values)) is None:
        return PlainTextResponse("values: a JSON object is expected", 400, headers)
    return StreamingResponse(figures_at(name, asked, lang), media_type="application/jsonl", headers=headers)


def route(base: str = "") -> BaseRoute:
    """Return the route below the base path of the server."""
    return Route(base + PATH, _serve, methods=["GET"])
