"""Sequential minimal optimisation: two variables move in one step."""
