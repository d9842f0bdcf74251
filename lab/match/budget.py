"""How long one decision may take: a budget of time, iterations or nodes, as text and in words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from engines.knobs import KnobError

TIME, ITERATIONS, NODES = "ms", "it", "nodes"  # kinds of budget

_UNITS = {
    "ms": TIME,
    "s": "s",
    "it": ITERATIONS,
    "iterations": ITERATIONS,
    "n": NODES,
    "nodes": NODES,
}
_MOST = {TIME: 3_600_000.0, ITERATIONS: 1e9, NODES: 1e9}


@dataclass(frozen=True)
class Budget:
    """How long one decision may take: milliseconds ("ms"), iterations ("it") or tree nodes
    ("nodes").
    """

    kind: str
    amount: float

    @classmethod
    def parse(cls, text: str) -> Self:
        """The budget written "20ms", "2s", "2000it" or "50000n"; KnobError says what is wrong."""
        found = re.fullmatch(r"(\d[\d_]*(?:\.\d+)?)\s*([a-z]+)", text.strip().lower())
        if found is None or found[2] not in _UNITS:
            raise KnobError(
                f"The budget {text} is not understood: write 20ms, 2s, 2000it or 50000n."
            )
        kind, amount = _UNITS[found[2]], float(found[1])
        if kind == "s":
            kind, amount = TIME, amount * 1000
        if not 1 <= amount <= _MOST[kind]:
            raise KnobError(
                f"The budget {text} is outside its range, {cls(kind, 1).words} to "
                f"{cls(kind, _MOST[kind]).words}."
            )
        if kind != TIME and amount != int(amount):
            raise KnobError(f"The budget {text} should be a whole number.")
        return cls(kind, amount)

    @property
    def text(self) -> str:
        """As on the command line: "4000it", "20ms", "2s", "50000n"."""
        if self.kind == TIME and self.amount % 1000 == 0:
            return f"{self.amount / 1000:.0f}s"
        return f"{_plain(self.amount)}{'n' if self.kind == NODES else self.kind}"

    @property
    def words(self) -> str:
        """For people: "4,000 iterations", "20 ms per move", "50,000 nodes"."""
        if self.kind != TIME:
            name = "iteration" if self.kind == ITERATIONS else "node"
            return f"{self.amount:,.0f} {name}{'' if self.amount == 1 else 's'}"
        return (
            f"{_plain(self.amount / 1000)} s per move"
            if self.amount >= 1000
            else f"{_plain(self.amount)} ms per move"
        )


DEFAULT_BUDGET = Budget(ITERATIONS, 2000)


def _plain(amount: float) -> str:
    return f"{amount:.3f}".rstrip("0").rstrip(".")
