"""From a table to points: two columns of numbers, a column that names the class, and the value that is class +1."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from datasets.points import LABELS, MOST_POINTS, Points, Scale, inert, make_points
from datasets.read_error import Note, ReadError, shorten
from datasets.table import MOST_LABELS, ClassColumn, Table

SMALLEST_EXTENT, FARTHEST_AS_IS, LARGEST_RATIO = 0.5, 50.0, 5.0  # what is drawn without standardising
FEW = 20  # a column with more different numbers is hardly meant as a class
CLASS_NAMES = frozenset(
    {"y", "class", "label", "target", "species", "category", "diagnosis", "type", "klasse", "classe", "clase"}
    | {"类别", "类", "标签", "种类", "类型", "分类", "品种", "種類", "類別"}
)


def label_column(table: Table) -> str:
    """Return the column that most likely names the class.

    One with such a name, else the last or the first if it has few values, else one of words, else the one with the
    fewest values. Two columns of numbers always remain beside it.
    """
    fitting = [name for name in table.labels if len(feature_columns(table, name)) >= 2]
    few = [name for name in fitting if len(table.labels[name].values) <= FEW]
    named = [name for name in few if name.lower() in CLASS_NAMES]
    ends = [name for name in (table.columns[-1], table.columns[0]) if name in few]
    words = [name for name in few if name not in table.numeric]
    fewest = sorted(fitting, key=lambda name: len(table.labels[name].values))
    return (named + [name for name in ends if name in words] + ends + words + fewest)[0]


def target_column(table: Table) -> str:
    """Return the column of numbers that most likely is to be predicted: one with the name of a class, else the last."""
    return ([name for name in table.numeric if name.lower() in CLASS_NAMES] + [table.numeric[-1]])[0]


def feature_columns(table: Table, label: str) -> tuple[str, ...]:
    """Return the columns of numbers beside the label column, in the order of the table."""
    return tuple(name for name in table.numeric if name != label)


def distinct_labels(table: Table, label: str) -> tuple[str, ...]:
    """Return the values of the label column, numbers ascending, words in alphabetical order; the last is a good +1.

    Raises `ReadError` when the column is missing or cannot name a class.
    """
    return _labels(table, label).values


def is_plane(table: Table, x: str, y: str) -> bool:
    """Tell whether two columns can be drawn as they are: both reach over a few units, and neither dwarfs the other."""
    X = np.column_stack([table.column(x), table.column(y)])
    X = X[~np.isnan(X).any(axis=1)]
    if len(X) == 0 or np.abs(X).max() > FARTHEST_AS_IS:
        return False
    extent = X.max(axis=0) - X.min(axis=0)
    return bool(extent.min() >= SMALLEST_EXTENT and extent.max() <= LARGEST_RATIO * extent.min())


def choose(table: Table, x: str, y: str, label: str, positive: str, standardised: bool = True) -> Points:
    """Return the points of two columns x and y in the classes of `label`, the first of which is `positive`.

    Of more than six values the others are one class together, -1: one against the rest.

    Both columns are standardised to mean 0 and deviation 1 unless `standardised` is False.

    The columns name the axes, with the units that they name, and the values the classes; of more than six values class
    -1 has no name of its own.

    Rows with a gap are left out; of more than 2000 rows an even selection is kept; both are said in the points' notes.
    Raises `ReadError` with a key `choose.*` for columns and values that do not exist or do not work.
    """
    _check_axes(table, x, y)
    labels = _labels(table, label)
    if positive not in labels.values:
        raise ReadError("choose.no_class", value=shorten(positive), column=shorten(label))
    X = np.column_stack([table.column(x), table.column(y)])
    complete = ~np.isnan(X).any(axis=1) & (labels.codes >= 0)
    if not complete.any():
        raise ReadError("choose.no_rows")
    others = [value for value in labels.values if value != positive]
    signs = _class_labels(labels, positive, others)[complete]
    if len(np.unique(signs)) < 2:
        raise ReadError("choose.one_class", column=shorten(label))
    kept = thin(signs)
    X = X[complete][kept]
    scale: Scale | None = None
    if standardised:
        (first, mean, deviation), (second, mean_y, deviation_y) = standardise(X[:, 0], x), standardise(X[:, 1], y)
        X, scale = np.column_stack([first, second]), (mean, deviation, mean_y, deviation_y)
    classes = (inert(positive), *map(inert, others)) if len(others) < len(LABELS) else (inert(positive), "")
    notes = _notes(complete, len(kept), standardised)
    axes = (inert(x) or "x1", inert(y) or "x2")
    return make_points(X, signs[kept], axes=axes, notes=notes, classes=classes, scale=scale)


def thin(signs: NDArray[np.int8], most: int = MOST_POINTS) -> NDArray[np.int64]:
    """Return the ascending indices of at most `most` rows, evenly spaced within each class, every class among them."""
    if len(signs) <= most:
        return np.arange(len(signs), dtype=np.int64)
    by_class = np.argsort(signs, kind="stable")  # both ends of this order are kept: of two classes one row at least
    _, first = np.unique(signs[by_class], return_index=True)
    between = first[1:-1]
    even = np.linspace(0, len(signs) - 1, most - len(between)).round().astype(np.int64)
    return np.sort(by_class[np.union1d(even, between)])


def standardise(values: NDArray[np.float64], name: str) -> tuple[NDArray[np.float64], float, float]:
    """Return values (n,) moved and scaled to mean 0 and standard deviation 1, with the mean and the deviation they had.

    No finite values overflow.

    Raises `ReadError("choose.constant")` when they are all the same.
    """
    _, exponent = np.frexp(np.abs(values).max())
    scaled = np.ldexp(values, -int(exponent))  # a power of two: in [-1, 1] without rounding
    from_lowest = scaled - scaled.min()
    extent = from_lowest.max()
    if extent == 0.0:
        raise ReadError("choose.constant", column=shorten(name))
    unit = from_lowest / extent
    mean = np.ldexp(scaled.min() + extent * unit.mean(), int(exponent))
    deviation = np.ldexp(extent * unit.std(), int(exponent))
    return (unit - unit.mean()) / unit.std(), float(mean), float(deviation)


def _check_axes(table: Table, x: str, y: str) -> None:
    for name in (x, y):
        if name not in table.columns:
            raise ReadError("choose.no_column", column=shorten(name))
        if name not in table.numeric:
            raise ReadError("choose.no_numbers", column=shorten(name))
    if x == y:
        raise ReadError("choose.same_column", column=shorten(x))


def _labels(table: Table, label: str) -> ClassColumn:
    if label not in table.columns:
        raise ReadError("choose.no_column", column=shorten(label))
    if label not in table.labels:
        raise ReadError("choose.no_label", column=shorten(label), limit=MOST_LABELS)
    return table.labels[label]


def _class_labels(column: ClassColumn, positive: str, others: list[str]) -> NDArray[np.int8]:
    """Return the label (rows,) of each row's class, 0 for an empty cell."""
    few = len(others) < len(LABELS)
    label = dict(zip([positive, *others], LABELS, strict=False)) if few else {positive: LABELS[0]}
    of_value = np.array([*(label.get(value, LABELS[1]) for value in column.values), 0], dtype=np.int8)
    return of_value[column.codes]  # -1, an empty cell, is the last


def _notes(complete: NDArray[np.bool_], kept: int, standardised: bool) -> tuple[Note, ...]:
    total, usable = len(complete), int(complete.sum())
    notes = [Note("choose.missing", {"count": total - usable, "total": total})] if usable < total else []
    if kept < usable:
        notes.append(Note("choose.thinned", {"kept": kept, "total": usable}))
    return (*notes, Note("choose.standardised")) if standardised else tuple(notes)
