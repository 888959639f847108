"""The content of a link, and how it is written and read."""
