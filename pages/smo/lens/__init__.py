"""The tolerance of the stopping rule: what a looser one leaves open, and what a tighter one costs."""

from pages.smo.lens.layout import show_lens

__all__ = ["show_lens"]
