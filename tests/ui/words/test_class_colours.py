"""The six classes: colours that can be told apart in every look, also without one kind of cones, and unlike shapes."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from datasets import LABELS

ASSETS = Path(__file__).parents[3] / "assets"
TABLE = re.findall(r'^  \[(-?\d), "(\w+)", "([^"]+)"\]', (ASSETS / "js/shared/classes.js").read_text(), re.MULTILINE)
LEAST_CONTRAST = 3.0  # WCAG 2.2, 1.4.11
LEAST_APART = 12.0  # CIE 1976; 2.3 is just noticeable
# Machado, Oliveira and Fernandes 2009, table 1, severity 1; linear sRGB.
EYES = {
    "usual": np.eye(3),
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
}
LOOKS = ((".lab",), (".lab", ".lab[data-dark]"), (".lab", ".lab[data-projector]"))
LOOKS += ((".lab", ".lab[data-dark]", ".lab[data-projector]", ".lab[data-projector][data-dark]"),)
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def colours(look: tuple[str, ...]) -> dict[str, str]:
    sheet, found = (ASSETS / "css/lab.css").read_text(), dict[str, str]()
    for rule in look:
        (own,) = re.findall(rf"^{re.escape(rule)} \{{(.*?)^\}}", sheet, re.MULTILINE | re.DOTALL)
        found |= dict(re.findall(r"--lab-([\w-]+): (?:var\(--st-[\w-]+, )?(#\w{6})\)?;", own))
    return found


def linear(colour: str) -> np.ndarray:
    parts = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255.0
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    low, high = sorted(XYZ[1] @ linear(colour) for colour in (one, other))
    return float((high + 0.05) / (low + 0.05))


def in_lab(parts: np.ndarray) -> np.ndarray:
    ratio = XYZ @ np.clip(parts, 0.0, 1.0) / XYZ.sum(axis=1)
    f = np.where(ratio > 0.008856, np.cbrt(ratio), 7.787 * ratio + 16.0 / 116.0)
    return np.array([116.0 * f[1] - 16.0, 500.0 * (f[0] - f[1]), 200.0 * (f[1] - f[2])])


def test_the_table_has_the_labels_of_the_points_and_the_first_two_as_ever() -> None:
    assert tuple(int(label) for label, _, _ in TABLE) == LABELS
    assert [name for _, name, _ in TABLE[:2]] == ["pos", "neg"]
    assert (colours(LOOKS[0])["pos"], colours(LOOKS[0])["neg"]) == ("#0072b2", "#d55e00")
    assert (colours(LOOKS[1])["pos"], colours(LOOKS[1])["neg"]) == ("#56b4e9", "#e69f00")


@pytest.mark.parametrize("look", LOOKS)
def test_every_class_stands_out_from_the_paper(look: tuple[str, ...]) -> None:
    own = colours(look)
    assert min(contrast(own[name], own["paper"]) for _, name, _ in TABLE) >= LEAST_CONTRAST


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("eye", EYES)
def test_no_two_classes_look_alike(look: tuple[str, ...], eye: str) -> None:
    own = colours(look)
    seen = [in_lab(np.array(EYES[eye]) @ linear(own[name])) for _, name, _ in TABLE]
    assert min(float(np.linalg.norm(one - other)) for one, other in combinations(seen, 2)) >= LEAST_APART


def test_paper_has_the_light_colours() -> None:
    sheet = (ASSETS / "css/lab.css").read_text()
    dark = sheet.index(".lab[data-dark] {")
    assert sheet.rfind("@media screen", 0, dark) > sheet.rfind("\n}\n", 0, dark)


def test_no_two_classes_have_one_shape() -> None:
    assert len({path for _, _, path in TABLE}) == len(LABELS)
