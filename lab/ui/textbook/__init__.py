"""The workspace of the textbook tree: a search is stepped through one event at a time, and every
step says why.
"""
