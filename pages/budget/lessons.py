"""Things to try on the page: instructive states; `try.budget.<name>` in the catalogues says what to do."""

from __future__ import annotations

from pages.budget.question import Options
from ui.page.lessons import LINEAR, Lesson
from ui.solve.kernels import KernelSpec

WIDE: KernelSpec = {"name": "gaussian", "gamma": 0.2}
GAUSSIAN: KernelSpec = {"name": "gaussian", "gamma": 1.0}
CANCER = Options("cancer")
LESSONS = (
    Lesson("series", "moons", WIDE, 10.0, numbers={"order": 3, "seed": 0, "landmark_seed": 0}, options=Options()),
    Lesson("lot", "overlap", GAUSSIAN, 10.0, numbers={"order": 5, "seed": 0, "landmark_seed": 0}, options=Options()),
    Lesson("dimensions", "cancer", LINEAR, 10.0, numbers={"order": 1, "seed": 0, "landmark_seed": 0}, options=CANCER),
)
