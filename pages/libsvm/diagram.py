"""The classes of LIBSVM as a diagram of boxes, each with the corresponding files of this project."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from ui.words import Words


@dataclass(frozen=True)
class ClassBox:
    """One class: its methods, the corresponding files of this project with their functions, and its subclasses."""

    name: str
    key: str  # suffix of its keys in the catalogues
    has: str  # its own methods, or the entries of its Q
    files: tuple[tuple[str, tuple[str, ...]], ...]
    derived: tuple[ClassBox, ...] = ()


LOOP: Final = "core/solver/libsvm"
FORMS: Final = "core/problem/formulation"
ROWS: Final = (f"{LOOP}/state.py", ("use_row", "entry"))
SVC_Q = ClassBox("SVC_Q", "svc-q", "Q_ij = y_i y_j K_ij", ((f"{FORMS}/classification.py", ("c_svc", "nu_svc")), ROWS))
ONE_CLASS_Q = ClassBox("ONE_CLASS_Q", "one-class-q", "Q_ij = K_ij", ((f"{FORMS}/one_class.py", ("one_class",)), ROWS))
SVR_Q = ClassBox("SVR_Q", "svr-q", "Q_ij = s_i s_j K_ij", ((f"{FORMS}/regression.py", ("eps_svr", "nu_svr")), ROWS))
KERNEL = ClassBox(
    "Kernel",
    "kernel",
    "kernel_function",
    (("core/problem/kernels.py", ()), ("core/problem/gram.py", ())),
    (SVC_Q, ONE_CLASS_Q, SVR_Q),
)
QMATRIX = ClassBox(
    "QMatrix", "qmatrix", "get_Q, get_QD, swap_index", (ROWS, (f"{LOOP}/cache.py", ("swap_places",))), (KERNEL,)
)
SOLVER_NU = ClassBox("Solver_NU", "solver-nu", "select_working_set", ((f"{LOOP}/working_set.py", ("choose",)),))
SOLVER = ClassBox(
    "Solver",
    "solver",
    "Solve",
    (
        (f"{LOOP}/loop_step.py", ("step",)),
        (f"{LOOP}/working_set.py", ("choose",)),
        (f"{LOOP}/shrinking.py", ("shrink", "rebuild")),
    ),
    (SOLVER_NU,),
)
CACHE = ClassBox("Cache", "cache", "get_data, swap_index", ((f"{LOOP}/cache.py", ("fetch", "swap_places")),))


def boxes(roots: Sequence[ClassBox] = (SOLVER, QMATRIX, CACHE)) -> Iterator[ClassBox]:
    """Yield every class of the diagram."""
    for box in roots:
        yield box
        yield from boxes(box.derived)


def class_diagram(words: Words) -> str:
    """Return the diagram as nested lists: the subclasses of a class are in the list below it."""
    solver, matrix, cache = (_tree(root, words) for root in (SOLVER, QMATRIX, CACHE))
    asks, holds = (escape(words(f"libsvm.classes.{how}")) for how in ("asks", "holds"))
    return (
        f'<div class="lab-classes" role="group" aria-label="{escape(words("libsvm.classes.label"))}"><div>'
        f'{solver}<p class="lab-asks"><span>{asks}</span></p>{matrix}'
        f'<p class="lab-holds"><span>{holds}</span></p>{cache}</div></div>'
    )


def _tree(root: ClassBox, words: Words) -> str:
    return f'<ul class="lab-tree lab-of-{root.key}">{_item(root, words)}</ul>'


def _item(box: ClassBox, words: Words) -> str:
    below = f"<ul>{''.join(_item(each, words) for each in box.derived)}</ul>" if box.derived else ""
    files = ""
    for path, functions in box.files:  # a path may be wrapped after a slash
        counting = f": {', '.join(functions)}" if functions else ""
        files += f"<li><code>{path.replace('/', '/<wbr>')}</code>{counting}</li>"
    here = f"<dt>{escape(words('libsvm.classes.here'))}</dt><dd><ol>{files}</ol></dd>"
    part = escape(words(f"libsvm.classes.part.{box.key}"))
    head = f"<b>{box.name}</b><code>{_indices(box.has)}</code>"
    return f'<li><div class="lab-class">{head}<p>{part}</p><dl>{here}</dl></div>{below}</li>'


def _indices(text: str) -> str:
    """Return a formula with subscripts; names with an underscore are not formulas."""
    if "=" not in text:
        return escape(text)
    return " ".join(
        f"{head}<sub>{low}</sub>" if low else head for head, _, low in (each.partition("_") for each in text.split())
    )
