"""Games and searches in other processes: `pool` has worker processes do jobs, each of which runs
`serve`, and replaces those that die; `games` is what is played, and what came of it.
"""
