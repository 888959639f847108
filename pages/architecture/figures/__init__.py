"""The figures of the page, under the keys of their components."""

MODEL = "architecture-model"
