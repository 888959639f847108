"""Ctrl-C waits for what must not be left half-done, and is not lost."""

from __future__ import annotations

import _thread
import ctypes
import signal
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from core.lowlevel import compiled
from core.lowlevel.interruption import without_interruption
from core.lowlevel.simd import instruction


def held_back(function: Callable[[], Any]) -> Any:
    return without_interruption(function, (), {})


@pytest.mark.usefixtures("ctrl_c")
def test_it_comes_when_the_outermost_call_has_ended() -> None:
    before, reached = signal.getsignal(signal.SIGINT), []

    def inner() -> None:
        _thread.interrupt_main()
        reached.append("the inner end")

    def outer() -> None:
        held_back(inner)
        reached.append("the outer end")

    with pytest.raises(KeyboardInterrupt):
        held_back(outer)
    assert reached == ["the inner end", "the outer end"]
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.usefixtures("ctrl_c")
def test_it_is_not_lost_where_the_call_fails() -> None:
    def work() -> None:
        _thread.interrupt_main()
        raise ValueError("own")

    with pytest.raises(KeyboardInterrupt) as came:
        held_back(work)
    assert isinstance(came.value.__context__, ValueError)


@pytest.mark.usefixtures("ctrl_c")
def test_other_threads_do_not_touch_the_handler() -> None:
    before, seen = signal.getsignal(signal.SIGINT), []
    thread = threading.Thread(target=lambda: held_back(lambda: seen.append(signal.getsignal(signal.SIGINT))))
    thread.start()
    thread.join()
    assert seen == [before]


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_while_numba_compiles_comes_when_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        compiled, "keeps_code", lambda: False
    )  # what an earlier run has kept would not be compiled again

    @instruction
    def pressed_meanwhile(typing: Any, value: Any) -> Any:
        _thread.interrupt_main()
        return value(value), lambda context, builder, signature, arguments: arguments[0]

    @compiled.compiled
    def double(value: float) -> float:
        return float(2.0 * pressed_meanwhile(value))

    with pytest.raises(KeyboardInterrupt):
        double(1.0)
    assert len(vars(double)["dispatcher"].overloads) == 1
    assert double(1.0) == 2.0


class Pair(NamedTuple):
    """What a compiled function may return: arrays under names."""

    first: np.ndarray
    second: np.ndarray


pressed = ctypes.CFUNCTYPE(None)(ctypes.cast(ctypes.pythonapi.PyErr_SetInterrupt, ctypes.c_void_p).value or 0)


def one_array(x: np.ndarray) -> np.ndarray:
    pressed()
    return x + 1.0


def two_arrays(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    pressed()
    return x + 1.0, x + 2.0


def named_arrays(x: np.ndarray) -> Pair:
    pressed()
    return Pair(x + 1.0, x + 2.0)


@pytest.mark.parametrize("function", [one_array, two_arrays, named_arrays])
@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_in_a_function_that_returns_arrays_comes_as_itself(
    function: Callable[[np.ndarray], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "keeps_code", lambda: False)  # the address of a function of Python's is not kept
    pressing = compiled.compiled(function)
    for _ in range(3):  # the first call compiles
        with pytest.raises(KeyboardInterrupt):
            pressing(np.zeros(3))
