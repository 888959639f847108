"""The server of SVM Lab: one app with its routes, its warm-up and its limits. `streamlit run app.py` finds it."""

from __future__ import annotations

from core.lowlevel.settings import set_numba_up

set_numba_up()  # before anything below imports Numba

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from ui.page import early_figures, path_blob
from ui.page.work import following
from ui.server import glossary, headers, lost, origin, preview
from ui.server.connections import care_for_connections
from ui.server.startup import begin, take_short_turns
from ui.server.waiting import UntilReady
from ui.solve import solver_socket
from ui.static import files
from ui.static.address import base_path

take_short_turns()


@asynccontextmanager
async def lifespan(app: st.App) -> AsyncIterator[dict[str, object]]:
    """Let a thread compile and warm what pages need; until one can draw and solve, `UntilReady` says how far it is."""
    begin()
    care = asyncio.create_task(care_for_connections())
    yield {}
    care.cancel()


def addresses() -> list[str]:
    """Return the addresses of the pages; they need the core, which `begin` loads beside."""
    from pages import PAGES

    return [page.name for page in PAGES]


app = st.App(
    Path(__file__).parent / "pages" / "router.py",
    lifespan=lifespan,
    routes=[
        solver_socket.route(base_path()),
        early_figures.route(base_path()),
        path_blob.route(base_path()),
        preview.route(base_path()),
        glossary.route(base_path()),
        following.route(base_path()),
        *files.routes(base_path()),
    ],
    middleware=[
        Middleware(headers.StrictHeaders, base=base_path()),
        Middleware(UntilReady, base=base_path()),
        Middleware(origin.OwnPagesOnly),
        Middleware(files.CompressedStatic, base=base_path()),
        Middleware(lost.KnownPages, names=addresses, base=base_path()),
        Middleware(preview.Previews, names=addresses, base=base_path()),
    ],
)
