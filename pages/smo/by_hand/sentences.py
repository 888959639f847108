"""Sentences about a run by hand: its state, the gain of the last pair, and the comparison with LIBSVM."""

from __future__ import annotations

from core.solver import Outcome
from core.trace import Trace
from core.view import pair_at
from pages.smo import answers
from pages.smo.by_hand.picks import Picks, picks_of
from pages.smo.question import ASKED, MovedPair, Question
from pages.smo.sentences import partner_sentence, tolerance_of
from ui.link.shared import RULES
from ui.solve.limits import PICKED_PAIRS
from ui.words import Words, number


def sentence(question: Question, picks: Picks, trace: Trace, words: Words) -> str:
    """Say which pairs remain after a change of the problem, and how far the run by hand is."""
    if not picks.dropped:
        return _standing(question, picks, trace, words)
    kept, picked = len(picks.pairs), len(picks.pairs) + picks.dropped
    left = words("smo.hand.dropped", kept=number(kept), picked=number(picked), next=number(kept + 1))
    return words.joined([left, _standing(question, picks, trace, words)])


def _standing(question: Question, picks: Picks, trace: Trace, words: Words) -> str:
    if picks.refused is not None:
        why, i, j = picks.refused
        return words(f"pick.refused.{why.name}", i=i + 1, j=j + 1)
    if trace.outcome is Outcome.OPTIMAL:
        return words.joined([words("smo.hand.done", tolerance=tolerance_of(trace)), comparison(question, trace, words)])
    if len(picks.pairs) >= PICKED_PAIRS:
        return words("smo.hand.enough", most=number(PICKED_PAIRS))
    if picks.picked:
        return partner_sentence(picks.picked[0], trace, words)
    return _last_move(picks.pairs[-1], trace, words) if picks.pairs else words("smo.hand.first")


def _last_move(pair: MovedPair, trace: Trace, words: Words) -> str:
    """Say by how much the last pair decreased D, and which pair LIBSVM would have chosen."""
    own = pair_at(trace, len(trace) - 1).move
    assert own is not None
    values = {"i": pair[0] + 1, "j": pair[1] + 1, "decrease": number(float(trace.table["decrease"][-1]))}
    if (own.i, own.j) == pair[:2]:
        return words("smo.hand.same", **values)
    return words("smo.hand.moved", rule_i=own.i + 1, rule_j=own.j + 1, other=number(own.decrease), **values)


def comparison(question: Question, trace: Trace, words: Words) -> str:
    """Say how many steps the visitor took, how many of them LIBSVM chose, and how many LIBSVM needs alone."""
    other = answers.run(question, RULES[0]).trace
    theirs = words(f"branch.length.{other.outcome.name}", steps=number(len(other)))
    left = sum(pair[2:] == (ASKED,) for pair in picks_of(question).pairs)
    own = {"steps": number(len(trace)), "own": number(len(trace) - left), "left": number(left)}
    return words("smo.hand.compared.left" if left else "smo.hand.compared", theirs=theirs, **own)
