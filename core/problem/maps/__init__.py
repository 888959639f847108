"""Feature maps as frozen values: what a kernel does in secret, written out as numbers."""

from core.problem.maps.feature_map import FeatureMap, Features, Rows
from core.problem.maps.fourier import FourierMap, paired_count
from core.problem.maps.nystroem import NystroemMap
from core.problem.maps.polynomial import PolynomialMap
from core.problem.maps.random_map import LANDMARKS, PAIRED, WAVES, RandomMap, random_map, waves
from core.problem.maps.size import MapSize, map_size
from core.problem.maps.taylor import TaylorMap

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
