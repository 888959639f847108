"""The transformers keep scikit-learn's promises, and are the maps of the core."""

from typing import Any

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.datasets import make_moons
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from core.estimators import NystroemFeatures, RandomFourierFeatures, TaylorFeatures
from core.problem import FourierMap, Gaussian, InputError, NystroemMap, Polynomial, TaylorMap

X = np.random.default_rng(0).normal(size=(40, 3))


ASK_FOR_ONE = (
    "check_dont_overwrite_parameters",
    "check_methods_sample_order_invariance",
    "check_methods_subset_invariance",
    "check_fit2d_1sample",
    "check_fit2d_1feature",
    "check_fit2d_predict1d",
)


def refusing(estimator: BaseEstimator) -> dict[str, str]:
    paired = getattr(estimator, "paired", False)
    return dict.fromkeys(ASK_FOR_ONE, "one component is asked for, and pairs need an even number") if paired else {}


@pytest.mark.filterwarnings("ignore::UserWarning")  # the checks ask for more landmarks than they have points
@parametrize_with_checks(
    [
        TaylorFeatures(gamma=0.1),
        RandomFourierFeatures(random_state=0),
        RandomFourierFeatures(n_components=20, paired=True, random_state=0),
        NystroemFeatures(n_components=5, random_state=0),
    ],
    expected_failed_checks=refusing,
)
def test_scikit_learns_own_checks(estimator: BaseEstimator, check: Any) -> None:
    check(estimator)


def test_the_features_are_those_of_the_maps() -> None:
    for transformer, phi in (
        (TaylorFeatures(0.5, 3), TaylorMap(0.5, 3)),
        (TaylorFeatures(0.5, 1, rho=[1.0, 2.0]), TaylorMap(0.5, 1, (1.0, 2.0))),
        (RandomFourierFeatures(0.5, 30, 7), FourierMap(0.5, 30, 7)),
        (RandomFourierFeatures(0.5, 30, 7, paired=True), FourierMap(0.5, 30, 7, True)),
        (NystroemFeatures(gamma=0.5, n_components=8, random_state=3), NystroemMap.choose(Gaussian(0.5), X, 8, 3)),
        (NystroemFeatures(Polynomial(2), n_components=8, random_state=3), NystroemMap.choose(Polynomial(2), X, 8, 3)),
        (NystroemFeatures("poly", n_components=8, random_state=3), NystroemMap.choose(Polynomial(3, 1 / 3), X, 8, 3)),
    ):
        fitted = transformer.fit(X)
        assert fitted.map_ == phi
        assert np.array_equal(fitted.transform(X), phi.features(X))
        assert len(fitted.get_feature_names_out()) == fitted.transform(X).shape[1]


def test_sparse_points_stay_sparse_where_the_map_keeps_zeros() -> None:
    thin = sparse.csr_array(np.where(X > 0.5, X, 0.0))
    for transformer, stays in (
        (TaylorFeatures(0.5, 3), True),
        (RandomFourierFeatures(0.5, 30, 7), False),
        (NystroemFeatures(n_components=8, random_state=3), False),
    ):
        features = transformer.fit(thin).transform(thin)
        assert sparse.issparse(features) == stays
        dense = transformer.fit(thin.toarray()).transform(thin.toarray())
        np.testing.assert_allclose(features.toarray() if stays else features, dense, rtol=1e-11, atol=1e-15)


def test_the_names_of_the_taylor_features_are_the_monomials() -> None:
    fitted = TaylorFeatures(order=2).fit(X[:, :2])
    assert fitted.get_feature_names_out().tolist() == ["1", "x0", "x1", "x0^2", "x0 x1", "x1^2"]
    assert fitted.get_feature_names_out(["u", "v"]).tolist()[-2:] == ["u v", "v^2"]
    with pytest.raises(ValueError, match="length"):
        fitted.get_feature_names_out(["u"])


def test_chance_comes_from_anything_that_scikit_learn_takes() -> None:
    one = RandomFourierFeatures(random_state=np.random.RandomState(5)).fit(X)
    assert one.map_ == RandomFourierFeatures(random_state=np.random.RandomState(5)).fit(X).map_
    assert RandomFourierFeatures().fit(X).map_ != RandomFourierFeatures().fit(X).map_


def test_they_work_in_a_pipeline_and_a_search() -> None:
    points, label = make_moons(200, noise=0.1, random_state=0)
    for features, grid in (
        (TaylorFeatures(gamma=0.5), {"taylorfeatures__order": [1, 4]}),
        (RandomFourierFeatures(random_state=0), {"randomfourierfeatures__gamma": [0.01, 2.0]}),
        (NystroemFeatures(random_state=0, n_components=40), {"nystroemfeatures__gamma": [0.001, 2.0]}),
    ):
        search = GridSearchCV(make_pipeline(features, LogisticRegression(C=100.0, max_iter=2000)), grid, cv=3)
        assert search.fit(points, label).best_score_ > 0.93
        assert next(iter(search.best_params_.values())) in (4, 2.0)


def test_too_many_landmarks_are_all_points_and_wrong_parameters_are_refused() -> None:
    with pytest.warns(UserWarning, match="all are landmarks"):
        assert len(NystroemFeatures(random_state=0).fit(X).map_.landmarks) == 40
    odd = RandomFourierFeatures(n_components=3, paired=True)
    for wrong in (TaylorFeatures(order=-1), odd, TaylorFeatures(gamma=-1.0)):
        with pytest.raises(InputError):
            wrong.fit(X)
    with pytest.raises(ValueError, match="rbf"):
        NystroemFeatures("cosine", n_components=5).fit(X)
