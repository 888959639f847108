"""The server of SVM Lab: one app with its routes, its warm-up and its limits. `streamlit run app.py` finds it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from ui import express, live, origin, static
from ui.server import base_path, prepare, send_without_delay

send_without_delay()


@asynccontextmanager
async def lifespan(app: st.App) -> AsyncIterator[dict[str, object]]:
    """Compile and warm everything a page needs before the server says that it is ready."""
    prepare()
    yield {}


app = st.App(
    Path(__file__).parent / "ui" / "router.py",
    lifespan=lifespan,
    routes=[live.route(base_path()), express.route(base_path()), *static.routes(base_path())],
    middleware=[Middleware(origin.OwnPagesOnly), Middleware(static.CompressedStatic, base=base_path())],
)
