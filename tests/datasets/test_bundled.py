"""All features of the bundled sets: standardised, labelled as on the board, and closed for writing."""

import numpy as np
import pytest

from datasets import CATALOGUE, all_features


@pytest.mark.parametrize(("name", "n", "d"), [("iris", 100, 4), ("wine", 178, 13), ("cancer", 569, 30)])
def test_every_feature_is_there_standardised_with_the_classes_of_the_board(name: str, n: int, d: int) -> None:
    rows = all_features(name)
    assert rows.X.shape == (n, d)
    np.testing.assert_allclose(rows.X.mean(axis=0), 0.0, atol=1e-12)
    np.testing.assert_allclose(rows.X.std(axis=0), 1.0)
    np.testing.assert_array_equal(rows.y, CATALOGUE[name].make().y)
    assert all_features(name) is rows
    with pytest.raises(ValueError, match="read-only"):
        rows.X[0, 0] = 1.0
