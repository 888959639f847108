"""What the light says is true: every number in it is read back and held against the certificate."""

import math
import re
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.problem import InputError, Role, Separable, Separation
from core.solver import Outcome
from core.view import Light, Solution
from core.view.solution import Enclosed
from datasets import CATALOGUE
from ui.solve.board_problem import BoardProblem
from ui.solve.kernels import KernelSpec
from ui.solve.message import input_message, numbers, optimality_message
from ui.solve.solving import TOLERANCE, solve
from ui.words import (
    Words,
    at_least,
    at_most,
    certain,
    common_digits,
    interval,
    languages,
    number,
    told_apart,
    words_for,
)

KERNELS: list[KernelSpec] = [
    {"name": "linear"},
    {"name": "polynomial", "degree": 3, "gamma": 1.0, "zeta": 1.0},
    {"name": "gaussian", "gamma": 1.0},
    {"name": "sigmoid", "gamma": 0.5, "r": -1.0},
    {"name": "taylor", "gamma": 1.0, "order": 4},
    {"name": "fourier", "gamma": 1.0, "components": 200, "seed": 0},
]
WRITTEN = re.compile(r"−?(?:\d+(?:\.\d+)?(?:\u00a0×\u00a010[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)?|∞)|−?10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+")
PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")


def read(written: str) -> Decimal:
    """Read a number as it is written on a page, exactly."""
    if written.endswith("∞"):
        return Decimal("-Infinity" if written.startswith("−") else "Infinity")
    mantissa, _, power = written.partition("\u00a0×\u00a010")
    if not power and (lone := re.fullmatch(r"(−?)10([⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)", written)):
        mantissa, power = lone[1] + "1", lone[2]
    return Decimal(f"{mantissa.translate(PLAIN)}e{power.translate(PLAIN) or 0}")


def values(key: str, text: str, words: Words) -> dict[str, str]:
    """Return what stands in the places of a catalogue's text."""
    return _filled(words.texts[key], key, text)


def _filled(template: str, key: str, text: str) -> dict[str, str]:
    parts = re.split(r"\{(\w+)\}", template)
    pattern = "".join(f"(?P<{part}>.+?)" if k % 2 else re.escape(part) for k, part in enumerate(parts))
    found = re.fullmatch(pattern, text)
    assert found is not None, f"{text!r} is not {key}"
    return found.groupdict()


def with_conditions(key: str, text: str, words: Words) -> dict[str, str]:
    """Return the same where a sentence about the KKT conditions follows, which names no violation where none is."""
    endings = [words.texts[f"light.kkt.{how}"] for how in ("exact", "within")]
    (end,) = (
        end for end in endings if text.endswith(re.split(r"\{\w+\}", end)[-1]) and re.split(r"\{", end)[0] in text
    )
    return _filled(words.joined([words.texts[key], end]), key, text)


def shown(name: str, kernel: KernelSpec, C: float | None) -> Solution:
    points = CATALOGUE[name].make()
    return solve(BoardProblem(points.X, points.y, kernel, C)).solution


SOLUTIONS = [
    shown(name, kernel, C)
    for name in ("moons", "overlap", "example-7-1", "exercise-7-2", "xor", "outlier", "unbalanced")
    for kernel in KERNELS
    for C in (1e-3, 1.0, 1e4, None)
]


# ---- numbers written on one side ----


@given(st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=False), st.integers(1, 15))
def test_what_is_rounded_down_is_never_above_and_rounded_up_never_below(x: float, digits: int) -> None:
    low, high = read(at_least(x, digits)), read(at_most(x, digits))
    assert low <= Decimal(repr(x)) <= high
    assert float(low) <= x <= float(high)


@given(st.integers(-(10**6), 10**6), st.integers(-20, 20))
def test_what_is_a_short_decimal_is_written_as_it_on_both_sides(mantissa: int, power: int) -> None:
    x = float(f"{mantissa}e{power}")
    assert float(read(at_least(x, 7))) == x == float(read(at_most(x, 7)))


@given(st.floats(-1e12, 1e12), st.integers(2, 12))
def test_what_is_rounded_to_a_side_is_near(x: float, digits: int) -> None:
    for written in (at_least(x, digits), at_most(x, digits)):
        exact = Decimal(repr(x))
        assert abs(read(written) - exact) <= abs(exact) * Decimal(10) ** (1 - digits)


@pytest.mark.parametrize(
    ("x", "low", "high"),
    [
        (0.0, "0", "0"),
        (0.5, "0.5", "0.5"),
        (1.23456, "1.23", "1.24"),
        (-1.23456, "−1.24", "−1.23"),
        (9.999, "9.99", "10"),
        (0.1, "0.1", "0.1"),
        (-0.1, "−0.1", "−0.1"),
        (0.3, "0.3", "0.3"),
        (0.1 + 0.2, "0.3", "0.301"),
        (12345.6, "12345", "12346"),
        (99950.0, "99950", "99950"),
        (99999.5, "99999", "10⁵"),
        (1.2345e-9, "1.23\u00a0×\u00a010⁻⁹", "1.24\u00a0×\u00a010⁻⁹"),
        (9.9999e9, "9.99\u00a0×\u00a010⁹", "10¹⁰"),
        (math.inf, "∞", "∞"),
    ],
)
def test_numbers_rounded_to_a_side_read_like_all_numbers(x: float, low: str, high: str) -> None:
    assert (at_least(x), at_most(x)) == (low, high)


# ---- intervals and certain numbers ----

SIZES = st.floats(1e-300, 1e300) | st.floats(1e-6, 1e6) | st.sampled_from([0.0, 1.0, 99.999, 99999.6, 1e5])
SIGNED = st.builds(lambda size, sign: sign * size, SIZES, st.sampled_from([-1, 1]))
INTERVALS = st.tuples(SIGNED, SIGNED) | st.builds(lambda x, part: (x, x * (1 + part)), SIGNED, st.floats(0, 1e-2))


def decimals(written: str) -> tuple[int, str]:
    """Return how many decimals a number is written with, and its power of ten."""
    mantissa, _, power = written.partition("\u00a0×\u00a0")
    return len(mantissa.partition(".")[2]), power


@settings(max_examples=1000)
@given(INTERVALS)
def test_both_ends_of_an_interval_are_written_outward_and_to_the_same_decimal(ends: tuple[float, float]) -> None:
    low, high = sorted(ends)
    written = interval(low, high)
    if low == high:
        assert tuple(written) == (number(low, 12),) * 2
        return
    assert read(written.low) <= Decimal(repr(low))
    assert Decimal(repr(high)) <= read(written.high)
    small, large = sorted((abs(low), abs(high)))
    if (low > 0 or high < 0) and small < 1e-5 * large:
        return  # they share no digit: each has its own
    assert decimals(written.low) == decimals(written.high)
    wider = read(written.high) - read(written.low)
    assert wider <= Decimal("1.25") * (Decimal(high) - Decimal(low)) + Decimal("2.1e-11") * Decimal(large)
    assert len(re.sub(r"\D", "", written.high.partition("\u00a0×")[0])) <= 13


@pytest.mark.parametrize(
    ("low", "high", "written"),
    [
        (63.901321, 63.901425, ("63.90132", "63.90143")),
        (63.9, 63.9, ("63.9", "63.9")),
        (63.9, 63.95, ("63.900", "63.950")),
        (1.3964741, 1.3965269, ("1.396474", "1.396527")),
        (299.9, 330.0, ("299", "330")),
        (0.0, 12.3, ("0.0", "12.3")),
        (-0.5, 2.0, ("−0.50", "2.00")),
        (-1.25, -1.2, ("−1.250", "−1.200")),
        (2.2221e11, 2.2229e11, ("2.22210\u00a0×\u00a010¹¹", "2.22290\u00a0×\u00a010¹¹")),
        (9.98e9, 1.002e10, ("0.9980\u00a0×\u00a010¹⁰", "1.0020\u00a0×\u00a010¹⁰")),
        (1.2, 3.0123e9, ("1.2", "3.02\u00a0×\u00a010⁹")),
        (1.5, math.inf, ("1.5", "∞")),
    ],
)
def test_intervals_read_like_this(low: float, high: float, written: tuple[str, str]) -> None:
    assert tuple(interval(low, high)) == written


@settings(max_examples=1000)
@given(SIGNED.filter(bool), st.floats(0, 1) | st.floats(0, 1e-4), st.floats(0, 1))
def test_every_digit_of_a_certain_number_is_one_that_the_whole_interval_rounds_to(
    x: float, part: float, inside: float
) -> None:
    low, high = sorted((x, x * (1 + part)))
    written = certain(low, high)
    if not written:
        assert not common_digits(low, high)
        return
    mantissa = re.sub(r"[^\d]", "", written.partition("\u00a0×")[0]).lstrip("0")
    digits = max(1, len(mantissa))
    for number_inside in (low, high, low + inside * (high - low)):
        assert read(written) == Decimal(f"{number_inside:.{digits - 1}e}") or low == high
    assert digits <= 6


def test_a_number_of_which_one_digit_is_certain_has_one_digit() -> None:
    assert certain(315.2, 327.9) == "3\u00a0×\u00a010²"
    assert certain(63.897, 63.904) == "63.90"
    assert certain(2.6, 3.4) == "3"
    assert certain(1.0, 2.0) == ""


@given(SIGNED, SIGNED, st.integers(1, 6))
def test_two_numbers_that_differ_are_never_written_alike_where_a_float_can_tell(
    one: float, other: float, digits: int
) -> None:
    written = told_apart(one, other, digits)
    if written[0] == written[1]:
        assert one == other or f"{one:.14e}" == f"{other:.14e}"


# ---- the light ----


@pytest.mark.parametrize("lang", languages)
def test_the_interval_that_is_said_encloses_the_optimum(lang: str) -> None:
    words, seen = words_for(lang), 0
    for found in SOLUTIONS:
        if found.light is Light.PROVED and found.digits < 12:
            title, detail = optimality_message(found, words)
            said = with_conditions("light.proved.detail", detail, words)
            proof, (low, high) = found.certificate, found.value
            assert title == words("light.proved.title")
            assert proof.low <= -proof.dual <= proof.high
            assert proof.primal <= proof.high
            assert high <= proof.high * (1 + 1e-6)
            assert read(said["low"]) <= Decimal(low) <= Decimal(high) <= read(said["high"])
            assert ("violation" in said) == (proof.violation > 0.0)
            assert read(said.get("violation", "0")) >= Decimal(repr(proof.violation))
            seen += 1
    assert seen > 10


@given(st.floats(1e-6, 1e6), st.floats(0, 1e-3))
def test_the_digits_that_are_claimed_are_those_of_every_number_in_the_interval(low: float, share: float) -> None:
    high = low * (1 + share)
    digits = common_digits(low, high)
    assert digits >= 1
    for inside in np.linspace(low, high, 7):
        assert f"{inside:.{digits - 1}e}" == f"{low:.{digits - 1}e}"
    assert digits == 15 or f"{low:.{digits}e}" != f"{high:.{digits}e}"


@pytest.mark.parametrize("lang", languages)
def test_primal_and_dual_are_said_to_agree_only_where_they_do(lang: str) -> None:
    words, seen = words_for(lang), 0
    for found in SOLUTIONS:
        if found.light is Light.PROVED and found.digits >= 12:
            said = with_conditions("light.proved.exact", optimality_message(found, words)[1], words)
            for value in (-found.certificate.dual, found.certificate.primal):
                assert float(read(said["value"])) == pytest.approx(value, rel=1e-5)
            assert abs(found.certificate.gap) <= 1e-11 * abs(found.certificate.dual)
            seen += 1
    assert seen > 10


@pytest.mark.parametrize("lang", languages)
def test_an_indefinite_kernel_is_never_said_to_be_proved(lang: str) -> None:
    words = words_for(lang)
    indefinite = [found for found in SOLUTIONS if not found.psd]
    assert indefinite
    for found in indefinite:
        assert found.light is Light.NOT_YET
        title, detail = optimality_message(found, words)
        said = with_conditions("light.running.indefinite", detail, words)
        assert title == words("light.running.title")
        assert read(said.get("violation", "0")) >= Decimal(repr(found.certificate.violation))


ENDINGS = {
    Outcome.STEP_LIMIT: "light.running.limit",
    Outcome.STUCK: "light.running.stuck",
    Outcome.CANCELLED: "light.running.cancelled",
    Outcome.OPTIMAL: "light.running.loose",
}


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("outcome", ENDINGS)
def test_an_ending_without_proof_is_told_with_both_bounds(outcome: Outcome, lang: str) -> None:
    words = words_for(lang)
    between = Enclosed(1.23456, 12.34567)
    found = replace(SOLUTIONS[1], light=Light.NOT_YET, outcome=outcome, steps=123, value=between, digits=0, psd=True)
    title, detail = optimality_message(found, words)
    said = values(ENDINGS[outcome], detail, words)
    assert title == words("light.running.title")
    assert (said["steps"], said["low"], said["high"]) == ("123", "1.2", "12.4")


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize(("separable", "key"), [(Separable.YES, "thin"), (Separable.OPEN, "broken")])
def test_a_hard_margin_that_was_not_reached_is_known_to_exist_or_not_settled(
    separable: Separable, key: str, lang: str
) -> None:
    words = words_for(lang)
    proof = replace(SOLUTIONS[1].certificate, primal=math.inf)
    found = replace(SOLUTIONS[1], light=Light.NOT_YET, certificate=proof, psd=True, separation=Separation(separable))
    title, bare = optimality_message(replace(found, largest_margin=math.inf), words)
    assert title == words("light.running.title")
    assert values(f"light.running.{key}", bare, words)["steps"] == number(found.steps)
    bounded = optimality_message(replace(found, largest_margin=0.12341), words)[1]
    assert values("light.running.margin", bounded.removeprefix(bare).strip(), words)["margin"] == "0.124"


@pytest.mark.parametrize("lang", languages)
def test_no_optimum_is_said_to_lie_between_a_number_and_itself(lang: str) -> None:
    words = words_for(lang)
    found = solve(
        BoardProblem(np.array([[0.25, 0.0], [-0.25, 0.0]]), np.array([1, -1], np.int8), {"name": "linear"}, None)
    ).solution
    for digits in (3, 8, 11, 15):
        told = optimality_message(replace(found, digits=digits, value=Enclosed(16.0, 16.0)), words)[1]
        assert with_conditions("light.proved.exact", told, words)["value"] == "16"


@pytest.mark.parametrize("lang", languages)
def test_the_steps_beside_the_light_say_to_which_tolerance(lang: str) -> None:
    words, found = words_for(lang), shown("moons", {"name": "gaussian", "gamma": 1.0}, 10.0)
    label = next(each["label"] for each in numbers(found, words) if each["key"] == "steps")
    assert number(TOLERANCE) in label


@pytest.mark.parametrize("lang", languages)
def test_the_digits_that_are_said_to_be_proved_survive_rounding(lang: str) -> None:
    X = np.array([[-863.22, -56.76], [-862.22, -58.76], [-861.22, -55.76], [-861.22, -56.76]])
    words = words_for(lang)
    found = solve(BoardProblem(X, np.array([1, -1, 1, -1], np.int8), {"name": "linear"}, None)).solution
    said = with_conditions("light.proved.detail", optimality_message(found, words)[1], words)
    assert read(said["low"]) <= Decimal("2.5") <= read(said["high"])
    digits = int(said["digits"])
    assert 1 <= digits <= 6
    assert f"{found.value.low:.{digits - 1}e}" == f"{2.5:.{digits - 1}e}"


@pytest.mark.parametrize("lang", languages)
def test_hulls_that_meet_are_shown_by_their_common_point(lang: str) -> None:
    words = words_for(lang)
    found = shown("xor", {"name": "linear"}, None)
    title, detail = optimality_message(found, words)
    assert title == words("light.impossible.title")
    said = values("light.impossible.common", detail, words)
    assert (said["x"], said["y"]) == ("0", "0")


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("name", ["overlap", "moons"])
def test_the_common_point_that_is_said_is_the_one_that_is_drawn(name: str, lang: str) -> None:
    words = words_for(lang)
    found = shown(name, {"name": "linear"}, None)
    assert found.common is not None
    said = values("light.impossible.common", optimality_message(found, words)[1], words)
    assert [float(read(said[axis])) for axis in "xy"] == pytest.approx(found.common.tolist(), rel=5e-3)


@pytest.mark.parametrize("lang", languages)
def test_hulls_in_a_space_that_cannot_be_drawn_are_said_to_meet(lang: str) -> None:
    words = words_for(lang)
    found = shown("overlap", {"name": "polynomial", "degree": 2, "gamma": 1.0, "zeta": 1.0}, None)
    assert found.light is Light.IMPOSSIBLE
    assert optimality_message(found, words) == (words("light.impossible.title"), words("light.impossible.space"))


@pytest.mark.parametrize("lang", languages)
def test_every_solution_gets_two_filled_sentences(lang: str) -> None:
    for found in SOLUTIONS:
        for text in optimality_message(found, words_for(lang)):
            assert text
            assert "{" not in text
            assert "–" not in text


# ---- the numbers beside it ----


@pytest.mark.parametrize("lang", languages)
def test_the_numbers_beside_the_light_are_those_of_the_solution(lang: str) -> None:
    for found in SOLUTIONS:
        rows = {row["key"]: row["value"] for row in numbers(found, words_for(lang))}
        if found.light is Light.IMPOSSIBLE:
            assert rows == {"points": str(len(found.alpha))}
            continue
        assert rows["free"] == str(int(np.sum(found.role == Role.FREE)))
        assert int(rows["free"]) + int(rows["bounded"]) == int(np.count_nonzero(found.alpha))
        assert rows["errors"] == f"{found.errors} / {len(found.alpha)}"
        assert rows["steps.trained" if found.trained else "steps"] == str(found.steps)
        width = rows["width" if found.w is not None else "width.feature"]
        assert width == number(found.margin_width)


def test_without_a_free_vector_the_offset_is_the_interval_of_all_that_are_valid() -> None:
    X, y = np.array([[0.0, 0.0], [1.0, 0.0]]), np.array([1, -1], np.int8)
    found = solve(BoardProblem(X, y, {"name": "linear"}, 0.1)).solution
    assert found.free == 0
    said = next(row["value"] for row in numbers(found, words_for("en")) if row["key"] == "offset")
    low, high = (float(read(part)) for part in said.strip("[]").split(", "))
    assert (low, high) == pytest.approx(found.b_interval, rel=5e-3)
    unproved = replace(found, light=Light.NOT_YET)
    assert "[" not in next(row["value"] for row in numbers(unproved, words_for("en")) if row["key"] == "offset")


# ---- refusals ----


@pytest.mark.parametrize("lang", languages)
@pytest.mark.parametrize("value", [0, -1.5, 10**9, 10**300, "text", True, math.nan], ids=str)
def test_a_refusal_shows_whatever_came_in_a_few_letters(value: object, lang: str) -> None:
    assert len(input_message(InputError("C.not_positive", "", C=value), words_for(lang))) < 80


@pytest.mark.parametrize("lang", languages)
def test_a_kernel_value_that_rounding_made_proves_nothing(lang: str) -> None:
    X, y = np.array([[1.0, 1e-6], [1.0, -2e-6]]), np.array([1, -1], np.int8)
    for kernel in (
        {"name": "sigmoid", "gamma": 1.0, "r": -1.0},
        {"name": "polynomial", "degree": 1, "gamma": 1.0, "zeta": -1.0},
    ):
        found = solve(
            BoardProblem(X, y, kernel, None)
        ).solution  # its optimum is 222,222,222,222.22, and 2.22224e11 was claimed
        title, detail = optimality_message(found, words_for(lang))
        assert (title, found.digits) == (words_for(lang)("light.running.title"), 0)
        assert "2.22" not in detail
