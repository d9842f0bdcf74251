"""Arenas: pools of bots that play one another under one condition, for as long as anybody likes."""
