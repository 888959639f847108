"""The numbers of a halt: of a run of pairs, or of one that visits single coordinates."""

from ui.page.numbers.of_a_machine import machine_light_row, machine_rows
from ui.page.numbers.pairs import pair_numbers
from ui.page.numbers.visits import visit_numbers

NUMBERS = "numbers"  # the key of their component

__all__ = ["NUMBERS", "machine_light_row", "machine_rows", "pair_numbers", "visit_numbers"]
