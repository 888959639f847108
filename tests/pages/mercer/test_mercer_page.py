"""The page that asks whether a function is a kernel, as a visitor meets it."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.problem.asymmetry import SINGLE
from core.topics.mercer.distances import METRICS
from core.topics.mercer.given import MOST, given_matrix
from core.topics.mercer.rules import RULES
from core.topics.mercer.theory import Known, Verdict, judge
from datasets import read_table
from datasets.reading.delimited import MOST_COLUMNS
from pages import LINK
from pages.mercer import answers
from pages.mercer.lessons import INDEFINITE, LESSONS, SHIFTED
from pages.mercer.question import FORM, WEIGHTS, Options, Question, change, read
from pages.mercer.sentences import general_sentence, lead_sentence, run_sentences
from tests.pages.visit import CHINESE, EN, Visit, all_at_once, in_both_languages
from ui.solve.kernels import KERNELS, KernelSpec
from ui.solve.limits import EXPONENT, ORDER_OF_A_RULE
from ui.solve.solving import solved
from ui.state.lab import Lab, opening
from ui.words import number, words_for

places = st.none() | st.floats(-1e6, 1e6)
options = st.builds(
    Options,
    *(st.sampled_from(RULES), st.sampled_from(tuple(KERNELS)), st.integers(*ORDER_OF_A_RULE)),
    *(st.sampled_from(METRICS), st.floats(*EXPONENT), st.sampled_from(WEIGHTS), st.integers(0, 1999), places, places),
)


def lab_of(kernel: KernelSpec | None = None, C: float | None = 10.0) -> Lab:
    lab = opening(LINK)
    shared = lab.shared.with_kernel(dict(INDEFINITE if kernel is None else kernel)).with_penalty(C)
    return replace(lab, shared=shared)


def asked(kernel: KernelSpec | None = None, C: float | None = 10.0) -> Question:
    return read(lab_of(kernel, C))


def pasted(visit: Visit, text: str, lang: str = "en") -> None:
    visit.unfold("mercer-given", lang)
    label = words_for(lang)("own.paste")
    next(each for each in visit.app.text_area if each.label == label and "mercer" in each.key).set_value(text)
    visit.run()


def written(table: Any) -> str:
    file = io.StringIO()
    csv.writer(file).writerows(table)
    return file.getvalue()


@in_both_languages
def test_the_page_opens_with_a_function_that_is_no_kernel_and_its_proof(lang: str) -> None:
    visit, words = Visit("mercer", lang=lang), words_for(lang)
    assert visit.warnings() == []
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
    assert words("figure.mercer_witness.no") in visit.texts()
    assert len(visit.terms()) >= 3
    for lesson in LESSONS:
        assert words(f"try.mercer.{lesson.name}") in visit.texts()


def test_a_visitor_s_own_kernel_is_kept() -> None:
    visit = Visit("mercer", k="gaussian", g="1.0", lang="en")
    assert "by a theorem" in visit.lead()
    assert EN("mercer.theorem.gaussian") in visit.lead()


@pytest.mark.parametrize("name", KERNELS)
def test_the_page_works_for_every_kernel(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    all_at_once(monkeypatch)
    visit = Visit("mercer", k=name, lang="en")
    for fold in ("rules", "distances", "space", "operator"):
        visit.unfold(f"mercer-{fold}")
    assert visit.warnings() == []
    assert ("by a theorem" in visit.lead()) == (name not in ("sigmoid", "formula"))  # the usual r is below 0


@given(options)
def test_every_choice_comes_back_from_its_link(chosen: Options) -> None:
    assert FORM.read(FORM.write(chosen)) == chosen


def test_the_sentence_has_the_numbers_of_the_judgement() -> None:
    question = asked(SHIFTED)
    found = answers.judged(question)
    assert found.verdict is Verdict.NEGATIVE
    told = lead_sentence(found, question.spec, EN)
    assert number(found.form.value) in told
    assert number(found.least) in told
    assert f"{found.below} are negative" in told


def test_the_constant_term_of_the_polynomial_can_be_moved_below_0() -> None:
    lab = lab_of({"name": "polynomial", "degree": 2, "gamma": 1.0, "zeta": 1.0})
    assert answers.judged(read(lab)).verdict is Verdict.THEOREM
    moved = change(lab, "zeta", -1.0)
    assert read(moved).spec["zeta"] == -1.0
    assert answers.judged(read(moved)).verdict is Verdict.NEGATIVE


def test_the_run_names_its_first_step_without_curvature() -> None:
    question = asked()
    found = answers.descended(question)
    k = found.course.first
    assert k is not None
    i, j = int(found.course.i[k]), int(found.course.j[k])
    K = question.kernel.gram(question.X, question.X)
    assert K[i, i] + K[j, j] - 2 * K[i, j] <= 0
    told = " ".join(run_sentences(found, True, EN))
    assert f"Step {k + 1} takes the pair {i + 1}, {j + 1}" in told
    assert EN("light.running.title") in told


def test_a_run_on_a_kernel_has_curvature_everywhere_and_is_proved() -> None:
    found = answers.descended(asked({"name": "gaussian", "gamma": 1.0}))
    told = " ".join(run_sentences(found, False, EN))
    assert found.course.first is None
    assert EN("light.proved.title") in told
    assert "no kernel" not in told


def test_under_the_hard_margin_a_run_without_a_step_claims_no_curvature() -> None:
    question = asked({"name": "sigmoid", "gamma": 1.0, "r": 0.5}, C=None)
    found = answers.descended(question)
    told = run_sentences(found, True, EN)
    assert found.course.outcome.name == "INFEASIBLE"
    assert EN("mercer.run.endless", steps=str(found.course.steps)) in told
    assert not any("has a curvature" in each for each in told)


def test_what_two_points_show_is_what_their_squared_distances_are() -> None:
    shifted = answers.descended(asked({"name": "polynomial", "degree": 1, "gamma": 1.0, "zeta": -1.0}))
    assert shifted.nearest is None  # the squared distance is that of the points
    assert EN("mercer.run.unseen") in run_sentences(shifted, True, EN)
    sigmoid = answers.descended(asked())
    assert sigmoid.nearest is not None
    assert sigmoid.nearest.squared.value < 0


def test_the_hard_margin_names_the_pair_along_which_its_dual_falls() -> None:
    question = asked(C=None)
    found = answers.descended(question)
    assert found.falling is not None
    i, j, squared = found.falling
    assert question.y[i] != question.y[j]
    assert squared.value < 0
    assert EN("mercer.run.falling", i=i + 1, j=j + 1, eta=number(squared.value)) in run_sentences(found, True, EN)


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_shows_its_proof_and_its_verdict(rule: str) -> None:
    chosen = FORM.write(Options(rule=rule, times=3))
    visit = Visit("mercer", k="gaussian", g="1.0", mercer=chosen, lang="en")
    visit.unfold("mercer-rules")
    assert visit.warnings() == []
    assert EN(f"mercer.proof.{rule}", p=3) in visit.texts()
    assert ("A kernel by this rule" in visit.texts()) == (rule != "difference")


def test_a_rule_that_cannot_be_applied_says_so_and_the_rest_stays() -> None:
    visit = Visit("mercer", k="sigmoid", mercer=FORM.write(Options(rule="normalise")), lang="en")
    visit.unfold("mercer-rules")
    (told,) = visit.warnings()
    assert "normalising divides by its root" in told
    assert EN("figure.mercer_witness.no") in visit.texts()


def test_a_larger_exponent_of_a_distance_is_disproved_and_a_small_one_is_a_theorem() -> None:
    for exponent, verdict in ((1.0, Verdict.THEOREM), (3.0, Verdict.NEGATIVE)):
        lab = change(change(lab_of(), "metric", "manhattan"), "exponent", exponent)
        assert answers.over_exponents(read(lab)).judged.verdict is verdict


def test_f_of_one_point_meets_the_bound_at_that_point() -> None:
    lab = lab_of({"name": "gaussian", "gamma": 1.0})
    x = lab.points.X[4]
    for name, value in (("weights", "one"), ("one", 5), ("x1", float(x[0])), ("x2", float(x[1]))):
        lab = change(lab, name, value)
    found = answers.at_place(read(lab))
    assert (found.value, found.own, found.square.value) == pytest.approx((1.0, 1.0, 1.0))
    assert found.holds


@pytest.mark.parametrize(
    ("name", "value"), [("one", 0), ("one", 10**6), ("one", "x"), ("rule", "x"), ("exponent", 9.0)]
)
def test_an_invalid_value_changes_nothing(name: str, value: object) -> None:
    lab = lab_of()
    assert change(lab, name, value) is lab


def test_the_plane_is_coarse_until_every_row_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    all_at_once(monkeypatch)
    Visit("mercer", k="sigmoid", lang="en")
    question = asked()
    coarse, fine = answers.coarse_plane(question), answers.plane(question, None)
    assert coarse.least.shape == (answers.COARSE, answers.COARSE)
    assert fine.least.shape == (answers.FINE, answers.FINE)
    assert fine.share == pytest.approx(coarse.share, abs=0.1)


# ---- a matrix from a file ----

GOOD = np.array([[2.0, 1.0, 0.0], [1.0, 2.0, 0.5], [0.0, 0.5, 2.0]])


@in_both_languages
def test_a_matrix_with_labels_is_judged_and_trained(lang: str) -> None:
    visit = Visit("mercer", lang=lang)
    pasted(visit, written(np.column_stack([GOOD, [1, -1, 1]])), lang)
    words = words_for(lang)
    found = answers.judged_given(given_matrix(np.column_stack([GOOD, [1.0, -1.0, 1.0]])), asked())
    assert found.solution is not None
    assert visit.warnings() == []
    assert words("light.proved.title") in visit.texts()
    assert number(found.judged.least) in visit.texts()


def test_a_matrix_without_labels_is_judged_only() -> None:
    visit = Visit("mercer", lang="en")
    pasted(visit, written(GOOD))
    assert visit.warnings() == []
    assert EN("mercer.given.unlabelled", n=3, points=len(asked().y)) in visit.texts()
    assert EN("mercer.given.borrowed", n=3) not in visit.texts()


@in_both_languages
def test_a_matrix_with_as_many_rows_as_points_takes_their_labels(lang: str) -> None:
    question, words = asked({"name": "gaussian", "gamma": 1.0}), words_for(lang)
    K, n = question.kernel.gram(question.X, question.X), len(question.y)
    visit = Visit("mercer", lang=lang)
    pasted(visit, written(K), lang)
    assert visit.warnings() == []
    assert words("mercer.given.borrowed", n=n) in visit.texts()
    own, other = solved(question.problem).solution, answers.judged_given(given_matrix(K), question).solution
    assert other is not None
    assert other.alpha == pytest.approx(own.alpha, abs=1e-6)
    values = {"vectors": other.vectors, "n": n, "errors": other.errors}
    assert words("mercer.given.trained", **values) in visit.texts()


def test_points_of_one_class_lend_no_labels_that_could_be_trained() -> None:
    lab = lab_of()
    one = replace(lab, every=replace(lab.points, y=np.ones_like(lab.points.y)))
    K = np.eye(len(one.points.y))
    found = answers.judged_given(given_matrix(K), read(one))
    assert found.solution is None
    assert found.refused is not None


def test_a_matrix_of_the_most_rows_may_bring_its_labels() -> None:
    y = np.where(np.arange(MOST) % 2, 1, -1)
    table = read_table(written(np.column_stack([np.eye(MOST, dtype=int), y])), classes=False)
    assert given_matrix(table.numbers).y == pytest.approx(y)


@in_both_languages
@pytest.mark.parametrize(
    ("table", "key", "values"),
    [
        ([[1, 2, 3, 4], [2, 1, 4, 3]], "refusal.precomputed.not_square", {"rows": 2, "columns": 4}),
        ([[1, 0, 0], [0, 1, 1]], "refusal.matrix.labels", {"rows": 2, "columns": 3}),
        ([[1, 2], [2, ""]], "refusal.matrix.not_a_number", {"i": 2, "j": 2}),
        (
            [[1, 2, 3], [2, 1, 0], [9, 0, 1]],
            "refusal.matrix.not_symmetric",
            {"i": 1, "j": 3, "one": "3", "other": "9", "allowed": number(9 * SINGLE)},
        ),
    ],
    ids=["not square", "other labels", "a gap", "not symmetric"],
)
def test_a_matrix_that_is_none_gets_one_sentence_with_its_worst_entry(
    table: Any, key: str, values: dict[str, object], lang: str
) -> None:
    visit = Visit("mercer", lang=lang)
    pasted(visit, written(table), lang)
    assert visit.warnings() == [words_for(lang)(key, **values)]


def test_a_matrix_that_is_too_large_is_refused() -> None:
    visit = Visit("mercer", lang="en")
    pasted(visit, written(np.eye(210, dtype=int)))
    assert visit.warnings() == [EN("error.file.columns", count=210, limit=MOST_COLUMNS)]
    pasted(visit, written(np.eye(MOST + 1, dtype=int)))
    assert visit.warnings() == [EN("refusal.matrix.large", rows=MOST + 1, most=MOST)]


@pytest.mark.parametrize("name", ["board", "descent", "race", "phi", "perceptron", "smo", "losses"])
def test_other_pages_take_a_polynomial_without_a_map(name: str) -> None:
    visit = Visit(name, k="polynomial", q="2", g="1.0", z="-1.0", lang="en")
    assert "could not be shown" not in visit.texts()
    if name in ("descent", "race"):
        assert EN("descent.without.polynomial") in visit.texts()
    if name == "phi":
        assert EN("phi.reach.zeta", chosen="−1", low="0", high="100", shown="0") in visit.texts()


def test_a_typed_kernel_is_proved_by_its_rules_in_both_languages() -> None:
    for lang, said in (("en", "a sum"), ("zh", "和")):
        visit = Visit("mercer", k="formula", f="exp(-gamma*dist2) + r*dot", g="1", r="0.5", lang=lang)
        assert visit.warnings() == []
        assert words_for(lang)("mercer.reason.schoenberg") in visit.lead()
        assert said in visit.lead()


def test_bounds_beyond_the_floats_leave_the_question_open() -> None:
    known = Known(np.eye(3), np.full((3, 3), 1e300))
    assert judge(known).verdict is Verdict.OPEN


@in_both_languages
def test_a_kernel_of_single_points_has_the_area_of_a_cell_as_its_eigenvalue(lang: str) -> None:
    words, found = words_for(lang), answers.mercer(read(opening(LINK, {"data": "moons"})))
    n = len(found.judged.eigenvalues)
    told = general_sentence(found, words)
    assert told == words("mercer.operator.general", n=n, area=number(found.area), finer=number(found.area / 4))
    # The operator of K = 1 at x = z on the grid is the area of a cell times the identity.
    side = float(np.sqrt(n * found.area))
    assert (side / (2 * np.sqrt(n))) ** 2 == pytest.approx(found.area / 4)
