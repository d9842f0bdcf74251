"""Games on many computers, over a Dask scheduler: `link` is the connection, `dispatch` says which
worker plays what, `site` is what is known of each computer, and `hands` runs it all.
"""

from lab.batch.cluster.hands import ClusterHands

__all__ = ["ClusterHands"]
