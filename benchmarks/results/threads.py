"""The threads that a benchmark runs on: one for BLAS, or the defaults of the libraries."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from threadpoolctl import threadpool_info, threadpool_limits

ONE, DEFAULT = "one BLAS thread", "default threads"
MODES = {"--one": ONE, "--default": DEFAULT}  # and the option that leaves it alone


def modes(words: list[str]) -> list[str]:
    """Return the modes that the words of a command ask for, both where they say nothing."""
    return [MODES[word] for word in words if word in MODES] or list(MODES.values())


@contextmanager
def running(mode: str) -> Iterator[None]:
    """Run what is inside on one thread of each library, or on those that are there; say which."""
    if mode == DEFAULT:
        print(f"{mode}: {description()}")
        yield
    else:
        with threadpool_limits(1):
            print(f"{mode}: {description()}")
            yield


def description() -> str:
    """Return the libraries and their threads, and how busy the machine is."""
    pools = [f"{pool['internal_api']} {pool['num_threads']}" for pool in threadpool_info()]
    return f"{', '.join(pools) or 'no library with threads'}; {os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}"
