"""The perceptron beside the SVM (mathematics 2.2)."""
