"""Programs as players: a command that reads the contest's input and answers, its process, and its
seat.
"""
