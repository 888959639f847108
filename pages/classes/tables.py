"""Tables of the page: shapes of the library's attributes, their content, and the point in question."""

from __future__ import annotations

import numpy as np
import pandas as pd

from core.problem import Linear
from core.problem.arrays import Vector
from core.topics.classes.experiment import Joint, clear_votes, coefficient_table
from core.topics.classes.view import ballots, pair_values, pairs_of_classes
from pages.classes.question import Question
from ui.solve.several import SeveralSolved
from ui.words import Words, class_words, number

MOST_OF_A_CLASS = 3  # support vectors in the table


def names_of(question: Question, found: SeveralSolved, words: Words) -> list[str]:
    """Return the names of the classes that have points."""
    return [class_words(words, question.names, question.place(label)) for label in found.labels]


def against(a: str, b: str, words: Words) -> str:
    """Return the name of a machine."""
    return words("classes.machine", a=a, b=b)


def shapes_table(question: Question, found: SeveralSolved, words: Words) -> pd.DataFrame:
    """Return the shape of each attribute with what stands in its rows and columns."""
    k, machines = found.found.classes, len(found.one)
    if k == 2:
        counts = [int(((found.found.coef != 0.0).any(axis=0) & (found.found.codes == code)).sum()) for code in (0, 1)]
    else:
        counts = coefficient_table(found.found).counts.tolist()
    s, n = sum(counts), len(question.y)
    values = {
        "dual_coef_": (f"({k - 1}, {s})", "dual"),
        "intercept_": (f"({machines},)", "intercept"),
        "n_support_": (f"({k},): {', '.join(map(str, counts))}", "support"),
        "ovo": (f"({n}, {machines})" if k > 2 else f"({n},)", "ovo"),
        "ovr": (f"({n}, {k})" if k > 2 else f"({n},)", "ovr"),
    }
    if isinstance(question.kernel, Linear):
        values = {"coef_": (f"({machines}, 2)", "coef"), **values}
    rows = [[shape, words(f"classes.shape.{key}")] for shape, key in values.values()]
    index = [f'decision_function, "{name}"' if name in ("ovo", "ovr") else name for name in values]
    return pd.DataFrame(rows, index, [words("classes.column.shape"), words("classes.column.meaning")])


def vectors_table(question: Question, found: SeveralSolved, words: Words) -> pd.DataFrame:
    """Return some support vectors of each class: in each row of `dual_coef_` a coefficient and its machine."""
    table, names = coefficient_table(found.found), names_of(question, found, words)
    starts = np.cumsum(table.counts) - table.counts
    few = np.minimum(table.counts, MOST_OF_A_CLASS)
    chosen = [start + k for start, count in zip(starts, few, strict=True) for k in range(count)]
    rows, index = list[list[str]](), list[str]()
    for column in chosen:
        own = int(found.found.codes[table.support[column]])
        others = [code for code in range(found.found.classes) if code != own]
        cells = []
        for value, other in zip(table.coef[:, column], others, strict=True):
            a, b = min(own, other), max(own, other)
            cells.append(words("classes.cell", value=number(value), machine=against(names[a], names[b], words)))
        rows.append([names[own], *cells])
        index.append(words("classes.vector", i=int(table.support[column]) + 1))
    columns = [
        words("votes.ballot.class"),
        *(words("classes.row", t=t + 1) for t in range(found.found.classes - 1)),
    ]
    return pd.DataFrame(rows, index, columns)


def values_of(question: Question, found: SeveralSolved) -> Vector:
    """Return f of every machine at the point in question, (pairs,)."""
    at = question.at
    values: Vector = pair_values(found.found, question.kernel.gram(question.X[at : at + 1], question.X))[0]
    return values


def votes_table(question: Question, found: SeveralSolved, words: Words) -> pd.DataFrame:
    """Return the votes of every class at the point in question, the sum of its f, and the value of "ovr"."""
    names, k = names_of(question, found, words), found.found.classes
    values = values_of(question, found)[None]
    count, ovr = ballots(values, k)[0], clear_votes(values, k)[0]
    sums = np.zeros(k)
    for (a, b), f in zip(pairs_of_classes(k), values[0], strict=True):
        sums[[a, b]] += f, -f
    rows = [[str(count[c]), number(sums[c]), number(ovr[c])] for c in range(k)]
    return pd.DataFrame(rows, names, [words("votes.ballot.votes"), words("classes.column.sum"), '"ovr"'])


def joint_table(question: Question, found: SeveralSolved, shown: Joint, words: Words) -> pd.DataFrame:
    """Return w and b of every class in the joint problem; of two classes those of their difference."""
    names = names_of(question, found, words)
    index = names if len(shown.w) > 1 else [against(names[0], names[1], words)]
    rows = [[number(w[0]), number(w[1]), number(b)] for w, b in zip(shown.w, shown.b, strict=True)]
    return pd.DataFrame(rows, index, ["w₁", "w₂", "b"])
