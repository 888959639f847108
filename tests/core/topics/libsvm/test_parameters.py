"""svm_check_parameter: every message has an example, and so has our own check; the published package agrees."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.problem import InputError
from core.topics.libsvm.parameters import (
    EXAMPLE_COUNTS,
    LONGEST,
    OPTIONS,
    RULES,
    ParameterRule,
    SvmParameter,
    message,
    parameter_of,
    refusal,
)

whole = st.integers(-1, 6)
real = st.sampled_from((-1.0, -0.0, 0.0, 1e-9, 0.2, 0.21, 0.5, 1.0, 1.5))
parameters = st.builds(
    SvmParameter, whole, whole, whole, real, real, real, real, real, real, real, st.integers(-1, 2), st.integers(-1, 2)
)
sizes = st.lists(st.integers(1, 9), min_size=1, max_size=3)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_example_breaks_its_rule_and_is_refused_here_too(rule: ParameterRule) -> None:
    chosen = parameter_of(rule.example)
    assert message(chosen, EXAMPLE_COUNTS) == rule.message
    with pytest.raises(InputError):
        rule.ours(chosen, EXAMPLE_COUNTS)
    assert isinstance(refusal(chosen, EXAMPLE_COUNTS), InputError)


@given(parameters, sizes)
def test_both_checks_refuse_the_same_parameters(parameter: SvmParameter, counts: list[int]) -> None:
    assert (message(parameter, counts) is None) == (refusal(parameter, counts) is None)


@settings(deadline=None)
@given(parameters, sizes)
def test_the_published_package_has_the_same_message(parameter: SvmParameter, counts: list[int]) -> None:
    svm: Any = pytest.importorskip("libsvm.svm", reason="needs the extra `libsvm`, and that a C++ compiler")
    labels = [place for place, count in enumerate(counts) for _ in range(count)]
    given = svm.svm_parameter("-q")
    for name in OPTIONS.values():
        setattr(given, name, getattr(parameter, name))
    told = svm.libsvm.svm_check_parameter(svm.svm_problem(labels, [{1: 1.0}] * len(labels)), given)
    assert (told.decode() if told else None) == message(parameter, counts)


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ("-z 1", "svm.option"),
        ("-c", "svm.value"),
        ("-c x", "svm.number"),
        ("-d 1.5", "svm.whole"),
        ("-c nan", "svm.large"),
        ("-c 1e309", "svm.large"),
        ("-s 99999999999", "svm.large"),
        ("-c 1 " * LONGEST, "svm.long"),
    ],
)
def test_other_options_are_refused_in_one_sentence(options: str, key: str) -> None:
    with pytest.raises(InputError) as caught:
        parameter_of(options)
    assert caught.value.key == key


def test_options_fill_the_structure() -> None:
    assert parameter_of("-s 3 -t 1 -d 2 -p 0.25 -h 0") == SvmParameter(3, 1, 2, p=0.25, shrinking=0)
    assert parameter_of("") == SvmParameter()
