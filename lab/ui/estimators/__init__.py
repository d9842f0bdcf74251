"""The workspace of estimators: quantities estimated by sampling, with their intervals."""
