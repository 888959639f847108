"""What proves, apart from any solver, how good an answer is."""
