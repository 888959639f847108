"""A fork of a run: it continues from a halt by another rule or a hand-picked step, and both branches are compared."""

from ui.page.fork.forking import Forking
from ui.page.fork.picking import picking_of, take_pick, waits
from ui.page.fork.show import show_fork

__all__ = ["Forking", "picking_of", "show_fork", "take_pick", "waits"]
