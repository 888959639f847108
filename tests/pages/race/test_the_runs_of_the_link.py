"""The law of laws on a race: after any edits and choices both runs on screen are the runs of the link."""

from __future__ import annotations

from hypothesis import settings
from hypothesis.stateful import invariant

from pages.descent.question import read
from pages.race import answers
from tests.memories import remembering_nothing
from tests.pages.descent.test_the_visits_of_the_link import Descents
from ui.solve import recording
from ui.solve.recording import forked_live


class Races(Descents):
    """One visitor at the race, who chooses as on the page of coordinate descent."""

    def steps(self) -> int:
        return max(len(lane.recording.trace) for lane in answers.lanes(read(self.lab)))

    @invariant()
    def a_fresh_visitor_gets_the_same_run_from_the_link(self) -> None:
        fresh, asked = self.fresh(), read(self.lab)
        own = answers.lanes(asked)
        with remembering_nothing(recording):
            elsewhere = answers.lanes(read(fresh))
        for mine, other in zip(own, elsewhere, strict=True):
            assert (mine.name, mine.options) == (other.name, other.options)
            live = forked_live(asked.problem.with_options(mine.options))
            assert live is not None
            assert other.recording is not mine.recording
            assert mine.costs.tobytes() == other.costs.tobytes()
            for run in (live.shown, other.recording):
                self.alike(mine.recording, run)


TestRaces = Races.TestCase
TestRaces.settings = settings(max_examples=15, stateful_step_count=10, deadline=None)
