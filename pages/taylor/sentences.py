"""Sentences about the Taylor kernel on these points, based on predicates checked numerically."""

from __future__ import annotations

import math
from typing import NamedTuple

from core.topics.taylor.experiment import TaylorSpace, TaylorSweep
from core.topics.taylor.view import TaylorCloud, TaylorOrders, TaylorPair, TaylorPlane
from pages.taylor.answers import Views
from ui.plot.ends import in_powers
from ui.solve.limits import ORDER
from ui.words import Words, at_least, at_most, number

ROUNDING = 1e-12  # of K(x, x): a series this near to 1 has lost nothing that float64 could show
HALF = 0.5  # relative to the Gaussian's K(x, x) = 1: below it a point counts as faded


class StageSentences(NamedTuple):
    """The sentences of the stage: under the title, under the plane, and under the errors."""

    lead: str
    plane: str
    errors: str


def stage_sentences(seen: Views, order: int, plain: bool, words: Words) -> StageSentences:
    """Return the sentences of the stage; `plain`: rho_k = sigma_0^k."""
    return StageSentences(
        lead=_lead(seen, order, plain, words),
        plane=_faintest(seen.plane, plain, words),
        errors=words("taylor.cloud.none") if seen.cloud is None else _errors(seen.cloud, plain, words),
    )


def _lead(seen: Views, order: int, plain: bool, words: Words) -> str:
    """Say where the kernel fades, the resulting error on the data, and the order that would be high enough."""
    plane, _, cloud, orders = seen
    if cloud is None:
        return words("taylor.sentence.none")
    worst = at_most(cloud.worst)
    if not plain:
        return words.joined([words("taylor.sentence.own", m=order, worst=worst), _looked_at(cloud, words)])
    if cloud.worst == 0.0:
        return words("taylor.sentence.exact")
    parts = [_faded(plane, order, words), words("taylor.sentence.worst", m=order, worst=worst)]
    if cloud.worst > 0.01:
        enough = _enough(orders.own, orders, words)
        parts.append(enough)
    if cloud.identity:
        parts.append(words("taylor.sentence.identity"))
    if cloud.ones:
        parts.append(words("taylor.sentence.ones"))
    return words.joined(parts)


def _faded(plane: TaylorPlane, order: int, words: Words) -> str:
    """Say beyond which distance K(x, x) is below one half, and how many points are farther."""
    lost = int((plane.own < HALF).sum())
    beyond = next((distance for level, distance in plane.rings if level == HALF), None)
    if not lost or beyond is None:
        return words("taylor.sentence.reached", m=order, least=at_least(float(plane.own.min())))
    return words("taylor.sentence.faded", m=order, distance=number(beyond), lost=lost, n=len(plane.own))


def _enough(own: float, orders: TaylorOrders, words: Words) -> str:
    """Say which order brings the error below 1 %, if the ball is that of the data."""
    if orders.radius != own:
        return ""
    if orders.good is None:
        return words("taylor.sentence.never")
    if orders.good > ORDER:
        return words("taylor.sentence.beyond", m=orders.good, most=ORDER)
    return words("taylor.sentence.good", m=orders.good)


def _faintest(plane: TaylorPlane, plain: bool, words: Words) -> str:
    """Give K(x, x) of the point where it is smallest."""
    if not len(plane.own):
        return words("taylor.plane.none")
    i = plane.faintest
    key = "taylor.plane.faint" if plain else "taylor.plane.own"
    return words(key, i=i + 1, k=number(float(plane.own[i])), distance=number(float(plane.distance[i])))


def pair_sentence(pair: TaylorPair, words: Words) -> str:
    """Say whether the printed interval contains the xi that this pair needs."""
    values = {"xi": number(pair.xi), "t": number(pair.t), "end": number(pair.printed.high)}
    if pair.t == 0.0:
        return words("taylor.xi.zero")
    if not pair.proved.holds(pair.xi):  # only by rounding: e^xi is 1 up to the last bits
        return words("taylor.xi.tiny", **values)
    if pair.t < 0:
        return words("taylor.xi.negative", **values)
    return words("taylor.xi.holds" if pair.printed.holds(pair.xi) else "taylor.xi.breaks", **values)


def orders_sentence(orders: TaylorOrders, words: Words) -> str:
    """Say from which order the error on the ball is below 1 %, and from which it vanishes in float64."""
    if orders.radius == 0.0:
        return words("taylor.orders.point")
    values = {"radius": number(orders.radius), "s": number(10.0 ** float(orders.corrected[0]))}  # s^1 / 1! at m = 0
    if orders.good is None:
        return words("taylor.orders.never", **values)
    if orders.exact is None:
        sentence = words("taylor.orders.good", good=orders.good, **values)
    else:
        sentence = words("taylor.orders.both", good=orders.good, exact=orders.exact, **values)
    return words.joined([sentence, words("taylor.orders.beyond", most=ORDER) if orders.good > ORDER else ""])


def boundary_sentence(sweep: TaylorSweep, order: int, words: Words) -> str:
    """Say on how much of the window the boundaries disagree, and which order is the first below 1 %."""
    if not sweep.exists:
        return words("taylor.boundary.impossible")
    share = float(sweep.share[order])
    if math.isnan(share):
        return words("taylor.boundary.none", m=order)
    parts = [words("taylor.boundary.share", m=order, share=at_most(100.0 * share))]
    if not sweep.settled[order]:
        parts.append(words("taylor.boundary.unsettled"))
    found, last = sweep.smallest, len(sweep.share) - 1
    never = words("taylor.boundary.never", last=last)
    parts.append(never if found is None else words("taylor.boundary.smallest", m=found, last=last))
    return words.joined(parts)


def space_sentence(space: TaylorSpace, words: Words) -> str:
    """Say how far the methods differ, and which part of f is the offset."""
    key = "taylor.space.same" if space.difference > 0.0 else "taylor.space.equal"
    said = words(key, difference=at_most(space.difference, 2), b=number(space.b), count=space.count)
    how = "unique" if space.rank == space.count else "loose"
    return words.joined(
        [said, words(f"taylor.space.{how}", rank=space.rank, count=space.count, less=space.count - space.rank)]
    )


def cut_sentence(plane: TaylorPlane, order: int, plain: bool, words: Words) -> str:
    """Say which space is meant by m = infinity, and what the cut after m takes from K(x, .) at the faintest point.

    With rho_k = sigma_0^k and no cut the squared norm of K(x, .) is K(x, x) = 1, of which its terms up to m have
    K_m(x, x) (Liu14, corollary 1 and remark 3).
    """
    if not plain:
        return words("taylor.cut.own")
    if not len(plane.own):
        return words("taylor.cut")
    kept = float(plane.own[plane.faintest])
    values = {"m": order, "i": plane.faintest + 1, "lost": at_most(100.0 * max(0.0, 1.0 - kept), 2)}
    key = "taylor.cut.nothing" if kept >= 1.0 - ROUNDING else "taylor.cut.lost"
    return words.joined([words("taylor.cut"), words(key, kept=number(kept, 4), **values)])


def _errors(cloud: TaylorCloud, plain: bool, words: Words) -> str:
    """State the paper's bound for the worst pair, and the share of pairs for which it says nothing."""
    sentences = []
    if plain and cloud.worst > 0.0:
        key = "taylor.sentence.vacuous" if cloud.worst_printed > 0 else "taylor.sentence.bound"
        sentences.append(words(key, printed=in_powers(cloud.worst_printed)))
    key = "taylor.cloud.share" if cloud.vacuous > 0.0 else "taylor.cloud.share.none"
    share = at_least(100.0 * cloud.vacuous)
    sentences.append(words(key, shown=len(cloud.t), pairs=cloud.pairs, share=share))
    return words.joined([*sentences, _looked_at(cloud, words)])


def _looked_at(cloud: TaylorCloud, words: Words) -> str:
    """Say how many of the points were used, if not all were."""
    return words("taylor.cloud.some", points=cloud.points, of=cloud.of) if cloud.points < cloud.of else ""
