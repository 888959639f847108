"""The look that all figures share."""
