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
from engines.matrix.tables import MOST_OWN, PAIR_TITLES, SEATS, TITLES, letter, named, signed
from engines.rules import PASS, State

if TYPE_CHECKING:
    from engines.matrix.game import Matrix

SIZE, ROUNDS = "Size", "Rounds"
KILLERS = 4  # rows of the table of two killers
ZERO_SUM = (
    "Here a cell has one number, what Row gains and Column loses; for a payoff for each player "
    "give Payoffs in Set-up such a table."
)
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
        self._rounds: int = game.most_turns

    # -- parts -------------------------------------------------------------------------------------

    def parts(self, state: State) -> Parts:
        rows = tuple(Group(_row(k), 0) for k in range(int(state.choices[0])))
        groups = (*rows, Group(SIZE), Group(ROUNDS))
        fields = (*self._payoffs(state), *self._sizes(state), *self._played(state))
        return Parts(groups, fields=fields)

    def _payoffs(self, s: State) -> Iterator[Quantity]:
        for i, j in np.ndindex(*s.choices.tolist()):
            yield self._payoff(s, f"Column {letter(j)}", (i, j))

    def _payoff(self, s: State, title: str, place: tuple[int, ...]) -> Quantity:
        part, low, high = ".".join(map(str, place)), -self._largest, self._largest
        value = float(s.payoff[place])
        return Quantity(f"pay{part}", title, _row(place[-2]), value, low, high, fraction=True)

    def _sizes(self, s: State) -> Iterator[Quantity]:
        for agent, title in enumerate(("Rows", "Columns")):
            yield Quantity(f"size{agent}", title, SIZE, int(s.choices[agent]), 1, MOST_OWN)

    def _played(self, s: State) -> Iterator[Quantity]:
        """The rounds of a match of several, and what they brought."""
        if self._rounds == 1:
            return
        yield Quantity("played", "Rounds played", ROUNDS, int(s.played), 0, self._rounds - 1)
        if s.played:
            yield from self._scores(s)
            for agent, title in enumerate(("Last row", "Last column")):
                names = [self.game.label(s, agent, k) for k in range(int(s.choices[agent]))]
                now, choices = int(s.last[agent]), tuple(enumerate(names))
                yield Quantity(f"last{agent}", title, ROUNDS, now, choices=choices)

    def _scores(self, s: State) -> Iterator[Quantity]:
        low, high = map(float, possible(s))
        yield Quantity("score", "Gain of Row", ROUNDS, float(s.score), low, high, fraction=True)

    # -- changes -----------------------------------------------------------------------------------

    def change(self, state: State, part: str, value: PartValue) -> None:
        number = number_in(value)
        if part.startswith("pay"):
            state.payoff[tuple(map(int, part[3:].split(".")))] = number + 0.0
        elif part == "score":
            state.score = number
        elif part.startswith("score"):
            state.score[int(part[5:])] = number
        elif part == "played":
            state.played = round(number)
        elif part.startswith("last"):
            state.last[int(part[4:])] = round(number)
        else:
            state.choices[int(part[4:])] = round(number)
        self._follow(state)

    def use(self, state: State, tool: str) -> None:
        if tool == "swap":
            self._swap(state)
            state.last[:] = state.last[::-1].copy()
        elif tool == "start":
            state.played = 0
        else:
            self._lay(state, self._named(tool))
            state.played = 0
        self._follow(state)

    def _swap(self, s: State) -> None:
        """Gives each player what is the other's."""
        self._lay(s, -table(s).T.copy())
        s.score = -s.score

    def _named(self, tool: str) -> NDArray[np.float64]:
        payoffs = named(tool, KILLERS)
        if largest_of(payoffs) > self._largest:
            raise EditError(
                f"Its payoffs go up to {largest_of(payoffs):g}, here they may go up to "
                f"{self._largest:g}; Set-up has the largest payoff."
            )
        return payoffs

    def _lay(self, s: State, payoffs: NDArray[np.float64]) -> None:
        rows, columns = s.choices[:] = payoffs.shape[-2:]
        s.payoff[:] = 0.0
        s.payoff[..., :rows, :columns] = payoffs + 0.0

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
        if payoffs.min() == payoffs.max():
            every = f"Every payoff is {signed(payoffs.min())}"
            found.append(Remark(NOTE, every, "All actions are equally good."))
        else:
            found.append(Remark(OK, self._gains(payoffs)))
        if state.played >= self._rounds or state.lost:
            over = f"{int(state.played)} of {self._rounds} rounds are played: the match is over"
            found.append(Remark(ERROR, over, "The tool Start position plays it again."))
        return found

    def _gains(self, payoffs: NDArray[np.float64]) -> str:
        """What can be gained in a round."""
        return f"Row gains {_range(payoffs)} a round, and Column loses it"

    # -- text --------------------------------------------------------------------------------------

    def text(self, state: State) -> str:
        line = tables.written(table(state))
        if not state.played:
            return line
        last = f"{int(state.last[0]) + 1}{letter(int(state.last[1]))}"
        gain = "/".join(tables.exact(float(x)) for x in np.ravel(state.score))
        return f"{line} | {int(state.played)} played, gain {gain}, last {last}"

    def read(self, state: State, text: str) -> State:
        payoffs, bar, rounds = "\n".join(lines_of(text)).partition("|")
        after = state.copy()
        self._lay(after, self._table(payoffs))
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
        s.score = self._gained(found[2], self._largest * self._rounds)

    def _table(self, text: str) -> NDArray[np.float64]:
        if tables.is_pairs(text):
            raise EditError(ZERO_SUM)
        return tables.read(text, self._largest)

    def _gained(self, words: str, most: float) -> float | NDArray[np.float64]:
        return tables.number(words, most)


class PairEditing(TableEditing):
    """The same with a payoff for each player."""

    tools = (
        *TableEditing.tools[:2],
        *(Tool(name, title.capitalize()) for name, title in (PAIR_TITLES | TITLES).items()),
    )
    text_note = "rows; cells as 3/-1 or (3, -1)"
    help = (
        "A cell has two numbers: what Row gains, and what Column gains. "
        "Payoffs are typed into the fields, or pasted as text. Ctrl+Z takes a change back."
    )

    def _payoffs(self, s: State) -> Iterator[Quantity]:
        for i, j, agent in np.ndindex(*s.choices.tolist(), 2):
            yield self._payoff(s, f"{letter(j)}: {SEATS[agent]} gains", (agent, i, j))

    def _scores(self, s: State) -> Iterator[Quantity]:
        for agent, (low, high) in enumerate(zip(*possible(s), strict=True)):
            title, value = f"Gain of {SEATS[agent]}", float(s.score[agent])
            yield Quantity(f"score{agent}", title, ROUNDS, value, low, high, fraction=True)

    def _swap(self, s: State) -> None:
        self._lay(s, table(s).transpose(0, 2, 1)[::-1].copy())
        s.score = s.score[::-1].copy()

    def _lay(self, s: State, payoffs: NDArray[np.float64]) -> None:
        super()._lay(s, payoffs if payoffs.ndim == 3 else np.array([payoffs, -payoffs]))

    def _gains(self, payoffs: NDArray[np.float64]) -> str:
        row, column = map(_range, payoffs)
        return f"Row gains {row} a round, Column {column}"

    def _table(self, text: str) -> NDArray[np.float64]:
        return tables.either(text, self._largest)

    def _gained(self, words: str, most: float) -> NDArray[np.float64]:
        row, _, column = words.partition("/")
        return np.array([tables.number(word, most) for word in (row, column)])


def _range(payoffs: NDArray[np.float64]) -> str:
    """From the least to the most of payoffs."""
    return f"{signed(payoffs.min())} to {signed(payoffs.max())}"


def _row(row: int) -> str:
    """The group of a row's payoffs."""
    return f"Row {row + 1}"


def _many(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
