"""RFFDG-RBF line by line: as printed and as corrected, with each line that differs marked (mathematics 16).

The code is here, the same in every language; the catalogues contain the reason for each difference.
"""

from __future__ import annotations

from html import escape
from typing import Final, NamedTuple

from ui.words import Words


class Draft(NamedTuple):
    """A line of the algorithm as printed and as corrected; "" if one of them has no such line."""

    printed: str
    corrected: str
    reason: str = ""  # key suffix of the reason, choosing.listing.<reason>; "": no difference


LINES: Final = (
    Draft("input (xᵢ, yᵢ), i = 1 … n; grids D*, γ*, C*", "input (xᵢ, yᵢ), i = 1 … n; grids D*, γ*, C*; k folds"),
    Draft("draw wᵢ ~ N(0, 2γ I), bᵢ ~ U[−π, π], i = 1 … D", "", "before"),
    Draft("Ψ(x) = √(2/D) [cos(wᵢ·x + bᵢ)], i = 1 … D", "", "before"),
    Draft("train a linear machine on all (Ψ(xᵢ), yᵢ)", "", "unused"),
    Draft("for (D, γ) in D* × γ*:", "for (D, γ) in D* × γ*:"),
    Draft("", "  draw wᵢ ~ N(0, 2γ I), bᵢ ~ U[−π, π], i = 1 … D", "inside"),
    Draft("", "  Ψ(x) = √(2/D) [cos(wᵢ·x + bᵢ)], i = 1 … D", "inside"),
    Draft("", "  for C in C*:", "penalty"),
    Draft("  result = cross_val_score(Ψ(xᵢ), yᵢ, 10)", "    result = cross_val_score(Ψ(xᵢ), yᵢ, k; C)", "penalty"),
    Draft("  if result > best: best, D₀, γ₀ = result, D, γ", "    if result > best: best, D₀, γ₀ = result, D, γ"),
    Draft("  return D₀, γ₀", "", "first"),
    Draft("for C in C*:", "for C in C*, near the C of best and on:", "near"),
    Draft("  acc = accuracy(D₀, γ₀, C)", "  acc = cross_val_score(exact kernel γ₀, C; k)", "judged"),
    Draft("  if acc > best_acc: best_acc = acc", "  if acc > best_acc: best_acc, C₀ = acc, C", "kept"),
    Draft("  return best_acc", "", "second"),
    Draft("", "return γ₀, C₀; train exactly, test once", "result"),
)


def listing(words: Words) -> str:
    """Return both versions as an HTML table, with the reason beside each line that differs."""
    names = ("printed", "corrected", "reason")
    head = "".join(f'<th scope="col">{escape(words(f"choosing.listing.{name}"))}</th>' for name in names)
    rows = "".join(_row(k, line, words) for k, line in enumerate(LINES))
    return f'<table class="lab-listing"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'


def _row(k: int, line: Draft, words: Words) -> str:
    if not line.reason:
        return f"<tr><td>{_code(line.printed)}</td><td>{_code(line.corrected)}</td><td></td></tr>"
    printed = f"<del>{_code(line.printed)}</del>" if line.printed else ""
    corrected = f"<ins>{_code(line.corrected)}</ins>" if line.corrected else ""
    told = k == 0 or LINES[k - 1].reason != line.reason
    reason = escape(words(f"choosing.listing.{line.reason}")) if told else ""
    return f'<tr class="lab-differs"><td>{printed}</td><td>{corrected}</td><td>{reason}</td></tr>'


def _code(text: str) -> str:
    return f"<code>{escape(text)}</code>"
