"""Scripts that measure the app and print the results; `python -m benchmarks` lists them. No test fails on speed."""

import sys

from core.lowlevel.settings import set_numba_up

if "numba" not in sys.modules:  # in tests it is imported already, with the same settings
    set_numba_up()
