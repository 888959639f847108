"""The formulations: each turns points, labels and parameters into the one dual."""
