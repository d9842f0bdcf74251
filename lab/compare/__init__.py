"""Two players on one position: `searching` lets them think, `facts` says where they differ,
`numbers` and `words` put it into words, `contest` is what it takes to play them against each other
from there.
"""
