"""The tables of the page: recalls, the largest terms of f, and the accuracies in folds."""

from __future__ import annotations

import pandas as pd

from core.topics.before.imbalance import Recall
from core.topics.before.scaling import HeldOut
from pages.before.answers import Explained, Recalls
from pages.before.question import Question
from ui.words import Words, number


def recalls_table(found: Recalls, words: Words) -> pd.DataFrame:
    """Return a row for each machine: the recall of either class, balanced accuracy and accuracy, in percent."""
    names = ("machine", "plus", "minus", "balanced", "accuracy")
    head, *columns = (words(f"before.column.{name}") for name in names)
    shown = (("plain", found.plain), ("threshold", found.moved), ("weights", found.weighted))
    rows = [(words(f"before.row.{name}"), *_shares(own)) for name, own in shown]
    return pd.DataFrame(rows, columns=[head, *columns]).set_index(head)


def _shares(own: Recall) -> tuple[str, ...]:
    return tuple(number(100.0 * share) for share in (own.of_plus, own.of_minus, own.balanced, own.accuracy))


def terms_table(question: Question, found: Explained, words: Words) -> pd.DataFrame:
    """Return a row for each of the largest terms, for all others, and for b; they add up to f."""
    head, *columns = (words(f"before.column.{name}") for name in ("point", "y", "alpha", "K", "term"))
    rows = []
    for i in found.largest:
        sign, term = ("+1" if question.y[i] > 0 else "−1"), float(found.terms[i])
        alpha = float(found.alpha[i])
        rows.append((str(i + 1), sign, number(alpha), number(term * float(question.y[i]) / alpha), number(term)))
    rest = float(found.terms.sum()) - sum(float(found.terms[i]) for i in found.largest)
    for name, value in (("rest", rest), ("b", found.b), ("f", found.f)):
        rows.append((words(f"before.row.{name}"), "", "", "", number(value)))
    return pd.DataFrame(rows, columns=[head, *columns]).set_index(head)


def folds_table(found: HeldOut, words: Words) -> pd.DataFrame:
    """Return the accuracy on held-out points for each treatment of the scale, in percent."""
    head, column = (words(f"before.column.{name}") for name in ("scaler", "held"))
    shown = (("plain", found.plain), ("within", found.within), ("leaky", found.leaky))
    rows = [(words(f"before.scaler.{name}"), number(100.0 * found.accuracy(f))) for name, f in shown]
    return pd.DataFrame(rows, columns=[head, column]).set_index(head)
