"""Things to try on the page: instructive states; `try.board.<name>` in the catalogues says what to do."""

from __future__ import annotations

from ui.page.lessons import LINEAR, Lesson
from ui.state.machine import MachineChoice

C_SVC = MachineChoice("c-svc")
LESSONS = (
    Lesson("street", "example-7-1", LINEAR, None, machine=C_SVC),
    Lesson("outlier", "outlier", LINEAR, None, machine=C_SVC),
    Lesson("impossible", "xor", LINEAR, None, machine=C_SVC),
)
