"""The tables of the page."""

from __future__ import annotations

from typing import Final

import pandas as pd

from core.estimators import SVC, NuSVC
from core.problem.arrays import Indices, Matrix
from core.topics.libsvm.experiment import CacheGain
from core.topics.libsvm.nodes import PowerState
from core.topics.libsvm.precomputed import GivenMatrices
from core.topics.libsvm.report import EndReport
from pages.architecture.answers import Checked, GivenModel
from pages.architecture.question import Question
from ui.solve.machine.table import MACHINES
from ui.solve.message import input_message
from ui.solve.recording import LIBSVM_TOLERANCE
from ui.words import Words, number

GROUPS: Final = (  # of LIBSVM's API: its functions, and ours
    ("train", "svm_train, svm_cross_validation", "SVC.fit, core.selection"),
    ("keep", "svm_save_model, svm_load_model", "to_libsvm, from_libsvm"),
    (
        "look",
        "svm_get_svm_type, svm_get_nr_class, svm_get_labels, svm_get_sv_indices, svm_get_nr_sv, "
        "svm_get_svr_probability",
        "classes_, support_, n_support_, dual_coef_, intercept_",
    ),
    (
        "predict",
        "svm_predict, svm_predict_values, svm_predict_probability",
        "predict, decision_function, predict_proba",
    ),
    ("free", "svm_free_model_content, svm_free_and_destroy_model, svm_destroy_param", "–"),
    (
        "check",
        "svm_check_parameter, svm_check_probability_model, svm_set_print_string_function",
        "InputError, certificate_",
    ),
)


def api_table(words: Words) -> pd.DataFrame:
    """Return the six groups of LIBSVM's functions, each with ours."""
    head = words("architecture.api.group")
    rows = [
        {
            head: words(f"architecture.api.{name}"),
            words("architecture.column.theirs"): f"`{theirs}`",
            words("architecture.column.ours"): f"`{ours}`" if ours != "–" else words("architecture.api.nothing"),
        }
        for name, theirs, ours in GROUPS
    ]
    return pd.DataFrame(rows).set_index(head)


def structures_table(question: Question, found: EndReport | None, words: Words) -> pd.DataFrame:
    """Return the fields of svm_problem, svm_parameter and svm_model with the values of this training."""
    own, kernel, C = question.spec.own, question.board.kernel, question.C
    penalty = {"C": "∞" if C is None else number(C)} if "C" in question.entry.parameters else {}
    rows = [
        ("svm_problem", "l", number(len(question.y))),
        ("svm_problem", "y", _first_targets(question)),
        ("svm_parameter", "svm_type", number(list(MACHINES).index(question.spec.name))),
        *(("svm_parameter", "gamma", number(float(kernel["gamma"]))) for _ in range("gamma" in kernel)),
        *(("svm_parameter", name, value) for name, value in penalty.items()),
        *(("svm_parameter", {"nu": "nu", "epsilon": "p"}[name], number(value)) for name, value in own.items()),
        ("svm_parameter", "eps", number(LIBSVM_TOLERANCE)),
        ("svm_parameter", "shrinking", "1"),
    ]
    if found is not None:
        rows += [
            ("svm_model", "nr_class", "2"),
            ("svm_model", "l", number(found.supports)),
            ("svm_model", "rho", number(found.rho)),
            *(("svm_model", "label", "1 −1") for _ in range(found.classified)),
            ("svm_model", "free_sv", "0"),
        ]
    head = words("architecture.field")
    return pd.DataFrame(
        [
            {
                head: f"{structure}.{name}",
                words("architecture.value"): value,
                words("architecture.meaning"): words(f"architecture.{structure}.{name}"),
            }
            for structure, name, value in rows
        ]
    ).set_index(head)


def _first_targets(question: Question) -> str:
    """Return the first labels, or for a tube the first values to predict."""
    few = question.X[:3, 1].tolist() if question.entry.graph else question.y[:3].tolist()
    return ", ".join(number(float(value)) for value in few) + (", …" if len(question.y) > len(few) else "")


def powers_table(states: tuple[PowerState, ...], words: Words) -> pd.DataFrame:
    """Return the three variables of powi before each turn, with a as the base."""
    head = words("architecture.power.turn")
    rows = [
        {head: number(turn), "t": number(state.t), "ret": _power(state.power), "tmp": _power(state.square)}
        for turn, state in enumerate(states)
    ]
    return pd.DataFrame(rows).set_index(head)


def _power(exponent: int) -> str:
    """Return a power of a as text."""
    raised = str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return "1" if exponent == 0 else "a" if exponent == 1 else f"a{raised}"


def checks_table(found: tuple[Checked, ...], words: Words) -> pd.DataFrame:
    """Return every message of svm_check_parameter, when it comes, and our sentence for the same options."""
    head = words("architecture.check.message")
    rows = [
        {
            head: f"`{one.message}`",
            words("architecture.check.example"): f"`{one.example}`",
            words("architecture.check.when"): words(f"architecture.check.when.{one.name}"),
            words("architecture.check.ours"): "–" if one.refused is None else input_message(one.refused, words),
        }
        for one in found
    ]
    return pd.DataFrame(rows).set_index(head)


def matrix_table(K: Matrix, rows: Indices, columns: Indices, words: Words) -> pd.DataFrame:
    """Return kernel values between points, whose numbers on the board name the rows and columns."""
    head = words("architecture.given.point")
    table = [
        {
            head: f"x{row + 1}",
            **{f"x{column + 1}": number(float(value)) for column, value in zip(columns.tolist(), line, strict=True)},
        }
        for row, line in zip(rows.tolist(), K.tolist(), strict=True)
    ]
    return pd.DataFrame(table).set_index(head)


def decided_table(found: GivenMatrices, words: Words) -> pd.DataFrame:
    """Return f at the new points, by the matrices and by the kernel."""
    head = words("architecture.given.point")
    rows = [
        {
            head: f"x{place + 1}",
            words("architecture.given.by_matrix"): number(float(one), 6),
            words("architecture.given.by_kernel"): number(float(other), 6),
        }
        for place, one, other in zip(found.test.tolist(), found.by_matrix, found.by_kernel, strict=True)
    ]
    return pd.DataFrame(rows).set_index(head)


def gains_table(found: tuple[CacheGain, ...], words: Words) -> pd.DataFrame:
    """Return the timed problems: values computed with both caches, times, and their ratio."""
    head = words("architecture.gain.size")
    rows = [
        {
            head: words("architecture.gain.points", n=number(one.n), d=number(one.d)),
            words("architecture.gain.held"): number(one.held.computed),
            words("architecture.gain.two"): number(one.two.computed),
            words("architecture.gain.held_time"): number(1e3 * (one.held.loop + one.held.values)),
            words("architecture.gain.two_time"): number(1e3 * (one.two.loop + one.two.values)),
            words("architecture.gain.factor"): number(one.factor, 2),
        }
        for one in found
    ]
    return pd.DataFrame(rows).set_index(head)


MOST_LISTED: Final = 6  # classes, and offsets


def model_table(given: GivenModel, words: Words) -> pd.DataFrame:
    """Return the head of a model file."""
    machine = given.machine
    rows = [("svm_type", given.kind), ("kernel_type", str(machine.kernel))]
    if machine.kernel in ("poly", "rbf", "sigmoid"):
        rows.append(("gamma", number(float(machine.gamma))))
    if machine.kernel == "poly":
        rows.append(("degree", number(machine.degree)))
    if machine.kernel in ("poly", "sigmoid"):
        rows.append(("coef0", number(float(machine.coef0))))
    rows.append(("total_sv", number(int(machine.n_support_.sum()))))
    if isinstance(machine, SVC | NuSVC):
        rows.append(("label", _listed([str(label) for label in machine.classes_.tolist()])))
        rows.append(("nr_sv", _listed([number(count) for count in machine.n_support_.tolist()])))
    rho = [number(float(value)) for value in (-machine.intercept_).tolist()]
    rows.append(("rho = −b", _listed(rho)))
    head, value = words("architecture.field"), words("architecture.value")
    return pd.DataFrame([{head: name, value: shown} for name, shown in rows]).set_index(head)


def _listed(values: list[str]) -> str:
    return ", ".join(values[:MOST_LISTED]) + (", …" if len(values) > MOST_LISTED else "")
