"""The lesson of alpha-beta and its family: a small tree, searched step by step."""
