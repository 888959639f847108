"""Things to try on the page: instructive states; `try.duality.<name>` in the catalogues says what to do."""

from __future__ import annotations

from pages.duality.question import Options
from ui.page.lessons import Lesson

LESSONS = (
    Lesson("two", options=Options(problem="two")),
    Lesson("squared", options=Options(problem="squared", x1=0.0, l1=1.0)),
    Lesson("example", options=Options()),
    Lesson("inside", options=Options(s1=1.0, s2=4.0)),
    Lesson("exercise", options=Options(w1=0.0, w2=1.0, b=-2.0)),
)
