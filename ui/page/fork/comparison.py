"""Sentences that compare the two lines of a run with a fork, based on checked numbers."""

from __future__ import annotations

import math

from core.trace import Trace
from ui.page.fork.forking import rule_name
from ui.solve.options import Fork
from ui.solve.recording import ForkedRun
from ui.words import Words, certain, number


def comparison(forked: ForkedRun, k: int, words: Words) -> str:
    """Say where the branch begins, each line's steps to the tolerance and progress, and whether the ends agree."""
    fork, other = forked.fork, forked.other
    assert fork is not None
    assert other is not None
    trunk, branch = (other.trace, forked.shown.trace) if fork.shown else (forked.shown.trace, other.trace)
    lengths = {
        name: words(f"branch.length.{trace.outcome.name}", steps=number(len(trace)))
        for name, trace in (("trunk", trunk), ("branch", branch))
    }
    told = words("branch.visits" if fork.visits else "branch.steps", **lengths)
    return words.joined(
        [_begun(fork, branch, words), told, _reached(fork, trunk, branch, k, words), _ends(trunk, branch, words)]
    )


def _begun(fork: Fork, branch: Trace, words: Words) -> str:
    if fork.visits:
        values = {"step": number(fork.step), "order": rule_name(fork.rule, words)}
        if fork.picked is None:
            return words("branch.begun.order", **values)
        return words("branch.begun.coordinate", i=fork.picked[0] + 1, step=values["step"])
    values = {"step": number(fork.step), "rule": rule_name(fork.rule, words)}
    if fork.picked is None:
        return words("branch.begun.rule", **values)
    i, j = (int(branch.table[fork.step][name]) % len(branch.problem.form.target) for name in "ij")  # a tube has 2n
    return words("branch.begun.pair", i=i + 1, j=j + 1, **values)


def _reached(fork: Fork, trunk: Trace, branch: Trace, k: int, words: Words) -> str:
    """Compare both lines after the same step: the visitor's, or if it is before the fork the shorter line's last."""
    shorter = min(len(trunk), len(branch))
    step = k if fork.step < k <= shorter else shorter
    values = {"trunk": number(float(-trunk.objective[step]), 6), "branch": number(float(-branch.objective[step]), 6)}
    after = words("branch.after.visit" if fork.visits else "branch.after.step", step=number(step))
    if values["trunk"] == values["branch"]:
        return words("branch.level", after=after, value=values["trunk"])
    return words("branch.reached", after=after, **values)


def _ends(trunk: Trace, branch: Trace, words: Words) -> str:
    """Say to how many digits both ends prove the same optimum, or that they do not."""
    one, other = (trace.stepper.certificate(trace.problem, trace.last.alpha) for trace in (trunk, branch))
    low, high = min(one.low, other.low), max(one.high, other.high)
    agree = max(one.low, other.low) <= min(one.high, other.high)
    value = certain(low, high) if agree and math.isfinite(high) else ""
    return words("branch.agree", value=value) if value else words("branch.open")
