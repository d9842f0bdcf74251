"""Many matches at the same time, for sweeps and tables: `pool` has worker processes play them, each
of which does what `serve` says;

`ledger` is the file that keeps the results, `run` puts into it what comes back.
"""
