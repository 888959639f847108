"""The tables of the paper on the approximate Gaussian kernel (Liu14), as far as its text is legible.

The column headed sigma in table 2 contains values that behave like gamma, and is read as gamma (mathematics 20.1.6). In
table 3 only the numbers of each line are legible, not their methods; in figure 1 no number is.
"""

from __future__ import annotations

from pages.results.measurements import Printed

METHODS = ("LINEAR", "GAUSS-2", "POLY-2", "KERNEL")
CUBIC = "GAUSS-3"  # the paper reports it on covtype alone: 82.48 %, without parameters

TABLE_1: dict[str, tuple[float, ...]] = {  # n, mean non-zeros, training rows, test rows
    "a9a": (123, 13.9, 32_561, 16_281),
    "ijcnn1": (22, 13.0, 49_990, 91_701),
    "covtype": (54, 11.9, 464_810, 116_202),
    "mnist38": (752, 168.2, 11_982, 1_984),
    "real-sim": (20_958, 51.5, 57_848, 14_461),
    "webspam": (254, 85.1, 280_000, 70_000),
}
TABLE_2: dict[str, dict[str, Printed]] = {
    data: {
        method: Printed(accuracy, float(C), gamma if gamma is None else float(gamma))
        for method, (accuracy, C, gamma) in zip(METHODS, cells, strict=True)
    }
    for data, cells in {
        "a9a": ((84.98, 32, None), (84.78, 32, 0.125), (85.05, 8, 0.03125), (85.03, 8, 0.03125)),
        "ijcnn1": ((92.17, 32, None), (97.88, 128, 0.5), (97.83, 0.125, 32), (98.67, 32, 2)),
        "covtype": ((76.34, 0.0625, None), (80.08, 512, 2), (79.99, 8, 32), (95.99, 32, 32)),
        "mnist38": ((96.82, 0.03125, None), (99.44, 32, 0.0078125), (99.29, 2, 0.3125), (99.69, 2, 0.03125)),
        "real-sim": ((97.41, 1, None), (98.07, 8, 2), (98.06, 0.03125, 8), (97.82, 8, 0.5)),
        "webspam": ((93.21, 32, None), (98.06, 512, 0.5), (98.44, 8, 8), (99.20, 8, 32)),
    }.items()
}
CUBIC_ACCURACY = {"covtype": 82.48}
TABLE_3: dict[str, tuple[float, ...]] = {  # seconds, ascending
    "a9a": (2.31, 4.81, 10.00, 165.30),
    "ijcnn1": (2.93, 11.09, 14.38, 35.99),
    "covtype": (374.96, 5985.36, 46_303.98),
    "mnist38": (0.18, 22.86, 43.05),
    "real-sim": (0.28, 44.06, 66.76, 1053.31),
    "webspam": (24.71, 3917.06, 4437.30, 17_283.35),
}
DOUBTFUL: dict[str, tuple[float, ...]] = {"covtype": (1.68,), "mnist38": (1.68, 13.88)}
