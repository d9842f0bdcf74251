"""The searches that a bot can have, in C++: what their kernels are given, and what the lab does in
Python around these.
"""
