"""The lines of a match as a view draws them: frozen records of the tree of turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engines.game import PASS
from lab.match.history import MatchHistory
from lab.match.turn_tree import START, TurnLine, TurnNote


@dataclass(frozen=True)
class Stone:
    """One turn of a line. `agent` is who moved, -1 where several move at once or nobody did;
    `words` what was played, "" likewise.
    """

    number: int  # in the tree
    turn: int  # turns played
    agent: int
    words: str
    note: TurnNote


@dataclass(frozen=True)
class StoneLine:
    """The main line (`name` is "") or a branch, which leaves row `of` after `fork` turns."""

    name: str
    of: int
    fork: int
    stones: tuple[Stone, ...]


@dataclass(frozen=True)
class MatchLines:
    """All lines of a match. `path` are the tree's numbers of the turns on the board, frame 0 left
    out; `rows` is empty for a single line without comments.
    """

    path: tuple[int, ...] = ()
    rows: tuple[StoneLine, ...] = ()
    notes: Mapping[int, TurnNote] = field(default_factory=dict)
    deleted: tuple[int, ...] = ()

    def number(self, turn: int) -> int:
        """The tree's number of the turn that `turn` turns on the board lead to."""
        return self.path[min(turn, len(self.path)) - 1] if turn > 0 and self.path else START

    def note(self, turn: int) -> TurnNote:
        """What a person noted about that turn."""
        return self.notes.get(self.number(turn), TurnNote())


def lines_of(history: MatchHistory) -> MatchLines:
    """The lines of a match now."""
    tree = history.tree
    found = tree.lines()
    rows: tuple[StoneLine, ...] = ()
    if len(found) > 1 or tree.notes:
        row_of = {turn: row for row, line in enumerate(found) for turn in line.turns}
        row_of[START] = 0
        rows = tuple(
            StoneLine(line.name, row_of[line.fork], tree.depth(line.fork), _stones(history, line))
            for line in found
        )
    return MatchLines(history.path, rows, dict(tree.notes), tree.dropped)


def _stones(history: MatchHistory, line: TurnLine) -> tuple[Stone, ...]:
    tree = history.tree
    out = []
    for number in line.turns:
        joint = () if tree.is_set_up(number) else tree.joint(number)
        movers = [agent for agent, action in enumerate(joint) if action != PASS]
        agent = movers[0] if len(movers) == 1 else -1
        note = tree.notes.get(number, TurnNote())
        out.append(Stone(number, tree.depth(number), agent, history.words(number), note))
    return tuple(out)
