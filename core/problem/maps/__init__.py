"""Feature maps as frozen values: the implicit features of a kernel, computed explicitly."""

from .feature_map import FeatureMap, Features, Rows
from .fourier import FourierMap, paired_count
from .nystroem import NystroemMap
from .polynomial import PolynomialMap
from .random_map import LANDMARKS, PAIRED, WAVES, RandomMap, random_map, waves
from .size import MapSize, map_size
from .taylor import TaylorMap

__all__ = [
    "LANDMARKS",
    "PAIRED",
    "WAVES",
    "FeatureMap",
    "Features",
    "FourierMap",
    "MapSize",
    "NystroemMap",
    "PolynomialMap",
    "RandomMap",
    "Rows",
    "TaylorMap",
    "map_size",
    "paired_count",
    "random_map",
    "waves",
]
