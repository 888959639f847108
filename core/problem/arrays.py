"""The array types of the core."""

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]  # two dimensions
Vector = NDArray[np.float64]  # one dimension
Indices = NDArray[np.int64]  # one dimension
