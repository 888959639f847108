"""The five machines: C-SVC, nu-SVC, one class, epsilon-SVR, nu-SVR."""
