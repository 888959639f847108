"""Things to try on the page: instructive states; `try.perceptron.<name>` in the catalogues says what to do."""

from __future__ import annotations

from pages.perceptron.question import LINEAR, Options
from ui.page.lessons import QUADRATIC, Lesson

FIRST = Lesson("start", "exercise-7-2", LINEAR, step=8, options=Options())
LESSONS = (
    Lesson("duals", "exercise-7-2", LINEAR, step=16, options=Options()),  # the end of its run
    Lesson("orders", "outlier", LINEAR, 1.0, step=12, options=Options("random", 3)),
    Lesson("bent", "rings", QUADRATIC, 10.0, step=8, options=Options("random", 1)),
    Lesson("endless", "xor", LINEAR, step=7, options=Options()),
)
