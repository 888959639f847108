"""The figures of the page are made of the numbers of its answers."""

from __future__ import annotations

import plotly.graph_objects as go

from core.topics.before.scaling import window_values
from pages.before import answers
from pages.before.figures.gram import gram_figure, gram_text
from pages.before.figures.plane import point_figure, scale_figure, scale_text, threshold_figure
from pages.before.figures.recalls import recalls_figure, recalls_text
from pages.before.question import Options, read
from pages.before.tables import recalls_table
from tests.pages.before.test_before_page import asked, lab_of
from tests.pages.visit import EN
from ui.words import number


def test_the_figures_are_made_of_the_numbers() -> None:
    question = read(lab_of(chosen=Options(threshold=-0.5)))
    recalls = answers.recalls(question)
    drawn = recalls_figure(recalls, EN).plain()
    assert drawn["data"][1]["x"] == (100.0 * recalls.curve.of_plus).tolist()
    assert drawn["data"][4]["x"] == [100.0 * recalls.moved.of_plus]
    assert recalls_table(recalls, EN).iloc[1, 0] == number(100.0 * recalls.moved.of_plus)
    one = answers.field_of(question.equal, question)
    lines = [trace for trace in threshold_figure(question, one, EN).plain()["data"] if trace.get("mode") == "lines"]
    assert [line["line"]["dash"] for line in lines] == ["dash", "solid"]
    found = answers.explained(question)
    assert len(point_figure(question, one, found, EN).plain()["data"]) >= 4 + len(found.largest)
    assert scale_figure(question, one, True, EN).plain()["layout"]["height"] < 400


def test_the_pictures_of_a_unit_are_in_plotly_s_schema_and_say_their_numbers() -> None:
    question = asked("scales")
    machine = answers.in_unit(question, False)
    shown = window_values(machine, question.board.square)
    for drawn in (
        scale_figure(question, shown, True, EN),
        gram_figure(machine),
        recalls_figure(answers.recalls(question), EN),
    ):
        go.Figure(drawn.plain())
    assert "100 of 100" in scale_text(machine, "unit", EN)
    assert "points: 100" in gram_text(machine, "unit", EN)
    assert "%" in recalls_text(answers.recalls(question), EN)


def test_a_boundary_that_is_finer_than_the_cells_is_not_drawn_and_said() -> None:
    question = asked("scales")
    for standardised, lines in ((False, 0), (True, 1)):
        machine = answers.in_unit(question, standardised)
        shown = window_values(machine, question.board.square)
        unseen = answers.unseen(question, machine, shown)
        resolved = unseen <= answers.UNRESOLVED * len(question.y)
        assert resolved == standardised
        traces = scale_figure(question, shown, resolved, EN).plain()["data"]
        assert sum(trace.get("mode") == "lines" for trace in traces) == lines
