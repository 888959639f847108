from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import InputError, StringKernel
from core.topics.strings.view import MOST_PLACES, SHOWN_WAYS, choices, common, features, tables
from tests.core.golden import GOLDEN

words = st.text(st.sampled_from("ab😀é"), max_size=9)
decays = st.floats(1e-3, 1.0)
lengths = st.integers(1, 4)


def _value(s: str, t: str, length: int, decay: float) -> float:
    return float(StringKernel(length, decay, False).gram([s], [t])[0, 0])


@given(words, words, lengths, decays)
def test_the_common_subsequences_add_up_to_the_kernel_value(s: str, t: str, length: int, decay: float) -> None:
    found, count = common(s, t, length, decay, 10**6)
    assert len(found) == count
    assert sum(one.value for one in found) == pytest.approx(_value(s, t, length, decay), rel=1e-12, abs=0.0)
    assert [one.value for one in found] == sorted((one.value for one in found), reverse=True)


@given(words, words, lengths, decays)
def test_every_lit_place_spells_its_subsequence(s: str, t: str, length: int, decay: float) -> None:
    for one in common(s, t, length, decay, 10**6)[0]:
        for word, places in ((s, one.of_s), (t, one.of_t)):
            assert len(places.first) == min(places.ways, SHOWN_WAYS)
            assert all("".join(word[i] for i in way) == one.letters for way in places.first)
            summed = sum(ways * decay**apart for apart, ways in places.powers)
            assert places.feature == pytest.approx(summed, rel=1e-12)
            assert places.feature == pytest.approx(features(word, length, decay)[one.letters], rel=1e-12)


@given(words, words, lengths, decays)
def test_the_tables_follow_the_recurrence_and_end_in_the_value(s: str, t: str, length: int, decay: float) -> None:
    found = tables(s, t, length, decay)
    assert found.value == pytest.approx(_value(s, t, length, decay), rel=1e-12, abs=0.0)
    assert found.value == pytest.approx(float(found.last.sum()), rel=1e-12, abs=0.0)
    equal = np.array([[a == b for b in t] for a in s], dtype=float).reshape(len(s), len(t)) * decay**2
    assert found.prime[0].tolist() == np.ones((len(s) + 1, len(t) + 1)).tolist()
    for q in range(1, length):
        before, double, prime = found.prime[q - 1], found.double[q], found.prime[q]
        assert double[1:, 1:] == pytest.approx(decay * double[1:, :-1] + equal * before[:-1, :-1], rel=1e-12)
        assert prime[1:, 1:] == pytest.approx(decay * prime[:-1, 1:] + double[1:, 1:], rel=1e-12)
    assert found.last[1:, 1:] == pytest.approx(equal * found.prime[length - 1][:-1, :-1], rel=1e-12)


def test_the_features_of_the_textbook_are_the_golden_ones() -> None:
    golden = GOLDEN["extras"]["string_features"]
    assert features("Nasdaq", 3, golden["lam"])["asd"] == golden["Nasdaq_asd"]
    assert features("lass das", 3, golden["lam"])["asd"] == golden["lass_das_asd"]
    asd = next(one for one in common("Nasdaq", "lass das", 3, golden["lam"], 10)[0] if one.letters == "asd")
    assert asd.of_s.powers == ((3, 1),)
    assert asd.of_t.powers == ((5, 2),)
    assert asd.of_t.first == ((1, 2, 5), (1, 3, 5))  # positions (2, 3, 6) and (2, 4, 6), counted from 1


def test_what_would_take_too_long_is_refused_before_the_work() -> None:
    assert choices("a" * 10_000, 6) > MOST_PLACES
    for refused in (lambda: features("a" * 10_000, 6, 0.5), lambda: common("a" * 10_000, "a" * 10_000, 6, 0.5, 9)):
        with pytest.raises(InputError) as error:
            refused()
        assert error.value.key == "words.many"


def test_choosing_almost_all_of_many_letters_needs_no_memory_for_the_others() -> None:
    word = "".join(map(chr, range(300, 400)))
    found, count = common(word, word, 98, 1.0, 3)
    assert count == 100 * 99 // 2
    assert found[0].value == 1.0
