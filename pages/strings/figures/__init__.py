"""The figures of the page, under the keys of their components."""

COMMON, FILLED, SUPPORT, TERMS = "strings-common", "strings-filled", "strings-support", "strings-terms"
