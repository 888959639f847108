"""How many of scikit-learn's own tests of its SVMs our classes pass as replacements.

Run from the root of the project: ``python -m benchmarks drop_in``. The test files are those of the installed
scikit-learn, unchanged: each runs twice, in its own process, once unmodified and once with our classes under the
names of theirs in ``sklearn.svm``. Only tests that their own classes pass are counted. Tests that access private
names, which no replacement has, are listed and excluded from the share.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import sklearn.svm

from core import estimators

ROOT = Path(__file__).parents[2]
FILES = ("test_svm", "test_sparse")
NAMES = ("SVC", "NuSVC", "SVR", "NuSVR", "OneClassSVM", "LinearSVC")
PRIVATE = {  # and the name that each accesses
    "test_tweak_params": "_dual_coef_",
    "test_gamma_scale": "_gamma",
    "test_svc_raises_error_internal_representation": "_n_support",
}
KNOWN = {  # tests that ours fail, and why
    "test_svr_errors": "a kernel matrix of the wrong shape is refused by fit, not by predict",
    "test_libsvm_convergence_warnings": "two steps are enough for ours, and it says so",
}
CHILD = "--child"
Outcomes = dict[str, str]  # of each test: passed, failed or skipped


class Count(NamedTuple):
    """The results of one file."""

    theirs: int  # tests passed by their own classes, without those of private names
    ours: int  # those of them that ours pass
    failed: list[str]  # the others
    private: list[str]  # tests of private names that ours fail

    @property
    def share(self) -> float:
        """Return the share that ours pass."""
        return self.ours / self.theirs


class Recorder:
    """A pytest plugin that records the outcome of each test."""

    def __init__(self) -> None:
        self.outcomes: Outcomes = {}

    def pytest_runtest_logreport(self, report: Any) -> None:  # noqa: ANN401 - pytest's
        """Record the worst outcome of the phases of a test."""
        name = report.nodeid.split("::", 1)[1]
        if report.outcome != "passed" or name not in self.outcomes:
            self.outcomes[name] = report.outcome


def child(mode: str, file: str, folder: str) -> None:
    """Run one file of tests and write the outcomes into the folder."""
    import pytest

    if mode == "ours":
        for name in NAMES:
            setattr(sklearn.svm, name, getattr(estimators, name))
    recorder, settings = Recorder(), Path(folder) / "pytest.ini"  # none of our settings applies
    settings.write_text("[pytest]\n")
    plain = ["-q", "--no-header", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:rerunfailures"]
    place = ["-c", str(settings), "--rootdir", folder, "--pyargs", f"sklearn.svm.tests.{file}"]
    pytest.main([*plain, *place], plugins=[recorder])
    (Path(folder) / "outcomes.json").write_text(json.dumps(recorder.outcomes))


def outcomes(mode: str, file: str) -> Outcomes:
    """Return the outcomes of a file with their classes or with ours."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.drop_in.suite", CHILD, mode, file, folder]
        # In a folder without a conftest: pytest would load ours, which configures Numba again.
        elsewhere = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, cwd=folder, env=elsewhere, capture_output=True, text=True, check=False)
        written = Path(folder) / "outcomes.json"
        if not written.exists():
            raise RuntimeError(f"The tests did not run: {done.stdout[-2000:]}{done.stderr[-2000:]}")
        found: Outcomes = json.loads(written.read_text())
    return found


def counted(file: str) -> Count:
    """Return the results of a file."""
    theirs, ours = outcomes("theirs", file), outcomes("ours", file)
    passed = [name for name, outcome in theirs.items() if outcome == "passed"]
    private = [name for name in passed if name.split("[")[0] in PRIVATE]
    public = [name for name in passed if name not in private]
    failed = [name for name in public if ours.get(name) != "passed"]
    return Count(
        len(public), len(public) - len(failed), failed, [name for name in private if ours.get(name) != "passed"]
    )


def main(words: list[str] | None = None) -> int:
    """Print the count of each file and the failures; return 1 if one of these is not in `KNOWN`."""
    given, unknown = words or [], 0
    if given[:1] == [CHILD]:
        child(*given[1:4])
        return 0
    print(f"scikit-learn {sklearn.__version__}")
    for file in FILES:
        count = counted(file)
        print(f"{file}: {count.ours} of {count.theirs} that its own classes pass, {100 * count.share:.1f} %")
        for name in count.failed:
            reason = KNOWN.get(name.split("[")[0], "")
            unknown += not reason
            print(f"  fails: {name}{f', as {reason}' if reason else ''}")
        for name in count.private:
            print(f"  looks at {PRIVATE[name.split('[')[0]]}: {name}")
    return int(unknown > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
