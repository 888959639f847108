"""A script that reproduces the numbers of the page about the Taylor kernel for the state on screen."""

from __future__ import annotations

from pages.taylor.question import Question
from ui.page.end.script import penalty, script
from ui.solve.limits import STEPS_OF_AN_ORDER


def reproduction(asked: Question) -> str:
    """Return a script that measures the errors and trains both kernels with the project's own core."""
    options, C, at = asked.options, penalty(asked.C), asked.pair[0]
    return script(
        [
            "from core.problem import TaylorGaussian",
            "from core.topics.taylor.experiment import taylor_space, taylor_sweep",
            "from core.topics.taylor.view import taylor_cloud, taylor_orders",
        ],
        [
            f"X = np.array({asked.X.tolist()!r})",
            f"y = np.array({asked.y.tolist()!r})",
            f"kernel, factors = {asked.kernel!r}, {options.factors!r}  # rho_k = factor_k sigma_0^k",
            f"orders = taylor_orders(X, kernel.gamma, kernel.order, {options.radius!r}, factors)",
            f"sweep = taylor_sweep(X, y, {asked.last!r}, {C}, {asked.square!r}, {STEPS_OF_AN_ORDER})",
            f"space = taylor_space(X, y, kernel, {C}, np.array({at.tolist()!r}), {STEPS_OF_AN_ORDER})",
            "print(taylor_cloud(kernel, X), orders)",
            "print(sweep.share, sweep.smallest)",
            "print(space)",
        ],
    )
