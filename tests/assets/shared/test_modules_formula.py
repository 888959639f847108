"""The browser's values of a typed formula, and its elementary functions, against the core's, bit for bit."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from core.lowlevel.elementary import LONGEST_ANGLE, exponential, hyperbolic_tangent, logarithm, wave
from core.problem import FormulaKernel
from core.problem.formula.code import NUMBER, ONE, TWO
from core.problem.formula.syntax import FUNCTIONS, LEAVES
from ui.solve.kernels import waves_of

COUNT = 100_000  # arguments
FORMULAS = 3_000
TINY = float(np.finfo(float).tiny)
EDGES = (0.0, -0.0, 5e-324, -5e-324, TINY, 1.0, -1.0, 1.7976931348623157e308, np.inf, -np.inf, np.nan)
NUMBERS = ("0", "1", "2", "0.5", "3.25", "1e-3", "7", "1e4", "1e-160", "1e300", "355", "1048576")
ZEROS = ("min(0, 0*r)", "min(0*r, 0)", "max(0, 0*r)", "max(0*r, 0)", "1 / (0*r)", "(0*r)^-3", "tanh(0*r)", "sqrt(0*r)")
POWERS = ("2", "3", "-1", "0.5", "0", "5", "-3", "64", "-1.5")


def _bits(values: np.ndarray) -> np.ndarray:
    """Return the bits of float64 numbers, those of one NaN for every NaN."""
    return np.where(np.isnan(values), np.nan, values).view(np.int64)


def _sizes(chance: np.random.Generator, count: int) -> np.ndarray:
    """Return numbers of all sizes and both signs, with the edges of float64."""
    sizes = chance.choice([-1.0, 1.0], count) * 2.0 ** chance.uniform(-1074, 1024, count)
    return np.concatenate([EDGES, sizes])


def _near_multiples(chance: np.random.Generator, count: int) -> np.ndarray:
    """Return angles next to multiples of pi / 2, where the digits of pi decide."""
    n = chance.integers(-int(LONGEST_ANGLE / 1.5708), int(LONGEST_ANGLE / 1.5708), count)
    return n * (np.pi / 2.0) * (1.0 + chance.integers(-2, 3, count) * 2.0**-53)


def _angles(chance: np.random.Generator) -> np.ndarray:
    x = [_sizes(chance, COUNT // 4), _near_multiples(chance, COUNT // 2), chance.uniform(-7, 7, COUNT // 4)]
    x.append(np.array([LONGEST_ANGLE, -LONGEST_ANGLE]))
    return (together := np.concatenate(x))[np.abs(together) <= LONGEST_ANGLE]


def _positive(chance: np.random.Generator) -> np.ndarray:
    x = np.abs(np.concatenate([_sizes(chance, COUNT // 2), 1.0 + chance.normal(0, 1e-3, COUNT // 2)]))
    return x[(x > 0.0) & (x < np.inf)]


def _any(scale: float) -> Callable[[np.random.Generator], np.ndarray]:
    return lambda chance: np.concatenate([_sizes(chance, COUNT // 2), chance.uniform(-scale, scale, COUNT // 2)])


FUNCTIONS_OF_BOTH = {
    "exponential": ("exponential", (), exponential, _any(760.0)),
    "tanh": ("hyperbolicTangent", (), hyperbolic_tangent, _any(2.0)),
    "log": ("logarithm", (), logarithm, _positive),
    "cos": ("wave", (0,), wave, _angles),
    "sin": ("wave", (3,), wave, _angles),
}


@pytest.mark.parametrize("name", FUNCTIONS_OF_BOTH)
def test_an_elementary_function_has_the_bits_of_the_core(page: Any, name: str) -> None:
    own, more, function, arguments = FUNCTIONS_OF_BOTH[name]
    x = arguments(np.random.default_rng(18))
    assert len(x) > COUNT / 5
    text = page.evaluate(
        """async ([name, more, text]) => {
          const { [name]: own } = await harness.load('shared/elementary');
          const x = new Float64Array(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
          const bytes = new Uint8Array(x.map((value) => own(value, ...more)).buffer);
          return btoa(bytes.reduce((written, byte) => written + String.fromCharCode(byte), ''));
        }""",
        [own, more, base64.b64encode(x.tobytes()).decode()],
    )
    found = np.frombuffer(base64.b64decode(text))
    expected = np.array([function(value, *more) for value in x.tolist()])
    apart = np.flatnonzero(_bits(found) != _bits(expected))
    assert [(float(x[k]).hex(), float(found[k]).hex(), float(expected[k]).hex()) for k in apart[:5]] == []


def _text(chance: np.random.Generator, depth: int) -> str:
    """Write a random formula."""

    def inside() -> str:
        return _text(chance, depth - 1)

    kind = chance.integers(5) if depth else 5
    if kind == 0:
        return f"({inside()} {chance.choice(list('+-*/'))} {inside()})"
    if kind == 1:
        return f"{chance.choice(['min', 'max'])}({inside()}, {inside()})"
    if kind == 2:
        return f"({inside()})^{chance.choice(POWERS)}"
    if kind == 3:
        return f"(-{inside()})"
    if kind == 4:
        return f"{chance.choice([name for name in FUNCTIONS if name not in ('min', 'max')])}({inside()})"
    return str(chance.choice([*LEAVES, "gamma", "r", "(0*r)", *NUMBERS]))


def _coordinates(chance: np.random.Generator, count: int) -> np.ndarray:
    """Coordinates as on a board, and some at the edges of float64."""
    usual = np.round(chance.normal(0, 2, count) * 8192) / 8192
    return np.where(chance.random(count) < 0.8, usual, chance.choice(_sizes(chance, 40), count))


def test_a_formula_has_the_bits_of_the_core(page: Any) -> None:
    chance = np.random.default_rng(49)
    asked, expected, used = [], [], set()
    for text in (*ZEROS, *(_text(chance, int(chance.integers(1, 5))) for _ in range(FORMULAS))):
        gamma, r = float(2.0 ** chance.uniform(-9, 9)), -1.5  # 0 r is -0
        kernel = FormulaKernel(text, gamma, r)
        xs, ys, z = _coordinates(chance, 4), _coordinates(chance, 3), _coordinates(chance, 2)
        nodes = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
        spec = {"name": "formula", "formula": text, "gamma": gamma, "r": r}
        code = waves_of(spec, nodes)["waves"].ravel()
        asked.append(np.concatenate([[len(code)], code, xs, ys, z]))
        expected.append(kernel.gram(nodes, z[None, :]).ravel())
        used |= set(kernel.code.operations.tolist())
    text = page.evaluate(
        """async (text) => {
          const { twins, missing } = await harness.load('shared/kernels');
          await missing({ name: 'formula' });
          const asked = new Float64Array(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
          const found = [];
          for (let at = 0; at < asked.length;) {
            const take = (count) => asked.slice(at, (at += count));
            const [waves, xs, ys, [z1, z2]] = [take(take(1)[0]), take(4), take(3), take(2)];
            const F = new Float64Array(12).fill(-0);  // -0 + K is K, with its sign
            twins.formula.add(F, xs, ys, [[z1, z2, 1]], { waves });
            found.push(...F);
          }
          const bytes = new Uint8Array(Float64Array.from(found).buffer);
          return btoa(bytes.reduce((written, byte) => written + String.fromCharCode(byte), ''));
        }""",
        base64.b64encode(np.concatenate(asked).tobytes()).decode(),
    )
    found, values = np.frombuffer(base64.b64decode(text)), np.concatenate(expected)
    apart = np.flatnonzero(_bits(found) != _bits(values))
    assert [(float(found[k]).hex(), float(values[k]).hex()) for k in apart[:5]] == []
    # What could go wrong has been there.
    assert used == {*range(NUMBER, NUMBER + 9), *range(ONE, ONE + 9), *range(TWO, TWO + 6)}
    for seen in (
        np.isposinf(values),
        np.isneginf(values),
        np.isnan(values),
        (values == 0.0) & np.signbit(values),
        (values != 0.0) & (np.abs(values) < TINY),
        np.abs(values) > 1e300,
    ):
        assert seen.sum() > 5
    assert np.isfinite(values).mean() > 0.5
