"""The match behind a window: a session with a thread of its own, and one for each search."""
