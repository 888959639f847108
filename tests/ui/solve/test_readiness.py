"""How far a start is: first the board, then everything; and everything is there where no server starts."""

from ui.solve.readiness import READINESS, Readiness


def test_without_a_start_everything_is_ready() -> None:
    assert READINESS.board
    assert READINESS.wait(0.0)
    assert READINESS.share == 1.0


def test_the_board_opens_before_everything() -> None:
    starting = Readiness()
    starting.begin(4)
    assert (starting.board, starting.wait(0.0), starting.share) == (False, False, 0.0)
    starting.one_more()
    starting.open_board()
    assert (starting.board, starting.wait(0.0), starting.share) == (True, False, 0.25)
    starting.open_everything()
    assert starting.wait(0.0)
