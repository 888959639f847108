"""From the controls to a solved problem, shared by everybody who asks the same."""
