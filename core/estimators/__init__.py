"""The core behind scikit-learn's API: maps and machines that fit into its pipelines, searches and checks."""

from core.estimators.features import NystroemFeatures, RandomFourierFeatures, TaylorFeatures

__all__ = ["NystroemFeatures", "RandomFourierFeatures", "TaylorFeatures"]
