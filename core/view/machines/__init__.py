"""What is shown of any of the five machines: its answer, what nu promises, and the machine that is the same."""
