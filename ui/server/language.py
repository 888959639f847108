"""The language of the server's own answers, before a page runs."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.types import Scope

from ui.words import Words, first_language, languages, words_for

LONGEST_QUERY: Final = 10_000  # characters searched for a language


def asked_language(scope: Scope) -> Words:
    """Return the words of the link's language, or else of the browser's."""
    query = parse_qs(scope.get("query_string", b"")[:LONGEST_QUERY].decode("latin-1"))
    asked = query.get("lang", [""])[0]
    accepted = Headers(scope=scope).get("accept-language", "").partition(",")[0]
    return words_for(asked if asked in languages else first_language(accepted))
