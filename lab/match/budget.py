"""How long one decision may take: a budget of time, iterations or nodes, its text and words, and
how many iterations remain.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Self

from engines.knobs import KnobError
from lab.words.numerals import plural
from search.base import Snapshot

TIME, ITERATIONS, NODES = "ms", "it", "n"  # kinds of budget

CHUNK_S = 0.012  # Python's overhead is negligible, and commands still act at once
# of work at least, where threads share a chunk: on a busy machine one waits for the others, and for
# a shorter chunk it would wait as long
LEAST_S = 0.003
FIRST, GROWTH = (
    16,
    4,
)  # iterations of the first chunk; its largest growth per chunk
LEFT_SHARE = 0.7  # share of the remaining time, so that the last chunk ends close to the deadline
SETTLED = 256  # iterations without a new node after which a node budget counts as used
MOST_PARTS, LEAST_PARTS, LONGEST_PART = 50, 8, 500  # of an iteration budget run in fixed chunks

_UNITS = {
    "ms": TIME,
    "s": "s",
    "it": ITERATIONS,
    "iterations": ITERATIONS,
    "n": NODES,
    "nodes": NODES,
}
MOST = {TIME: 3_600_000.0, ITERATIONS: 1e9, NODES: 1e9}


@dataclass(frozen=True)
class Budget:
    """How long one decision may take: milliseconds ("ms"), iterations ("it") or tree nodes
    ("n").
    """

    kind: str
    amount: float

    @classmethod
    def parse(cls, text: str) -> Self:
        """The budget written "20ms", "2s", "2000it" or "50000n"; KnobError says what is wrong."""
        number = r"[0-9]+(?:_[0-9]+)*(?:\.[0-9]+)?"
        found = re.fullmatch(rf"({number})\s*([a-z]+)", text.strip().lower())
        if found is None or found[2] not in _UNITS:
            raise KnobError(
                f"The budget {text} is not understood: write 20ms, 2s, 2000it or 50000n."
            )
        kind, amount = _UNITS[found[2]], float(found[1])
        if kind == "s":
            kind, amount = TIME, amount * 1000
        if not 1 <= amount <= MOST[kind]:
            raise KnobError(
                f"The budget {text} is outside its range, {cls(kind, 1).words} to "
                f"{cls(kind, MOST[kind]).words}."
            )
        if kind != TIME and amount != int(amount):
            raise KnobError(f"The budget {text} should be a whole number.")
        return cls(kind, amount)

    @property
    def text(self) -> str:
        """As on the command line: "4000it", "20ms", "2s", "50000n"."""
        if self.kind == TIME and self.amount % 1000 == 0:
            return f"{self.amount / 1000:.0f}s"
        return f"{_plain(self.amount)}{self.kind}"

    @property
    def words(self) -> str:
        """For people: "4,000 iterations", "20 ms per move", "50,000 nodes"."""
        if self.kind != TIME:
            name = "iteration" if self.kind == ITERATIONS else "node"
            return f"{self.amount:,.0f} {plural(self.amount, name)}"
        return (
            f"{_plain(self.amount / 1000)} s per move"
            if self.amount >= 1000
            else f"{_plain(self.amount)} ms per move"
        )


DEFAULT_BUDGET = Budget(ITERATIONS, 2000)


class Allowance:
    """What a budget (None: no limit) still allows a search that runs in chunks.

    The code that runs the search keeps `used_s`, the time charged to the budget, up to date. A
    search that does not divide its budget gets `LONGEST_PART` iterations at once.
    """

    def __init__(self, budget: Budget | None, divides: bool = True) -> None:
        self.budget = budget
        self._fewest = LEAST_PARTS if divides else 1
        self.used_s = 0.0
        self.exhausted = False  # more iterations would change nothing
        self.rate = 0.0  # iterations per second in the last chunk
        self._last = 0  # iterations of the last chunk
        self._least = 1  # of a chunk
        self.restart()

    def restart(self) -> None:
        """The tree is new: iterations and nodes count from 0 again; time continues."""
        self.since = 0
        self._nodes, self._most_nodes, self._grew_at, self._full = 0, 0, 0, False

    def took(self, n: int, seconds: float, exhausted: bool, shared_s: float = 0.0) -> None:
        """Records that a chunk of `n` iterations took `seconds`; `shared_s` is the CPU time of
        threads that shared it, 0 where it had one thread.
        """
        self.since += n
        self.rate, self._last, self.exhausted = n / max(seconds, 1e-9), n, exhausted
        self._least = int(n / shared_s * LEAST_S) if shared_s > 0 else 1

    def saw(self, snapshot: Snapshot) -> None:
        """Records the tree's size, which a node budget needs before each chunk."""
        self._nodes, self._full = snapshot.nodes, snapshot.full
        if self._nodes > self._most_nodes:
            self._most_nodes, self._grew_at = self._nodes, self.since

    @property
    def _part(self) -> int:
        """The iterations of one part of an iteration budget: not many, so that an interrupt can
        come in between; at least eight parts for searches that divide the budget.
        """
        amount = int(self.budget.amount) if self.budget is not None else 0
        return max(1, min(LONGEST_PART, amount // self._fewest), amount // MOST_PARTS)

    @property
    def spent(self) -> float:
        """Share of the budget used so far, 0 when unlimited. An iteration budget counts whole
        parts: some searches divide their budget by this share, and should decide the same however
        the iterations are cut into chunks.
        """
        if self.budget is None:
            return 0.0
        whole = self.since if self.finished else self.since - self.since % self._part
        used = {ITERATIONS: whole, TIME: self.used_s * 1000, NODES: self._nodes}
        return min(1.0, used[self.budget.kind] / self.budget.amount)

    @property
    def left_s(self) -> float:
        """Time left, negative after an overrun; infinite for other budgets."""
        if self.budget is None or self.budget.kind != TIME:
            return math.inf
        return self.budget.amount / 1000 - self.used_s

    @property
    def finished(self) -> bool:
        """Whether the budget is used, or nothing is left to search; a search without limit never
        finishes. The first chunk is allowed even if the time is over before the search begins.
        """
        if self.budget is None:
            return False
        if self.exhausted:
            return True
        if self.budget.kind == TIME:
            return self._last > 0 and self.rate * self.left_s < 1
        if self.budget.kind == ITERATIONS:
            return self.since >= int(self.budget.amount)
        settled = self.since - self._grew_at >= SETTLED
        return self._nodes >= self.budget.amount or self._full or settled

    @property
    def brief(self) -> int:
        """Iterations for one chunk of normal length, estimated from the last one."""
        if not self._last:
            return FIRST
        usual = max(int(self.rate * CHUNK_S), self._least)
        return max(1, min(usual, self._last * GROWTH))

    @property
    def left(self) -> int:
        """Iterations that the budget allows before the next check; of an iteration budget, what is
        left of the part.
        """
        if self.budget is None:
            return self.brief
        if self.budget.kind == ITERATIONS:
            part = self._part - self.since % self._part
            return max(0, min(part, int(self.budget.amount) - self.since))
        if self.budget.kind == TIME:
            return max(1, int(self.rate * LEFT_SHARE * self.left_s)) if self._last else FIRST
        each = max(1.0, self._nodes / self.since) if self.since else float(FIRST)
        return max(1, min(SETTLED, int((self.budget.amount - self._nodes) / each)))

    def steady(self) -> int:
        """Iterations to run now, 0 to stop. Budgets of iterations and nodes do not depend on the
        clock, so the same chunks run every time.
        """
        if self.finished or self.budget is None:
            return 0
        return min(self.brief, self.left) if self.budget.kind == TIME else self.left


def _plain(amount: float) -> str:
    return f"{amount:.3f}".rstrip("0").rstrip(".")
