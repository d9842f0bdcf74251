"""The workspace of estimators: quantities found by sampling, with their intervals."""
