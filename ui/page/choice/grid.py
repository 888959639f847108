"""The map of gamma and C for choosing parameters, the same on every page."""

from __future__ import annotations

from typing import Final

import numpy as np

from core.selection import Look, ends, grid_of
from ui.words import Words

GAMMAS: Final = (1e-2, 1e2)  # the ends of the map
PENALTIES: Final = (1e-2, 1e3)
SIDE: Final = 15  # cells along each side
ALONG_GAMMA, ALONG_C = (tuple(float(f"{at:.3g}") for at in np.geomspace(*span, SIDE)) for span in (GAMMAS, PENALTIES))


def edge_sentences(look: Look, words: Words) -> list[str]:
    """Warn that a better choice may lie outside if the choice is on the edge of the map; else return nothing."""
    return [words("choice.edge")] if ends(look, grid_of(ALONG_GAMMA, ALONG_C)) else []
