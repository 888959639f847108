"""What the page of the paper's tables shows: its tables 2 and 3 and its figures, on the rows that we have, in one file.

Run from the root of the project: ``python -m benchmarks paper --data FOLDER``. See `benchmarks.paper.run`.
"""

from benchmarks.paper.run import main

__all__ = ["main"]
