"""The runs of the page against those of svm-train, which `python -m benchmarks libsvm --write` has written down."""

from __future__ import annotations

import json
import runpy
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_svmlight_file

from benchmarks.libsvm.data_sets import RECORD, LoopSetting, checksum, question
from benchmarks.libsvm.svm_train import seen
from core.estimators import from_libsvm
from datasets import CATALOGUE
from pages.libsvm import answers
from pages.libsvm.script import points_file, reproduction, svm_train
from pages.libsvm.sentences import lead_sentence
from pages.libsvm.tables import output_table
from tests.pages.visit import Visit, in_both_languages
from ui.solve.machine.table import MACHINES
from ui.words import number, words_for

WRITTEN = json.loads(RECORD.read_text(encoding="utf-8"))
SETTING = LoopSetting(*WRITTEN["setting"])


@pytest.mark.parametrize("data", CATALOGUE)
def test_a_run_takes_the_passes_of_svm_train_to_its_multipliers(data: str) -> None:
    runs = {name: run for name, run in WRITTEN["runs"].items() if name.split()[0] == data}
    assert len(runs) > 4
    for name, (steps, rho, total) in runs.items():
        _, machine, _, shrinking = name.split()
        found = seen(answers.run(question(data, machine, "gaussian", SETTING, shrinking == "1")).trace)
        assert found.steps == steps, name
        assert (found.rho, checksum(found.coef)) == pytest.approx((rho, total), rel=1e-9, abs=1e-9), name


@pytest.mark.parametrize("machine", MACHINES)
def test_the_script_writes_the_file_that_svm_train_reads(machine: str, tmp_path: Path) -> None:
    asked = question("three" if machine == "c-svc" else "xor", machine, "polynomial", SETTING, shrinking=False)
    script, code = tmp_path / "script.py", reproduction(asked)
    script.write_text(code, encoding="utf-8")
    rows = [line.split() for line in runpy.run_path(str(script))["file"].splitlines()]
    read = [[float(value.split(":")[-1]) for value in row] for row in rows]
    points = asked.X[:, ::-1] if asked.entry.graph else np.column_stack([asked.y, asked.X])
    assert read == points.tolist()
    assert [[value.split(":")[0] for value in row[1:]] for row in rows] == [["1", "2"][: len(rows[0]) - 1]] * len(rows)
    assert f"svm-train {svm_train(asked)} points.txt" in code


def test_the_options_name_every_number_that_the_machine_has() -> None:
    options = [svm_train(question("moons", name, "gaussian", SETTING, shrinking=True)) for name in MACHINES]
    assert options == [
        "-s 0 -t 2 -g 1.0 -c 100.0 -e 0.001 -h 1",
        "-s 1 -t 2 -g 1.0 -n 0.3 -e 0.001 -h 1",
        "-s 2 -t 2 -g 1.0 -n 0.3 -e 0.001 -h 1",
        "-s 3 -t 2 -g 1.0 -c 100.0 -p 0.1 -e 0.001 -h 1",
        "-s 4 -t 2 -g 1.0 -c 100.0 -n 0.3 -e 0.001 -h 1",
    ]
    hard = question("gap", "c-svc", "linear", SETTING._replace(C="inf"), shrinking=True)
    assert svm_train(hard) == "-s 0 -t 0 -c inf -e 0.001 -h 1"
    other = question("moons", "c-svc", "taylor", SETTING, shrinking=True)
    assert svm_train(other) is None
    assert "svm-train" not in reproduction(other)


@pytest.mark.parametrize("machine", MACHINES)
def test_the_two_files_hold_the_points_and_the_machine_of_the_run(machine: str) -> None:
    asked = question("overlap", machine, "gaussian", SETTING, shrinking=True)
    X, y = load_svmlight_file(BytesIO(points_file(asked).encode()), n_features=None)
    sent = asked.X[:, :1] if asked.entry.graph else asked.X
    assert np.array_equal(X.toarray(), sent)
    assert np.array_equal(y, asked.X[:, 1] if asked.entry.graph else asked.y)
    model, found = from_libsvm(answers.model_file(asked), n_features=2), answers.printed(asked)
    assert found is not None
    f = model.predict(answers.dual(asked).X) if asked.entry.graph else model.decision_function(answers.dual(asked).X)
    drawn = -f if found.classified else f  # ours is positive for the class named second, -1
    coef = answers.dual(asked).form.coefficients(answers.run(asked).trace.last.alpha) / found.margin
    assert np.allclose(drawn, answers.dual(asked).gram @ coef - found.rho, rtol=1e-12, atol=1e-12 * np.abs(coef).sum())
    rows = output_table(asked, words_for("en"))
    assert rows.loc["#iter"].iloc[0] == number(len(answers.run(asked).trace))
    assert rows.loc["rho"].iloc[0] == f"{found.rho:.6f}"


def test_no_machine_is_named_for_a_nu_of_zero() -> None:
    words = words_for("en")
    hard = question("gap", "c-svc", "linear", SETTING._replace(C="inf"), shrinking=True)
    found = answers.printed(hard)
    assert found is not None
    assert found.derived == ("nu", 0.0)
    meaning = output_table(hard, words).loc["nu"].iloc[1]
    assert words("libsvm.output.zero") in meaning
    assert words("libsvm.output.same.nu.points") not in meaning
    soft = question("overlap", "c-svc", "gaussian", SETTING, shrinking=True)
    assert words("libsvm.output.same.nu.points") in output_table(soft, words).loc["nu"].iloc[1]


@in_both_languages
def test_the_output_stands_in_its_fold_where_svm_train_has_the_kernel(lang: str) -> None:
    state = {"data": "overlap", "g": "1", "C": "100", "lang": lang}
    visit = Visit("libsvm", k="gaussian", **state)
    visit.unfold("libsvm-output", lang)
    assert visit.warnings() == []
    asked = question("overlap", "c-svc", "gaussian", SETTING, shrinking=True)
    finished = f"optimization finished, #iter = {len(answers.run(asked).trace)}"
    assert any(finished in code.value for code in visit.app.code)
    labels = [fold.label for fold in Visit("libsvm", k="taylor", **state).app.expander]
    assert words_for(lang)("libsvm.fold.output") not in labels


@in_both_languages
def test_the_end_of_a_run_names_the_options_where_svm_train_has_the_kernel(lang: str) -> None:
    words = words_for(lang)
    for kernel in ("gaussian", "taylor"):
        asked = question("moons", "c-svc", kernel, SETTING, shrinking=True)
        said = lead_sentence(asked, len(answers.run(asked).trace), words)
        assert ("svm-train -s 0 -t 2 -g 1.0 -c 100.0" in said) == (kernel == "gaussian")
        assert ("svm-train" in said) == (kernel == "gaussian")
