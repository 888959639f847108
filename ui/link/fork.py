"""The fork of a run as a field of a link: fork=12_platt_3-8_branch, where points 3 and 8 move after step 12.

For coordinate descent it names the order of the visits and one coordinate: fork=12_cyclic_3_branch; for LIBSVM's loop
the rule that continues: fork=12_libsvm_3-8_branch.
"""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import structs

from ui.link.codec import BETWEEN, Maybe, OneOf, Several, Whole, decode, encode, part, words
from ui.solve.limits import POINTS, STEPS_OF_A_RUN
from ui.solve.options import FORK_RULES, Fork


@dataclass(frozen=True)
class _Written:
    """The parts of a fork, in their order."""

    step: int = part(0, Whole(0, STEPS_OF_A_RUN - 1))
    rule: str = part(FORK_RULES[0], words(*FORK_RULES))
    picked: tuple[int, ...] | None = part(None, Maybe(Several(Whole(0, POINTS - 1), "-", 1, 2), "rule"))
    shown: bool = part(True, OneOf({"branch": True, "trunk": False}))


def write_fork(fork: Fork) -> str:
    """Return a fork as one word of a link."""
    return encode(_Written(**structs.asdict(fork)))


def read_fork(text: str) -> Fork | None:
    """Return the fork of a word; None for anything else."""
    found = decode(_Written, text) if BETWEEN in text else None  # a step alone does not say which rule continues
    fork = None if found is None else Fork(**vars(found))
    return fork if fork is not None and fork.is_sound else None
