"""Everything a person meets: matches, seats, replays and the command line; only `lab.ui` knows
Qt.
"""
