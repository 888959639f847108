"""Every kernel of the app's one table can be drawn by the browser, and is compared with NumPy's."""

from typing import Any

from tests.assets.shared.test_modules_field import KERNELS as COMPARED
from ui.solve.kernels import KERNELS, MONOMIALS

TWINS = """async (names) => {
  const { twins, missing } = await harness.load('shared/kernels');
  for (const name of names) await missing({ name });
  return Object.keys(twins).filter((name) => typeof twins[name].add === 'function');
}"""


def test_every_kernel_has_a_twin_in_the_browser_and_every_twin_its_kernel(page: Any) -> None:
    assert set(page.evaluate(TWINS, [*KERNELS])) == {*KERNELS, MONOMIALS}


def test_every_kernel_is_compared_with_numpy() -> None:
    assert {kernel["name"] for kernel in COMPARED} == {*KERNELS}
