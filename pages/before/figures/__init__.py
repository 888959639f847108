"""The figures of the page, under the keys of their components."""

ONE_C, RECALLS = "before-threshold", "before-recalls"
OTHER_UNIT, STANDARD = "before-unit", "before-standard"
GRAM, GRAM_UNIT, GRAM_STANDARD = "before-gram", "before-gram-unit", "before-gram-standard"
POINT = "before-point"
