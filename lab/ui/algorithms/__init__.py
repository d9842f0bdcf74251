"""The page about algorithms."""
