"""What the working memory of a position tells of literals and of moves; `t` and `w` as in
`engines.gdl.core`.
"""

from __future__ import annotations

from typing import Any

from engines.gdl.layout import BITS, W_LEGAL, WORD_OFF
from engines.jit import inlined, rule


@inlined
def holds(w: Any, lit: int) -> int:
    """1 if a literal holds."""
    return (w[lit >> 1] ^ lit) & 1


@inlined
def ones(x: Any) -> int:
    """How many bits are set, of 32."""
    x -= (x >> 1) & 0x55555555
    x = (x & 0x33333333) + ((x >> 2) & 0x33333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F
    return (x * 0x01010101 >> 24) & 0x3F


@rule
def legal_moves(t: Any, w: Any, role: int, out: Any) -> int:
    """Lists a role's legal moves, lowest first."""
    n, first = 0, t[t[WORD_OFF] + role]
    for word in range(first, t[t[WORD_OFF] + role + 1]):
        x, k = w[t[W_LEGAL] + word], (word - first) * BITS
        while x != 0:
            if x & 1:
                out[n] = k
                n += 1
            x >>= 1
            k += 1
    return n


@rule
def kth_move(t: Any, w: Any, role: int, k: int) -> int:
    """The k-th legal move of a role; -1 if it has fewer."""
    first = t[t[WORD_OFF] + role]
    for word in range(first, t[t[WORD_OFF] + role + 1]):
        x = w[t[W_LEGAL] + word]
        count = ones(x)
        if k >= count:
            k -= count
            continue
        bit = (word - first) * BITS
        while True:
            if x & 1:
                if k == 0:
                    return bit
                k -= 1
            x >>= 1
            bit += 1
    return -1


@inlined
def may_do(t: Any, w: Any, role: int, move: int) -> bool:
    """Whether a move of a role, within its moves, is legal."""
    word = t[W_LEGAL] + t[t[WORD_OFF] + role] + move // BITS
    return (w[word] >> (move % BITS)) & 1 == 1
