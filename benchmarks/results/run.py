"""Measure the sections of `assets/results.json`, each alone or all, and put them into the file.

``python -m benchmarks results`` measures ratios and growth; ``--data FOLDER`` brings the public sets, and with them the
paper's experiment. ``--fetch`` downloads those that the LIBSVM data page has into that folder first. ``--only ratios``
measures one section and leaves the others as they are; ``--quick`` takes the small rows only.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import platform
import time
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

from benchmarks.results import growth, paper, ratios
from benchmarks.results.fetch import PAGE, fetch
from pages.results.measurements import (
    RESULTS,
    SECTIONS,
    Measurements,
    SectionTaken,
    from_json,
    read_measurements,
    to_json,
)

PACKAGES = ("numpy", "scipy", "numba", "scikit-learn", "libsvm-official", "liblinear-official", "scikit-learn-intelex")


def main(arguments: list[str]) -> int:
    """Run what is asked for, section by section; each is written as soon as it is measured."""
    parser = argparse.ArgumentParser(
        "python -m benchmarks results", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, help="folder with public sets, plain, .xz or .bz2")
    parser.add_argument("--fetch", action="store_true", help="download into that folder what is not there")
    parser.add_argument("--page", default=PAGE, help="where from")
    parser.add_argument("--only", choices=SECTIONS, help="one section")
    parser.add_argument("--quick", action="store_true", help="small rows only")
    parser.add_argument("--into", type=Path, default=RESULTS, help="the file")
    asked = parser.parse_args(arguments)
    if asked.fetch:
        if asked.data is None:
            parser.error("--fetch needs --data FOLDER")
        asked.data.mkdir(parents=True, exist_ok=True)
        print("\n".join(fetch(asked.data, asked.page)))
    with threadpool_limits(1):
        for section in (asked.only,) if asked.only else SECTIONS:
            measure(section, asked.data, asked.quick, asked.into)
    return 0


def measure(section: str, folder: Path | None, quick: bool, into: Path) -> None:
    """Measure one section and put it into the file."""
    if section == "paper" and folder is None:
        print("== paper: needs --data FOLDER; what the file holds of it stays")
        return
    print(f"== {section}")
    taken, begun = occasion(section, folder is not None, quick), time.perf_counter()
    parts: Iterable[Any]
    if section == "ratios":
        parts = ratios.ratios(taken, folder, quick)
    elif section == "paper":
        parts = [paper.paper(taken, folder, quick)]
    else:
        parts = [growth.growth(taken, quick)]
    for done in parts:
        after = replace(taken, seconds=time.perf_counter() - begun, load_after=os.getloadavg()[0])
        write(merged(read_measurements(into), section, replace(done, taken=after)), into)
    print(f"{section}: {time.perf_counter() - begun:.0f} s, load {taken.load_before:.2f} before")


def occasion(section: str, data: bool, quick: bool) -> SectionTaken:
    """Return when and where this is, with nothing measured yet."""
    words = f"python -m benchmarks results{' --data FOLDER' if data else ''} --only {section}{' --quick' * quick}"
    versions = {name: found for name in PACKAGES if (found := _version(name))}
    return SectionTaken(
        date=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M"),
        seconds=0.0,
        command=words,
        quick=quick,
        machine=processor(),
        cores=os.cpu_count() or 1,
        system=platform.system(),
        versions={"python": platform.python_version(), **versions},
        load_before=os.getloadavg()[0],
        load_after=0.0,
    )


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def processor() -> str:
    """Return the name of the processor."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def merged(measurements: Measurements, section: str, measured: Any) -> Measurements:  # noqa: ANN401 - one of the sections
    """Return the measurements with one section replaced, and the others as they were."""
    return replace(measurements, **{section: measured})


def write(measurements: Measurements, into: Path) -> None:
    """Write the measurements, having read back that it is one."""
    text = to_json(measurements)
    from_json(text)
    into.write_text(text, encoding="utf-8")
