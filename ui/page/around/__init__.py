"""What stands around every page: the way between pages, and what a projector folds away."""
