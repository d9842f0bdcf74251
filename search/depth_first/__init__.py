"""Depth-first search with an explicit stack, shared by minimax, alpha-beta, paranoid, expectimax
and max^n.

`frames` is the stack and the way down it, `bounds` the walk with one value and cuts, `sums` the one
with weighted replies and a value for each seat, `search` the class around them, `report` what it
shows.
"""
