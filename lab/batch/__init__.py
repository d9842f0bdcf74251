"""Games and searches in other processes.

`games` is what is played and what came of it, `entrants` makes it from texts; `work` plays a job in
the process it is in; `hands` are those that have jobs played: `local` in `processes` of this
computer, each of which runs `serve`. `pool` gives other jobs to such processes.
"""
