"""What compiling needs of numba and llvmlite. `engines.jit` loads it when something is compiled."""
