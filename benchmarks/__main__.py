"""List the benchmarks, or run some: `python -m benchmarks drag room`, `python -m benchmarks all`."""

from __future__ import annotations

import importlib
import sys

NAMES = {
    "start": "how soon the server and the first board are there, and how many bytes that takes",
    "drag": "how far the exact answer lags behind a dragged point or slider",
    "room": "what each of thirty people gets who drag at the same time",
    "playback": "frames of the player, a scrub, how soon the figures of a step stand, and bytes on the wire",
    "features": "the feature maps against those of scikit-learn, into a given array and through transform",
    "approximations": "how soon all figures of a page stand after one of its sliders has moved",
    "record_cost": "what it costs to remember a run",
    "train": "how long the trainer takes beside SVC, LIBSVM and scikit-learn-intelex, and how good the answers are",
}


def main(wanted: list[str]) -> int:
    """Run the benchmarks named, all of them for "all", and list them for nothing or an unknown name."""
    chosen = list(NAMES) if wanted == ["all"] else wanted
    if not chosen or not set(chosen) <= NAMES.keys():
        print("python -m benchmarks all, or some of:")
        for name, what in NAMES.items():
            print(f"  {name:<12}{what}")
        return 0 if not chosen else 2
    for name in chosen:
        print(f"== {name}: {NAMES[name]}")
        importlib.import_module(f"benchmarks.{name}").main([])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
