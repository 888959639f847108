"""The heap of a worker whose thresholds come from outside."""

from __future__ import annotations

import pytest

from core.lowlevel.heap import is_fixed, let_pieces_stay


@pytest.mark.parametrize(
    ("environment", "fixed"),
    [
        ({}, False),
        ({"MALLOC_TRIM_THRESHOLD_": "65536"}, True),
        ({"MALLOC_TRIM_THRESHOLD_": "65536", "MALLOC_MMAP_THRESHOLD_": "1000000"}, False),
    ],
    ids=str,
)
def test_only_settings_without_a_value_are_set(environment: dict[str, str], fixed: bool) -> None:
    assert is_fixed(environment) is fixed


def test_a_usual_process_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MALLOC_TRIM_THRESHOLD_", "MALLOC_TOP_PAD_", "MALLOC_MMAP_MAX_"):
        monkeypatch.delenv(name, raising=False)
    let_pieces_stay.cache_clear()
    assert let_pieces_stay() is False
    let_pieces_stay.cache_clear()


def test_where_it_is_fixed_it_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MALLOC_TRIM_THRESHOLD_", "65536")
    monkeypatch.delenv("MALLOC_MMAP_THRESHOLD_", raising=False)
    asked: list[tuple[int, int]] = []

    class Library:
        @staticmethod
        def mallopt(what: int, value: int) -> int:
            asked.append((what, value))
            return 1

    monkeypatch.setattr("core.lowlevel.heap.ctypes.CDLL", lambda name: Library)
    let_pieces_stay.cache_clear()
    assert let_pieces_stay() is True
    let_pieces_stay.cache_clear()
    assert asked == [(-3, 32 << 20), (-1, 64 << 20)]
