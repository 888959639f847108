"""Measure the sections of `assets/results.json`, individually or all, and write them to the file.

``python -m benchmarks results`` measures ratios and growth; ``--data FOLDER`` adds the public sets, and with them the
paper's experiment. ``--fetch`` first downloads those on the LIBSVM data page into that folder. ``--only ratios``
measures one section and leaves the others unchanged; ``--quick`` uses the small rows only.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

from benchmarks.occasion import PACKAGES, RIVALS, begun, ended
from benchmarks.results import growth, paper, ratios
from benchmarks.results.fetch import PAGE, fetch
from pages.results.measurements import RESULTS, SECTIONS, Measurements, SectionTaken
from ui.page.measured.file import MeasuredFile


def main(arguments: list[str]) -> int:
    """Run the requested sections; each is written as soon as it is measured."""
    parser = argparse.ArgumentParser(
        "python -m benchmarks results", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, help="folder with public sets, plain, .xz or .bz2")
    parser.add_argument("--fetch", action="store_true", help="download into that folder what is not there")
    parser.add_argument("--page", default=PAGE, help="where from")
    parser.add_argument("--only", choices=SECTIONS, help="one section")
    parser.add_argument("--quick", action="store_true", help="small rows only")
    parser.add_argument("--into", type=Path, default=RESULTS.path, help="the file")
    options = parser.parse_args(arguments)
    file = replace(RESULTS, path=options.into)
    if (why := file.read().why) not in (None, "missing"):
        print(f"{file.path} is {why}; what it holds would be lost, so nothing is measured")
        return 1
    if options.fetch:
        if options.data is None:
            parser.error("--fetch needs --data FOLDER")
        options.data.mkdir(parents=True, exist_ok=True)
        print("\n".join(fetch(options.data, options.page)))
    with threadpool_limits(1):
        for section in (options.only,) if options.only else SECTIONS:
            measure(section, options.data, options.quick, file)
    return 0


def measure(section: str, folder: Path | None, quick: bool, file: MeasuredFile[Measurements]) -> None:
    """Measure one section and write it to the file, with the others unchanged."""
    if section == "paper" and folder is None:
        print("== paper: needs --data FOLDER; what the file holds of it stays")
        return
    print(f"== {section}")
    taken, began = occasion(section, folder is not None, quick), time.perf_counter()
    parts: Iterable[Any]
    if section == "ratios":
        parts = ratios.ratios(taken, folder, quick)
    elif section == "paper":
        parts = [paper.paper(taken, folder, quick)]
    else:
        parts = [growth.growth(taken, quick)]
    for part in parts:
        measured: dict[str, Any] = {section: replace(part, taken=ended(taken, began))}
        file.write(replace(file.read().content or Measurements(), **measured))
    print(f"{section}: {time.perf_counter() - began:.0f} s, load {taken.load_before:.2f} before")


def occasion(section: str, data: bool, quick: bool) -> SectionTaken:
    """Return the current time and machine, before any measurement."""
    command = f"python -m benchmarks results{' --data FOLDER' if data else ''} --only {section}{' --quick' * quick}"
    return begun(SectionTaken, command, (*PACKAGES, *RIVALS), quick=quick)
