"""A payoff table of one's own changed by hand: its size, its payoffs, and the rounds played."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engines.editing import (
    ERROR,
    NOTE,
    OK,
    EditError,
    Editing,
    Group,
    Parts,
    PartValue,
    Quantity,
    Remark,
    Tool,
    lines_of,
    number_in,
)
from engines.matrix import text as tables
from engines.matrix.check import largest_of, possible, table
from engines.matrix.tables import MOST_OWN, TITLES, letter, named, signed
from engines.rules import PASS, State

if TYPE_CHECKING:
    from engines.matrix.game import Matrix

SIZE, ROUNDS = "Size", "Rounds"
KILLERS = 4  # rows of the table of two killers
PLAYED = re.compile(r"(\d{1,2}) played, gain (\S+), last (\d{1,2})([A-L])")


class TableEditing(Editing):
    """Up to 12 rows and 12 columns of payoffs."""

    tools = (
        Tool("swap", "Swap seats", "swap"),
        Tool("start", "Start position", "restart"),
        *(Tool(name, title.capitalize()) for name, title in TITLES.items()),
    )
    text_title = "As text"
    text_note = "rows; cells of a spreadsheet fit"
    help = (
        "A cell has one number, because the game is zero-sum: what Row gains, Column loses. "
        "Payoffs are typed into the fields, or pasted as text. Ctrl+Z takes a change back."
    )

    def __init__(self, game: Matrix) -> None:
        super().__init__(game)
        self._largest = float(game.options.largest)
        self._rounds: int = game.longest

    # -- parts -------------------------------------------------------------------------------------

    def parts(self, state: State) -> Parts:
        rows = tuple(Group(_row(k), 0) for k in range(int(state.choices[0])))
        groups = (*rows, Group(SIZE), Group(ROUNDS))
        fields = (*self._payoffs(state), *self._sizes(state), *self._played(state))
        return Parts(groups, fields=fields)

    def _payoffs(self, s: State) -> Iterator[Quantity]:
        for (i, j), payoff in np.ndenumerate(table(s)):
            title = f"Column {letter(j)}"
            low, high = -self._largest, self._largest
            yield Quantity(f"pay{i}.{j}", title, _row(i), payoff, low, high, fraction=True)

    def _sizes(self, s: State) -> Iterator[Quantity]:
        for agent, title in enumerate(("Rows", "Columns")):
            yield Quantity(f"size{agent}", title, SIZE, int(s.choices[agent]), 1, MOST_OWN)

    def _played(self, s: State) -> Iterator[Quantity]:
        """The rounds of a match of several, and what they brought."""
        if self._rounds == 1:
            return
        yield Quantity("played", "Rounds played", ROUNDS, int(s.played), 0, self._rounds - 1)
        if s.played:
            low, high = possible(s)
            yield Quantity("score", "Gain of Row", ROUNDS, float(s.score), low, high, fraction=True)
            for agent, title in enumerate(("Last row", "Last column")):
                names = [self.game.label(s, agent, k) for k in range(int(s.choices[agent]))]
                now, choices = int(s.last[agent]), tuple(enumerate(names))
                yield Quantity(f"last{agent}", title, ROUNDS, now, choices=choices)

    # -- changes -----------------------------------------------------------------------------------

    def change(self, state: State, part: str, value: PartValue) -> None:
        number = number_in(value)
        if part.startswith("pay"):
            row, column = (int(word) for word in part[3:].split("."))
            state.payoff[row, column] = number + 0.0
        elif part == "score":
            state.score = number
        elif part == "played":
            state.played = round(number)
        elif part.startswith("last"):
            state.last[int(part[4:])] = round(number)
        else:
            state.choices[int(part[4:])] = round(number)
        self._follow(state)

    def use(self, state: State, tool: str) -> None:
        if tool == "swap":
            self._lay(state, -table(state).T.copy())
            state.last[:] = state.last[::-1].copy()
            state.score = -state.score
        elif tool == "start":
            state.played = 0
        else:
            self._lay(state, self._named(tool))
            state.played = 0
        self._follow(state)

    def _named(self, tool: str) -> NDArray[np.float64]:
        payoffs = named(tool, KILLERS)
        if largest_of(payoffs) > self._largest:
            raise EditError(
                f"Its payoffs go up to {largest_of(payoffs):g}, here they may go up to "
                f"{self._largest:g}; Set-up has the largest payoff."
            )
        return payoffs

    def _lay(self, s: State, payoffs: NDArray[np.float64]) -> None:
        s.choices[:] = payoffs.shape
        s.payoff[:] = 0.0
        s.payoff[: payoffs.shape[0], : payoffs.shape[1]] = payoffs + 0.0

    def _follow(self, s: State) -> None:
        """Brings up to date what follows: the largest payoff, the last actions, a possible gain."""
        self._lay(s, table(s).copy())
        s.largest, s.lost = largest_of(table(s)), 0
        last = np.clip(s.last, 0, s.choices - 1) if s.played else PASS
        s.last[:] = last
        s.score = np.clip(s.score, *possible(s)) + 0.0

    # -- words -------------------------------------------------------------------------------------

    def remarks(self, state: State) -> Sequence[Remark]:
        rows, columns = state.choices.tolist()
        payoffs = table(state)
        size = f"{_many(rows, 'row')} and {_many(columns, 'column')}"
        found = [Remark(OK, f"{size}: {rows * columns} payoffs")]
        low, high = signed(payoffs.min()), signed(payoffs.max())
        if low == high:
            found.append(Remark(NOTE, f"Every payoff is {low}", "All actions are equally good."))
        else:
            found.append(Remark(OK, f"Row gains {low} to {high} a round, and Column loses it"))
        if state.played >= self._rounds or state.lost:
            over = f"{int(state.played)} of {self._rounds} rounds are played: the match is over"
            found.append(Remark(ERROR, over, "The tool Start position plays it again."))
        return found

    def payoffs(self, state: State) -> NDArray[np.float64] | None:
        return table(state) if int(state.played) == self._rounds - 1 and not state.lost else None

    # -- text --------------------------------------------------------------------------------------

    def text(self, state: State) -> str:
        line = tables.written(table(state))
        if not state.played:
            return line
        last = f"{int(state.last[0]) + 1}{letter(int(state.last[1]))}"
        gain = tables.exact(float(state.score))
        return f"{line} | {int(state.played)} played, gain {gain}, last {last}"

    def read(self, state: State, text: str) -> State:
        payoffs, bar, rounds = "\n".join(lines_of(text)).partition("|")
        after = state.copy()
        self._lay(after, tables.read(payoffs, self._largest))
        after.played = 0
        if bar:
            self._read_rounds(after, rounds.strip())
        self._follow(after)
        return after

    def _read_rounds(self, s: State, words: str) -> None:
        """What follows the table: the rounds played."""
        found = PLAYED.fullmatch(words)
        if found is None:
            raise EditError("After | come the rounds, as in: 2 played, gain 1, last 1B.")
        s.played = int(found[1])
        s.last[:] = int(found[3]) - 1, ord(found[4]) - ord("A")
        if not 1 <= s.played <= self._rounds:
            raise EditError(f"There are 1 to {self._rounds} rounds to play, not {int(s.played)}.")
        if s.last[0] < 0 or (s.last >= s.choices).any():
            raise EditError(f"{found[3]}{found[4]} is no place of this table.")
        s.score = tables.number(found[2], self._largest * self._rounds)


def _row(row: int) -> str:
    """The group of a row's payoffs."""
    return f"Row {row + 1}"


def _many(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
