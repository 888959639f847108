"""Claims are judged by their numbers, powers are fitted, and tables say what is not there."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ui.page.measured.claims import (
    AGREES,
    CONTRADICTS,
    FAILS,
    HOLDS,
    OPEN,
    WEAKER,
    Share,
    factor_verdict,
    gain_verdict,
    share_verdict,
)
from ui.page.measured.summaries import power, spread
from ui.page.measured.table import NONE, mean, pair, signed, table

FACTOR = 1.5


@given(st.integers(0, 6), st.integers(0, 6), st.integers(0, 6))
@settings(max_examples=50)
def test_a_share_holds_where_ours_is_as_large(won: int, of: int, printed: int) -> None:
    verdict = share_verdict(Share(printed, 6), Share(min(won, of), of))
    if of == 0:
        assert verdict == OPEN
        return
    share = min(won, of) / of
    assert (verdict == HOLDS) == (share >= printed / 6 - 1e-12)
    assert verdict == HOLDS or (verdict == WEAKER) == (share > 0.5)


@pytest.mark.parametrize(("ours", "verdict"), [(2.4, HOLDS), (1.9, HOLDS), (1.8, WEAKER), (-0.1, FAILS), (None, OPEN)])
def test_a_gain_holds_where_it_is_about_as_large(ours: float | None, verdict: str) -> None:
    assert gain_verdict(2.4, ours, near=0.5) == verdict


@given(st.floats(1e-3, 1e4), st.floats(0.1, 10))
@settings(max_examples=50)
def test_two_numbers_agree_within_the_factor_and_not_beyond(stated: float, times: float) -> None:
    expected = AGREES if max(times, 1 / times) <= FACTOR else CONTRADICTS
    if abs(max(times, 1 / times) - FACTOR) > 1e-9:
        assert factor_verdict(stated, stated * times, FACTOR) == expected
        assert factor_verdict(stated * times, stated, FACTOR) == expected
    assert factor_verdict(stated, 0.0, FACTOR) == CONTRADICTS
    assert factor_verdict(0.0, 0.0, FACTOR) == AGREES


@given(st.floats(-3, 3), st.floats(1e-9, 1e3))
def test_an_exact_power_is_found_again(exponent: float, factor: float) -> None:
    fitted = power([(at, factor * at**exponent) for at in (2000, 5000, 10_000)])
    assert fitted is not None
    assert fitted.exponent == pytest.approx(exponent, abs=1e-8)
    assert (fitted.least, fitted.most) == (2000, 10_000)
    assert power([(1, 1.0), (2, 2.0)]) is None


def test_a_mean_has_its_deviation_where_there_are_several_runs() -> None:
    assert spread([]) is None
    assert mean(None, 3) is None
    assert mean(spread([2.0]), 3) == "2"
    assert mean(spread([1.0, 3.0]), 3) == "2 ± 1"
    assert mean(spread([0.1, 0.1, 0.1]), 3) == "0.100 ± 0", "a rounding error is no deviation"


def test_a_table_has_headings_and_a_dash_for_what_is_not_there() -> None:
    shown = table([{"set": "mg", "d": pair("6", None)}, {"set": "mpg", "d": None}], str.upper)
    assert (shown.index.name, list(shown.index), list(shown["D"])) == ("SET", ["mg", "mpg"], [f"6 / {NONE}", NONE])
    assert table([], str.upper).empty
    assert (signed(-0.5), signed(0.25), signed(None)) == ("−0.50", "+0.25", None)
