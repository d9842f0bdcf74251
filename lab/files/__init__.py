"""Matches as files: replays, contest recordings and pasted texts, read, written and verified."""
