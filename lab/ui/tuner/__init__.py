"""The page that tunes a player: knobs and their ranges at the left, what the games say of them in
the middle, the race, all settings at once and their history at the right.
"""
