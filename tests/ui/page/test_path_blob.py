"""The path over C as the browser gets it: alpha and b of any C can be read off it, and it is asked for by its name."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import numpy as np
import pytest
from starlette.applications import Starlette

from core.problem import Gaussian, Kernel, Linear
from core.solver import RegularisationPath, Status, regularisation_path
from datasets import CATALOGUE
from ui.page import path_blob
from ui.solve.wire import unpack


def followed(data: str, kernel: Kernel) -> RegularisationPath:
    points = CATALOGUE[data].make()
    return regularisation_path(points.X, points.y.astype(np.float64), kernel, 0.001, 1e5)


def asked(name: str) -> Any:
    """Return what the route answers."""

    async def ask() -> Any:
        transport = httpx.ASGITransport(app=Starlette(routes=[path_blob.route()]))
        async with httpx.AsyncClient(transport=transport, base_url="http://lab") as client:
            return await client.get(path_blob.PATH, params={"name": name})

    return asyncio.run(ask())


@pytest.mark.parametrize(("data", "kernel"), [("overlap", Linear()), ("moons", Gaussian(1.0)), ("xor", Gaussian(1.0))])
def test_alpha_and_b_of_any_penalty_are_read_off_the_blob(data: str, kernel: Kernel) -> None:
    path = followed(data, kernel)
    _, sent = unpack(path_blob.path_blob(path))
    n, places, moves, values = len(path.y), [sent["place"].copy()], list(sent["moves"]), list(sent["alpha"])
    for count in sent["counts"][1:]:
        place = places[-1].copy()
        for move in moves[:count]:
            place[move >> 2] = move & 3
        del moves[:count]
        places.append(place)
    ends = np.zeros((len(places) + 1, n))
    for k, row in enumerate(ends):
        beside = (places[max(k - 1, 0)] == Status.FREE) | (places[min(k, len(places) - 1)] == Status.FREE)
        row[beside] = values[: beside.sum()]
        del values[: beside.sum()]
    assert (moves, values) == ([], [])
    for C in np.exp(np.random.default_rng(0).uniform(np.log(path.low), np.log(path.high), 200)):
        k = int(np.flatnonzero(sent["C"][1:] >= C)[0])
        part = (C - sent["C"][k]) / (sent["C"][k + 1] - sent["C"][k])
        free = np.clip((1 - part) * ends[k] + part * ends[k + 1], 0, C)
        alpha = np.choose(places[k], [np.zeros(n), free, np.full(n, C)])
        assert alpha == pytest.approx(path.alpha(C), rel=1e-12, abs=1e-12)
        b = (1 - part) * sent["b"][k, 0] + part * sent["b"][k, 1]
        assert np.isnan(b) or b == pytest.approx(path.b(C), rel=1e-12, abs=1e-12)


def test_a_path_is_asked_for_by_its_name_and_an_unknown_one_is_no_error() -> None:
    path = followed("overlap", Linear())
    assert path_blob.publish("a-known-name", path) == "a-known-name"
    assert asked("a-known-name").content == path_blob.path_blob(path)
    for name in ("unknown", "", "x" * 1000):
        assert (asked(name).status_code, asked(name).content) == (204, b"")


def test_a_path_that_is_too_long_stays_on_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(path_blob, "MOST_BYTES", 1000)
    assert path_blob.publish("too-long", followed("overlap", Linear())) is None
    assert asked("too-long").status_code == 204
