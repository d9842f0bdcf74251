"""Is one player better than another? One question, one verdict: `plan` (who plays whom under which
conditions), `question` (which games are asked for, and when they end) and `result` (what they say).
"""
