"""A few beats that introduce a page on a first visit: each has one sentence, one highlight, and one thing to do."""

from ui.page.beats.beat import Beat
from ui.page.beats.state import beat_number, open_beat, task_of

__all__ = ["Beat", "beat_number", "open_beat", "task_of"]
