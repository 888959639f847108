"""The field in which a visitor types a kernel."""

from __future__ import annotations

from core.problem import InputError
from core.problem.formula import LONGEST, NAMES, parse
from ui.page import typed
from ui.page.showing import Showing
from ui.solve.kernels import FORMULA
from ui.state import session
from ui.state.change import with_formula


def type_formula(showing: Showing, kernel: str | None = None) -> None:
    """Show the field if the kernel, that of the board unless given, is typed and the choice of kernels not hidden."""
    shared = session.current().shared
    if (kernel or shared.kernel["name"]) != FORMULA or not showing.sees("kernel"):
        return
    words = showing.words
    typed.field(
        "formula",
        words("panel.formula"),
        shared.formula,
        refusal,
        lambda text: session.apply(with_formula, text),
        showing,
        tip=words("panel.formula.tip", names=", ".join(f"`{name}`" for name in NAMES), most=str(LONGEST)),
    )


def refusal(text: str) -> InputError | None:
    """Return why a text is no formula; None if it is one."""
    try:
        parse(text)
    except InputError as error:
        return error
    return None
