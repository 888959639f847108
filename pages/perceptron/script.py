"""A script that reproduces the numbers of the page for the state on screen."""

from __future__ import annotations

from core.problem import NystroemMap
from pages.perceptron.answers import ORDERS
from pages.perceptron.question import Question
from ui.page.end.script import points, script
from ui.solve.kernels import kernel_of
from ui.solve.limits import STEPS_OF_A_RUN, STEPS_OF_A_SOLVE
from ui.solve.solving import TOLERANCE


def reproduction(question: Question) -> str:
    """Return a script that runs the perceptron and the SVM with the project's own core."""
    kernel, options = kernel_of(question.spec, question.X), question.run_options
    names, code = {"c_svc", "certificate", type(kernel).__name__}, repr(kernel)
    if isinstance(kernel, NystroemMap):  # its landmarks are sampled from the points
        names.add(type(kernel.kernel).__name__)
        landmarks = f"{len(kernel.landmarks)}, {question.spec['landmark_seed']}"
        code = f"NystroemMap.choose({kernel.kernel!r}, X, {landmarks})"
    run = f"rosenblatt(problem, {options.order!r}, {options.seed}, {STEPS_OF_A_RUN}, eta={options.eta!r})"
    return script(
        [
            "from core.topics.perceptron.experiment import rosenblatt, separators",
            f"from core.problem import {', '.join(sorted(names))}",
            "from core.solver import answer",
            "from core.topics.perceptron.theory import novikoff",
        ],
        [
            *points(question.board),
            f"problem = c_svc(X, y, {code}, math.inf)",
            f"learnt = {run}",
            "print(learnt.trace.outcome, len(learnt.trace), learnt.trace.last.alpha, learnt.separation)",
            f"svm = answer(problem, tolerance={TOLERANCE}, limit={STEPS_OF_A_SOLVE})",
            "proof = certificate(problem, svm.alpha)",
            "print(svm.outcome, svm.alpha, proof, novikoff(problem, svm.alpha, proof.b))",
            f"for found in separators(problem, svm.alpha, {ORDERS!r}, {STEPS_OF_A_RUN}, {options.eta!r}):",
            "    print(found.seed, found.mistakes, found.margin, math.degrees(found.angle))",
        ],
    )
