"""What the lab takes, in one table: points, steps, penalties, bytes, and the ranges of the numbers of its pages."""

from __future__ import annotations

from typing import Final

from datasets import MOST_POINTS

POINTS: Final = MOST_POINTS  # on the board
POINTS_IN_LINK: Final = 200
USUAL_C: Final = 10.0
LARGEST_C: Final = 1e100  # sums of C over all points must stay finite
LARGEST_EPSILON: Final = 1e6  # of a tube, in a link; a slider goes to the height of a window
FARTHEST: Final = 1e6  # a place that a control takes: of a handle, a shift, the radius of a ball
STEPS_OF_A_SOLVE: Final = 200_000  # while a visitor waits; at 2,000 points that is about 1.5 s
SHARED_WORK: Final = 200 * STEPS_OF_A_SOLVE  # steps times points of each solve where a page waits for several
STEPS_OF_A_RUN: Final = 10_000  # that a player keeps
PICKED_PAIRS: Final = 100  # by hand; a link of 200 points with them stays within what mail and chats carry
POINTS_WALKED: Final = (
    600  # on which four solvers stand in for a kernel; of that many they take some five seconds of one processor
)
POINTS_FACTORED_TWICE: Final = 600  # up to which a visit factors the singular matrices of three curves
POINTS_OF_MACHINES: Final = (
    400  # for which several machines are trained at once; regression has twice as many multipliers
)
CLASSES_ON_FEATURES: Final = 10  # of which every two have a machine on features, where a run of a paper is made now
POINTS_LEFT_OUT: Final = 200  # of which each is left out in turn
POINTS_IN_PAIRS: Final = 200  # whose kernel values are looked at one by one: 20,100 of them, in some 5 ms
POINTS_COMPARED: Final = 100  # for which a library minimises the same objective
POINTS_OF_A_BOUND: Final = 100  # at which a bound of the stability is held against what is measured
POINTS_MAPPED: Final = 120  # with which the map of gamma and C is walked at once
COMPONENTS: Final = 4000  # of random features, on every page; a map of 200 points takes 50 ms there
COMPONENTS_CHOSEN: Final = (
    1000  # where their matrix is solved for every gamma, C and fold: 17 s for all of them, and 20 minutes for 4000
)
COMPONENTS_DECOMPOSED: Final = 512  # for which all C share one decomposition; beyond, each C is solved for
COMPONENTS_MAPPED: Final = 150  # with which the map of gamma and C is walked at once
FEATURES: Final = 2_000_000  # of all points together, where coordinate descent is recorded: 16 MB, some 50 ms to make
POINTS_TWICE: Final = 800  # for which a second machine is trained while a slider moves, or by another rule
LANDMARKS_TAKEN: Final = 500  # points that a kernel is seen from
FEATURES_OF_A_BUDGET: Final = 1000  # of a point, each of several maps
MONOMIALS_DRAWN: Final = 10  # of a map at once; their powers end as the order of a Taylor kernel does
STEPS_OF_AN_ORDER: Final = 20_000  # of the training with one order of a Taylor kernel, of which a page waits for all
LARGEST_SEED: Final = 9999  # of everything that is sampled at random
GAMMAS: Final = 9  # side by side
LARGEST_STEP: Final = 1 << 20  # that a message may name; a run that is kept is shorter
ORDER: Final = 30  # of a Taylor kernel: its coefficients end where float64 does
WHOLE_IN_LINK: Final = LARGEST_SEED  # a place of a point or an order, before it is checked against points and map
PAIRS_OF_A_RACE: Final = 20_000  # steps of SMO beside coordinate descent: a visitor waits for both runs
VISITS_OF_A_RACE: Final = 100_000  # of a coordinate, which costs less than a step of SMO
POINTS_OF_ALL_ORDERS: Final = 400  # up to which every order of a Taylor kernel is trained without asking
POINTS_LEFT_OUT_UNASKED: Final = 300  # up to which the leave-one-out errors of all panels are found without asking
ENTRIES_LEFT_OUT_UNASKED: Final = (
    3e8  # of K that all those solves may read, some 3 s; C = 10,000 on noise reads 100 times that
)
POINTS_OF_A_FINE_PATH: Final = 80  # up to which a path over C is drawn at the larger number of values
VALUES_ON_A_PATH: Final = (120, 50)  # of C, beside breakpoints: of a fine path, and of one with more points

# ---- from where to where a number of a page reaches: in a link, and of a slider where that is less ----

GAMMA: Final = (1e-6, 1e6)  # of every kernel
GAMMA_SLIDER: Final = (1e-3, 1e3)
C_SLIDER: Final = (1e-3, 1e5)
DEGREE: Final = (1, 10)  # of a polynomial kernel
ZETA: Final = (0, 100)  # its constant term
ZETA_SLIDER: Final = (0, 10)
R_OF_A_SIGMOID: Final = (-100, 100)
R_SLIDER: Final = (-5, 5)
ORDER_SLIDER: Final = (0, 20)
COMPONENTS_SLIDER: Final = (1, 1000)  # a browser draws as many at once
LANDMARKS_SLIDER: Final = (1, 100)
SEED_SLIDER: Final = (0, 99)
LAMBDA: Final = (1e-9, 1e6)  # of ridge regression, where it is not 0
LAMBDA_SLIDER: Final = (1e-3, 1e3)
FOLDS: Final = (2, 10)  # of a validation: one to train on and one to judge at least
SECONDS: Final = (1e-4, 1e3)  # that each strategy of choosing may spend
SECONDS_UNSAID: Final = 3.0  # that a walk over the map may take without having been announced
SECONDS_SLIDER: Final = (1e-3, 10.0)  # its right end is also where it stands without a choice
NU: Final = (1e-4, 1.0)  # a share of the points; nu = 0 leaves every alpha at 0
SMALLEST_NU_OF_SLIDER: Final = 0.01
LENGTH_OF_W: Final = (0.2, 3.0)  # of a line laid by hand: the axis of its margins ends with the longest
TOY: Final = 100.0  # coordinates, multipliers and parameters of a small program, to either side of 0
EXAMPLE_POINT: Final = (0.0, 6.0)  # coordinates of the point of Li's example 7.1 that may be moved
GUESSED_PLANE: Final = (-6.0, 6.0)  # w and b of a guess in Li's exercise 7.2
FACTOR_OF_RHO: Final = (1e-6, 1e6)  # rho_k in units of sigma_0^k, for which the printed kernel has 1
SMALLEST_RADIUS: Final = 1e-6  # of a ball: one of radius 0 has no inside
GAMMA_OF_A_MAP: Final = (1e-3, 1e3)  # of the sampled polynomial map: as far as the slider of gamma
GAMMA_OF_A_SERIES: Final = (1e-3, 10.0)  # beyond it exp(-gamma |x|^2) leaves nothing to draw where |x| is 1 or more
ORDER_OF_A_PLANE_MAP: Final = (1, 10)  # at least three coordinates to draw, at most 66 to choose from
ORDER_OF_A_LINE_MAP: Final = (2, ORDER)  # at least three coordinates


def steps_of_one(count: int, of: int = 1) -> int:
    """Return the limit of a solve of `count` points that is one of several which a page waits for.

    Where there are very many, every so many of them, `of`, have the work of one.
    """
    return min(STEPS_OF_A_SOLVE, SHARED_WORK // max(count, 1)) // of
