"""What the lab takes, in one table: points, steps, penalties and bytes."""

from __future__ import annotations

from typing import Final

from datasets import MOST_POINTS

POINTS: Final = MOST_POINTS  # on the board
POINTS_IN_LINK: Final = 200
USUAL_C: Final = 10.0
LARGEST_C: Final = 1e100  # sums of C over all points must stay finite
LARGEST_EPSILON: Final = 1e6  # of a tube, in a link; a slider goes to the height of a window
FARTHEST: Final = 1e6  # a place that a control takes: of a handle, a shift, the radius of a ball
STEPS_OF_A_SOLVE: Final = 200_000  # that somebody is waiting for; at 2,000 points that is about 1.5 s
SHARED_WORK: Final = 200 * STEPS_OF_A_SOLVE  # steps times points of each solve where a page waits for several
STEPS_OF_A_RUN: Final = 10_000  # that a player keeps
PICKED_PAIRS: Final = 100  # by hand; a link of 200 points with them stays within what mail and chats carry
POINTS_WALKED: Final = (
    600  # on which four solvers stand in for a kernel; of that many they take some five seconds of one processor
)
POINTS_OF_MACHINES: Final = (
    400  # for which several machines are trained at once; regression has twice as many multipliers
)
POINTS_LEFT_OUT: Final = 200  # of which each is left out in turn
POINTS_IN_PAIRS: Final = 200  # whose kernel values are looked at one by one: 20,100 of them, in some 5 ms
POINTS_COMPARED: Final = 100  # for which a library minimises the same objective
POINTS_OF_A_BOUND: Final = 100  # at which a bound of the stability is held against what is measured
POINTS_MAPPED: Final = 120  # with which the map of gamma and C is walked at once
COMPONENTS: Final = 4000  # of random features, on every page; a map of 200 points takes 50 ms there
COMPONENTS_CHOSEN: Final = (
    400  # where their matrix is decomposed for every gamma and fold: some hundredths of a second each
)
COMPONENTS_MAPPED: Final = 150  # with which the map of gamma and C is walked at once
FEATURES: Final = 2_000_000  # of all points together, where coordinate descent is recorded: 16 MB, some 50 ms to make
POINTS_TWICE: Final = 200  # for which a kernel's own dual is solved beside that of its features: 0.2 s, of 400 0.5 s
POINTS_TRIED: Final = 500  # for which values of an approximation are tried: each training 0.1 s, the longest 0.35 s
LARGEST_SEED: Final = 9999  # of everything that is drawn at random
GAMMAS: Final = 9  # side by side
LARGEST_STEP: Final = 1 << 20  # that a message may name; a run that is kept is shorter
ORDER: Final = 30  # of a Taylor kernel: its coefficients end where float64 does


def steps_of_one(count: int) -> int:
    """Return the limit of a solve of `count` points that is one of several which a page waits for."""
    return min(STEPS_OF_A_SOLVE, SHARED_WORK // max(count, 1))
