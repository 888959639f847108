"""The page of kernels as a visitor meets it: three boards, the numbers, the terms, the folds, bad input, the link."""

from __future__ import annotations

from tests.pages.visit import Visit


def test_opens() -> None:
    visit = Visit("kernels", lang="en")
    print(visit.lead()); print(visit.warnings())
    for text in visit.texts(): print(text)
    assert 0
