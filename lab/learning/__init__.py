"""Networks learn by self-play: `selfplay` makes positions with values, `training` fits a network to
them, `trial` tests it against the last one, and `run` goes from generation to generation.
"""
