"""The titles of the pages in Chinese, where no space says where a line may end."""

import re

from pages import PAGES
from tests.ui.words.test_texts import catalogue


def test_a_chinese_title_says_where_its_lines_may_end() -> None:
    texts = texts_of_titles("zh")
    assert len(texts) >= len(PAGES)
    for key, text in texts.items():
        phrases = re.split(r"[\u200b ]|(?<=[，：？])", text)  # the style sheet breaks a line nowhere else
        assert max(map(len, phrases)) <= 8, (key, phrases)


def texts_of_titles(lang: str) -> dict[str, str]:
    """Return the titles of the pages by their keys."""
    names = {page.name for page in PAGES}
    titles = [[name, "question"] for name in names]
    return {key: text for key, text in catalogue(lang).items() if key.split(".")[:2] in titles}
