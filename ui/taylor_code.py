"""The script that finds the numbers of the page about the Taylor kernel, for the state on screen."""

from __future__ import annotations

from ui import taylor
from ui.script import penalty, script
from ui.session import Lab


def reproduction(lab: Lab) -> str:
    """Return a script that measures the errors and trains both kernels with the project's own core."""
    kernel, options = taylor.kernel_of(lab), taylor.options_of(lab)
    C, at = penalty(lab.shared.C), taylor.pair_of(lab)[0]
    return script(
        [
            "from core.problem import TaylorGaussian",
            "from core.view import taylor_cloud, taylor_orders, taylor_space, taylor_sweep",
        ],
        [
            f"X = np.array({taylor.points_of(lab).tolist()!r})",
            f"y = np.array({lab.points.y.tolist()!r})",
            f"kernel, factors = {kernel!r}, {options.factors!r}  # rho_k = factor_k sigma_0^k",
            f"orders = taylor_orders(X, kernel.gamma, kernel.order, {options.radius!r}, factors)",
            f"sweep = taylor_sweep(X, y, kernel.gamma, {C}, {taylor.window_of(lab)!r}, factors)",
            f"space = taylor_space(X, y, kernel, {C}, np.array({at.tolist()!r}))",
            "print(taylor_cloud(kernel, X), orders)",
            "print(sweep.share, sweep.smallest)",
            "print(space.exponents, space.coefficients, space.norm_by_kernel, space.b)",
        ],
    )
