"""Points as strips of memory: a cell for each node, its index above its value, and the pointers of the merge."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from core.topics.libsvm.nodes import END, LEFT, RIGHT, MergeStep, SvmNode
from ui.words import Words, number


def merge_strips(
    one: tuple[SvmNode, ...], other: tuple[SvmNode, ...], steps: tuple[MergeStep, ...], turn: int, words: Words
) -> str:
    """Return both lists with the pointers px and py after some steps; equal indices that met are lit."""
    met_left = {step.left for step in steps[:turn] if step.moved not in (LEFT, RIGHT)}
    met_right = {step.right for step in steps[:turn] if step.moved not in (LEFT, RIGHT)}
    px, py = _pointers(steps, turn)
    rows = _strip("x", one, words, met_left, {px: "px"}) + _strip("z", other, words, met_right, {py: "py"})
    return f'<div class="lab-nodes" role="group" aria-label="{escape(words("architecture.strips.merge"))}">{rows}</div>'


def _pointers(steps: tuple[MergeStep, ...], turn: int) -> tuple[int, int]:
    """Return the places of both pointers after some steps."""
    if turn == 0:
        return 0, 0
    last = steps[turn - 1]
    return last.left + (last.moved != RIGHT), last.right + (last.moved != LEFT)


def memory_strips(points: list[tuple[SvmNode, ...]], words: Words) -> str:
    """Return the first points of svm_problem, x[0], x[1], ..., each with its end marker."""
    rows = "".join(_strip(f"x[{place}]", each, words) for place, each in enumerate(points))
    label = escape(words("architecture.strips.points"))
    return f'<div class="lab-nodes" role="group" aria-label="{label}">{rows}</div>'


def _strip(
    name: str,
    nodes: tuple[SvmNode, ...],
    words: Words,
    lit: set[int] | None = None,
    pointers: Mapping[int, str] | None = None,
) -> str:
    cells = ""
    for place, node in enumerate(nodes):
        kind = "lab-lit" if lit and place in lit else "lab-end" if node.index == END else ""
        pointer = (pointers or {}).get(place, "")
        value = words("architecture.strips.end") if node.index == END else number(node.value)
        index = str(node.index).replace("-", "−")
        cells += f'<li class="{kind}"><b>{index}</b><span>{escape(value)}</span><i>{pointer}</i></li>'
    return f"<p><code>{escape(name)}</code></p><ol>{cells}</ol>"
