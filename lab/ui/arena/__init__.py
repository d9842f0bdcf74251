"""The Arena page: how strong each bot is, whether one is better than another, and games as they are
played.
"""
