"""The server of SVM Lab: one app with its routes, its warm-up and its limits. `streamlit run app.py` finds it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from ui.page import early_figures
from ui.server import origin
from ui.server.startup import prepare, send_without_delay
from ui.solve import solver_socket
from ui.static import files
from ui.static.address import base_path

send_without_delay()


@asynccontextmanager
async def lifespan(app: st.App) -> AsyncIterator[dict[str, object]]:
    """Compile and warm everything a page needs before the server says that it is ready."""
    prepare()
    yield {}


app = st.App(
    Path(__file__).parent / "pages" / "router.py",
    lifespan=lifespan,
    routes=[solver_socket.route(base_path()), early_figures.route(base_path()), *files.routes(base_path())],
    middleware=[Middleware(origin.OwnPagesOnly), Middleware(files.CompressedStatic, base=base_path())],
)
