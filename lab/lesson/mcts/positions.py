"""What a lesson of Monte Carlo tree search is about: small positions, as one line of text each.

X.O/.O./.X.      tic-tac-toe, row by row; who has fewer marks moves, X at equal numbers
4453...          Connect Four, the columns played from the start
MAX(3, MIN(...)) a tree written as text, without CHANCE
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from engines.connect_four import ConnectFour
from engines.game import PASS, Game, State
from engines.knobs import KnobError, text
from engines.textbook import Textbook
from engines.textbook.picture import value_text
from engines.textbook.tree import LEAF
from engines.tictactoe import TicTacToe
from lab.lesson.asked import PositionQuestion, explored, iterated, seeded
from lab.lesson.match_start import MatchStart, game_at, start_at
from lab.match.seat import SearchSeat
from search.base import generator
from search.uct.params import Params

EXAMPLES: Mapping[str, str] = {
    "X.O/.O./.X.": "Tic-tac-toe, five cells open",
    ".../.../...": "Tic-tac-toe, the empty board",
    "64176112763721257641227175462363": "Connect Four, three columns open",
    "MAX(MIN(3, 5, 10), MIN(2, 8, 9), MIN(7, 4, 3))": "A tree of nine leaves",
}
CELLS = (
    *("top left", "top", "top right"),
    *("left", "centre", "right"),
    *("bottom left", "bottom", "bottom right"),
)
HELP = (
    "Write tic-tac-toe as in X.O/.O./.X., Connect Four as the columns played, as in 4453, or a "
    "tree as in MAX(3, MIN(2, 7))."
)


@dataclass(frozen=True, eq=False)
class SmallPosition:
    """A configured game and one of its open positions."""

    text: str
    game: Game
    state: State

    @property
    def is_tree(self) -> bool:
        """Whether it is a tree written as text, whose nodes need no board."""
        return isinstance(self.game, Textbook)

    def face(self, state: State) -> str:
        """What is written in a node of a tree: who moves there, or the leaf's number."""
        assert isinstance(self.game, Textbook)
        tree, node = self.game.tree, int(state.node)
        return value_text(tree, node) if tree.kind[node] == LEAF else tree.words[node]

    def called(self, action: int) -> str:
        """What an action is called in a sentence, wherever it is played."""
        if isinstance(self.game, TicTacToe):
            return CELLS[action]
        return f"column {action + 1}" if isinstance(self.game, ConnectFour) else ""

    def words(self, state: State, agent: int, action: int) -> str:
        """The same for an action of `state`."""
        return self.called(action) or self.game.label(state, agent, action)


def game_of(text: str) -> Game:
    """The game that a text is about, without calling its rules; KnobError if it is about none."""
    flat = "".join(text.split())
    if re.fullmatch(r"[XOxo.]+(/[XOxo.]+)*", flat):
        return TicTacToe()
    if re.fullmatch(r"[0-9]+", flat):
        return ConnectFour()
    if "(" not in flat:
        raise KnobError(f"{text or 'Nothing'} is no position. {HELP}")
    tree = Textbook.configure(tree=text)
    if tree.chance:
        raise KnobError("This lesson follows single positions, so its tree has no CHANCE.")
    if tree.unknown:
        raise KnobError(f"Leaf {tree.unknown[0]} needs a number here: playouts end at every leaf.")
    return tree


def position(text: str) -> SmallPosition:
    """The position that a text describes; KnobError says what is wrong with it."""
    game, flat = game_of(text), "".join(text.split())
    if isinstance(game, TicTacToe):
        return _checked(flat.upper(), game, _marked(flat.upper()))
    if isinstance(game, ConnectFour):
        game = ConnectFour.configure(start=flat)
    return _checked(" ".join(text.split()), game, game.initial(0))


def _checked(text: str, game: Game, state: State) -> SmallPosition:
    refusal = game.check(state)
    if refusal:
        raise KnobError(f"The position is impossible: {refusal}.")
    if game.rules.is_over(state):
        raise KnobError(f"The match is over in this position: {game.reason(state)}.")
    return SmallPosition(text, game, state)


def _marked(text: str) -> State:
    """The board with these marks, reached by legal moves; KnobError if there is no way to it."""
    rows = text.split("/")
    if [len(row) for row in rows] != [3, 3, 3]:
        raise KnobError("A board of tic-tac-toe has three rows of three cells: X.O/.O./.X.")
    cells = "".join(rows)
    marks = [[k for k, sign in enumerate(cells) if sign == own] for own in "XO"]
    if len(marks[0]) - len(marks[1]) not in (0, 1):
        raise KnobError(f"X and O take turns, but there are {len(marks[0])} X, {len(marks[1])} O.")
    later = marks[len(marks[0]) == len(marks[1])]  # of the side that moved last
    for last in range(max(1, len(later))):
        later.append(later.pop(0)) if last else None
        state = _played(marks)
        if state is not None:
            return state
    raise KnobError("A line of three was complete before the last move.")


def _played(marks: list[list[int]]) -> State | None:
    """The position after these cells in turn; None if the match was over before the last one."""
    game = TicTacToe()
    state, joint = game.initial(0), np.full(game.agents, PASS, np.int64)
    for turn in range(len(marks[0]) + len(marks[1])):
        if game.rules.is_over(state):
            return None
        joint[:] = PASS
        joint[turn % 2] = marks[turn % 2][turn // 2]
        game.rules.step(state, joint, generator(0), None)
    return state


@dataclass(frozen=True)
class TreeQuestion(PositionQuestion):
    """A small position, one of any game, or one of a match, and how UCT searches it."""

    lesson = "mcts"
    short = ("c",)
    usual = SearchSeat("uct", Params(c=1.0))

    position: str = text(
        next(iter(EXAMPLES)),
        "Position",
        "Tic-tac-toe as in X.O/.O./.X., Connect Four as the columns played, a tree as text, or any "
        "game with a seed as in uttt@1.",
        examples=EXAMPLES,
    )
    iterations: int = iterated(50)
    seed: int = seeded(5)
    c: float = explored(
        "Weight of the bonus. Low: trusts the best mean so far. High: tries everything."
    )

    @property
    def game(self) -> Game:
        if self.start is not None:
            return self.start.game
        return game_at(self.position) if self.is_of_a_game else game_of(self.position)

    @property
    def is_of_a_game(self) -> bool:
        """Whether the text names a position of any game, like "csb@1"."""
        return "@" in self.position

    @property
    def begins(self) -> MatchStart | None:
        """The position of a match or of any game, None for a small one."""
        if self.start is not None:
            return self.start
        return start_at(self.position) if self.is_of_a_game else None

    @property
    def params(self) -> Params:
        """The settings of the search; it keeps nothing of an earlier one."""
        params = self.seat.params
        assert isinstance(params, Params)
        return replace(params, reuse=False)
