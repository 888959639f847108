"""The options of a page as a field of a link."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ui.link.codec import decode, encode

AnyOptions = Any  # a frozen dataclass whose fields are parts of a link


@dataclass(frozen=True)
class LinkForm:
    """How the options of one page are written into a link, and read from it."""

    page: str
    field: str  # the name in the link
    kind: type
    fits: Callable[[AnyOptions], bool] = lambda options: True  # conditions on several parts together

    def write(self, options: AnyOptions) -> str:
        """Return the options as one word."""
        return encode(options)

    def read(self, text: str) -> AnyOptions | None:
        """Return the options of a word; None for anything else or an empty word."""
        found = decode(self.kind, text) if text else None
        return found if found is not None and self.fits(found) else None
