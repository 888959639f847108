"""Reading formulas: what is taken, what is refused and why, and LaTeX."""

from __future__ import annotations

import time
import tracemalloc

import pytest
from formulas import formulas
from hypothesis import given
from hypothesis import strategies as st

from core.problem import InputError
from core.problem.formula.syntax import LEAVES, LONGEST, MOST_NODES, NAMES, exchanged, latex, nodes, parse

REFUSED = [
    ("", "formula.empty"),
    (" \t", "formula.empty"),
    ("(", "formula.syntax"),
    ("dot +", "formula.syntax"),
    ("2 x1", "formula.syntax"),
    ("x1 < z1", "formula.syntax"),
    ("x1 if x2 else z1", "formula.syntax"),
    ("lambda: 1", "formula.syntax"),
    ("dot.real", "formula.syntax"),
    ("dot[0]", "formula.syntax"),
    ("[dot]", "formula.syntax"),
    ("1j", "formula.syntax"),
    ("True", "formula.syntax"),
    ("'a'", "formula.syntax"),
    ("dot, 1", "formula.syntax"),
    ("exp(x1=1)", "formula.syntax"),
    ("exp(*x1)", "formula.syntax"),
    ("x1 // 2", "formula.syntax"),
    ("x1 @ z1", "formula.syntax"),
    ("not x1", "formula.syntax"),
    ("(x1 := 2)", "formula.syntax"),
    ("\0", "formula.syntax"),
    ("(" * 200 + "1" + ")" * 20, "formula.syntax"),
    ("a + dot", "formula.name"),
    ("__import__('os')", "formula.name"),
    ("exp", "formula.name"),
    ("dot(x1)", "formula.syntax"),
    ("核 + dot", "formula.name"),
    ("exp()", "formula.values"),
    ("exp(1, 2)", "formula.values"),
    ("min(1)", "formula.values"),
    ("1e999", "formula.number"),
    ("-" * 250 + "1", "formula.large"),
    ("+".join(["1"] * (MOST_NODES // 2 + 1)), "formula.large"),
    ("1" * (LONGEST + 1), "formula.long"),
]


@pytest.mark.parametrize(("text", "key"), REFUSED, ids=[text[:12] for text, _ in REFUSED])
def test_what_is_no_formula_is_refused_for_its_reason(text: str, key: str) -> None:
    with pytest.raises(InputError) as refused:
        parse(text)
    assert refused.value.key == key
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("text", "place"), [("dot + + * 2", 9), ("x1^2 + x1^2 + )", 15), ("x1 < z1", 1), ("dot + (x1 < z1)", 8)]
)
def test_the_place_of_an_error_is_counted_in_the_text_as_it_was_typed(text: str, place: int) -> None:
    with pytest.raises(InputError) as refused:
        parse(text)
    assert refused.value.values["place"] == place


def test_a_long_number_is_one() -> None:
    assert parse("9" * 250).value == pytest.approx(1e250)


def test_as_many_parts_as_are_allowed_are_taken() -> None:
    assert sum(1 for _ in nodes(parse("-(" + "+".join(["1"] * (MOST_NODES // 2)) + ")"))) == MOST_NODES


def test_powers_bind_as_in_mathematics() -> None:
    assert parse("-dot^2") == parse("-(dot^2)")
    assert parse("dot^2 + 1") == parse("(dot^2) + 1")
    assert parse("2^dot^2") == parse("2^(dot^2)")
    assert parse("dot**2") == parse("dot^2")


@given(st.text(max_size=LONGEST + 5) | st.text(alphabet="x12z+-*/^(), .exp", max_size=120))
def test_any_text_is_a_formula_or_is_refused(text: str) -> None:
    try:
        node = parse(text)
    except InputError:
        return
    assert {each.kind for each in nodes(node)} <= {*NAMES, "number", "negative", *"+-*/^"}


def test_hostile_texts_cost_little() -> None:
    tracemalloc.start()
    started = time.process_time()
    for text, _ in REFUSED * 20:
        with pytest.raises(InputError):
            parse(text)
    assert (time.process_time() - started) / (20 * len(REFUSED)) < 0.5  # s each; 1 ms on one processor
    assert tracemalloc.get_traced_memory()[1] < 50 << 20
    tracemalloc.stop()


@given(formulas)
def test_exchanging_twice_changes_nothing(text: str) -> None:
    node = parse(text)
    assert exchanged(exchanged(node)) == node


LATEX = {
    "exp(-gamma*dist2) + r*dot": r"\exp\!\left(-\mathrm{2}\,\lVert x-z\rVert^2\right) + \left(-1\,x\cdot z\right)",
    "(1 + dot)^3": r"\left(1 + x\cdot z\right)^{3}",
    "dist2^0.5": r"\left(\lVert x-z\rVert^2\right)^{0.5}",
    "(x1 - z1) - (x2 - z2)": r"x_1 - z_1 - \left(x_2 - z_2\right)",
    "x1 + (x2 + z1)": r"x_1 + x_2 + z_1",
    "1/(1+dist1)": r"\frac{1}{1 + \lVert x-z\rVert_1}",
    "(x1 + 2)*(z1 + 2)": r"\left(x_1 + 2\right)\,\left(z_1 + 2\right)",
    "x1*(-2)": r"x_1\cdot \left(-2\right)",
    "-(x1 + z1)": r"-\left(x_1 + z_1\right)",
    "abs(x1)": r"\left|x_1\right|",
    "sqrt(xx)": r"\sqrt{\lVert x\rVert^2}",
    "(2^x1)^z1": r"\left(2^{x_1}\right)^{z_1}",
    "max(x1, z1)": r"\max\!\left(x_1, z_1\right)",
}


@pytest.mark.parametrize("text", LATEX)
def test_latex_has_the_parentheses_that_it_needs(text: str) -> None:
    numbers = {"gamma": r"\mathrm{2}", "r": "-1"}
    found = latex(parse(text), lambda value: f"{value:g}", numbers)
    assert found == LATEX[text]


@given(formulas)
def test_latex_is_balanced(text: str) -> None:
    found = latex(parse(text), lambda value: f"{value:g}", dict.fromkeys(("gamma", "r"), "3"))
    assert found.count("{") == found.count("}")
    assert found.count(r"\left") == found.count(r"\right")


def test_every_name_has_its_latex() -> None:
    for name in LEAVES:
        assert latex(parse(name), str, {}) == LEAVES[name]
