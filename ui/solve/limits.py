"""The limits of the lab in one table: points, steps, penalties, bytes, and the ranges of the pages' numbers."""

from __future__ import annotations

from typing import Final

from datasets import MOST_POINTS

POINTS: Final = MOST_POINTS  # on the board
POINTS_IN_LINK: Final = 200
USUAL_C: Final = 10.0
USUAL_LENS: Final = 1e-3  # the tolerance of m - M that opens: LIBSVM's default
LARGEST_C: Final = 1e100  # the sum of C over all points must stay finite
LARGEST_EPSILON: Final = 1e6  # of a tube, in a link; the slider ends at the height of the window
FARTHEST: Final = 1e6  # coordinate that a control accepts: of a handle, a shift, the radius of a ball
STEPS_OF_A_SOLVE: Final = 200_000  # while a visitor waits; at 2,000 points that is about 1.5 s
SHARED_WORK: Final = 200 * STEPS_OF_A_SOLVE  # steps times points of each solve if a page waits for several
STEPS_OF_A_RUN: Final = 10_000  # that a player keeps
STEPS_OF_A_LENS: Final = 100_000  # of the run that serves every tolerance: 7 MB, and at 200 points some 0.1 s
PAIRS_OF_A_RUN: Final = 40_000_000  # looked at by a rule that looks at all of them in each step: at most some 1 s
PICKED_PAIRS: Final = 100  # by hand; a link with them and 200 points is short enough for mail and chats
POINTS_WALKED: Final = (
    600  # for which four approximations are compared with the kernel, in some five seconds of one processor
)
POINTS_FACTORED_TWICE: Final = 600  # up to which a visit factors the singular matrices of three curves
POINTS_OF_MACHINES: Final = (
    400  # for which several machines are trained at once; regression has twice as many multipliers
)
CLASSES_ON_FEATURES: Final = 10  # for one-vs-one machines on features, when a run of a paper is repeated live
POINTS_LEFT_OUT: Final = 200  # of which each is left out in turn
POINTS_OF_METHODS: Final = 300  # for which four kernels search the map of gamma and C, in about half a minute
POINTS_IN_PAIRS: Final = 200  # whose kernel values are examined one by one: 20,100 of them, in some 5 ms
POINTS_COMPARED: Final = 100  # for which a library minimises the same objective
POINTS_OF_A_BOUND: Final = 100  # at which a stability bound is compared with the measured change
POINTS_MAPPED: Final = 120  # up to which the map of gamma and C is computed without asking
COMPONENTS: Final = 4000  # of random features, on every page; a map of 200 points takes 50 ms there
COMPONENTS_CHOSEN: Final = (
    1000  # where their matrix is solved for every gamma, C and fold: 17 s for all of them, and 20 minutes for 4000
)
COMPONENTS_DECOMPOSED: Final = 512  # for which all C share one decomposition; beyond, each C is solved for
COMPONENTS_MAPPED: Final = 150  # up to which the map of gamma and C is computed without asking
FEATURES: Final = 2_000_000  # of all points together, for a run of coordinate descent: 16 MB, computed in some 50 ms
POINTS_TWICE: Final = 800  # for which a second machine is trained while a slider moves, or by a second rule
LANDMARKS_TAKEN: Final = 500  # landmarks of the Nystroem kernel
FEATURES_OF_A_BUDGET: Final = 1000  # per point, of each of several maps
MONOMIALS_DRAWN: Final = 10  # of a map at once; their powers are limited like the order of a Taylor kernel
STEPS_OF_AN_ORDER: Final = 20_000  # of the training with one order of a Taylor kernel; a page waits for all orders
LARGEST_SEED: Final = 9999  # of everything random
GAMMAS: Final = 9  # side by side
LARGEST_STEP: Final = 1 << 20  # accepted in a message; stored runs are shorter
ORDER: Final = 30  # of a Taylor kernel: limited by the range of float64
WHOLE_IN_LINK: Final = LARGEST_SEED  # the index of a point or an order, before it is checked against points and map
PAIRS_OF_A_RACE: Final = 20_000  # steps of SMO beside coordinate descent: a visitor waits for both runs
VISITS_OF_A_RACE: Final = 100_000  # of a coordinate, which costs less than a step of SMO
POINTS_OF_ALL_ORDERS: Final = 400  # up to which every order of a Taylor kernel is trained without asking
POINTS_LEFT_OUT_UNASKED: Final = 300  # up to which the leave-one-out errors of all panels are found without asking
ENTRIES_LEFT_OUT_UNASKED: Final = (
    3e8  # entries of K read by all those solves, some 3 s; C = 10,000 on noise reads 100 times as many
)
POINTS_LEFT_OUT_LIVE: Final = 100  # up to which the leave-one-out errors of a panel follow a hand
ENTRIES_LEFT_OUT_LIVE: Final = 1e6  # entries of K read by those solves of a panel: 10 ms, and as much to begin them
POINTS_OF_A_FINE_PATH: Final = 80  # up to which a path over C is drawn at the larger number of values
VALUES_ON_A_PATH: Final = (120, 50)  # of C, besides breakpoints: of a fine path, and of one with more points

# ---- the ranges of the pages' numbers: in links, and of sliders where they are narrower ----

GAMMA: Final = (1e-6, 1e6)  # of every kernel
GAMMA_SLIDER: Final = (1e-3, 1e3)
C_SLIDER: Final = (1e-3, 1e5)
CLASS_WEIGHT: Final = (1e-3, 1e3)  # the factor of C for one class; balanced weights of 2,000 points lie within
FARTHEST_ALPHA: Final = 2.0 * LARGEST_C * CLASS_WEIGHT[1]  # of a point that a hand puts into the plane of a pair
DEGREE: Final = (1, 10)  # of a polynomial kernel
ZETA: Final = (-100, 100)  # its constant term; below 0 the polynomial is no kernel in general
ZETA_OF_A_MAP: Final = (0, 100)  # of the polynomial as an inner product of features
ZETA_SLIDER: Final = (-2, 10)
R_OF_A_SIGMOID: Final = (-100, 100)
R_SLIDER: Final = (-5, 5)
ORDER_SLIDER: Final = (0, 20)
COMPONENTS_SLIDER: Final = (1, 1000)  # a browser draws as many at once
LANDMARKS_SLIDER: Final = (1, 100)
SEED_SLIDER: Final = (0, 99)
LAMBDA: Final = (1e-9, 1e6)  # of ridge regression, if not 0
LAMBDA_SLIDER: Final = (1e-3, 1e3)
THRESHOLD: Final = (-1e6, 1e6)  # of f, from which on the class is +1
THRESHOLD_SLIDER: Final = (-3.0, 3.0)
UNIT_FACTOR: Final = (1e-6, 1e6)  # of one feature in another unit
UNIT_FACTOR_SLIDER: Final = (1e-3, 1e3)
FOLDS: Final = (2, 10)  # of a validation: at least one to train on and one to test
SECONDS: Final = (1e-4, 1e3)  # budget of each strategy of choosing
SECONDS_UNSAID: Final = 3.0  # up to which the map is computed without showing the expected time
SECONDS_SLIDER: Final = (1e-3, 10.0)  # its right end is the default
LENS: Final = (1e-9, 1e-1)  # tolerances of m - M that are compared with the tightest of them
NU: Final = (1e-4, 1.0)  # a share of the points; nu = 0 leaves every alpha at 0
SMALLEST_NU_OF_SLIDER: Final = 0.01
LENGTH_OF_W: Final = (0.2, 3.0)  # of a line set by hand: the axis of its margins ends with the longest
LENGTHS_OF_W: Final = (1e-4, 1e4)  # of a line that is let go: it may lie beyond the ends of that slider
TOY: Final = 100.0  # largest absolute coordinate, multiplier or parameter of a toy problem
EXAMPLE_POINT: Final = (0.0, 6.0)  # coordinates of the movable point of Li's example 7.1
GUESSED_PLANE: Final = (-6.0, 6.0)  # w and b of a guess in Li's exercise 7.2
EXERCISE_C: Final = (0.05, 5.0)  # penalty of the soft margin on the points of that exercise
FACTOR_OF_RHO: Final = (1e-6, 1e6)  # rho_k in units of sigma_0^k; it is 1 in the printed kernel
SMALLEST_RADIUS: Final = 1e-6  # of a ball: one of radius 0 has no interior
GAMMA_OF_A_MAP: Final = (1e-3, 1e3)  # of the sampled polynomial map: the range of the gamma slider
GAMMA_OF_A_SERIES: Final = (1e-3, 10.0)  # above it exp(-gamma |x|^2) vanishes for |x| >= 1, and nothing is left to draw
ORDER_OF_A_PLANE_MAP: Final = (1, 10)  # at least three coordinates to draw, at most 66 to choose from
ORDER_OF_A_LINE_MAP: Final = (2, ORDER)  # at least three coordinates
EXPONENT_OF_A_POWER: Final = (0, 64)  # of powi
LETTERS_OF_OPTIONS: Final = 120  # of svm-train
STEPS_OF_A_MERGE: Final = (0, 8)  # of two lists of four nodes
SUPPORT_DRAWN: Final = 2_000  # support vectors of a model file
LETTERS_OF_A_WORD: Final = 40  # a link carries every word
LETTERS_OF_A_LIST: Final = 300  # of words, of one class
SUBSEQUENCE: Final = (1, 8)  # letters, on the page of strings
DECAY: Final = (0.05, 1.0)  # of the string kernel, there
TERMS_CHANGED: Final = 60  # of f, each with a factor of its own: a link carries them
FACTOR_OF_TERM: Final = (0.0, 3.0)
POINTS_CALIBRATED: Final = 300  # for which a page trains 36 machines on folds: 0.1 s for 120 points, 0.5 s for these
TRAININGS_CALIBRATED: Final = 36  # that share the steps of one solve
THRESHOLD_OF_P: Final = (0.01, 0.99)
STEPS_WALKED: Final = (0, 100)  # of Newton's method, and sweeps of the coupling: no run is longer
PAIR_PROBABILITY: Final = (0.0, 1.0)
LARGEST_WIDTH: Final = 1e6  # half of an interval around a regression, in a link
POINTS_TIMED: Final = 400  # on which several trainings are timed while a visitor waits
HIGHEST_DEGREE: Final = 40  # whose kernel values are drawn as logarithms; nothing is trained there
SUBSEQUENCES_MAPPED: Final = 5_000  # ways to choose letters, for a table of every feature: 10 ms
LETTERS_OF_A_MATRIX: Final = 2_000_000  # pasted
POINTS_AGAINST_THE_REST: Final = 400  # up to which each class has a machine against all others: 6 in 20 ms
POINTS_JUDGED: Final = 400  # whose matrix is decomposed for its eigenvalues: 15 ms
EXPONENT: Final = (0.1, 4.0)  # of a distance, in a kernel made of distances
ORDER_OF_A_RULE: Final = (1, 20)  # the exponent of a power of a kernel, or the last term of its exponential


def steps_of_one(count: int, of: int = 1) -> int:
    """Return the step limit of a solve of `count` points that is one of several for which a page waits.

    If there are very many solves, `of` of them share the work of one.
    """
    return min(STEPS_OF_A_SOLVE, SHARED_WORK // max(count, 1)) // of
