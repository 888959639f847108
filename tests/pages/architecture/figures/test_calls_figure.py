"""The diagram of calls against the table of calls that it draws."""

from __future__ import annotations

from core.topics.libsvm.calls import CALLS, Counts
from pages.architecture.figures.calls import calls_figure, calls_text
from ui.words import words_for

FOUND = Counts({call.name: k % 3 for k, call in enumerate(CALLS)}, 5, 10, 9, 100, 10)


def test_each_line_names_both_functions_and_the_ring_stands_at_the_chosen_one() -> None:
    words = words_for("en")
    drawn = calls_figure(FOUND, "fetch", words).plain()
    theirs, ours = (trace for trace in drawn["data"] if trace.get("mode") == "markers+text")
    for k, call in enumerate(CALLS):
        assert theirs["text"][k].split()[0] == call.theirs
        assert theirs["text"][k].endswith("× 2" if k % 3 == 2 else "× 1" if k % 3 else "–")
        assert ours["text"][k].strip() == call.ours.__name__
        assert theirs["ids"][k] == ours["ids"][k] == str(k + 1)
    (ring,) = (trace for trace in drawn["data"] if "meta" in trace)
    at = [call.name for call in CALLS].index("fetch")
    assert (ring["y"], drawn["layout"]["meta"]["picked"]) == ([at], at)
    assert "fetch" in calls_text(FOUND, "fetch", words)


def test_a_line_leads_from_each_function_to_one_that_is_called_by_it() -> None:
    drawn = calls_figure(FOUND, "solve", words_for("en")).plain()
    elbows = [trace["y"] for trace in drawn["data"] if trace.get("mode") == "lines"]
    assert len(elbows) == len(CALLS) - 1
    for top, _, k in elbows:
        assert CALLS[top].depth == CALLS[k].depth - 1
