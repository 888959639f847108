"""Sequential minimal optimisation: two variables move per step."""
