"""What the page offers to try: states worth seeing; `try.board.<name>` says in the catalogues what to do."""

from __future__ import annotations

from ui.page.lessons import LINEAR, Lesson

LESSONS = (
    Lesson("street", "example-7-1", LINEAR, None),
    Lesson("outlier", "outlier", LINEAR, None),
    Lesson("impossible", "xor", LINEAR, None),
)
