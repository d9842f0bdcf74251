"""Everything a user works with: matches, seats, replays and the command line; only `lab.ui` knows
Qt.
"""
