"""When, where and under which load a benchmark runs, for the file with its numbers."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import time
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from ui.page.measured.file import Occasion

PACKAGES = ("numpy", "scipy", "numba", "scikit-learn")
RIVALS = ("libsvm-official", "liblinear-official", "scikit-learn-intelex")

Taken = TypeVar("Taken", bound=Occasion)


def begun(kind: type[Taken], command: str, packages: Iterable[str] = PACKAGES, **more: Any) -> Taken:  # noqa: ANN401
    """Return the current time and machine, before any measurement; `more` are the other fields of the kind."""
    versions = {name: version for name in packages if (version := _version(name))}
    return kind(
        date=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M"),
        seconds=0.0,
        command=command,
        machine=processor(),
        cores=os.cpu_count() or 1,
        system=platform.system(),
        versions={"python": platform.python_version(), **versions},
        load_before=os.getloadavg()[0],
        load_after=0.0,
        **more,
    )


def ended(taken: Taken, began: float) -> Taken:
    """Return the occasion with its duration, given the reading of `time.perf_counter` at its beginning."""
    return replace(taken, seconds=time.perf_counter() - began, load_after=os.getloadavg()[0])


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def processor() -> str:
    """Return the name of the processor."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text(encoding="utf-8").splitlines() if cpuinfo.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
