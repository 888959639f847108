"""A visitor walks through the pages of what was measured, and of ridge regression."""

from __future__ import annotations

from visitor import Meet, Visitor

from pages.results.claims import COUNTED


def arrive(visitor: Visitor, page: str) -> None:
    visitor.page.goto(f"{visitor.server}/{page}?lang={visitor.lang}")
    visitor.page.locator(".lab-figure[data-ready]").first.wait_for()
    rest(visitor)


def rest(visitor: Visitor) -> None:
    visitor.page.wait_for_function("() => !!document.querySelector('[data-test-script-state=notRunning]')")


def press(visitor: Visitor, name: str) -> None:
    """Press one of a few values that stand side by side."""
    page = visitor.page
    page.get_by_role("radio", name=name).or_(page.get_by_role("button", name=name)).first.click()
    rest(visitor)


def unfold(visitor: Visitor, title: str) -> None:
    visitor.page.get_by_text(title, exact=True).click()
    rest(visitor)


def test_the_paper_is_walked_from_regression_to_classification(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang)
    arrive(visitor, "paper")
    figure = visitor.page.locator(".st-key-paper-speed .lab-figure").first
    told = figure.get_attribute("aria-label")
    for title in ("paper.table.regression", "paper.claims.title", "paper.sets.title", "paper.kernel.regression"):
        visitor.page.get_by_text(visitor.say(title), exact=True).wait_for()
    assert visitor.page.locator(".st-key-paper-cells table, .st-key-paper-table table").count() >= 1
    press(visitor, visitor.say("paper.task.classification"))
    visitor.page.get_by_text(visitor.say("paper.table.classification"), exact=True).wait_for()
    visitor.until(lambda: figure.get_attribute("aria-label") != told, "the figure of classification")
    visitor.page.get_by_text(visitor.say("paper.formula.title"), exact=True).wait_for()
    assert "tab=classification" in visitor.page.url


def test_the_results_are_walked_to_the_claims_of_the_paper(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang)
    arrive(visitor, "results")
    written = visitor.text()
    assert visitor.say("results.paper.title") in written
    figures = visitor.page.locator(".lab-figure")
    for k in range(figures.count()):
        figures.nth(k).scroll_into_view_if_needed()
        assert figures.nth(k).get_attribute("aria-label")
    claims = visitor.page.locator("table").filter(has_text=visitor.say("results.column.verdict"))
    assert claims.first.locator("tbody tr").count() == len(COUNTED) + 1  # and the gain by the order 3


def test_ridge_regression_is_walked_with_its_folds(newcomer: Meet, lang: str) -> None:
    visitor = newcomer(lang)
    arrive(visitor, "ridge")
    line = visitor.page.locator(".st-key-ridge-line .lab-figure")
    assert "SVR" in (line.get_attribute("aria-label") or "")
    press(visitor, visitor.say("ridge.line.points"))
    visitor.until(lambda: "points" in visitor.page.url, "the points in the link")
    press(visitor, visitor.say("ridge.change.features"))
    visitor.page.get_by_text(visitor.say("figure.ridge.stability.x.features")).first.wait_for()
    unfold(visitor, visitor.say("ridge.fold.svm"))
    visitor.page.get_by_text(visitor.say("ridge.svm.bound.proved"), exact=True).wait_for()
    unfold(visitor, visitor.say("ridge.fold.quiz"))
    visitor.page.get_by_text(visitor.say("ridge.quiz.why")).first.wait_for()
