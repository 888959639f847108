"""The data of the page on the paper's tables: its tables 2 and 3 and its figures, on our rows, in one file.

Run from the root of the project: ``python -m benchmarks paper --data FOLDER``. See `benchmarks.paper.run`.
"""

from benchmarks.paper.run import main

__all__ = ["main"]
