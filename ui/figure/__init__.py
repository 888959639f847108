"""HOW IT LOOKS: one file per view, each a pure function of a view and the words."""
