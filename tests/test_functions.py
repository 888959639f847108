"""A function fits on a screen and takes few things; those that take more are listed here, each with its reason."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("core", "datasets", "ui", "pages", "benchmarks")
CODE = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))] + [ROOT / "app.py"]
LONGEST = 60  # lines
LONGER = {("core/solver/trainer/dense.py", "solve_dense"): "a compiled loop; in parts it took 1 to 3 % longer"}
MOST_PARAMETERS = 8  # outside compiled loops, which take arrays one by one
COMPILED = {"compiled", "inlined", "instruction"}
MORE_PARAMETERS = {
    ("core/estimators/classifiers.py", "__init__"): "an estimator has scikit-learn's parameters, all by name",
    ("core/estimators/linear_svc.py", "__init__"): "the same",
    ("core/estimators/one_class_svm.py", "__init__"): "the same",
    ("core/estimators/regressors.py", "__init__"): "the same",
    ("core/selection/sweep/search.py", "__init__"): "the parameters of a search, after scikit-learn's, all by name",
    ("core/problem/form.py", "form"): "a form is nine arrays and numbers; those that are usual are left out",
    ("core/solver/trainer/train.py", "train"): "the options of a training, all by name",
    ("core/solver/linear/train.py", "train_linear"): "the options of a training, all by name",
    ("core/solver/linear/joint.py", "train_joint"): "the same",
}
Function = ast.FunctionDef | ast.AsyncFunctionDef


def test_a_function_is_short_but_for_those_with_a_reason() -> None:
    assert {name for name, each in functions() if each.end_lineno - each.lineno >= LONGEST} == {*LONGER}


def test_a_function_has_few_parameters_but_for_those_with_a_reason() -> None:
    more = {name for name, each in functions() if len(parameters(each)) > MOST_PARAMETERS and not is_compiled(each)}
    assert more == {*MORE_PARAMETERS}


def functions() -> Iterator[tuple[tuple[str, str], Function]]:
    """Yield the functions of the project, each with its file and name."""
    for path in CODE:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, Function):
                yield (str(path.relative_to(ROOT)), node.name), node


def is_compiled(function: Function) -> bool:
    return any(word in ast.unparse(each) for each in function.decorator_list for word in COMPILED)


def parameters(function: Function) -> set[str]:
    return {each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)} - {"self", "cls"}
