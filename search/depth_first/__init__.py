"""Depth-first search with an explicit stack, shared by minimax, alpha-beta, paranoid, expectimax
and max^n.

`frames` is the stack and the descent, `bounds` the walk with one value and cuts, `sums` the walk
with weighted replies or a value for each seat, `ledger` what they note of the first plies,
`search` the class around them, `report` its snapshots, `shown` its ledger as part of a tree.
"""
