"""A typed kernel on the board: drawn, proved, dragged, kept in the link; what is no formula changes nothing."""

from __future__ import annotations

import numpy as np
from visitor import Meet

from core.problem import FormulaKernel, c_svc, certificate


def test_a_typed_kernel_is_drawn_proved_and_sent_and_an_unreadable_one_is_kept_in_its_field(newcomer: Meet) -> None:
    visitor = newcomer().open(data="moons", k="formula", f="1/(1 + dist1)", C="10")
    page, say = visitor.page, visitor.say
    field = page.get_by_label(say("panel.formula"), exact=True)
    assert field.input_value() == "1/(1 + dist1)"
    visitor.lit("proved")

    def gap(text: str) -> float:
        X, y = visitor.points()
        problem = c_svc(X, y.astype(float), FormulaKernel(text), 10.0)
        return certificate(problem, np.asarray(visitor.alpha(), dtype=float)).relative_gap

    assert gap("1/(1 + dist1)") < 1e-3
    field.fill("exp(-dist1")
    field.press("Enter")
    page.locator("[data-testid=stAlert]").filter(has_text="dist1").first.wait_for()
    assert field.input_value() == "exp(-dist1", "what was typed stays"
    assert visitor.lab("s.kernel.formula") == "1/(1 + dist1)", "and changes nothing"
    field.fill("exp(-dist1)")
    field.press("Enter")
    visitor.until(lambda: visitor.lab("s.kernel.formula") == "exp(-dist1)", "the new formula on the board")
    visitor.settled()
    assert visitor.link().kernel["formula"] == "exp(-dist1)"
    visitor.lit("proved")
    x, y = visitor.at(*visitor.points()[0][3])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=6)
    visitor.until(lambda: not visitor.lab("s.behind"), "the answer to the moving hand")
    assert gap("exp(-dist1)") < 1e-3
    page.mouse.up()
    visitor.committed()
