"""The script that finds the numbers of the page about the Taylor kernel, for the state on screen."""

from __future__ import annotations

from ui import taylor
from ui.script import penalty, script
from ui.session import Lab


def reproduction(lab: Lab) -> str:
    """Return a script that measures the errors and trains both kernels with the project's own core."""
    kernel = taylor.kernel_of(lab)
    C = penalty(lab.shared.C)
    return script(
        [
            "from core.problem import TaylorGaussian",
            "from core.view import taylor_cloud, taylor_orders, taylor_sweep",
        ],
        [
            f"X = np.array({taylor.points_of(lab).tolist()!r})",
            f"y = np.array({lab.points.y.tolist()!r})",
            f"kernel = {kernel!r}",
            "print(taylor_cloud(kernel, X))",
            f"print(taylor_orders(X, {kernel.gamma!r}, {kernel.order!r}))",
            f"sweep = taylor_sweep(X, y, {kernel.gamma!r}, {C}, {taylor.window_of(lab)!r})",
            "print(sweep.share, sweep.smallest)",
        ],
    )
