"""Every symbol that a page uses is explained one click from its title, in every language."""

from __future__ import annotations

import re

import pytest
from babel.messages.pofile import read_po

from pages import PAGES
from tests.pages.visit import Visit
from ui.page.around.symbols import listed
from ui.page.page import AnyPage
from ui.words import CATALOGUES, languages, words_for

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
in_every_language = pytest.mark.parametrize("lang", languages)

# What a page says beside its own catalogue.
BESIDE = {
    "board": ("draw", "solved", "light", "run/timeline", "run/standing", "cost"),
    "smo": ("run/standing", "run/player", "cost"),
    "descent": ("cost", "estimators"),
    **dict.fromkeys(("machines", "phi"), ("light",)),
}
# Of a catalogue beside: what only coordinate descent says; what is said of other machines than C-SVC; and a mark of the
# board that only the Fourier page has.
OF_MACHINES = ("cost.numbers.", "cost.boundary.distance")
NOT_SHOWN = {
    "smo": ("standing.slopes", "player.where.visit", *OF_MACHINES),
    "descent": OF_MACHINES,
    "board": "draw.marks.cloud",
    **dict.fromkeys(("machines", "phi"), "number.visits"),
}
# What a text must hold to use a symbol, and the names of which one explains it: a letter may stand for several things.
USED = {
    r"α": {"alpha", "multi"},
    r"ξ": {"slack", "remainder"},
    r"\by f\b": {"margin"},
    r"\bC\b": {"C", "loss"},
    r"\bf\(x\)|\bf\b": {"f", "objective", "element"},
    r"\bb\b": {"b", "phases"},
    r"\bw\b|‖w‖|\|w\|": {"w", "width", "frequency"},
    r"\bK\b": {"kernel"},
    r"K′": {"approximate", "prime"},
    r"K_?gauss|K<sub>gauss": {"gauss"},
    r"K<sub>m": {"truncated"},
    r"Φ|φ": {"map"},
    r"[Gg]amma|γ": {"gamma"},
    r"ζ": {"zeta"},
    r"\bQ\b": {"degree", "pairwise"},
    r"\bm\b": {"order", "extremes", "breach"},
    r"\bM\b": {"extremes", "breach"},
    r"\bD\b|(?<![Rr]esi)[Dd]ual": {"dual", "components", "gap"},
    r"\bP\b|[Pp]rimal": {"primal", "conditions"},
    r"\bL\b": {"landmarks", "lagrangian"},
    r"[Ll]andmark": {"landmarks"},
    r"[Ss]eed\b": {"seed"},
    r"σ₀": {"sigma"},
    r"ρ": {"rho", "found"},
    r"ν": {"fraction"},
    r"α\*": {"star"},
    r"\bt\b": {"scaled", "letters", "threshold", "target"},
    r"\bG\b": {"gradient", "coordinate"},
    r"\bPG": {"projected"},
    r"\bE\b": {"error"},
    r"b₁": {"offsets"},
    r"b²/2?a": {"gain"},
    r"\ba =|b²/2?a": {"curvature"},
    r"b²/2?a|b =\s+apart": {"slope"},
    r"\bδ": {"delta"},
    r"\bp\b": {"budget", "optimum", "linear", "metric", "chance"},
    r"\bd\b": {"direction", "dimensions", "size", "optimum", "metric"},
    r"\bn\b": {"size", "attributes", "draw", "letters"},
    r"\bc / D|c²": {"line", "ball"},
    r"\bgap\b": {"gap"},
    r"\bKKT\b": {"kkt", "conditions"},
    r"\bhulls?\b": {"hull"},
    r"[Vv]iolat": {"violation", "breach"},
    r"(?<!Brier )\bscore": {"score"},
    r"\bcan (rise|only rise)": {"up"},
    r"\bcan (fall|only fall)": {"low"},
    r"\bbox\b": {"box", "bounds"},
    r"\b(epoch|visit)s?\b": {"visit"},
    r"\bset aside": {"aside"},
    r"\bcertificate": {"certificate"},
    r"f\(0\)": {"weight"},
    r"[Ss]upport vector": {"vector"},
    r"\bfree\b.*\bpoints": {"vector"},
    r"\bstreet|\bband\b|\bmargin": {"width"},
    r"\bGram\b": {"gram"},
    r"\bSMO\b": {"smo"},
    r"\b(first|second) order \(|\bPlatt\b": {"rules"},
    r"\b(LIBSVM|LIBLINEAR)\b": {"libraries", "breach"},
    r"\b(Hoeffding|Bernstein)\b": {"union"},
    r"\bleave-one-out": {"loo"},
    r"\b[Ii]slands?": {"island"},
    r"\bquantile": {"quantile"},
    r"\b[Rr]olls?\b": {"draw"},
    r"\bvacuous|\bbound\b.*\b(above|says|printed)": {"bound"},
    r"\bNyström": {"nystroem", "landmarks"},
    r"\b[Tt]est accuracy": {"accuracy", "hidden"},
    r"\bratios?\b": {"ratio"},
    r"\bexponent\b": {"exponent"},
    r"\b([Cc]orollary|[Pp]roposition)\b": {"statements", "bound", "union", "line"},
    r"\bworkload": {"workloads"},
}
# Words that are no use of a symbol: other senses of a letter, and parts of the paper's own formulas.
NONE = re.compile(
    r"\{[^}]*\}|%\{\{[^}]*\}\}|C\(n, 2\)|Ctrl\+\w|O\(n p\)|python -m [^.]*|set, method|3-D|dual coordinate descent"
)


def said_on(page: AnyPage) -> dict[str, str]:
    """Return the English texts of a page; a theory explains its letters where it uses them."""
    found: dict[str, str] = {}
    for name in (page.name, *(f"shared/{name}" for name in BESIDE.get(page.name, ()))):
        with (CATALOGUES / "en" / f"{name}.po").open("rb") as file:
            found |= {str(text.id): str(text.string) for text in read_po(file, locale="en") if text.id}
    elsewhere = NOT_SHOWN.get(page.name, "-")
    shown = {key: text for key, text in found.items() if not key.endswith(".theory") and not key.startswith(elsewhere)}
    return {key: NONE.sub(" ", text) for key, text in shown.items()}


@every_page
def test_every_symbol_that_a_page_uses_is_declared(page: AnyPage) -> None:
    missing = {
        (key, pattern)
        for key, text in said_on(page).items()
        for pattern, names in USED.items()
        if re.search(pattern, text) and not names & set(page.symbols)
    }
    assert missing == set()


def test_the_patterns_would_see_an_unexplained_symbol() -> None:
    names = {key.split(".")[1] for key in words_for("en").texts if key.startswith("symbol.")}
    assert {name for named in USED.values() for name in named} <= names


@every_page
@in_every_language
def test_every_symbol_that_a_page_declares_is_explained(page: AnyPage, lang: str) -> None:
    assert page.symbols
    assert len(set(page.symbols)) == len(page.symbols)
    texts = words_for(lang).texts
    for name in page.symbols:
        assert texts[f"symbol.{name}"][-1] in ".。"
    marks = [texts[f"symbol.{name}.mark"] for name in page.symbols]
    assert len(set(marks)) == len(marks), "two symbols of a page look the same"


def test_no_symbol_is_explained_that_no_page_uses() -> None:
    names = {key.split(".")[1] for key in words_for("en").texts if key.startswith("symbol.")}
    assert names == {name for page in PAGES for name in page.symbols}


def test_a_symbol_is_set_with_its_subscripts_and_nothing_in_it_is_markup() -> None:
    words = words_for("en").replacing({"symbol.y.mark": "I_up", "symbol.y": "x^α < 1 & more"})
    (shown,) = re.findall("<dt>.*</dd>", listed(["y"], words))
    assert shown == "<dt>I<sub>up</sub></dt><dd>x<sup>α</sup> &lt; 1 &amp; more</dd>"


@in_every_language
def test_a_click_beside_the_title_opens_what_the_symbols_of_the_page_mean(lang: str) -> None:
    visit = Visit("smo", lang=lang)
    assert _lists(visit) == []
    visit.unfold("symbols", lang)
    (page,) = (page for page in PAGES if page.name == "smo")
    assert _lists(visit) == [listed(page.symbols, words_for(lang))]


def _lists(visit: Visit) -> list[str]:
    return [found.proto.body for found in visit.app.get("html") if found.proto.body.startswith("<dl")]
