"""The figures of the page."""
