"""The catalogues say the same things in every language, all of them and nothing else; numbers read well."""

import ast
import re
from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from datetime import datetime
from functools import cache
from pathlib import Path
from string import Formatter

import numpy as np
import pytest
from babel import Locale
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

from pages import PAGES
from tests.ui.written_numbers import WRITTEN
from ui.words import CATALOGUES, Words, first_language, languages, number, words_for

ROOT = Path(__file__).parents[3]
COUNTS = [(0, "0"), (7, "7"), (-12, "−12"), (123456, "123456"), (np.int64(-3), "−3")]
PYTHON = [
    ROOT / "app.py",
    *(path for folder in ("core", "datasets", "ui", "pages") for path in (ROOT / folder).rglob("*.py")),
]
KEY = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+")
FILE = re.compile(r".*\.(py|js|mjs|css|po|csv|txt|json|html|svg|svm)")
MARKDOWN = re.compile(r".*\.theory")  # shown as they are: the braces of their formulas hold no place for a value
RAISED = (
    "error.",
    "note.",
    "refusal.",
    "number.",
)  # whose keys are raised without their family, such as "points.limit"
HOLE = "{}"  # where a key that is put together at run time has its changing part


@cache
def catalogue(lang: str) -> dict[str, str]:
    """Read the texts of a language by key."""
    return {key: text for name in files(lang) for key, text in texts_of(lang, name).items()}


def files(lang: str) -> list[str]:
    return sorted(str(path.relative_to(CATALOGUES / lang)) for path in (CATALOGUES / lang).rglob("*.po"))


def texts_of(lang: str, name: str) -> dict[str, str]:
    with (CATALOGUES / lang / name).open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file, locale=lang) if message.id}


def filled(lang: str) -> dict[str, str]:
    """Return the texts that have their placeholders filled."""
    return {key: text for key, text in catalogue(lang).items() if not MARKDOWN.fullmatch(key)}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@cache
def keys_in_code() -> dict[str, str]:
    """Find every literal that may be a key, with a HOLE where a part is filled in, and the file where it stands."""
    found: dict[str, str] = {}
    for path in filter(Path.is_file, PYTHON):
        found |= dict.fromkeys(_in_python(path), path.name)
    for path in (ROOT / "pages").glob("*/*.py"):
        found |= dict.fromkeys(_in_page(path), path.name)
    for path in (ROOT / "assets" / "js").rglob("*.js"):
        found |= dict.fromkeys(_in_javascript(path), path.name)
    for path in (ROOT / "assets" / "html").rglob("*.html"):
        found |= dict.fromkeys(re.findall(r'data-(?:word|title)="([\w.-]+)"', path.read_text()), path.name)
    return {written: name for written, name in found.items() if _may_be_key(written)}


@cache
def literals() -> set[str]:
    """Find every text that the code names."""
    trees = [ast.parse(path.read_text()) for path in PYTHON]
    constants = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {node.value for node in constants if isinstance(node.value, str)}


def _may_be_key(written: str) -> bool:
    """Tell a key from a file or a module: by its family or, where that is filled in, by its end."""
    family, *_, end = written.split(".")
    families = {key.split(".")[0] for key in catalogue("en")}
    return not FILE.fullmatch(written) and (family in families or (family == HOLE and HOLE not in end))


def _in_python(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        elif isinstance(node, ast.JoinedStr):
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else HOLE for part in node.values)
        elif isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant):
            text = str(node.left.value) + HOLE
        else:
            continue
        if KEY.fullmatch(text.replace(HOLE, "x")):
            yield text


def _in_page(path: Path) -> Iterator[str]:
    """Yield the keys of a page's lists, numbers and folds: `showing` puts the name of the page before them."""
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Call(func=ast.Attribute(attr="either" | "whole"), args=[ast.Constant(value=str(key)), *_]) as call:
                shared = [each.value for each in call.keywords if each.arg == "family"]
                own = shared[0].value if shared and isinstance(shared[0], ast.Constant) else f"{path.parent.name}.{key}"
                yield str(own)
                said = {keyword.arg for keyword in call.keywords} - {"family"}
                if len(call.args) == 3 and not said:  # a list that says its values by their words
                    yield f"{own}.{HOLE}"
            case ast.keyword(arg="family", value=ast.JoinedStr(values=parts)):
                family = "".join(str(part.value) if isinstance(part, ast.Constant) else HOLE for part in parts)
                yield f"{family}.{HOLE}"
            case ast.Call(func=ast.Attribute(attr="fold")):
                yield f"{path.parent.name}.fold.{HOLE}"


def _in_javascript(path: Path) -> Iterator[str]:
    part = r"(?:[A-Za-z0-9_-]|\$\{[^}]*\})+"
    for match in re.finditer(rf"""(["'`])({part}(?:\.{part})+)\1""", path.read_text()):
        yield re.sub(r"\$\{[^}]*\}", HOLE, match[2])
    for match in re.finditer(r"""(["'])([A-Za-z0-9_.-]+\.)\1\s*\+""", path.read_text()):
        yield match[2] + HOLE


@cache
def named() -> set[str]:
    """Find everything that may fill a hole: words of the code, its names among them, and of the data that it reads."""
    sources = [path.read_text() for path in (*PYTHON, *(ROOT / "assets" / "js").rglob("*.js"))]
    records = [path.read_text() for path in (ROOT / "assets").rglob("*.json")]
    return {word for text in (*sources, *records) for word in re.findall(r"[\w-]+", text)}


def fills(written: str, key: str) -> tuple[str, ...] | None:
    """Return what fills the holes of a literal that becomes this key; None where it cannot become it."""
    found = re.fullmatch(re.escape(written).replace(re.escape(HOLE), "([^.]+)"), key)
    return None if found is None else found.groups()


def stands_for(written: str, key: str) -> bool:
    """Tell whether a literal, with its holes, may become this key."""
    return fills(written, key) is not None


def becomes(written: str, key: str) -> bool:
    """Tell whether a literal becomes this key by words that the code or its data know: a hole is filled by no other."""
    parts = fills(written, key)
    return parts is not None and all(part in named() for part in parts)


def test_every_language_has_the_same_keys() -> None:
    english = set(catalogue("en"))
    for lang in languages:
        assert set(catalogue(lang)) ^ english == set()


def test_every_language_has_the_same_placeholders() -> None:
    differing = {
        key: lang
        for lang in languages
        for key, text in filled(lang).items()
        if placeholders(text) != placeholders(catalogue("en").get(key, text))
    }
    assert differing == {}


def test_a_placeholder_is_a_plain_name() -> None:
    fields = [
        (key, name, spec, conversion)
        for lang in languages
        for key, text in filled(lang).items()
        for _, name, spec, conversion in Formatter().parse(text)
        if name is not None and (not name.isidentifier() or spec or conversion)
    ]
    assert fields == []


def test_every_key_used_in_the_code_exists() -> None:
    keys = catalogue("en")
    missing = {
        f"{name}: {written}"
        for written, name in keys_in_code().items()
        if written not in keys
        and not written.startswith((HOLE, *RAISED))  # such as f"{page}.theory", or something that is no key at all
        and not any(stands_for(written, key) or key.startswith(f"{written}.") for key in keys)
    }
    assert missing == set()


def test_every_key_that_exists_is_used() -> None:
    written, raised = keys_in_code(), literals()
    patterns = [literal for literal in written if HOLE in literal]
    unused = [
        key
        for key in catalogue("en")
        if key not in written
        and not any(becomes(pattern, key) for pattern in patterns)
        and not (key.startswith(RAISED) and key.partition(".")[2] in raised)
        and not key.startswith("term.")  # a link in a text asks for it: tests/ui/server/test_glossary.py
    ]
    assert unused == []


def test_a_key_whose_hole_nothing_fills_would_be_found() -> None:
    assert becomes("symbol.{}", "symbol.alpha")
    assert stands_for("symbol.{}", "symbol.xyzzy")
    assert not becomes("symbol.{}", "symbol.xyzzy")
    assert not becomes("symbol.{}", "symbol.alpha.mark"), "a hole holds no dot"


def test_no_text_is_empty() -> None:
    empty = [(lang, key) for lang in languages for key, text in catalogue(lang).items() if not text.strip()]
    assert empty == []


def test_no_english_sentence_is_left_in_the_chinese_texts() -> None:
    left = {key: text for key, text in catalogue("zh").items() if _english_sentence(text)}
    assert left == {}


def _english_sentence(text: str) -> bool:
    """Tell whether three English words follow each other outside formulas, code, quotes and placeholders."""
    prose = re.sub(r"\$[^$]*\$|`[^`]*`|“[^”]*”|\{[^}]*\}|https?://\S+", "·", text)
    return re.search(r"\b[A-Za-z]{2,}(?:[ ,]+[A-Za-z]{2,}){2,}", prose) is not None


def test_no_chinese_is_left_in_the_english_texts() -> None:
    left = {key for key, text in catalogue("en").items() if re.search(r"[\u3000-\u9fff]", text)}
    assert left <= {key for key in left if key.startswith("language.")}


def test_the_catalogues_are_sorted_by_key_so_that_a_change_is_easy_to_read() -> None:
    for lang in languages:
        for name in files(lang):
            assert list(texts_of(lang, name)) == sorted(texts_of(lang, name)), (lang, name)


def test_a_key_stands_in_one_catalogue_of_the_same_name_in_every_language() -> None:
    homes = [{key: name for name in files(lang) for key in texts_of(lang, name)} for lang in languages]
    assert all(home == homes[0] for home in homes)
    for lang in languages:
        assert sum(len(texts_of(lang, name)) for name in files(lang)) == len(catalogue(lang))


def test_every_page_has_a_catalogue_of_its_own() -> None:
    assert {f"{page.name}.po" for page in PAGES} <= set(files("en"))


def test_there_is_a_catalogue_for_every_language_and_no_other() -> None:
    assert {path.name for path in CATALOGUES.iterdir()} == set(languages)


def test_the_library_knows_every_language() -> None:
    for lang in languages:
        assert Locale(lang).get_language_name()


def test_words_fill_placeholders_and_refuse_what_is_missing() -> None:
    words = words_for("en")
    assert "“abc”" in words("link.dataset", got="abc")
    with pytest.raises(KeyError, match="no\\.such\\.key"):
        words("no.such.key")
    with pytest.raises(KeyError, match="got"):
        words("link.dataset")


def test_words_are_a_value() -> None:
    words = words_for("zh")
    assert words is words_for("zh")
    assert words != words_for("en")
    assert hash(words) == hash(words_for("zh"))
    with pytest.raises(FrozenInstanceError):
        words.lang = "en"  # type: ignore[misc]
    with pytest.raises(ValueError, match="fr"):
        words_for("fr")


def test_a_subset_holds_the_raw_texts_of_its_prefixes_only() -> None:
    subset = words_for("en").subset(["link.file", "link.view"])
    assert set(subset) == {"link.file", "link.view"}
    assert "{size}" in subset["link.file"]


@pytest.mark.parametrize(
    ("locale", "lang"),
    [(None, "en"), ("", "en"), ("en-GB", "en"), ("zh", "zh"), ("zh-CN", "zh"), ("ZH_Hant_TW", "zh"), ("pl-PL", "en")],
)
def test_the_first_language_is_the_browsers(locale: str | None, lang: str) -> None:
    assert first_language(locale) == lang


@pytest.mark.parametrize(("value", "written"), [*COUNTS, *WRITTEN])
def test_numbers_have_three_digits_and_read_well(value: float, written: str) -> None:
    assert number(value) == written


@given(st.floats(-1e300, 1e300))
def test_a_written_number_is_the_number_to_three_digits(value: float) -> None:
    assert _read(number(value)) == pytest.approx(value, rel=5.01e-3)


def _read(written: str) -> float:
    """Undo `number`: "−1.23\u00a0×\u00a010⁻⁴" is −1.23e−4, and a bare power such as "10⁵" is 1e5."""
    powers = re.fullmatch(r"(−?)(?:([0-9.]+)\u00a0×\u00a0)?10([⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)", written)
    if powers is None:
        return float(written.replace("−", "-"))
    sign, mantissa, power = powers.groups()
    exponent = power.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-"))
    return float(f"{sign.replace('−', '-')}{mantissa or 1}e{exponent}")


def test_no_code_asks_which_language_it_speaks() -> None:
    """A third language is one catalogue and one name: lists, dates and joined sentences come from the library."""
    asked = [
        f"{path.name}: {ast.unparse(node)}"
        for path in PYTHON
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Compare) and re.search(r"\blang\b|'zh'", ast.unparse(node))
        if not re.search(
            r"is not None|known == lang|text == lang|in languages|lang not in languages", ast.unparse(node)
        )
    ]
    assert asked == []


def test_lists_and_dates_of_a_third_language_come_from_the_library() -> None:
    german = Words("de", words_for("en").texts)
    assert german.listed(["a", "b", "c"]) == "a, b und c"
    assert "November" in german.moment(datetime(2026, 11, 21, 19, 40))


def test_a_list_of_latin_names_is_set_in_chinese_with_spaces() -> None:
    chinese, english = words_for("zh"), words_for("en")
    assert chinese.listed(["0.341", "0.755", "0.348"]) == "0.341、0.755 和 0.348"
    assert chinese.listed(["x₁", "x₂"]) == "x₁ 和 x₂"
    assert chinese.listed(["圆点", "三角"]) == "圆点和三角"
    assert english.listed(["a", "b", "c"]) == "a, b, and c" or english.listed(["a", "b", "c"]) == "a, b and c"
