"""svm_parameter, the options of svm-train that fill it, and svm_check_parameter beside our own checks.

The messages, their conditions and their order are those of LIBSVM 3.37 (`svm.cpp`, `svm_check_parameter`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Final

import numpy as np

from ...problem import InputError
from ...problem.kernels import require
from ...problem.parameters import attainable, finite_penalty, fraction, tube

C_SVC, NU_SVC, ONE_CLASS, EPSILON_SVR, NU_SVR = range(5)  # svm_type
LINEAR, POLY, RBF, SIGMOID, PRECOMPUTED = range(5)  # kernel_type
LONGEST: Final = 200  # letters of the options


@dataclass(frozen=True)
class SvmParameter:
    """LIBSVM's `struct svm_parameter`, with the defaults of svm-train; class weights are never checked by LIBSVM."""

    svm_type: int = C_SVC
    kernel_type: int = RBF
    degree: int = 3
    gamma: float = 0.0  # svm-train puts 1 / d in the place of 0
    coef0: float = 0.0
    cache_size: float = 100.0  # megabytes
    eps: float = 1e-3
    C: float = 1.0
    nu: float = 0.5
    p: float = 0.1  # epsilon of the tube
    shrinking: int = 1
    probability: int = 0


OPTIONS: Final = {  # of svm-train
    "-s": "svm_type",
    "-t": "kernel_type",
    "-d": "degree",
    "-g": "gamma",
    "-r": "coef0",
    "-m": "cache_size",
    "-e": "eps",
    "-c": "C",
    "-n": "nu",
    "-p": "p",
    "-h": "shrinking",
    "-b": "probability",
}
WHOLE: Final = frozenset({"svm_type", "kernel_type", "degree", "shrinking", "probability"})


def parameter_of(options: str) -> SvmParameter:
    """Return the parameters of a list of svm-train's options, such as "-s 0 -t 2 -g 0.5"; `InputError` otherwise."""
    if len(options) > LONGEST:
        raise InputError("svm.long", "{count} letters; at most {most}.", count=len(options), most=LONGEST)
    words, found = options.split(), SvmParameter()
    for name, *value in (words[k : k + 2] for k in range(0, len(words), 2)):
        if name not in OPTIONS:
            raise InputError(
                "svm.option",
                "{name} is not one of the options {names}.",
                name=name[:20],
                names=", ".join(OPTIONS),
            )
        if not value:
            raise InputError("svm.value", "{name} has no value behind it.", name=name)
        field = OPTIONS[name]
        found = replace(found, **{field: _number(name, value[0], field in WHOLE)})
    return found


def _number(name: str, text: str, whole: bool) -> Any:  # noqa: ANN401 - whole where the field is
    try:
        number = int(text) if whole else float(text)
    except ValueError as error:
        key, sentence = "svm.number", "{name} needs a number, and {text} is none."
        if whole:
            key, sentence = "svm.whole", "{name} needs a whole number, and {text} is none."
        raise InputError(key, sentence, name=name, text=text[:20]) from error
    if not abs(number) <= (2**31 - 1 if whole else 1e100):
        raise InputError("svm.large", "{name} is {text}: too large, or not a number.", name=name, text=text[:20])
    return number


@dataclass(frozen=True)
class ParameterRule:
    """One check of svm_check_parameter."""

    message: str  # as LIBSVM returns it
    name: str  # suffix of keys in the catalogues
    broken: Callable[[SvmParameter, Sequence[int]], bool]  # of the parameters and the points in each class
    example: str  # options that break this rule and no earlier one, for classes as below
    ours: Callable[[SvmParameter, Sequence[int]], None]  # the check of this project: `InputError` where it refuses


EXAMPLE_COUNTS: Final = (10, 90)  # points of the two classes in the examples


def _svm_type(parameter: SvmParameter, _: Sequence[int]) -> None:
    if not 0 <= parameter.svm_type <= NU_SVR:
        raise InputError("svm.type", "Machine {number} does not exist; -s is from 0 to 4.", number=parameter.svm_type)


def _kernel_type(parameter: SvmParameter, _: Sequence[int]) -> None:
    if not 0 <= parameter.kernel_type <= PRECOMPUTED:
        raise InputError(
            "svm.kernel", "Kernel {number} does not exist; -t is from 0 to 4.", number=parameter.kernel_type
        )


def _gamma(parameter: SvmParameter, _: Sequence[int]) -> None:
    if parameter.kernel_type in (POLY, RBF, SIGMOID):
        require(parameter.gamma >= 0, "gamma", parameter.gamma, ">= 0")


def _degree(parameter: SvmParameter, _: Sequence[int]) -> None:
    if parameter.kernel_type == POLY:
        require(parameter.degree >= 0, "degree", parameter.degree, ">= 0")


def _cache_size(parameter: SvmParameter, _: Sequence[int]) -> None:
    if not parameter.cache_size > 0:
        raise InputError("svm.cache", "The cache has {size} MB; it must be greater than 0.", size=parameter.cache_size)


def _eps(parameter: SvmParameter, _: Sequence[int]) -> None:
    if not parameter.eps > 0:
        raise InputError("svm.tolerance", "The tolerance is {eps}; it must be greater than 0.", eps=parameter.eps)


def _penalty(parameter: SvmParameter, _: Sequence[int]) -> None:
    if parameter.svm_type in (C_SVC, EPSILON_SVR, NU_SVR):
        finite_penalty(parameter.C)


def _nu(parameter: SvmParameter, _: Sequence[int]) -> None:
    if parameter.svm_type in (NU_SVC, ONE_CLASS, NU_SVR):
        fraction(parameter.nu)


def _tube(parameter: SvmParameter, _: Sequence[int]) -> None:
    if parameter.svm_type == EPSILON_SVR:
        tube(parameter.p)


def _switch(name: str, value: int) -> None:
    if value not in (0, 1):
        raise InputError("svm.switch", "{name} is {value}; it must be 0 or 1.", name=name, value=value)


def _feasible(parameter: SvmParameter, counts: Sequence[int]) -> None:
    if parameter.svm_type == NU_SVC:
        for one, other in combinations(counts, 2):
            labels = np.repeat([1.0, -1.0], [one, other])
            attainable(parameter.nu, np.ones(len(labels)), labels)


def _infeasible(parameter: SvmParameter, counts: Sequence[int]) -> bool:
    pairs = combinations(counts, 2)
    return parameter.svm_type == NU_SVC and any(parameter.nu * (a + b) / 2 > min(a, b) for a, b in pairs)


RULES: Final = (
    ParameterRule("unknown svm type", "type", lambda own, _: not 0 <= own.svm_type <= NU_SVR, "-s 5", _svm_type),
    ParameterRule(
        "unknown kernel type", "kernel", lambda own, _: not 0 <= own.kernel_type <= PRECOMPUTED, "-t 5", _kernel_type
    ),
    ParameterRule(
        "gamma < 0", "gamma", lambda own, _: own.kernel_type in (POLY, RBF, SIGMOID) and own.gamma < 0, "-g -1", _gamma
    ),
    ParameterRule(
        "degree of polynomial kernel < 0",
        "degree",
        lambda own, _: own.kernel_type == POLY and own.degree < 0,
        "-t 1 -d -1",
        _degree,
    ),
    ParameterRule("cache_size <= 0", "cache", lambda own, _: own.cache_size <= 0, "-m 0", _cache_size),
    ParameterRule("eps <= 0", "eps", lambda own, _: own.eps <= 0, "-e 0", _eps),
    ParameterRule(
        "C <= 0", "C", lambda own, _: own.svm_type in (C_SVC, EPSILON_SVR, NU_SVR) and own.C <= 0, "-c 0", _penalty
    ),
    ParameterRule(
        "nu <= 0 or nu > 1",
        "nu",
        lambda own, _: own.svm_type in (NU_SVC, ONE_CLASS, NU_SVR) and not 0 < own.nu <= 1,
        "-s 2 -n 0",
        _nu,
    ),
    ParameterRule("p < 0", "p", lambda own, _: own.svm_type == EPSILON_SVR and own.p < 0, "-s 3 -p -0.1", _tube),
    ParameterRule(
        "shrinking != 0 and shrinking != 1",
        "shrinking",
        lambda own, _: own.shrinking not in (0, 1),
        "-h 2",
        lambda own, _: _switch("-h", own.shrinking),
    ),
    ParameterRule(
        "probability != 0 and probability != 1",
        "probability",
        lambda own, _: own.probability not in (0, 1),
        "-b 2",
        lambda own, _: _switch("-b", own.probability),
    ),
    ParameterRule("specified nu is infeasible", "infeasible", _infeasible, "-s 1 -n 0.5", _feasible),
)


def message(parameter: SvmParameter, counts: Sequence[int]) -> str | None:
    """Return the message of svm_check_parameter for points in classes of these sizes; None if it has none."""
    return next((rule.message for rule in RULES if rule.broken(parameter, counts)), None)


def refusal(parameter: SvmParameter, counts: Sequence[int]) -> InputError | None:
    """Return what our own checks say of the same parameters, in LIBSVM's order; None if they accept them."""
    try:
        for rule in RULES:
            rule.ours(parameter, counts)
    except InputError as error:
        return error
    return None
