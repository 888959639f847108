"""A process that compiles: what it reads the names of, line by line, goes into the cache; each name is printed then.

`python -m ui.server.compiler` ends with the process that started it, in the middle of a compilation too: only an end
of that one closes the pipe before every name has been printed.
"""

from __future__ import annotations

import os
import sys
import traceback
from contextlib import nullcontext
from queue import SimpleQueue
from threading import Thread

from core.lowlevel.settings import set_numba_up


def main() -> None:
    """Compile one name after the other until the input ends; only one process of the machine compiles a name."""
    folder = set_numba_up()
    from core.lowlevel.cache_files import alone
    from core.warm import warm_up

    names: SimpleQueue[str] = SimpleQueue()
    Thread(target=_listen, args=(names,), daemon=True).start()
    while True:
        name = names.get()
        lock = f".compiling-{name.replace(' ', '-')}"  # what another start has compiled meanwhile is loaded
        with nullcontext() if folder is None else alone(folder, lock):
            warm_up([name], _tell)


def _listen(names: SimpleQueue[str]) -> None:
    """Pass on what comes, and end the process where nothing comes any more."""
    for line in sys.stdin:
        names.put(line.strip())
    os._exit(0)


def _tell(name: str) -> None:
    sys.stdout.write(name + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    try:
        main()
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)  # the usual end waits for the thread that reads
