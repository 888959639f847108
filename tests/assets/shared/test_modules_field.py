"""The browser's kernels, grids, level lines and bytes against NumPy's and Python's."""

from __future__ import annotations

import base64
from typing import Any

import numpy as np
import pytest
from bench import WINDOW, clouds
from stand_in import CORNERS, gram

from ui.solve.kernels import waves_of
from ui.solve.wire import pack, unpack

FORMULAS = (
    "exp(-gamma*dist2) + r*dot",
    "3.5",
    "tanh(gamma*dot + r) / (1 + dist1^1.5) - max(x1*z1, -2)^3",
    "sqrt(xx*zz) + abs(x2 - z2) * min(distmax, 1)",
    "cos(x1 - z1) * (1 + sin(x2) * sin(z2)) + log(2 + dist2)^-2",
)
KERNELS = [
    {"name": "linear"},
    {"name": "polynomial", "degree": 3, "gamma": 1.0, "zeta": 1.0},
    {"name": "polynomial", "degree": 10, "gamma": 0.3, "zeta": 0.0},
    {"name": "gaussian", "gamma": 0.5},
    {"name": "gaussian", "gamma": 1000.0},
    {"name": "sigmoid", "gamma": 0.5, "r": -1.0},
    {"name": "sigmoid", "gamma": 1000.0, "r": 5.0},
    {"name": "taylor", "gamma": 1.0, "order": 4},
    {"name": "taylor", "gamma": 1.0, "order": 0},
    {"name": "taylor", "gamma": 3.0, "order": 20},
    {"name": "fourier", "gamma": 0.5, "components": 200, "seed": 3},
    {"name": "fourier", "gamma": 1000.0, "components": 1, "seed": 0},
    {"name": "paired", "gamma": 0.5, "components": 60, "seed": 3},
    {"name": "paired", "gamma": 1000.0, "components": 2, "seed": 0},
    {"name": "nystroem", "gamma": 0.5, "landmarks": 12, "landmark_seed": 3},
    {"name": "nystroem", "gamma": 0.01, "landmarks": 30, "landmark_seed": 0},
    {"name": "nystroem", "gamma": 1000.0, "landmarks": 1, "landmark_seed": 0},
    *({"name": "formula", "gamma": 0.5, "r": -1.0, "formula": text} for text in FORMULAS),
]


def _nodes(n: int) -> np.ndarray:
    line = -4 + 8 * np.arange(n) / (n - 1)
    return np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: "-".join(str(v) for v in k.values()))
def test_the_grid_and_the_direct_sum_agree_with_numpy(page: Any, kernel: dict) -> None:
    X, _ = clouds(40)
    coef = np.random.default_rng(1).normal(0, 10, 40)
    coef[::5] = 0
    drawn = kernel | {name: array.ravel().tolist() for name, array in waves_of(kernel, CORNERS).items()}
    expected = gram(kernel, _nodes(33), X) @ coef + 0.25
    found = page.evaluate(
        """async ([kernel, X, coef, window, nodes]) => {
          const field = await harness.load('shared/field');
          await (await harness.load('shared/kernels')).missing(kernel);
          [X, coef] = [Float64Array.from(X), Float64Array.from(coef)];
          const F = field.grid(kernel, X, coef, 0.25, window, 33);
          const parts = nodes.map((node) => field.terms(kernel, X, coef, 0.25, node));
          return [Array.from(F), parts.map(({ f }) => f), parts[50]];
        }""",
        [drawn, X.ravel().tolist(), coef.tolist(), WINDOW, _nodes(33).tolist()],
    )
    allowed = 1e-5 * max(1, np.abs(expected).max())
    assert np.abs(np.array(found[0]) - expected).max() <= allowed
    assert np.abs(np.array(found[1]) - expected).max() <= allowed
    assert found[2]["f"] == pytest.approx(expected[50], abs=allowed)
    sizes = [abs(term["value"]) for term in found[2]["terms"]]
    assert sizes == sorted(sizes, reverse=True)
    assert len(sizes) == 32


def test_the_level_line_of_a_bowl_is_one_closed_circle(page: Any) -> None:
    lines = page.evaluate(
        """async () => {
          const { contours } = await harness.load('shared/field');
          const far = (k) => (k % 41 - 20) ** 2 + (Math.floor(k / 41) - 20) ** 2;
          const F = Float64Array.from({ length: 41 * 41 }, (_, k) => 144 - far(k));
          return contours(F, 41, 0);
        }"""
    )
    assert len(lines) == 1
    points = np.array(lines[0])
    assert points[0].tolist() == points[-1].tolist()
    assert np.abs(np.hypot(*(points - 20).T) - 12).max() < 0.05
    turn = np.unwrap(np.arctan2(*(points - 20).T[::-1]))
    assert abs(turn[-1] - turn[0]) == pytest.approx(2 * np.pi)


def test_level_lines_of_noise_are_stitched_until_the_frame_or_a_loop(page: Any) -> None:
    lines = page.evaluate(
        """async () => {
          const { contours } = await harness.load('shared/field');
          let seed = 7;
          const F = Float64Array.from({ length: 900 }, () => (seed = (seed * 16807) % 2147483647) / 1073741823 - 1);
          return contours(F, 30, 0);
        }"""
    )
    for line in lines:
        points = np.array(line)
        ends_on_frame = np.isin(points[[0, -1]], [0, 29]).any(axis=1).all()
        assert ends_on_frame or points[0].tolist() == points[-1].tolist()
        assert np.hypot(*np.diff(points, axis=0).T).max() < 1.5


def test_the_field_is_paper_at_zero_and_full_class_colour_from_two_on(page: Any) -> None:
    pixels = page.evaluate(
        """async () => {
          const { shade } = await harness.load('shared/field');
          const { palette } = await harness.load('shared/paint');
          const out = new Uint8ClampedArray(16);
          const table = palette({ neg: 'rgb(200, 0, 0)', paper: 'white', pos: 'rgb(0, 0, 200)' }, 1);
          shade(Float64Array.from([-9, 0, 2, 1]), 2, table, out);
          return Array.from(out);
        }"""
    )
    top, bottom = pixels[:8], pixels[8:]
    assert bottom == [200, 0, 0, 255, 255, 255, 255, 255]
    assert top == pytest.approx([0, 0, 200, 255, 128, 128, 228, 255], abs=1)


def test_blobs_of_python_and_of_the_browser_are_the_same_bytes_apart_from_spaces(page: Any) -> None:
    arrays = {"X": np.arange(6.0).reshape(3, 2), "y": np.array([1, -1, 1], "i1"), "e": np.zeros(0, "f4")}
    blob = pack({"seq": 3, "words": "间隔", "C": None}, arrays)
    text = page.evaluate(
        """async (text) => {
          const { pack, unpack, toText } = harness.wire;
          const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
          const shifted = new Uint8Array(bytes.length + 3);
          shifted.set(bytes, 3);
          const [{ arrays: described, ...header }, arrays] = unpack(shifted.subarray(3));
          const shaped = described.map(({ name, shape }) => [name, [arrays[name], shape]]);
          return toText(pack(header, Object.fromEntries(shaped)));
        }""",
        base64.b64encode(blob).decode(),
    )
    header, found = unpack(base64.b64decode(text))
    assert header == {"seq": 3, "words": "间隔", "C": None}
    for name, array in arrays.items():
        assert found[name].dtype == array.dtype
        assert found[name].shape == array.shape
        assert found[name].tolist() == array.tolist()


def test_bytes_that_are_no_blob_are_refused(page: Any) -> None:
    assert (
        page.evaluate("(() => { try { harness.wire.unpack(new Uint8Array(40)); } catch (e) { return e.message; } })()")
        == "not an SVML blob"
    )


THINNING = """async ([side, n, kernel]) => {
  const { thinning, viewOf } = await harness.load('shared/paint');
  const view = viewOf(side, { x0: -4, y0: -4, size: 8 }, {});
  const { part, rings } = thinning(view, n, kernel);
  const outermost = (rings ? 8 + 0.95 : 5.2) * part * view.size;
  return [part, rings, outermost, (view.span / 8) * Math.sqrt(Math.log(100) / (kernel.gamma ?? 1))];
}"""


@pytest.mark.parametrize("side", [250, 420, 640])
@pytest.mark.parametrize("gamma", [100, 200, 300, 500, 1000])
def test_a_mark_does_not_cover_the_island_of_its_point(page: Any, side: int, gamma: float) -> None:
    _, _, outermost, island = page.evaluate(THINNING, [side, 90, {"name": "gaussian", "gamma": gamma}])
    assert outermost < island


def test_marks_are_smaller_only_where_points_crowd_or_islands_are_small(page: Any) -> None:
    cases = [
        (90, {"name": "gaussian", "gamma": 1}),
        (90, {"name": "linear"}),
        (0, {"name": "linear"}),
        (1000, {"name": "linear"}),
        (2000, {"name": "linear"}),
        (90, {"name": "gaussian", "gamma": 1000}),
    ]
    found = [page.evaluate(THINNING, [640, n, kernel])[:2] for n, kernel in cases]
    assert found == [[1, True], [1, True], [1, True], [0.6, True], [0.5, True], [0.5, False]]
