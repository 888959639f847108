"""The very first start on a machine: processes of their own compile the core while the server already answers."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from queue import Queue
from threading import Thread

ROOT = Path(__file__).parents[2]

Process = subprocess.Popen[str]


def compiled_apart(halves: Sequence[Sequence[str]]) -> Iterator[str]:
    """Compile what `core.warm` has names for, each half in a process of its own; yield each name once it is cached.

    Numba compiles on one processor, so that two processes need little more than half of the time; where there is one
    processor only, there is one process. A name that could not be compiled is not yielded.
    """
    shares = halves if (os.cpu_count() or 1) > 1 else [[name for half in halves for name in half]]
    told: Queue[str | None] = Queue()
    processes = [_compiler(share) for share in shares]
    atexit.register(_end, processes)
    for process in processes:
        Thread(target=_listen, args=(process, told), daemon=True).start()
    running = len(processes)
    while running:
        name = told.get()
        if name is None:
            running -= 1
        else:
            yield name


def _compiler(names: Sequence[str]) -> Process:
    command = [sys.executable, "-m", "core.warm", *names]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def _listen(process: Process, told: Queue[str | None]) -> None:
    for line in process.stdout or ():
        told.put(line.strip())
    process.wait()
    told.put(None)


def _end(processes: Sequence[Process]) -> None:
    """End what still compiles when the server ends."""
    for process in processes:
        process.terminate()
