"""Visit all pages with random links: every parameter mutated, degenerate points, windows from 2^-20 to 2^21."""

from __future__ import annotations

import argparse
import logging
import math
import multiprocessing
import random
import time
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import numpy as np
from numpy.typing import NDArray
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash
from threadpoolctl import threadpool_limits

import pages
from benchmarks.formulas import hostile_formula
from benchmarks.goals import judged
from core.topics.duality.theory import TOYS
from core.topics.libsvm.calls import BY_NAME
from core.warm import EVERYTHING, warm_up
from datasets import CATALOGUE, LABELS, Window, from_indices
from pages.architecture.question import VECTORS
from pages.budget.question import DATA
from pages.descent.question import LOSSES
from pages.descent.question import MAPS as DESCENT_MAPS
from pages.fourier.question import CASES, DELTAS
from pages.fourier.question import MAPS as FOURIER_MAPS
from pages.kernels.question import BOARDS, THIRD
from pages.phi.maps import MAPS as LIFTS
from pages.phi.question import VIEWS
from pages.results.question import GROWTHS, RIVALS
from ui.link.codec import Text
from ui.link.points import encode
from ui.link.shared import MODES, RULES, SOLVERS
from ui.page.guard import apology
from ui.solve.kernels import KERNELS, PARAMETERS, Parameter
from ui.solve.limits import LETTERS_OF_A_LIST, LETTERS_OF_A_WORD, LETTERS_OF_OPTIONS, POINTS_IN_LINK
from ui.words import languages, words_for

ROOT = Path(__file__).parent.parent
PAGES = tuple(page.name for page in pages.PAGES)
FOLDS = (  # of every page, and those of each page, by their headings
    *("more-theory", "more-code", "more-table"),
    *(key.replace(".fold.", "-") for key in words_for("en").texts if ".fold." in key),
)
CHOOSING = "machines errors", "svm ridge", "2 5 10 1", "0 99 x", "1 5 10", "best simplest", "auto 0.01 1000 0"
JUDGED = (
    *("sum product power exp limit normalise difference", "linear polynomial sigmoid nystroem", "1 2 20 21"),
    *("euclid manhattan chebyshev", "0.1 1.5 4 x", "witness labels one", "0 7 1999", "auto 0 -3 1e6", "auto 0.5 x"),
)
CHECKED = (
    *("classes scales point x", "0 0.7 -1e6 x", "1000 1e-6 1e6 0", "x1 x2"),
    *("auto 0 -3 1e6", "auto 0.5 x"),
)
CALIBRATED = (
    *("0.5 0.01 0.99 0 x", "0 7 9999", "auto 0 3 100", "0 0.5 1 0.55 2", "0 0.5 1", "0.95 1e-9", "auto 0 1 100"),
    *("0.5 0 1e6 -1", "1 0 1e6"),
)
LINES = "auto 1,1,1,1 -1,2,1,-2.5 1e6,-1e6,1e-300,0 0,0,0,1e-12"
LAID = LINES, "1 0.2 3 9", "no yes", "1 2 24 2000 0", "auto stays moves"
TABLES = "regression classification x", "diabetes series wine cancer x"
LOSING = "auto 0 7 1999 2000", "share alpha", "auto 0 7 1999 -1"
FIVE = "c-svc nu-svc one-class eps-svr nu-svr svdd", "0.0001 0.02 0.3 1 2", "0 0.5 1e6 -1", "1 7 9999 x"
NOISE = ("", "nan", "inf", "-1", "0", "1e999", "1e-300", "²", "%00", "a" * 300, "_", "-", "www.evil.example", "1e308")
LEVELS = 65536  # of a window's grid
MOST_POINTS = 24  # of an edited set: so few are often degenerate
PATIENCE = 300  # seconds for one page, so that only a hanging page fails; the times are printed
SLOW = 2.0  # largest processor time of a visit in seconds
SHARE = 100  # links that a process visits between two reports
Indices = NDArray[np.int64]  # (n, 2), on the grid of a window
Query = dict[str, str]


def address(page: str, query: Query) -> str:
    """Return the link as a browser shows it, without the server."""
    return f"/{page}?{urlencode(query)}"


class Failure(NamedTuple):
    """An error shown on a page."""

    page: str
    query: Query
    said: str

    def __str__(self) -> str:
        return f"{address(self.page, self.query)}\n    {self.said}"


# ---- points ----


def _anywhere(draw: random.Random) -> Indices:
    return np.array([[draw.randrange(LEVELS), draw.randrange(LEVELS)] for _ in range(draw.randint(2, MOST_POINTS))])


def _collinear(draw: random.Random) -> Indices:
    direction = np.array(draw.choice(((1, 0), (0, 1), (1, 1), (2, 1))))
    places: Indices = 1000 + np.arange(draw.randint(2, 12))[:, None] * direction * draw.choice((1, 100, 2000))
    return places


SETS: tuple[Callable[[random.Random], Indices], ...] = (
    lambda draw: np.empty((0, 2), np.int64),
    lambda draw: _anywhere(draw)[:1],
    lambda draw: _anywhere(draw)[:2],
    lambda draw: np.repeat(_anywhere(draw)[:1], draw.randint(2, 6), axis=0),  # all at one place
    lambda draw: np.repeat(_anywhere(draw)[:2], draw.randint(1, 4), axis=0),  # at two places
    lambda draw: draw.choice((0, LEVELS - 1, LEVELS // 2)) + np.zeros((draw.randint(2, 5), 2), np.int64),
    lambda draw: LEVELS // 2 + _anywhere(draw) % 2,  # neighbours on the grid
    _collinear,
    _anywhere,
)


def _window(draw: random.Random) -> Window:
    """Return a window of any side, around the origin or far from it."""
    size = math.ldexp(1.0, draw.choice((-20, -19, -8, 0, 3, 3, 3, 10, 20, 21)))
    far = draw.choice((-8, -8, -8, 0, -16, 2**10, 2**20))
    corner = far * size / 16.0
    return Window(corner, corner, size) if abs(corner) + size < 2**20 else Window(-size / 2, -size / 2, size)


def _points(draw: random.Random) -> Query:
    """Return the visitor's own points as a parameter, or the name of a bundled set."""
    if draw.random() < 0.2:
        return {"data": draw.choice([*CATALOGUE])}
    indices, window = draw.choice(SETS)(draw), _window(draw)
    if np.abs(from_indices(indices, window)).max(initial=0.0) > 2**20:
        window = Window(-4.0, -4.0, 8.0)
    positive = draw.choice((0.0, 1.0, 0.5, 0.5, 0.5))
    y = np.array([1 if draw.random() < positive else -1 for _ in indices], np.int8)
    if len(y) > 1 and positive == 0.5:
        y[0], y[1] = 1, -1
    query: Query = {}
    if draw.random() < 0.15:
        y = np.array([draw.choice(LABELS[: draw.randint(3, 6)]) for _ in indices], np.int8)
        query = {"pair": draw.choice(("1_2", "2_3", "1_6", "3_1", "1_1", "0_7", "x"))}
    return {"p": encode(from_indices(indices, window), y, window), **query}


# ---- parameters ----


def _in_range(draw: random.Random, allowed: Parameter) -> str:
    low, high = allowed.low, allowed.high
    if allowed.whole:
        return str(draw.choice((int(low), int(high), draw.randint(int(low), int(high)))))
    between = _spread(draw, max(low, 1e-6), high)
    return repr(draw.choice((low, high, between, between)))


def _spread(draw: random.Random, low: float, high: float) -> float:
    """Return a number between two bounds, log-uniformly distributed."""
    return min(max(math.exp(draw.uniform(math.log(low), math.log(high))), low), high)


def _kernel(draw: random.Random) -> Query:
    name = draw.choice([*KERNELS])
    text = {"f": hostile_formula(draw.randrange(1 << 20))} if KERNELS[name].typed else {}
    return {"k": name, **text} | {
        PARAMETERS[each].field: _in_range(draw, PARAMETERS[each]) for each in KERNELS[name].parameters
    }


def _penalty(draw: random.Random) -> str:
    return draw.choice(("inf", "1e-6", "1e100", repr(_spread(draw, 1e-6, 1e12)), "1", "10"))


def _joined(*parts: object) -> str:
    return "_".join(map(str, parts))


def _taylor(draw: random.Random) -> str:
    radius = draw.choice(("auto", "1e-6", "1e6", "2.5"))
    pair = draw.choice(("auto", "0,0,0,0", "1,2,1,2", "1e6,-1e6,-1e6,1e6", "-1,0.5,2,1"))
    factors = draw.choice(("1", "1e-6,1e6", "1,1,0.5", ",".join(["1e6"] * 21), ",".join(["0.000001"] * 21)))
    return _joined(draw.choice((0, 0, 1.5, 1000000)), radius, pair, factors)


def _fourier(draw: random.Random) -> str:
    return _joined(draw.choice([*FOURIER_MAPS, "kernel"]), draw.choice(DELTAS), draw.choice(CASES))


def _budget(draw: random.Random) -> str:
    return _joined(draw.choice(DATA), draw.choice(("auto", "1e-6", "1e6")))


def _lift(draw: random.Random) -> str:
    chosen = draw.choice(("auto", "auto", "0-1-2", "2-1-0", "0-1", "3-4-5", "0-30-65", "0-0-1"))
    return _joined(draw.choice(LIFTS), chosen, draw.choice(("auto", "0", "1999")), draw.choice(VIEWS))


def _descent(draw: random.Random, maps: Sequence[str] = ("auto", *DESCENT_MAPS)) -> str:
    words = [draw.choice(each) for each in ((*LOSSES,), ("bias", "plain"), ("random", "cyclic"), ("shrink", "keep"))]
    return _joined(*words, draw.choice(maps), draw.randint(0, 9999))


def _pair(draw: random.Random) -> str:
    return f"{draw.randint(0, 9)}-{draw.randint(0, 9)}"


def _moved(draw: random.Random) -> str:
    return f"{draw.randint(0, 9)}-{draw.randint(0, 9)}{draw.choice(('', '', '-1', '-7'))}"


def _strings(draw: random.Random) -> str:
    words = ("", "Nasdaq", "lass das", "支持向量机", "مرحبا", "😀😀 e\u0301", "a" * 40, "<b>[x](y)$", "abcde" * 8)
    lists = (
        "0",
        *map(Text(LETTERS_OF_A_LIST).write, ("", "cat, dog", "a" * 300, "支持，向量；\n机", ",;\n", "ab\n" * 100)),
    )
    s, t, new = (Text(LETTERS_OF_A_WORD).write(draw.choice(words)) for _ in range(3))
    numbers = draw.randint(1, 8), draw.choice((0.05, 0.5, 1, 0.9)), draw.choice(("yes", "no"))
    cell, plus, minus = draw.choice(("auto", 0, 1, 77, 12800)), draw.choice(lists), draw.choice(lists)
    return _joined(s, t, *numbers, cell, plus, minus, draw.choice((new, "0")))


def _inside(draw: random.Random) -> str:
    places = draw.choice((0, 7, 1999, 2000)), draw.choice((1, 5)), draw.choice(("auto", 0, 1, 8, 9))
    text = draw.choice(("", "-s 0 -c 0", "-x", "-c", "支持", "-s 1 -n 1 -e nan", "-c 1e999"))
    typed = Text(LETTERS_OF_OPTIONS).write(text)
    return _joined(draw.choice([*BY_NAME, "x"]), draw.choice(VECTORS), *places, draw.choice((0, 5, 64, 65)), typed)


def _kernels(draw: random.Random) -> str:
    terms, factors = draw.choice((("", ""), ("0", "0"), ("0-7-1999", "0,1.5,3"), ("4-4", "1,1"), ("1-2", "1")))
    boards = draw.choice(THIRD), draw.choice(BOARDS)
    return _joined(*boards, draw.choice(("auto", "0", "1999")), draw.choice(("on", "off")), terms, factors)


OWN: dict[str, Callable[[random.Random], str]] = {
    "fourier": _fourier,
    "budget": _budget,
    "taylor": _taylor,
    "lift": _lift,
    "descent": _descent,
    "pairs": lambda draw: "_".join(_moved(draw) for _ in range(draw.randint(1, 5))),
    "dual": lambda draw: _joined(
        draw.choice(tuple(TOYS)),
        *(draw.choice(("auto", "0", "1", "-0.5", "0.37", "99", "1e-300")) for _ in range(6)),
        *(draw.choice(("0", "1", "3", "5.5", "6")) for _ in range(2)),
        *(draw.choice(("0", "1", "-2", "-6", "1e-300")) for _ in range(3)),
        draw.choice(("", "0-2-4", "1", "4-4")),
        draw.choice(("no", "yes")),
    ),
    "margins": lambda draw: _joined(*(draw.choice(some.split()) for some in LAID)),
    "losses": lambda draw: _joined(*(draw.choice(some.split()) for some in LOSING)),
    "ridge": lambda draw: _joined(
        *(draw.choice(("1", "1e-9", "1e6")), draw.choice(("positive", "zero")), draw.choice(("wave", "points"))),
        *(draw.choice(("move", "features")), draw.choice(("points", "ones", "three"))),
        *(draw.choice(("1", "7", "2000", "0")), draw.choice(("0", "1", "1e6"))),
    ),
    "inside": _inside,
    "loop": lambda draw: _joined(draw.choice(("shrink", "keep", "x")), draw.choice((1, 2, 20, 2000, 0, 9999))),
    "tab": lambda draw: _joined(*(draw.choice(some.split()) for some in TABLES)),
    "machines": lambda draw: _joined(*(draw.choice(some.split()) for some in FIVE)),
    "choosing": lambda draw: _joined(*(draw.choice(some.split()) for some in CHOOSING)),
    "mistakes": lambda draw: _joined(draw.choice(("cyclic", "random", "first")), draw.choice((0, 1, 9999, 10_000))),
    "res": lambda draw: _joined(draw.choice(RIVALS), draw.choice(GROWTHS)),
    "strings": _strings,
    "kernels": _kernels,
    "classes": lambda draw: draw.choice(("0", "7", "1999", "-1", "x")),
    "mercer": lambda draw: _joined(*(draw.choice(some.split()) for some in JUDGED)),
    "before": lambda draw: _joined(*(draw.choice(some.split()) for some in CHECKED)),
    "probabilities": lambda draw: _joined(*(draw.choice(some.split()) for some in CALIBRATED)),
    "gammas": lambda draw: "_".join(draw.sample(("1e-6", "0.1", "1", "1000", "1e6"), k=draw.randint(1, 3))),
    "rule": lambda draw: draw.choice(SOLVERS),
    "beat": lambda draw: draw.choice(("1", "4", "8", "0", "99")),
    "rival": lambda draw: draw.choice(RULES),
    "draws": lambda draw: draw.choice(("0", "7", "9999", "10000")),
    "weights": lambda draw: draw.choice(("2_0.5", "1000_0.001", "1_1", "0_1", "1e-12_1e12", "nan_1")),
    "ties": lambda draw: draw.choice(("last", "first", "both")),
    "lens": lambda draw: draw.choice(("0.1", "1e-3", "1e-9", "0", "1")),
    "mode": lambda draw: draw.choice(MODES),
    "step": lambda draw: draw.choice(("0", "1", "12", "9999", "999999")),
    "fork": lambda draw: _joined(
        draw.choice((0, 1, 12, 9999)),
        draw.choice(RULES),
        draw.choice(("rule", _pair(draw))),
        draw.choice(("branch", "trunk")),
    ),
    "names": lambda draw: "~".join(draw.choice(("", "x", "spam", "年龄", "<b>", "a" * 60, "{n}")) for _ in range(4)),
    "scale": lambda draw: _joined(*(draw.choice(("0", "5.8", "-3e5", "1e-300", "x")) for _ in range(4))),
    "view": lambda draw: "projector",
    "projector": lambda draw: draw.choice(("1", "0")),
    "hide": lambda draw: draw.choice(("figures", "C_kernel", "data_gamma_formula", "try_more")),
    "soft": lambda draw: draw.choice(("0.1", "1e-6", "1e12", "inf", "x")),
}


def _noise() -> str:
    """Return as many points as fit into a link, with random labels."""
    rng = np.random.default_rng(0)
    places = rng.integers(0, LEVELS, (POINTS_IN_LINK, 2))
    window = Window(-4.0, -4.0, 8.0)
    return encode(from_indices(places, window), rng.choice([-1, 1], POINTS_IN_LINK).astype(np.int8), window)


def worst_links() -> dict[str, Query]:
    """Return links with everything at an end of its range: many points, features, panels and steps."""
    gammas = "_".join(map(str, (1e-6, 1e-4, 1e-2, 0.1, 1, 10, 100, 1e4, 1e6)))
    ends = {"gammas": gammas, "choosing": "errors_ridge_10_0_1_best_auto_auto", "budget": "cancer_auto"}
    no_penalty, noise = {"ridge": "1_zero_points_features_points_1_1"}, {"p": _noise()}
    many = {"data": "cancer"}
    links = {
        "4,000 features": {**many, "k": "fourier", "g": "1", "D": "4000", "C": "10", **no_penalty},
        "4,000 features, huge C": {**many, "k": "fourier", "g": "1e6", "D": "4000", "C": "1e9"},
        "4,000 features of noise": {**noise, "k": "fourier", "g": "30", "D": "4000", "C": "1e5", **no_penalty},
        "500 landmarks": {**many, "k": "nystroem", "g": "1", "L": "500", "C": "1e5", "D": "4000"},
        "order 30": {**many, "k": "taylor", "g": "1", "m": "30", "C": "inf", "descent": "L2_plain_cyclic_keep_auto_0"},
        "order 30 of noise": {**noise, "k": "taylor", "g": "1", "m": "30", "C": "1e100", "budget": "cancer_auto"},
        "degree 10": {**many, "k": "polynomial", "g": "1", "q": "10", "z": "1", "C": "inf"},
        "degree 10 of noise": {**noise, "k": "polynomial", "g": "1", "q": "10", "z": "1", "C": "inf"},
        "hard margin": {**many, "k": "linear", "C": "inf", "D": "4000"},
        "hard margin of noise": {**noise, "k": "gaussian", "g": "1e-6", "C": "inf", "D": "4000", **no_penalty},
        "wide": {**noise, "k": "gaussian", "g": "1e-6", "C": "1e100", "machines": "eps-svr_0.02_1e6_1"},
        "narrow": {**many, "k": "gaussian", "g": "1e6", "C": "1e100", "D": "4000", **no_penalty},
        "sigmoid": {**noise, "k": "sigmoid", "g": "2.9e-5", "r": "0.73", "C": "1e9"},
    }
    return {name: {**ends, **query} for name, query in links.items()}


def _mangled(draw: random.Random, text: str) -> str:
    """Return noise, or the text with a few characters changed, dropped or doubled."""
    if draw.random() < 0.5 or not text:
        return draw.choice(NOISE)
    place = draw.randrange(len(text))
    return text[:place] + draw.choice(("", text[place] * 2, chr(draw.randint(32, 126)), "9")) + text[place + 1 :]


def random_link(seed: int) -> Query:
    """Return a link: points and kernel of any kind, some options of the pages, and sometimes a corrupted field."""
    draw = random.Random(seed)
    query = {**_points(draw), **_kernel(draw), "C": _penalty(draw), "lang": draw.choice([*languages])}
    query |= {name: make(draw) for name, make in OWN.items() if draw.random() < 0.5}
    others = [parameter for parameter in PARAMETERS.values() if draw.random() < 0.2]
    query = {parameter.field: _in_range(draw, parameter) for parameter in others} | query
    for name in draw.sample(sorted(query), k=draw.choice((0, 0, 1, 2))):
        query[name] = _mangled(draw, query[name])
    return query


# ---- visits ----


def opened(page: str, query: Query, unfold: bool = False) -> AppTest:
    """Open a page by a link, with its folds on request; RuntimeError if it does not answer."""
    app = AppTest.from_file(str(ROOT / "pages" / "router.py"), default_timeout=PATIENCE)
    for name, text in query.items():
        app.query_params[name] = text
    for fold in FOLDS if unfold else ():
        for lang in languages:
            app.session_state[f"{fold}-{lang}"] = True
    app._page_hash = calc_hash(page)  # AppTest can only switch to pages that are files
    return app.run()


def visit(page: str, query: Query, unfold: bool = False) -> Failure | None:
    """Open a page by a link; return the errors that it shows, None for none."""
    try:
        app = opened(page, query, unfold)
    except RuntimeError as late:  # AppTest's timeout
        return Failure(page, query, str(late))
    faults = [element.value for element in [*app.exception, *app.error]]
    apologies = {apology(words_for(lang)) for lang in languages}
    faults += [warning.value for warning in app.warning if warning.value in apologies]
    return Failure(page, query, " | ".join(faults)) if faults else None


def prepare() -> None:
    """Load the compiled code and open every page once, so that the slow first visit does not count as a failure."""
    # AppTest scans all installed packages in each run, which takes most of its time.
    manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
    logging.disable(logging.WARNING)  # Streamlit warns that there is no browser
    warnings.simplefilter("error", RuntimeWarning)  # as in the tests: a result that is not a number is a fault
    warm_up(EVERYTHING)
    threadpool_limits(1)  # as on the server: BLAS threads of several processes would wait for each other
    for page in PAGES:
        visit(page, {}, unfold=True)


def visits(seeds: range) -> list[tuple[str, float, Failure | None]]:
    """Visit one page per seed, in turn; return the page, the seconds of processor time, and its failure.

    Processor time, since the processes of this benchmark and all other work share the machine.
    """
    seen = []
    for seed in seeds:
        page, query, started = PAGES[seed % len(PAGES)], random_link(seed), time.process_time()
        found = visit(page, query, unfold=seed % 3 == 0)
        seconds = time.process_time() - started
        if seconds > SLOW:
            print(f"{seconds:.1f} s: seed {seed}, {address(page, query)}", flush=True)
        seen.append((page, seconds, found))
    return seen


def visit_the_worst() -> int:
    """Print which of the worst links are slow or fail, on every page with all folds open; return how many fail."""
    prepare()
    slowest, failures = 0.0, 0
    for name, query in worst_links().items():
        for page in PAGES:
            began = time.process_time()
            found = visit(page, query, unfold=True)
            seconds = time.process_time() - began
            slowest, failures = max(slowest, seconds), failures + (found is not None)
            if seconds > SLOW or found is not None:
                print(f"{seconds:5.1f} s: {page}, {name}  {found or ''}", flush=True)
    print(f"slowest visit {slowest:.1f} s of processor time  {judged(slowest, SLOW)}")
    return failures


def main(options: list[str]) -> int:
    """Print every failure, and the slowest visit of each page; return 1 if one fails or is slow."""
    asked = argparse.ArgumentParser("python -m benchmarks links")
    asked.add_argument("--count", type=int, default=20_000)
    asked.add_argument("--first", type=int, default=0, help="the first seed")
    asked.add_argument("--processes", type=int, default=multiprocessing.cpu_count())
    asked.add_argument("--worst", action="store_true", help="the worst links in place of random ones")
    chosen = asked.parse_args(options)
    if chosen.worst:
        return int(visit_the_worst() > 0)
    last = chosen.first + chosen.count
    shares = [range(start, min(start + SHARE, last)) for start in range(chosen.first, last, SHARE)]
    slowest, failures, done = dict.fromkeys(PAGES, 0.0), 0, 0
    with multiprocessing.get_context("spawn").Pool(chosen.processes, prepare) as pool:
        for share in pool.imap_unordered(visits, shares):
            for page, seconds, failure in share:
                slowest[page] = max(slowest[page], seconds)
                if failure is not None:
                    failures += 1
                    print(failure)
            done += len(share)
            print(f"{done} links, {failures} failures", flush=True)
    print(
        "slowest visit in seconds of processor time: "
        + ", ".join(f"{page} {seconds:.1f}" for page, seconds in slowest.items())
        + f"  {judged(max(slowest.values()), SLOW)}"
    )
    return int(failures > 0)
