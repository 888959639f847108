"""Points to start from: textbook examples, generators, scikit-learn's bundled sets, and files that people drop.

Everything ends as `Points`: at most 2000 labelled points of the plane on the exact grid of a `Window`.
"""

from datasets.bundled import AllFeatures, all_features
from datasets.catalogue import CATALOGUE, Dataset, Start
from datasets.choice import (
    choose,
    distinct_labels,
    feature_columns,
    is_plane,
    label_column,
    target_column,
)
from datasets.classes import FIRST_PAIR, TwoClasses, has_others, in_pair, name_of, present, relabelled, with_pair
from datasets.plane import Window, from_indices, grid_indices, snap, window_for
from datasets.points import AXES, LABELS, MOST_POINTS, NO_NAMES, Points, Scale, inert, make_points
from datasets.read_error import Note, ReadError
from datasets.reading.readers import MOST_MEGABYTES, read_table
from datasets.table import Table
from datasets.targets import diabetes, mackey_glass

__all__ = [
    "AXES",
    "CATALOGUE",
    "FIRST_PAIR",
    "LABELS",
    "MOST_MEGABYTES",
    "MOST_POINTS",
    "NO_NAMES",
    "AllFeatures",
    "Dataset",
    "Note",
    "Points",
    "ReadError",
    "Scale",
    "Start",
    "Table",
    "TwoClasses",
    "Window",
    "all_features",
    "choose",
    "diabetes",
    "distinct_labels",
    "feature_columns",
    "from_indices",
    "grid_indices",
    "has_others",
    "in_pair",
    "inert",
    "is_plane",
    "label_column",
    "mackey_glass",
    "make_points",
    "name_of",
    "present",
    "read_table",
    "relabelled",
    "snap",
    "target_column",
    "window_for",
    "with_pair",
]
