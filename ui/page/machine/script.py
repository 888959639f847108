"""The lines of a script that build the problem of a machine."""

from __future__ import annotations

from ui.page.end.script import penalty
from ui.solve.kernels import KernelSpec
from ui.solve.machine.table import MACHINES, MachineSpec


def maker(spec: MachineSpec) -> str:
    """Return the name of the core's function that builds the problem."""
    return spec.name.replace("-", "_")


def problem_lines(spec: MachineSpec, kernel: KernelSpec, C: float | None) -> list[str]:
    """Return the lines that build `problem` from points X and labels y; a tube uses only x1 and predicts x2."""
    graph = MACHINES[spec.name].graph
    seen = "line" if graph else "X"
    target = {"one-class": ""}.get(spec.name, ", X[:, 1]" if graph else ", y")
    numbers = {"C": penalty(C), "nu": repr(spec.nu), "epsilon": repr(spec.epsilon)}
    own = ", ".join(f"{name}={numbers[name]}" for name in MACHINES[spec.name].parameters)
    return [
        *(["line = np.column_stack([X[:, 0], np.zeros(len(X))])"] if graph else []),
        f"kernel = kernel_of({dict(kernel)!r}, {seen})",
        f"problem = {maker(spec)}({seen}{target}, kernel, {own})",
    ]
