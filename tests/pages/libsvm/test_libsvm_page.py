"""The page about LIBSVM's loop as a visitor meets it: what it says is what its numbers say."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from core.problem import Gaussian, InputError, certificate
from core.solver import LoopState, finish
from core.solver.libsvm.cache import COMPUTED
from core.topics.libsvm.experiment import LoopSummary
from core.topics.libsvm.view import WARNING
from core.topics.machines.view import machine_standing
from datasets import CATALOGUE
from pages import libsvm
from pages.libsvm import answers, sentences, tables
from pages.libsvm.question import Options, Question
from tests.core.naive_forms import exact_values
from tests.core.naive_libsvm import NaiveLoop
from tests.pages.visit import CHINESE, Visit, in_both_languages
from ui.link.shared import Shared
from ui.page.numbers import machine_rows
from ui.solve.machine.table import MACHINES, MachineSpec
from ui.solve.recording import LIBSVM_TOLERANCE
from ui.solve.wire import unpack
from ui.state.lab import Lab
from ui.state.machine import MachineChoice
from ui.words import at_most, number, words_for

WORDS = words_for("en")
STATE = {"data": "overlap", "k": "gaussian", "g": "1", "C": "100"}


def question(name: str = "overlap", C: float | None = 100.0, **chosen: Any) -> Question:
    shared = Shared(dataset=name, kernel={"name": "gaussian", "gamma": 1.0}, C=C, options=(Options(**chosen),))
    return libsvm.PAGE.read(Lab(shared, CATALOGUE[name].make()))


@in_both_languages
def test_a_first_visit_stands_where_points_are_set_aside(lang: str) -> None:
    visit, words = Visit("libsvm", lang=lang), words_for(lang)
    assert visit.warnings() == []
    assert words("libsvm.question") in [title.value for title in visit.app.title]
    assert bool(CHINESE.search(visit.lead())) == (lang == "zh")
    assert words("libsvm.asides.title") in visit.texts()
    assert len(visit.components("plot")) == 2


def test_the_player_is_told_who_is_set_aside_from_which_state_to_which() -> None:
    (proto,) = Visit("libsvm", **STATE, loop="shrink_20").components("player")
    header, arrays = unpack(proto.bytes)
    run = answers.run(question())
    spans = arrays["aside"].reshape(-1, 3)
    assert len(spans) > 60
    for k in (99, 150, 350, 699):
        state = run.trace.state_at(k)
        assert isinstance(state, LoopState)
        shown = {int(t) for t, first, last in spans if first <= k <= last}
        assert shown == set(state.order[state.active :].tolist())
    assert "aside" in header["marks"]
    assert header["way"]["solver"] == "libsvm"
    assert header["way"]["rows"] == 20


def test_a_link_brings_the_switch_and_the_rows_and_a_cache_below_two_rows_is_none() -> None:
    visit = Visit("libsvm", **STATE, loop="keep_7")
    assert visit.query["loop"] == "keep_7"
    assert WORDS("libsvm.aside.off") in visit.texts()
    refused = Visit("libsvm", **STATE, loop="shrink_1")
    assert any(WORDS("link.libsvm") in text for text in [*refused.warnings(), *refused.texts()])


@in_both_languages
@pytest.mark.parametrize(("k", "state"), [(0, "running"), (350, "running"), (699, "proved")])
def test_the_light_and_the_gap_of_a_pass_are_those_of_its_multipliers(k: int, state: str, lang: str) -> None:
    """Also where variables are set aside, whose kept gradient is of an earlier pass."""
    visit, words = Visit("libsvm", **STATE, step=f"{k}", lang=lang), words_for(lang)
    trace = answers.run(question()).trace
    ((light, *_), _counts) = (found["rows"] for found in visit.data("standing"))
    alpha = trace.state_at(k).alpha
    proof, signed = certificate(answers.dual(question()), alpha), alpha * trace.problem.y
    half = number(0.5 * signed @ Gaussian(1.0).gram(question().X, question().X) @ signed, 4)
    assert light["state"] == state
    told = words("standing.dual", total=number(float(alpha.sum()), 4), half=half, dual=number(-proof.dual, 4))
    assert told in light["how"].split("\n")
    assert number(proof.gap) in light["value"] or at_most(proof.gap + proof.rounding, 2) in light["value"]


@in_both_languages
@pytest.mark.parametrize("k", [0, 350])
def test_the_numbers_of_a_pass_are_those_of_all_points_also_where_some_are_set_aside(k: int, lang: str) -> None:
    visit, words = Visit("libsvm", **STATE, step=f"{k}", lang=lang), words_for(lang)
    found, counted = (each["rows"] for each in visit.data("standing"))
    value = {row["label"]: row["value"] for row in found}
    alpha, y, K = (
        answers.run(question()).trace.state_at(k).alpha,
        question().y,
        Gaussian(1.0).gram(question().X, question().X),
    )
    score, grows = y - K @ (alpha * y), (y > 0) == (alpha <= 0)
    free = (alpha > 0) & (alpha < 100.0)
    m, M = score[free | grows].max(), score[free | ~grows].min()
    assert value[words("standing.interval")] == words("standing.interval.empty", lacks=number(float(m - M)))
    assert (value[words("number.free")], value[words("number.bounded")]) == (
        number(np.count_nonzero(free)),
        number(np.count_nonzero(alpha >= 100.0)),
    )
    (told,) = (row["how"] for row in found if row["label"] == "Σ yα")
    half = number(float(alpha[y > 0].sum()), 4)
    assert f"{half} − {half} = " in told
    assert not set(value) & {row["label"] for row in counted}


@in_both_languages
@pytest.mark.parametrize("machine", [name for name in MACHINES if name != "c-svc"])
def test_every_other_machine_has_its_own_light_and_gap_at_a_pass(machine: str, lang: str) -> None:
    asked = replace(question(C=10.0), chosen=MachineChoice(machine))
    words, trace, dual = words_for(lang), answers.run(asked).trace, answers.dual(asked)
    for k in (len(trace) // 2, len(trace)):
        visit = Visit("libsvm", **STATE | {"C": "10"}, machines=f"{machine}_0.3_0.5", step=f"{k}", lang=lang)
        (light, *rows), _counts = (found["rows"] for found in visit.data("standing"))
        for row in machine_rows(machine_standing(dual, trace.state_at(k).alpha, k), words).rows[1:]:
            assert row._asdict() in rows
        proof = machine_standing(dual, trace.state_at(k).alpha, k).proof
        primal, least = exact_values(dual, trace.state_at(k).alpha, proof.b, proof.r)
        assert light["state"] == ("proved" if primal + least <= min(abs(primal), abs(least)) / 1000 else "running")
        assert light["label"] == words(f"light.{light['state']}.title")
        first, _, second, bounds = light["how"].split("\n")
        assert first.endswith(f"= {number(float(primal), 4)}")
        assert second.endswith(f"= {number(-float(least), 4)}")
        assert bounds.startswith(words("standing.bounds", low="", high="")[:6])
        gap = float(primal + least)
        assert number(gap) in light["value"] or at_most(gap + proof.rounding, 2) in light["value"]


def test_where_reduced_hulls_meet_the_light_says_that_there_is_no_machine() -> None:
    visit = Visit("libsvm", data="xor", k="linear", machines="nu-svc_0.1_0.5")
    ((light, *_), _counts) = (found["rows"] for found in visit.data("standing"))
    assert (light["state"], light["label"]) == ("impossible", WORDS("machine.light.none.title"))


def test_a_hard_margin_that_does_not_exist_is_said_not_to() -> None:
    visit = Visit("libsvm", data="xor", k="linear", C="inf")
    assert WORDS("libsvm.runaway") in visit.texts()
    assert WORDS("libsvm.runaway") not in Visit("libsvm", **STATE).texts()


def computed(asked: Question) -> int:
    """Return how many kernel values the whole run computed, its last pass included."""
    last = answers.run(asked).trace.last
    assert isinstance(last, LoopState)
    return int(last.cache.tally[COMPUTED])


@pytest.mark.parametrize("k", [0, 100, 350, 700, 10_000])
def test_the_lead_counts_what_the_state_counts(k: int) -> None:
    asked = question()
    trace = answers.run(asked).trace
    said = sentences.lead_sentence(asked, min(k, len(trace)), WORDS)
    if k >= len(trace):
        assert str(computed(asked)) in said
        return
    state, row = trace.state_at(k), trace.table[k]
    assert isinstance(state, LoopState)
    assert f"point{'s'} {row['i'] + 1} and {row['j'] + 1}" in said
    assert str(state.active) in said
    if k == 700:
        assert said.count("10 ε") == 1
        assert str(int(row["set_aside"])) in said


def test_every_test_in_the_table_holds_for_its_point() -> None:
    found, _ = answers.stood(question(), 350)
    table = tables.asides_table(question(), 350, WORDS)
    assert len(table) == tables.FIRST
    for one, (_, row) in zip(found.asides, table.iterrows(), strict=False):
        assert (one.score > one.bar) == one.above
        assert ("> m" in row[WORDS("libsvm.column.bar")]) == one.above


def test_the_gradient_is_said_to_be_equal_only_where_it_is() -> None:
    asked = question()
    _, found = answers.stood(asked, 350)
    assert found.apart <= 1e-10
    assert "at most" in sentences.rebuilt_note(asked, 350, WORDS)
    assert np.abs(found.together - found.full).max() == found.apart


def test_a_run_that_never_comes_near_its_end_at_a_look_says_so() -> None:
    no_one_aside, never, comes = question("moons", 10.0), question("moons", 100.0), question()
    for asked, said in ((no_one_aside, "nobody"), (never, "never"), (comes, "")):
        told = sentences.lead_sentence(asked, len(answers.run(asked).trace), WORDS)
        assert [name for name in ("nobody", "never") if WORDS(f"libsvm.ended.{name}") in told] == [said] * bool(said)


def test_the_four_runs_are_those_that_are_named() -> None:
    asked = question(rows=20)
    both, cache, shrinking, neither = answers.saved(asked).runs
    assert both.computed == computed(asked)
    assert both.computed < min(cache.computed, shrinking.computed, neither.computed)
    table = tables.savings_table(asked, WORDS)
    assert list(table.index) == [
        WORDS("libsvm.run", shrinking=WORDS(f"libsvm.shrinking.{on}"), rows=rows)
        for rows in (20, 2)
        for on in (True, False)
    ]


def test_of_runs_that_do_not_end_nothing_is_said_to_be_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, cut = question(rows=20), question(rows=21)
    assert WORDS("libsvm.saved.open") not in sentences.savings_note(whole, WORDS)
    monkeypatch.setattr(answers, "STEPS_OF_A_RUN", 5)
    assert WORDS("libsvm.saved.open") in sentences.savings_note(cut, WORDS)


def test_under_a_hard_margin_joachims_has_no_bound_and_the_printed_equation_no_value() -> None:
    asked = question("gap", C=None)
    values = tables.joachims_table(asked, len(answers.run(asked).trace), WORDS)[WORDS("libsvm.column.value")]
    named = partial("libsvm.joachims.{}".format)
    full, reduced, printed = (values[WORDS(named(name))] for name in ("full.points", "reduced", "printed"))
    assert (full == reduced, printed) == (True, "–")
    assert values[WORDS("libsvm.joachims.sets", bound="C")].split(" / ")[1] == "0"
    assert sentences.joachims_note(asked, WORDS) == WORDS("libsvm.joachims.hard")
    assert sentences.joachims_note(question(), WORDS) == ""


def test_joachims_objective_is_the_same_twice_and_the_printed_one_another() -> None:
    values = tables.joachims_table(question(), 350, WORDS)[WORDS("libsvm.column.value")]
    named = partial("libsvm.joachims.{}".format)
    full, reduced, printed = (values[WORDS(named(name))] for name in ("full.points", "reduced", "printed"))
    assert full == reduced != printed
    assert values[WORDS(named("claimed.points"))] == "0"


def test_what_the_loop_does_under_each_machine_is_what_a_run_of_it_does() -> None:
    asked, n = question(rows=20), len(CATALOGUE["overlap"].make().y)
    found = answers.machines(asked)
    for name, one in found.items():
        assert isinstance(one, LoopSummary)
        problem = replace(asked.problem, machine=MachineSpec(name)).core_problem()
        run = finish(problem, "libsvm", LIBSVM_TOLERANCE, shrinking=True, cache_rows=20)
        assert isinstance(run.state, LoopState)
        assert (one.passes, one.computed) == (run.steps, run.state.cache.tally[COMPUTED])
        assert one.variables == len(run.alpha) == (2 * n if MACHINES[name].graph else n)
        assert (one.fewest < one.variables) == (name != "nu-svc"), "whose run is over before the first look"
        assert one.relative_width < 1e-3
    assert found["c-svc"].computed == computed(asked)  # type: ignore[union-attr]
    shown = tables.machines_table(asked, WORDS)
    assert list(shown.index) == [WORDS(f"machine.choice.{name}") for name in MACHINES]


def test_the_line_of_every_machine_is_the_one_that_a_naive_twin_prints() -> None:
    asked = question(C=1.0)
    for name, one in answers.machines(asked).items():
        assert isinstance(one, LoopSummary)
        twin = NaiveLoop(replace(asked.problem, machine=MachineSpec(name)).core_problem(), LIBSVM_TOLERANCE, True, 20)
        assert twin.run(10_000)
        assert one.line.replace(WARNING, "") == twin.text, name
        assert one.returned == twin.unshrunk, name
        assert one.passes == len(twin.passes), name


def test_a_machine_that_cannot_be_had_is_named_with_its_reason() -> None:
    points = CATALOGUE["overlap"].make()
    few = np.flatnonzero(points.y < 0)[:4]
    kept = np.sort(np.concatenate([np.flatnonzero(points.y > 0), few]))
    one_sided = replace(points, X=points.X[kept], y=points.y[kept])
    shared = Shared(dataset="overlap", kernel={"name": "gaussian", "gamma": 1.0}, C=1.0, options=(Options(),))
    asked = libsvm.PAGE.read(Lab(shared, one_sided))
    assert isinstance(answers.machines(asked)["nu-svc"], InputError)
    assert WORDS("machine.choice.nu-svc") not in tables.machines_table(asked, WORDS).index
    assert f"{WORDS('machine.choice.nu-svc')}: " in sentences.machines_note(asked, WORDS)
    assert f"{WORDS('machine.choice.nu-svc')}: " not in sentences.machines_note(question(), WORDS)


@in_both_languages
def test_the_five_machines_are_told_unfolded(lang: str) -> None:
    visit, words = Visit("libsvm", **STATE, loop="shrink_20", lang=lang), words_for(lang)
    visit.unfold("libsvm-machines", lang)
    assert visit.warnings() == []
    assert words("libsvm.machines.differ") in visit.texts()


@in_both_languages
def test_the_order_of_eviction_is_counted_on_the_rows_of_the_run(lang: str) -> None:
    words, asked = words_for(lang), question(rows=7)
    shown, table = answers.evictions(asked), answers.run(asked).trace.table
    rows = [int(row) for k in range(len(table)) for row in (table["i"][k], table["j"][k])]
    assert (shown.n, shown.room, shown.asked) == (len(asked.y), 7, len(rows))
    held: list[int] = []
    missing = 0
    for row in rows:
        missing += row not in held
        held = [*(each for each in held if each != row), row][-7:]
    assert shown.by_use == missing
    told = sentences.eviction_note(asked, words)
    n = len(asked.y)
    assert number(n * (n + 1) // 2) in told
    assert number(n * (n - 1) // 2) in told
    key = "fewer" if shown.by_use < shown.by_age else "more" if shown.by_use > shown.by_age else "equal"
    assert words(f"libsvm.evict.{key}") in told
    whole = answers.evictions(question(rows=10_000))
    assert whole.by_use == whole.by_age == len(set(rows))


@in_both_languages
def test_the_printed_condition_would_lose_the_sum_over_the_free(lang: str) -> None:
    words, asked = words_for(lang), question()
    k = 350
    _, found = answers.stood(asked, k)
    lost = float(np.abs(found.at_bound + found.p - found.full).max())
    told = sentences.rebuilt_note(asked, k, words)
    assert words("libsvm.rebuilt.printed", lost=number(float(np.abs(found.free).max()))) in told
    assert lost == pytest.approx(float(np.abs(found.free).max()), abs=1e-6)


def test_rho_is_minus_b_and_p_is_the_tube() -> None:
    asked = question()
    told = sentences.machines_note(asked, WORDS)
    b = answers.end(asked).b
    assert WORDS("libsvm.machines.rho", b=number(b, 4), rho=number(-b, 4)) in told
    assert WORDS("libsvm.machines.p", epsilon=number(asked.chosen.epsilon)) in told


@in_both_languages
def test_memory_and_coupling_are_told_unfolded(lang: str) -> None:
    visit, words = Visit("libsvm", **STATE, loop="shrink_20", lang=lang), words_for(lang)
    visit.unfold("libsvm-memory", lang)
    visit.unfold("libsvm-coupling", lang)
    assert visit.warnings() == []
    assert sentences.memory_note(words) in visit.texts()
    assert sentences.coupling_note(words) == words("libsvm.coupling.none", tables=number(4000))
    assert sentences.coupling_note(words) in visit.texts()
    sizes = tables.memory_table(question(), WORDS)
    assert sizes.index[0] == number(len(question().y))
    assert sizes.loc[number(1000)].iloc[0] == "4"
