from __future__ import annotations

import random
from collections import defaultdict
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem import InputError, StringKernel, strings
from core.problem.strings import shares
from tests.core.golden import GOLDEN

words = st.text(st.sampled_from("ab😀é"), max_size=8)
decays = st.floats(1e-3, 1.0)
lengths = st.integers(1, 5)


def _features(word: str, length: int, decay: float) -> dict[str, float]:
    """Return phi_u by enumeration (mathematics, equation 5.1)."""
    found: dict[str, float] = defaultdict(float)
    for places in combinations(range(len(word)), length):
        found["".join(word[i] for i in places)] += decay ** (places[-1] - places[0] + 1)
    return found


def _enumerated(s: str, t: str, length: int, decay: float) -> float:
    of_s, of_t = _features(s, length, decay), _features(t, length, decay)
    return float(sum(value * of_t[u] for u, value in of_s.items()))


def _value(kernel: StringKernel, s: str, t: str) -> float:
    return float(kernel.gram([s], [t])[0, 0])


def test_two_thousand_random_pairs_agree_with_enumeration() -> None:
    draw = random.Random(49)
    for _ in range(2000):
        s, t = ("".join(draw.choices("abc", k=draw.randrange(10))) for _ in range(2))
        length, decay = draw.randint(1, 5), draw.uniform(0.01, 1.0)
        exact = _enumerated(s, t, length, decay)
        assert _value(StringKernel(length, decay, False), s, t) == pytest.approx(exact, rel=1e-12, abs=0.0)
        square = _enumerated(s, s, length, decay) * _enumerated(t, t, length, decay)
        cosine = exact / square**0.5 if square > 0.0 else 0.0
        assert _value(StringKernel(length, decay), s, t) == pytest.approx(cosine, rel=1e-12, abs=0.0)


@given(words, words, lengths, decays)
def test_a_value_is_the_sum_over_the_common_subsequences(s: str, t: str, length: int, decay: float) -> None:
    found = _value(StringKernel(length, decay, False), s, t)
    assert found == pytest.approx(_enumerated(s, t, length, decay), rel=1e-12, abs=0.0)


@pytest.mark.parametrize("entry", GOLDEN["extras"]["string_kernel"], ids=lambda entry: entry["s"])
def test_the_values_are_the_golden_ones(entry: dict[str, object]) -> None:
    s, t, length, decay = str(entry["s"]), str(entry["t"]), int(str(entry["n"])), float(str(entry["lam"]))
    plain, cosine = StringKernel(length, decay, False), StringKernel(length, decay)
    assert _value(plain, s, t) == pytest.approx(entry["k"], rel=1e-14)
    assert _value(plain, s, s) == pytest.approx(entry["k_ss"], rel=1e-14)
    assert _value(plain, t, t) == pytest.approx(entry["k_tt"], rel=1e-14)
    assert _value(cosine, s, t) == pytest.approx(entry["k_normalised"], rel=1e-14)


@given(st.lists(words, min_size=1, max_size=12), lengths, decays, st.booleans())
def test_a_gram_matrix_is_symmetric_and_positive_semidefinite(
    several: list[str], length: int, decay: float, normalised: bool
) -> None:
    kernel = StringKernel(length, decay, normalised)
    K = kernel.gram(several, several)
    assert np.array_equal(K, K.T)
    assert np.linalg.eigvalsh(K).min() >= -1e-12 * max(float(np.abs(K).max()), np.finfo(float).tiny)
    assert pytest.approx(kernel.gram(several, list(several)), rel=1e-12) == K  # all values, not half of them
    if normalised:
        assert np.diagonal(K).tolist() == [1.0 if len(word) >= length else 0.0 for word in several]


def test_a_word_that_is_too_short_is_orthogonal_to_every_word_and_to_itself() -> None:
    assert StringKernel(3, 0.5).gram(["ab", "", "abc"], ["ab", "", "abc"]).tolist() == [[0, 0, 0], [0, 0, 0], [0, 0, 1]]


def test_the_cosine_of_a_tiny_decay_does_not_underflow() -> None:
    cosine = StringKernel(4, 1e-80).gram(["abcd"], ["abcd", "abcx", "abcde"])
    assert cosine[0] == pytest.approx([1.0, 0.0, 0.5**0.5])


def test_letters_are_code_points() -> None:
    kernel = StringKernel(1, 1.0, False)
    assert kernel.gram(["😀", "支持向量", "مرحبا", "\ud800"], ["😀支"]).tolist() == [[1.0], [1.0], [0.0], [0.0]]


@given(st.lists(words, max_size=4, min_size=1), st.lists(words, max_size=4, min_size=1), lengths)
def test_the_operations_are_those_of_the_loops(A: list[str], B: list[str], length: int) -> None:
    kernel = StringKernel(length, 0.5, False)
    assert kernel.operations(A, B) == length * sum(len(s) * len(t) for s in A for t in B)
    assert kernel.operations(A, A) == length * sum(len(A[i]) * len(A[j]) for i in range(len(A)) for j in range(i + 1))


@pytest.mark.parametrize(
    ("length", "decay"),
    [(0, 0.5), (65, 0.5), (1.5, 0.5), ("2", 0.5), (2, 0.0), (2, 1.01), (2, float("nan")), (2, -1.0), (2, "x")],
)
def test_parameters_out_of_range_are_refused(length: object, decay: object) -> None:
    with pytest.raises(InputError, match=r"The kernel's (length|decay) is .*; it must be"):
        StringKernel(length, decay)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("values", "key"),
    [
        ([], "words.none"),
        ("word", "words.not_a_list"),
        (None, "words.not_a_list"),
        (7, "words.not_a_list"),
        (["a", 1], "words.not_words"),
        ([1.0, 2.0], "words.not_words"),
        ([b"a"], "words.not_words"),
        ([None], "words.not_words"),
    ],
)
def test_anything_but_a_list_of_words_is_refused_in_one_sentence(values: object, key: str) -> None:
    with pytest.raises(InputError) as refused:
        StringKernel(2, 0.5).gram(values, ["ab"])  # type: ignore[arg-type]
    assert refused.value.key == key
    assert str(refused.value).endswith(".")


def test_rows_in_several_calls_give_the_same_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    words, kernel = ["kernel", "colonel", "", "core", "lane", "k"], StringKernel(2, 0.5)
    whole, cross = kernel.gram(words, words), kernel.gram(words[:4], words)
    monkeypatch.setattr(strings, "CELLS_AT_ONCE", 300)
    assert shares(words, words, 2) == [(0, 1), (1, 2), (2, 4), (4, 6)]
    assert np.array_equal(kernel.gram(words, words), whole)
    assert np.array_equal(kernel.gram(words[:4], words), cross)
