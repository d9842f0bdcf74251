"""Linear algebra for the model, compiled, in one thread and in a fixed order.

The BLAS of numpy splits matrices of more than about a hundred rows over threads. On processors that
play games these wait for one another: a factor of 180 rows took 470 ms in place of 2. The last
digits may also depend on the number of threads, and with them a proposal; here they do not.
"""

from __future__ import annotations

import math
import threading

import numpy as np

from engines.jit import keep, rule
from lab.experiments.tuner.space import Floats


@rule
def factor(matrix: Floats) -> None:
    """Turns the upper half of a positive definite matrix [N, N] into U of U^T U, row by row
    (Cholesky); the lower half is not read.
    """
    size = matrix.shape[0]
    for k in range(size):
        root = math.sqrt(matrix[k, k])
        for i in range(k, size):
            matrix[k, i] /= root
        for j in range(k + 1, size):
            share = matrix[k, j]
            for i in range(j, size):
                matrix[j, i] -= share * matrix[k, i]


@rule
def forward(upper: Floats, sides: Floats) -> None:
    """Turns right-hand sides B [N, M] into X of U^T X = B."""
    size, count = sides.shape
    for k in range(size):
        for i in range(count):
            sides[k, i] /= upper[k, k]
        for j in range(k + 1, size):
            share = upper[k, j]
            for i in range(count):
                sides[j, i] -= share * sides[k, i]


keep(factor, "tuner.factor", ("tuner", "factor"), __name__)
keep(forward, "tuner.forward", ("tuner", "forward"), __name__)


def load_meanwhile() -> None:
    """Compiles or loads them in a thread, so that nobody waits for that when they are needed."""

    def load() -> None:
        one = np.eye(2)
        factor(one)
        forward(one, np.eye(2))

    threading.Thread(target=load, name="algebra").start()
