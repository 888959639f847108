"""Files of compiled code that many processes read and write at the same time, and that may be damaged.

Numba numbers the files of a function without a lock: two processes that compile it for different arguments at once can
choose the same number, and a third one then loads code for other arguments. A file that a full disk has cut off makes
every later start fail. Both need what Numba does not document; without it, its own cache stays as it is.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from .settings import plain

try:
    import fcntl
except ImportError:  # Windows: without a lock, two compilers may still choose one number
    fcntl = None  # type: ignore[assignment]

LOCK = ".lock"
PATIENCE, GLANCE = 20.0, 0.002  # seconds that a lock is waited for, and between two looks


@contextmanager
def alone(folder: Path, name: str = LOCK) -> Iterator[None]:
    """Let one process at a time into the block; where a folder or a system has no locks, all of them."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    try:
        file = (folder / name).open("ab") if fcntl is not None else None
    except OSError:
        file = None
    if file is None:
        yield
        return
    with file:  # the end of the process gives the lock back, too
        held = _held(file)
        try:
            yield
        finally:
            if held:  # and not only by closing it: a process that was forked meanwhile has it open as well
                fcntl.flock(file, fcntl.LOCK_UN)


def _held(file: IO[bytes]) -> bool:
    """Wait for the lock; return whether it is held. A suspended process that holds it delays others by `PATIENCE`."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(GLANCE)
        except OSError:  # a file system without locks
            return False
        else:
            return True
    return False


def _shared_cache() -> Callable[[Any], Any] | None:
    """Return what makes a cache with a lock for a function, None with a Numba that has other inner names."""
    if plain():
        return None
    try:
        from numba.core.caching import FunctionCache
    except ImportError:
        return None

    class SharedCache(FunctionCache):  # type: ignore[misc, unused-ignore]
        """Numba's cache of a function, one process at a time; what cannot be read is removed."""

        def load_overload(self, sig: Any, target_context: Any) -> Any:  # noqa: ANN401 - Numba's own types
            """Return the code for a signature, None without it."""
            with alone(Path(self.cache_path)):
                try:
                    return super().load_overload(sig, target_context)
                except Exception as error:  # a damaged file raises whatever its bytes decode to
                    with suppress(OSError):
                        self.flush()
                    warnings.warn(f"compiled code that cannot be read is made again: {error!r}", stacklevel=2)
            return None

        def save_overload(self, sig: Any, data: Any) -> None:  # noqa: ANN401 - as above
            """Keep the code for a signature; where the disk is full it serves this process all the same."""
            with alone(Path(self.cache_path)), suppress(OSError):
                super().save_overload(sig, data)

    return SharedCache


SHARED = _shared_cache()


def share_cache(dispatcher: Any) -> None:  # noqa: ANN401 - as above
    """Give a function of Numba's a cache that processes share, where there is one."""
    if SHARED is not None and hasattr(dispatcher, "_cache"):
        dispatcher._cache = SHARED(dispatcher.py_func)
