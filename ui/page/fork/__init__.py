"""A fork of a run: another rule or what somebody picked goes on from a halt, and both lines are compared."""

from ui.page.fork.forking import Forking
from ui.page.fork.picking import picking_of, take_pick, waits
from ui.page.fork.show import show_fork

__all__ = ["Forking", "picking_of", "show_fork", "take_pick", "waits"]
