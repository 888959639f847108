"""The choice of a machine, and the sliders of its parameters."""

from __future__ import annotations

from core.view.grid import Square
from ui.component.sliders import Dial
from ui.page.showing import Showing
from ui.solve.limits import LARGEST_EPSILON, NU, SMALLEST_NU_OF_SLIDER
from ui.solve.machine.table import MACHINES, MachineSpec


def choose_machine(spec: MachineSpec, showing: Showing) -> None:
    """Show the five machines to choose from."""
    showing.either("machine", tuple(MACHINES), spec.name, family="machine.choice")


def machine_dials(spec: MachineSpec, square: Square, showing: Showing) -> list[Dial]:
    """Return the sliders of nu and epsilon that the machine has; a tube is at most as wide as the window."""
    words, own, dials = showing.words, MACHINES[spec.name].parameters, []
    if "nu" in own:
        ends = (min(SMALLEST_NU_OF_SLIDER, spec.nu), NU[1])
        dials.append(Dial("nu", words("machine.nu"), "ν", *ends, spec.nu, "linear", NU))
    if "epsilon" in own:
        high = max(float(f"{0.25 * square[2]:.2g}"), spec.epsilon)
        allowed = (0.0, LARGEST_EPSILON)
        dials.append(Dial("epsilon", words("machine.epsilon"), "ε", 0.0, high, spec.epsilon, "linear", allowed))
    return dials
