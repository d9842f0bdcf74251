"""The page on which a network learns: what is asked, what each generation is worth, and where it
errs.
"""
