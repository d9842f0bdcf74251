"""Maps of decisions, as numbers and words: where the seats expect each other, what a choice hangs
on, and how the choices of a whole match formed.
"""
