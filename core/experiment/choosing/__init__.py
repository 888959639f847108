"""Machines with chosen gamma and C, for pictures and judgements: on small tiles, on each fold, on points set apart."""

from core.experiment.choosing.judged import FoldPicture, Judgement, Parts, fold_picture, judge, set_apart
from core.experiment.choosing.machine import MACHINES, GaussianMachine, MachineAt, fit
from core.experiment.choosing.stand_in import EXACT, Approximation, looks, strategy_by
from core.experiment.choosing.tiles import CELLS, Tile, thinned, tiles

__all__ = [
    "CELLS",
    "EXACT",
    "MACHINES",
    "Approximation",
    "FoldPicture",
    "GaussianMachine",
    "Judgement",
    "MachineAt",
    "Parts",
    "Tile",
    "fit",
    "fold_picture",
    "judge",
    "looks",
    "set_apart",
    "strategy_by",
    "thinned",
    "tiles",
]
