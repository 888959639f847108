"""From the controls to a solved problem, shared by all visitors with the same question."""
