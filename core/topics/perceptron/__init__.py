"""The perceptron compared with the SVM (mathematics 2.2)."""
