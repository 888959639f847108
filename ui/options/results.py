"""What the page of results shows first, as a value and as a field of a link: sklearn_memory-n."""

from __future__ import annotations

from typing import NamedTuple

RIVALS = ("sklearn", "library", "sklearnex", "all")  # scikit-learn; LIBSVM and LIBLINEAR; scikit-learn-intelex
GROWTHS = ("memory-n", "seconds-d", "memory-d")


class ResultsOptions(NamedTuple):
    """What the visitor chose."""

    rival: str = "sklearn"
    growth: str = "memory-n"


def write_options(options: ResultsOptions) -> str:
    """Return the options as one word of a link."""
    return "_".join(options)


def read_options(text: str) -> ResultsOptions | None:
    """Return the options that a link carries; None for anything else."""
    rival, _, growth = text.partition("_")
    return ResultsOptions(rival, growth) if rival in RIVALS and growth in GROWTHS else None
