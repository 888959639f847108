"""A compile process: it reads names line by line, compiles each into the cache, and then prints the name.

`python -m ui.server.compiler` ends with its parent, even in the middle of a compilation: only the end of the parent
closes the pipe before every name has been printed.
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
    """Compile one name after another until the input ends; only one process on the machine compiles a name."""
    folder = set_numba_up()
    from core.lowlevel.cache_files import alone
    from core.warm import warm_up

    names: SimpleQueue[str] = SimpleQueue()
    Thread(target=_listen, args=(names,), daemon=True).start()
    while True:
        name = names.get()
        lock = f".compiling-{name.replace(' ', '-')}"  # if another start has compiled it meanwhile, it is only loaded
        with nullcontext() if folder is None else alone(folder, lock):
            warm_up([name], _tell)


def _listen(names: SimpleQueue[str]) -> None:
    """Pass on the input lines, and end the process when the input ends."""
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
        os._exit(1)  # a normal exit would wait for the reading thread
