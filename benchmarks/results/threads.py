"""The threads of a benchmark: one for BLAS, or the defaults of the libraries."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from threadpoolctl import threadpool_info, threadpool_limits

ONE, DEFAULT = "one BLAS thread", "default threads"
MODES = {"--one": ONE, "--default": DEFAULT}  # and the option that selects it


def modes(words: list[str]) -> list[str]:
    """Return the modes selected by the words of a command, both by default."""
    return [MODES[word] for word in words if word in MODES] or list(MODES.values())


@contextmanager
def running(mode: str) -> Iterator[None]:
    """Run the block with one thread in each library, or with their defaults; print which."""
    if mode == DEFAULT:
        print(f"{mode}: {description()}")
        yield
    else:
        with threadpool_limits(1):
            print(f"{mode}: {description()}")
            yield


def description() -> str:
    """Return the libraries and their threads, and the load of the machine."""
    pools = [f"{pool['internal_api']} {pool['num_threads']}" for pool in threadpool_info()]
    return f"{', '.join(pools) or 'no library with threads'}; {os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}"
