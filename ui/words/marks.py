"""Words that open their definition: a text of the catalogues marks one as [word](#term-name), which Markdown shows.

Where a text is not shown as Markdown, the marks are taken off, or made into the links of HTML.
"""

from __future__ import annotations

import re
from typing import Final

MARK: Final = re.compile(r"\[([^\]]+)\]\((#term-[a-z]+)\)")


def plain(text: str) -> str:
    """Return a text without its marks, for what shows no links: a title, a text of a figure, what is read aloud."""
    return MARK.sub(r"\1", text)


def linked(text: str) -> str:
    """Return a text as HTML, which has been escaped before, with its marks as links."""
    return MARK.sub(r'<a href="\2">\1</a>', text)
