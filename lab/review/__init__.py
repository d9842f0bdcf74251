"""Reviews a match: each move is searched again, compared like with like, and what it lost is said
with its error.

`plan` is what is reviewed and by which search, `positions` the match as it was played, `searching`
answers one question with one search, `judging` turns answers into what a move lost, `asking` knows
which questions are open, `run` asks them in worker processes (`worker`), `marks` names mistakes,
`summary` counts them for each seat, `words` says all of it, `keeping` writes
files; `matches` compares two.
"""
