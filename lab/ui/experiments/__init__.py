"""The Experiments page: questions as small files, what their games say, and sweeps; the views take
records and give signals.
"""
