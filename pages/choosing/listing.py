"""RFFDG-RBF line by line: as the paper prints it, and as it must be, each line that differs marked (mathematics 16).

What is code stands here, the same in every language; the catalogues have the reason of each line that differs.
"""

from __future__ import annotations

from html import escape
from typing import Final, NamedTuple

from ui.words import Words


class Line(NamedTuple):
    """One line of either column; "" where a column has nothing there."""

    printed: str
    corrected: str
    reason: str = ""  # choosing.listing.<reason> says why they differ; "": they say the same


LINES: Final = (
    Line("input (xᵢ, yᵢ), i = 1 … n; grids D*, γ*, C*", "input (xᵢ, yᵢ), i = 1 … n; grids D*, γ*, C*; k folds"),
    Line("draw wᵢ ~ N(0, 2γ I), bᵢ ~ U[−π, π], i = 1 … D", "", "before"),
    Line("Ψ(x) = √(2/D) [cos(wᵢ·x + bᵢ)], i = 1 … D", "", "before"),
    Line("train a linear machine on all (Ψ(xᵢ), yᵢ)", "", "unused"),
    Line("for (D, γ) in D* × γ*:", "for (D, γ) in D* × γ*:"),
    Line("", "  draw wᵢ ~ N(0, 2γ I), bᵢ ~ U[−π, π], i = 1 … D", "inside"),
    Line("", "  Ψ(x) = √(2/D) [cos(wᵢ·x + bᵢ)], i = 1 … D", "inside"),
    Line("", "  for C in C*:", "penalty"),
    Line("  result = cross_val_score(Ψ(xᵢ), yᵢ, 10)", "    result = cross_val_score(Ψ(xᵢ), yᵢ, k; C)", "penalty"),
    Line("  if result > best: best, D₀, γ₀ = result, D, γ", "    if result > best: best, D₀, γ₀ = result, D, γ"),
    Line("  return D₀, γ₀", "", "first"),
    Line("for C in C*:", "for C in C*:"),
    Line("  acc = accuracy(D₀, γ₀, C)", "  acc = cross_val_score(exact kernel γ₀, C; k)", "judged"),
    Line("  if acc > best_acc: best_acc = acc", "  if acc > best_acc: best_acc, C₀ = acc, C", "kept"),
    Line("  return best_acc", "", "second"),
    Line("", "return γ₀, C₀; train exactly, test once", "result"),
)


def listing(words: Words) -> str:
    """Return both columns as a table of HTML, with the reason beside each line that differs."""
    names = ("printed", "corrected", "reason")
    head = "".join(f'<th scope="col">{escape(words(f"choosing.listing.{name}"))}</th>' for name in names)
    rows = "".join(_row(k, line, words) for k, line in enumerate(LINES))
    return f'<table class="lab-listing"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'


def _row(k: int, line: Line, words: Words) -> str:
    if not line.reason:
        return f"<tr><td>{_code(line.printed)}</td><td>{_code(line.corrected)}</td><td></td></tr>"
    printed = f"<del>{_code(line.printed)}</del>" if line.printed else ""
    corrected = f"<ins>{_code(line.corrected)}</ins>" if line.corrected else ""
    told = k == 0 or LINES[k - 1].reason != line.reason
    reason = escape(words(f"choosing.listing.{line.reason}")) if told else ""
    return f'<tr class="lab-differs"><td>{printed}</td><td>{corrected}</td><td>{reason}</td></tr>'


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>"
