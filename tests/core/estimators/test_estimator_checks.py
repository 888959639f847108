"""The machines keep scikit-learn's promises, checked by scikit-learn."""

from typing import Any

from sklearn.base import BaseEstimator
from sklearn.utils.estimator_checks import parametrize_with_checks

from core.estimators import SVC, SVR, NuSVC, NuSVR, OneClassSVM

# A weight of 2 is a point twice: but not for the variance in gamma="scale", and only to the tolerance.
EXACT: dict[str, Any] = {"gamma": "auto", "tol": 1e-10}
WEIGHTS = ("check_sample_weight_equivalence_on_dense_data", "check_sample_weight_equivalence_on_sparse_data")


def refusing(estimator: BaseEstimator) -> dict[str, str]:
    """Return what scikit-learn's own machines do not keep either; it lists more."""
    failing = {}
    if isinstance(estimator, NuSVC):
        failing["check_class_weight_classifiers"] = "class_weight has no effect in nu-SVC"
        failing |= dict.fromkeys(WEIGHTS, "nu = 0.5 is infeasible for the classes of this check")
    if isinstance(estimator, SVC) and estimator.gamma == "scale" and estimator.kernel == "rbf":
        failing |= dict.fromkeys(WEIGHTS, "gamma is the variance of the points without their weights")
    if isinstance(estimator, OneClassSVM):
        failing |= dict.fromkeys(WEIGHTS, "free support vectors lie on the plane, and rounding gives them a sign")
    return failing


@parametrize_with_checks(
    [
        SVC(),
        SVC(**EXACT),
        SVC(kernel="precomputed"),
        NuSVC(),
        SVR(**EXACT),
        NuSVR(**EXACT),
        OneClassSVM(**EXACT),
    ],
    expected_failed_checks=refusing,
)
def test_scikit_learns_own_checks(estimator: BaseEstimator, check: Any) -> None:
    check(estimator)
