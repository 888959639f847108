"""A script that reproduces the numbers of the page about the Taylor kernel for the state on screen."""

from __future__ import annotations

from pages.taylor.question import Question
from ui.page.end.script import penalty, script
from ui.solve.limits import STEPS_OF_AN_ORDER


def reproduction(question: Question) -> str:
    """Return a script that measures the errors and trains both kernels with the project's own core."""
    options, C, at = question.options, penalty(question.C), question.pair[0]
    return script(
        [
            "from core.problem import TaylorGaussian",
            "from core.topics.taylor.experiment import taylor_space, taylor_sweep",
            "from core.topics.taylor.view import taylor_cloud, taylor_orders",
        ],
        [
            f"X = np.array({question.X.tolist()!r})",
            f"y = np.array({question.y.tolist()!r})",
            f"kernel, factors = {question.kernel!r}, {options.factors!r}  # rho_k = factor_k sigma_0^k",
            f"orders = taylor_orders(X, kernel.gamma, kernel.order, {options.radius!r}, factors)",
            f"sweep = taylor_sweep(X, y, {question.last!r}, {C}, {question.square!r}, {STEPS_OF_AN_ORDER})",
            f"space = taylor_space(X, y, kernel, {C}, np.array({at.tolist()!r}), {STEPS_OF_AN_ORDER})",
            "print(taylor_cloud(kernel, X), orders)",
            "print(sweep.share, sweep.smallest)",
            "print(space)",
        ],
    )
