"""Rules and searches as C++: a translator of their jitted functions, and the bots made with it.

The Python of the `@rule` functions and of the kernels is the only source; what is translated is
what Python's own parser and the values behind its names say.
"""
