"""Tuning: which values of a player's knobs score best against its benchmarks, found with few games.

A method (`methods`) is a generator that asks for games and is sent results; `course` makes the one
sequence of games of it, whatever the number of processes; `gaussian` is the model of what knobs do,
`answer` what may be said at the end.
"""
