"""The workspace of the textbook tree: a search is shown one step at a time, and every
step says why.
"""
