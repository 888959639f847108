"""The core behind scikit-learn's API: maps and machines that fit into its pipelines, searches and checks."""

from core.estimators.classifiers import SVC, NuSVC
from core.estimators.features import NystroemFeatures, RandomFourierFeatures, TaylorFeatures
from core.estimators.kernel_ridge import KernelRidge
from core.estimators.linear_svc import LinearSVC
from core.estimators.one_class_svm import OneClassSVM
from core.estimators.regressors import SVR, NuSVR

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
]
