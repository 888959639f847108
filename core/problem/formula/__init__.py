"""A kernel that is typed as a formula: its syntax, its code for both Python and the browser, and whether it is one.

`syntax` reads the text into a tree, `code` turns the tree into postfix code and computes it with a bound on its
rounding, `rules` tells which formulas are kernels by theorem, and `kernel` makes a kernel of all this.
"""

from .kernel import FormulaKernel
from .rules import reasons
from .syntax import LONGEST, MOST_NODES, NAMES, latex, parse

__all__ = ["LONGEST", "MOST_NODES", "NAMES", "FormulaKernel", "latex", "parse", "reasons"]
