"""The catalogues say the same things in every language, all of them and nothing else; numbers read well."""

import ast
import re
from collections.abc import Iterator
from dataclasses import FrozenInstanceError
from functools import cache
from pathlib import Path
from string import Formatter

import numpy as np
import pytest
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

from ui.text import CATALOGUES, first_language, languages, number, words_for

ROOT = Path(__file__).parents[2]
PYTHON = [
    ROOT / "app.py",
    *(path for folder in ("core", "datasets", "ui", "pages") for path in (ROOT / folder).rglob("*.py")),
]
KEY = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+")
FILE = re.compile(r".*\.(py|js|mjs|css|po|csv|txt|json|html|svg|svm)")
MARKDOWN = re.compile(r".*\.theory")  # shown as they are: the braces of their formulas hold no place for a value
HOLE = "{}"  # where a key that is put together at run time has its changing part


@cache
def catalogue(lang: str) -> dict[str, tuple[str, ...]]:
    """Read the texts of a language by key, in the order of the file; a plural has several."""
    with (CATALOGUES / f"{lang}.po").open("rb") as file:
        messages = [message for message in read_po(file, locale=lang) if message.id]
    several = {m.id if isinstance(m.id, str) else m.id[0]: m.string for m in messages}
    return {key: (text,) if isinstance(text, str) else tuple(text or ()) for key, text in several.items()}


def filled(lang: str) -> dict[str, tuple[str, ...]]:
    """Return the texts that have their placeholders filled."""
    return {key: texts for key, texts in catalogue(lang).items() if not MARKDOWN.fullmatch(key)}


def placeholders(texts: tuple[str, ...]) -> set[str]:
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name is not None}


@cache
def keys_in_code() -> dict[str, str]:
    """Find every literal that may be a key, with a HOLE where a part is filled in, and the file where it stands."""
    found: dict[str, str] = {}
    for path in filter(Path.is_file, PYTHON):
        found |= dict.fromkeys(_in_python(path), path.name)
    for path in (ROOT / "assets" / "js").glob("*.js"):
        found |= dict.fromkeys(_in_javascript(path), path.name)
    for path in (ROOT / "assets" / "html").glob("*.html"):
        found |= dict.fromkeys(re.findall(r'data-(?:word|title)="([\w.-]+)"', path.read_text()), path.name)
    return {written: name for written, name in found.items() if _may_be_key(written)}


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


def _in_javascript(path: Path) -> Iterator[str]:
    part = r"(?:[A-Za-z0-9_-]|\$\{[^}]*\})+"
    for match in re.finditer(rf"""(["'`])({part}(?:\.{part})+)\1""", path.read_text()):
        yield re.sub(r"\$\{[^}]*\}", HOLE, match[2])
    for match in re.finditer(r"""(["'])([A-Za-z0-9_.-]+\.)\1\s*\+""", path.read_text()):
        yield match[2] + HOLE


def stands_for(written: str, key: str) -> bool:
    """Tell whether a literal, with its holes, may become this key."""
    return re.fullmatch(re.escape(written).replace(re.escape(HOLE), ".+"), key) is not None


def test_every_language_has_the_same_keys() -> None:
    english = set(catalogue("en"))
    for lang in languages:
        assert set(catalogue(lang)) ^ english == set()


def test_every_language_has_the_same_placeholders() -> None:
    differing = {
        key: lang
        for lang in languages
        for key, texts in filled(lang).items()
        if placeholders(texts) != placeholders(catalogue("en").get(key, texts))
    }
    assert differing == {}


def test_a_placeholder_is_a_plain_name() -> None:
    fields = [
        (key, name, spec, conversion)
        for lang in languages
        for key, texts in filled(lang).items()
        for text in texts
        for _, name, spec, conversion in Formatter().parse(text)
        if name is not None and (not name.isidentifier() or spec or conversion)
    ]
    assert fields == []


def test_every_key_used_in_the_code_exists() -> None:
    keys = catalogue("en")
    missing = {
        f"{name}: {written}"
        for written, name in keys_in_code().items()
        if not written.startswith(HOLE)  # such as f"{page}.theory", or something that is no key at all
        and not any(stands_for(written, key) or key.startswith(f"{written}.") for key in keys)
    }
    assert missing == set()


def test_every_key_that_exists_is_used() -> None:
    written = keys_in_code()
    patterns = [literal for literal in written if HOLE in literal]
    unused = [key for key in catalogue("en") if key not in written and not any(stands_for(p, key) for p in patterns)]
    assert unused == []


def test_no_text_is_empty() -> None:
    empty = [
        (lang, key) for lang in languages for key, texts in catalogue(lang).items() if not all(map(str.strip, texts))
    ]
    assert empty == []


def test_no_english_sentence_is_left_in_the_chinese_texts() -> None:
    left = {key: text for key, texts in catalogue("zh").items() for text in texts if _english_sentence(text)}
    assert left == {}


def _english_sentence(text: str) -> bool:
    """Tell whether three English words follow each other outside formulas, code, quotes and placeholders."""
    prose = re.sub(r"\$[^$]*\$|`[^`]*`|“[^”]*”|\{[^}]*\}|https?://\S+", "·", text)
    return re.search(r"\b[A-Za-z]{2,}(?:[ ,]+[A-Za-z]{2,}){2,}", prose) is not None


def test_no_chinese_is_left_in_the_english_texts() -> None:
    left = {key for key, texts in catalogue("en").items() if re.search(r"[\u3000-\u9fff]", "".join(texts))}
    assert left <= {key for key in left if key.startswith("language.")}


def test_the_catalogues_are_sorted_by_key_so_that_a_change_is_easy_to_read() -> None:
    for lang in languages:
        assert list(catalogue(lang)) == sorted(catalogue(lang))


def test_there_is_a_catalogue_for_every_language_and_no_other() -> None:
    assert {path.stem for path in CATALOGUES.glob("*.po")} == set(languages)


def test_words_fill_placeholders_and_refuse_what_is_missing() -> None:
    words = words_for("en")
    assert "“abc”" in words("link.dataset", got="abc")
    with pytest.raises(KeyError, match="no\\.such\\.key"):
        words("no.such.key")
    with pytest.raises(KeyError, match="no\\.such\\.key"):
        words.plural("no.such.key", 2)
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


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0, "0"),
        (-0.0, "0"),
        (7, "7"),
        (-12, "−12"),
        (123456, "123456"),
        (np.int64(-3), "−3"),
        (10.0, "10"),
        (0.5, "0.5"),
        (0.50012, "0.500"),
        (2.0004, "2.00"),
        (-3.14159, "−3.14"),
        (99.96, "100"),
        (1234.56, "1235"),
        (np.float64(0.00123456), "0.00123"),
        (0.00012345, "1.23\u00a0×\u00a010⁻⁴"),
        (-0.00012, "−1.2\u00a0×\u00a010⁻⁴"),
        (9.9999e-5, "1.00\u00a0×\u00a010⁻⁴"),
        (1e-6, "10⁻⁶"),
        (-1e5, "−10⁵"),
        (123456.0, "1.23\u00a0×\u00a010⁵"),
        (1e300, "10³⁰⁰"),
        (float("inf"), "∞"),
        (float("-inf"), "−∞"),
        (float("nan"), "–"),
    ],
)
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
