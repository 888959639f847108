"""Large searches: units of work on joblib's backends, a journal on disk, and scikit-learn's API."""
