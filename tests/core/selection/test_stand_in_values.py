"""The kernel matrix of a stand-in is computed in row blocks: it equals the kernel's own, and is None if cancelled."""

from __future__ import annotations

import numpy as np
import pytest

from core.problem import FourierMap, Kernel, TaylorGaussian
from core.selection import exact
from core.selection.workspace import values_of
from core.solver import new_cancel_flag
from tests.core.small_problems import cloud

X, _ = cloud(300, seed=2)
KERNELS = [FourierMap(0.7, 41, 3), FourierMap(0.7, 40, 3, paired=True), TaylorGaussian(0.7, 5)]


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_it_is_the_kernel_s_own_within_rounding_and_exactly_symmetric(kernel: Kernel) -> None:
    K = values_of(kernel, X, new_cancel_flag())
    assert K is not None
    assert np.abs(K - kernel.gram(X, X)).max() < 1e-14
    assert np.array_equal(K, K.T)


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
def test_it_ends_at_the_rows_before_which_it_is_cancelled(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    cancel, asked = new_cancel_flag(), list[int]()

    def stopped(flag: object) -> bool:
        asked.append(1)
        if len(asked) == 3:
            cancel[0] = 1
        return bool(cancel[0])

    monkeypatch.setattr("core.selection.workspace.stopped", stopped)
    assert len(X) > 2 * exact.BLOCK
    assert values_of(kernel, X, cancel) is None
    assert len(asked) == 3
