"""The core behind scikit-learn's API: maps and machines for its pipelines, searches and checks.

Every fit of a support vector machine ends: at the tolerance, where rounding stops it, or after S steps.
S is `max_iter`, or max(10^7, 100 N) if that is -1, with N = n variables, or 2 n for regression; each epoch of
`LinearSVC` counts as n steps. With d coordinates, or as many features, S steps may take

    5 s + 3 S (10 us + 0.2 us N (1 + d / 100)),

and nearly all fits take milliseconds. A fit that ends before the tolerance warns, with the distance from it.
`KernelRidge` solves one system of n equations, by n^3 / 3 multiplications for each penalty.
"""

from .classifiers import SVC, NuSVC
from .features import NystroemFeatures, RandomFourierFeatures, TaylorFeatures
from .kernel_ridge import KernelRidge
from .libsvm_file import answer_to_libsvm, from_libsvm, to_libsvm
from .libsvm_points import points_from_libsvm, points_to_libsvm
from .linear_svc import LinearSVC
from .one_class_svm import OneClassSVM
from .regressors import SVR, NuSVR

__all__ = [
    "SVC",
    "SVR",
    "KernelRidge",
    "LinearSVC",
    "NuSVC",
    "NuSVR",
    "NystroemFeatures",
    "OneClassSVM",
    "RandomFourierFeatures",
    "TaylorFeatures",
    "answer_to_libsvm",
    "from_libsvm",
    "points_from_libsvm",
    "points_to_libsvm",
    "to_libsvm",
]
