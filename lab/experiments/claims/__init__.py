"""Questions about players as small files: which games to ask for, which sentence of a write-up they
should decide, and what they decide, computed from the games whenever it is shown.
"""
