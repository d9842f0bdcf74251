"""Many matches at the same time, for sweeps and tables: `pool` has worker processes play them, each
of which runs `serve`;

`ledger` is the file of results, `run` writes the answers into it.
"""
