"""A stop is heard ahead of the run of the page, from the one browser that knows its name."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import httpx
import pytest
import streamlit as st
from starlette.applications import Starlette

from ui.page.work import PageWork, follow
from ui.page.work.following import following, route
from ui.words import words_for

EN = words_for("en")


@pytest.fixture(autouse=True)
def session(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.setattr(st, "fragment", lambda part, run_every: lambda: None)
    state: dict[str, Any] = {}
    monkeypatch.setattr(st, "session_state", state)
    return state


def work_on(about: str, left: list[str]) -> PageWork[int]:
    """Return work of which 3 of 8 pieces are known."""
    return PageWork(
        "k", about, lambda: 3, lambda: 3, lambda visitor: left.append(about), lambda n: (n, 8), lambda n: n == 8
    )


def shown(about: str, left: list[str]) -> PageWork[int]:
    """Return such work that the page shows with a bar."""
    work = work_on(about, left)
    follow(work, 3, lambda found: None, EN, "budget.progress.running")
    return work


def stop(name: str) -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(Starlette(routes=[route("/svm")]))
        async with httpx.AsyncClient(transport=transport, base_url="http://lab") as client:
            return await client.post(f"/svm/lab/stop/{name}")

    return asyncio.run(ask())


def test_a_stop_ends_the_work_and_brings_what_the_bar_says() -> None:
    left = list[str]()
    work = shown("this", left)
    answer = stop(following("k").name)
    assert answer.text == EN("frame.stopped", so_far=EN("budget.progress.running", done=3, of=8))
    assert answer.headers["cache-control"] == "no-store"
    assert left == ["this"]
    assert work.is_stopped
    assert not work_on("that", left).is_stopped


def test_what_is_shown_in_the_place_of_other_work_is_what_is_stopped() -> None:
    left = list[str]()
    shown("this", left)
    name = following("k").name
    work = shown("that", left)
    assert left == ["this"], "no visitor follows it any longer"
    assert stop(name).status_code == 200
    assert work.is_stopped
    assert left == ["this", "that"]


def test_a_stop_that_comes_after_the_work_goes_on_is_not_heard() -> None:
    work = shown("this", [])
    name = following("k").name
    stop(name)
    work.go_on()
    assert stop(name).status_code == 404
    assert not work.is_stopped
    stop(following("k").name)
    assert work.is_stopped


def test_an_ended_session_follows_nothing(session: dict[str, Any]) -> None:
    shown("this", [])
    name = following("k").name
    session.clear()
    gc.collect()
    assert stop(name).status_code == 404
