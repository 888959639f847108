"""The definition of a page, and the parts common to all pages."""
