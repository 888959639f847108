"""A path over C for the browser, which reads alpha and b for any C from it while a slider moves.

Between two breakpoints both are linear in C (mathematics 22.8), so the breakpoints suffice: the browser solves nothing.
The blob is requested once, by its name; a path that is too long for it is not sent.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from core.solver import RegularisationPath, Status
from ui.solve.memory import SharedResults
from ui.solve.wire import pack

PATH: Final = "/lab/path"
MOST_BYTES: Final = 320 << 10  # paths of 200 points have 20 to 260 kB
LONGEST: Final = 64  # characters of a name
HEADERS: Final = {"Cache-Control": "private, max-age=3600"}

_blobs: SharedResults[bytes] = SharedResults()


def path_blob(path: RegularisationPath) -> bytes:
    """Return the m pieces of a path of n points as a blob.

    "C" (m + 1,) ends of the pieces; "b" (m, 2) at the ends of each, nan where b is an interval; "place" (n,) the
    `Status` of the points in the first piece; "counts" (m,) how many points change it on entering each piece, and
    "moves" 4 point + new status, one after another; "alpha" of the points that are free on one side of an end, end by
    end. All other alpha are 0 or C.
    """
    found = path.pieces
    free = found.place == Status.FREE
    beside = np.zeros((len(free) + 1, free.shape[1]), dtype=bool)
    beside[:-1] |= free
    beside[1:] |= free
    changed = found.place[1:] != found.place[:-1]
    k, point = np.nonzero(changed)
    arrays = {
        "C": np.append(found.ends[:, 0], found.ends[-1, 1]),
        "b": found.b,
        "place": found.place[0],
        "counts": np.append(0, changed.sum(axis=1)).astype(np.int32),
        "moves": (4 * point + found.place[1:][k, point]).astype(np.int32),
        "alpha": np.concatenate([found.alpha[:, 0], found.alpha[-1:, 1]])[beside],
    }
    return pack({"violation": path.violation}, arrays)


def publish(name: str, path: RegularisationPath) -> str | None:
    """Register a path under a content hash; return the name for requests, None if it is too long."""

    def make() -> bytes:
        blob = path_blob(path)
        return blob if len(blob) <= MOST_BYTES else b""

    return name if _blobs.get(name, make) else None


async def _serve(request: Request) -> Response:
    name = request.query_params.get("name", "")
    blob = _blobs.known(name) if len(name) <= LONGEST else None
    if not blob:  # evicted meanwhile, or on another replica: the solver answers
        return Response(status_code=204, headers={"Cache-Control": "no-store"})
    return Response(blob, media_type="application/octet-stream", headers=HEADERS)


def route(base: str = "") -> BaseRoute:
    """Return the route below the base path of the server."""
    return Route(base + PATH, _serve, methods=["GET"])
