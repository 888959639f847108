"""The printed tables 1 to 3 of the paper on choosing a Gaussian kernel with Fourier features (Zhang)."""

from __future__ import annotations

from typing import NamedTuple

COLUMNS = {  # of tables 2 and 3, by the names of our strategies
    "rffdg-rbf": "RFFDG-RBF",
    "grid": "RBF",
    "nystroem": "Nyström",
    "median": "Mid-KSRC",
}
TASKS = ("regression", "classification")


class PrintedSet(NamedTuple):
    """A row of table 1."""

    d: int
    train: int
    test: int
    task: str


class PrintedResult(NamedTuple):
    """A method on a set, in table 2 or 3."""

    seconds: float
    score: float  # table 2: the error headed MSE, which behaves like its root; table 3: accuracy in percent


SETS: dict[str, PrintedSet] = {
    name: PrintedSet(*line, task=task)
    for task, lines in {
        "regression": {
            "mg": (6, 1039, 346),
            "abalone": (8, 3133, 1044),
            "housing": (13, 380, 126),
            "space_ga": (6, 2263, 754),
            "cpusmall": (12, 6144, 2048),
            "mpg": (7, 294, 98),
        },
        "classification": {
            "ijcnn1": (22, 49_990, 91_701),
            "a8a": (123, 22_696, 9865),
            "letter": (16, 15_000, 5000),
            "w7a": (300, 24_692, 25_057),
            "shuttle": (9, 43_500, 14_500),
            "phishing": (68, 8844, 2211),
        },
    }.items()
    for name, line in lines.items()
}

RESULTS: dict[str, dict[str, PrintedResult]] = {
    name: {method: PrintedResult(*cell) for method, cell in zip(COLUMNS, cells, strict=True)}
    for name, cells in {
        "mg": ((3.9255, 0.12445), (4.3911, 0.12447), (16.4355, 0.13899), (4.2458, 0.1298)),
        "abalone": ((19.1972, 2.08955), (50.1547, 2.08954), (39.6284, 2.08956), (23.9040, 2.1354)),
        "housing": ((0.8844, 3.95715), (0.9331, 3.79092), (9.3699, 5.26112), (0.3678, 3.9623)),
        "space_ga": ((12.6758, 0.10880), (25.6076, 0.10880), (29.3953, 0.10881), (15.1255, 0.1223)),
        "cpusmall": ((61.3288, 2.96858), (201.8996, 3.00552), (93.4866, 3.03640), (99.0864, 4.1965)),
        "mpg": ((0.8549, 2.70737), (0.6004, 2.85580), (7.8191, 3.42480), (0.1766, 2.5397)),
        "ijcnn1": ((285.526, 96.68), (1537.922, 96.69), (427.597, 98.24), (395.680, 92.33)),
        "a8a": ((547.090, 85.26), (8506.023, 85.26), (632.908, 82.90), (765.428, 85.20)),
        "letter": ((209.395, 96.74), (656.080, 96.74), (675.339, 96.74), (98.0145, 89.30)),
        "w7a": ((5144.605, 97.23), (9938.427, 97.35), (5106.867, 97.05), (294.816, 97.05)),
        "shuttle": ((219.801, 99.86), (1490.305, 99.86), (862.808, 99.77), (591.522, 98.01)),
        "phishing": ((31.422, 96.88), (326.978, 97.06), (58.124, 95.86), (98.972, 94.90)),
    }.items()
}

FOLDS, REPETITIONS, FIGURE_GAMMA = 10, 10, 1.0
GAMMAS, PENALTIES = (1e-2, 1e-1, 1.0, 10.0), (1e-2, 1e-1, 1.0, 10.0, 100.0)
MARKS = (200, 800)  # the text says that figures 1 and 2 converge between these
SIZED = {"regression": "cpusmall", "classification": "phishing"}  # the sets of figures 3 and 4


def sets_of(task: str) -> tuple[str, ...]:
    """Return the sets of a task in the order of table 1."""
    return tuple(name for name, line in SETS.items() if line.task == task)
