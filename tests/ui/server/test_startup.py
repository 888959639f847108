"""The settings that make the server answer at once."""

import sys
from collections.abc import Iterator

import pytest

from core.warm import AT_START, BOARD, EVERYTHING, JOBS
from ui.server import startup
from ui.solve.readiness import Readiness


def test_threads_switch_too_quickly_to_notice() -> None:
    usual = sys.getswitchinterval()
    try:
        startup.take_short_turns()
        assert sys.getswitchinterval() < usual
    finally:
        sys.setswitchinterval(usual)


@pytest.mark.parametrize("compiled", [(), AT_START, tuple(reversed(AT_START))], ids=["none", "all", "board last"])
def test_a_first_start_opens_the_board_and_loads_everything_once(
    monkeypatch: pytest.MonkeyPatch, compiled: tuple[str, ...]
) -> None:
    """Whether or not the processes that compile come to their end."""
    loaded: list[str] = []
    starting = Readiness()
    starting.begin(len(AT_START))
    opened_after: list[int] = []

    def told(jobs: object) -> Iterator[str]:
        if jobs is not JOBS:  # the rest, when everything has been opened
            assert starting.wait(0.0)
            return
        for count, name in enumerate(compiled, 1):
            yield name
            if starting.board:
                opened_after.append(count)

    monkeypatch.setattr(startup, "READINESS", starting)
    monkeypatch.setattr(startup, "is_warm", lambda: False)
    monkeypatch.setattr(startup, "compiled_apart", told)
    monkeypatch.setattr(startup, "warm_up", lambda names, report: loaded.extend(names))
    monkeypatch.setattr(startup, "keep_warm", lambda: loaded.append("kept"))
    monkeypatch.setattr(startup, "threadpool_limits", lambda threads: None)
    monkeypatch.setattr(startup.gc, "freeze", lambda: None)
    startup.prepare()
    assert loaded[: len(BOARD)] == list(BOARD)
    assert loaded.pop() == "kept"
    assert sorted(loaded) == sorted(EVERYTHING)
    assert starting.wait(0.0)
    if compiled:
        assert opened_after[0] == max(compiled.index(name) for name in BOARD) + 1
