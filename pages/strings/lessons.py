"""Things to try on the page; `try.strings.<name>` in the catalogues says what to do."""

from __future__ import annotations

from pages.strings.question import Options
from ui.page.lessons import Lesson
from ui.solve.kernels import KernelSpec

GAUSSIAN: KernelSpec = {"name": "gaussian", "gamma": 1.0}
CAUSE = "因为下雨所以不去，因为喜欢所以努力，因为太晚所以回家，因为停电所以早睡"
CONTRAST = "虽然下雨但是要去，虽然很累但是快乐，虽然太晚但是没睡，虽然停电但是不怕"

# In the table of K'_2, where both terms of a cell are not 0; points and kernel are those of a newcomer to any page.
FIRST = Lesson("start", "moons", GAUSSIAN, 10.0, options=Options(cell=72))
PATTERN = Options("因为下雨所以不去", "因为太晚所以回家", 4, 0.7, plus=CAUSE, minus=CONTRAST, new="因为有雪所以路滑")
LESSONS = (
    Lesson("counts", options=Options(decay=1.0, normalised="no")),
    Lesson("cosine", options=Options("science is organized knowledge", "wisdom is organized life", 2)),
    Lesson("script", C=10.0, options=PATTERN),
)
