"""The map of gamma and C on which parameters are chosen, on every page."""

from __future__ import annotations

from typing import Final

import numpy as np

GAMMAS: Final = (1e-2, 1e2)  # the ends of the map
PENALTIES: Final = (1e-2, 1e3)
SIDE: Final = 15  # places along each side
ALONG_GAMMA, ALONG_C = (tuple(float(f"{at:.3g}") for at in np.geomspace(*ends, SIDE)) for ends in (GAMMAS, PENALTIES))
