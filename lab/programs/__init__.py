"""Programs as players: a command that reads the contest's text and answers, its process, and the
seat it takes.
"""
