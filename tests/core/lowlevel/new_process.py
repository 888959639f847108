"""Python once more, with an environment of its own: what a process keeps for the next one, and what it does not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import core

HOME = Path(core.__path__[0]).parent


def in_a_new_process(environment: dict[str, str], code: str, *arguments: str, home: Path = HOME) -> str:
    """Return what the code prints when it runs with these arguments, on the sources in `home`."""
    ended = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONPATH": str(home), **environment},
        cwd=home,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout
