"""The very first start on a machine: separate processes compile the core while the server already answers."""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

ROOT = Path(__file__).parents[2]

Process = subprocess.Popen[str]


def compiled_apart(jobs: Sequence[Sequence[str]]) -> Iterator[str]:
    """Compile the names of `core.warm`, those of a job in one process; yield each name once it is cached.

    Numba compiles on one processor, so on two processors two processes share the jobs. A name that cannot be compiled
    is not yielded, and its process takes no further job.
    """
    waiting: SimpleQueue[Sequence[str]] = SimpleQueue()
    for job in jobs:
        waiting.put(job)
    told: SimpleQueue[str | None] = SimpleQueue()
    processes = [_compiler() for _ in range(min(2, os.cpu_count() or 1))]
    atexit.register(_end, processes)
    for process in processes:
        Thread(target=_employ, args=(process, waiting, told), daemon=True).start()
    running = len(processes)
    while running:
        name = told.get()
        if name is None:
            running -= 1
        else:
            yield name


def _compiler() -> Process:
    command = [sys.executable, "-m", "ui.server.compiler"]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _employ(process: Process, waiting: SimpleQueue[Sequence[str]], told: SimpleQueue[str | None]) -> None:
    """Give a process one job after another, and pass on the names that it reports, None at its end."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(Empty, EOFError, OSError), process.stdin:  # no job is left, or the process has ended
        while True:
            job = waiting.get_nowait()
            process.stdin.writelines(f"{name}\n" for name in job)
            process.stdin.flush()
            for _ in job:
                line = process.stdout.readline()
                if not line:  # it has ended and must not take another job
                    raise EOFError
                told.put(line.strip())
    process.wait()
    told.put(None)


def _end(processes: Sequence[Process]) -> None:
    """End the processes that still compile when the server ends."""
    for process in processes:
        process.terminate()
