"""The question of the page, derived once: the machine whose run is counted, and what is looked at."""

from __future__ import annotations

from dataclasses import dataclass, replace

from core.problem import InputError
from core.topics.libsvm.calls import BY_NAME
from core.topics.libsvm.parameters import parameter_of
from ui.link.codec import Maybe, Text, Whole, is_plain, part, words
from ui.link.form import LinkForm
from ui.page.machine.on_machine import OnMachine
from ui.solve.board_problem import BoardProblem
from ui.solve.limits import EXPONENT_OF_A_POWER, LETTERS_OF_OPTIONS, POINTS, STEPS_OF_A_MERGE
from ui.solve.options import LibsvmOptions
from ui.state.change import usual_change, with_named_kernel
from ui.state.lab import Lab
from ui.state.machine import MachineChoice, board_of, choice_of, machine_change

FIRST_MACHINE = "c-svc"
BOARD, READING = VECTORS = ("board", "reading")  # two points of the board, or the two vectors of Xing's section 9.1


@dataclass(frozen=True)
class Options:
    """What the visitor chose."""

    box: str = part("solve", words(*BY_NAME))  # the function whose source is shown
    vectors: str = part(READING, words(*VECTORS))
    one: int = part(0, Whole(0, POINTS - 1))  # the points that are multiplied
    other: int = part(1, Whole(0, POINTS - 1))
    turn: int | None = part(None, Maybe(Whole(*STEPS_OF_A_MERGE)))  # of the merge; None: all of it
    times: int = part(5, Whole(*EXPONENT_OF_A_POWER))
    typed: str = part("-s 1 -n 0.9 -c 0", Text(LETTERS_OF_OPTIONS))  # options of svm-train


FORM = LinkForm("architecture", "inside", Options)


@dataclass(frozen=True, eq=False)
class Question(OnMachine):
    """All inputs of the page; its board has the machine's C."""

    chosen: MachineChoice
    options: Options

    @property
    def problem(self) -> BoardProblem:
        """The problem for LIBSVM's loop, with a cache for all rows, as svm-train has it for few points."""
        return replace(self.board.problem, machine=self.board.machine, options=LibsvmOptions(True, None))

    def place(self, name: str) -> int:
        """Return the place of one of the two points; of fewer points the last."""
        return min(int(getattr(self.options, name)), len(self.y) - 1)

    def key(self, *more: object) -> str:
        """Return a key of the problem and whatever else a result depends on."""
        return super().key(self.spec, self.C, *more)


def refusal(text: str) -> InputError | None:
    """Return why options of svm-train are not taken; None if they are."""
    if not is_plain(text):
        return InputError("words.control", "A control character.")
    try:
        parameter_of(text)
    except InputError as error:
        return error
    return None


def read(lab: Lab) -> Question:
    """Return the question for a lab."""
    chosen = choice_of(lab, FIRST_MACHINE)
    return Question(board_of(lab, chosen.spec), chosen, lab.options(Options))


_usual = machine_change(usual_change(Options))


def change(lab: Lab, name: str, value: object) -> Lab:
    """Return the lab after one value; the same lab if the value is invalid."""
    if name == "kernel":
        return with_named_kernel(lab, value)
    if name in ("one", "other"):  # counted from 1, as it is written
        value = value - 1 if type(value) is int and 1 <= value <= len(lab.points.y) else None
    changed = _usual(lab, name, value)
    # The steps of other vectors are all shown.
    return _usual(changed, "turn", None) if name in ("one", "other", "vectors") and changed is not lab else changed
