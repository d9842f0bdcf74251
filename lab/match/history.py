"""The turns of a running match as a tree, the frames of the line on the board, and how often the
seats predicted each other's moves correctly.

The lines of a match as a view draws them: frozen records of the tree of turns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

import numpy as np

from engines.game import PASS, Game, State
from lab.match.decide import Decision
from lab.match.lines import follow
from lab.match.play import Turn, frame
from lab.match.records import Frame, Thought
from lab.match.thinking import slim
from lab.match.turn_tree import START, TurnLine, TurnNote, TurnTree
from search.base import Ints

Predictions = Mapping[tuple[int, int], int]  # (seat that predicts, agent of another seat) -> action


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


@dataclass(slots=True)
class Past:
    """One turn and what is known about it. `tally` [S, A, 2]: each seat's predictions about each
    agent so far, the correct ones and all. `thoughts` is None until they are recalled.
    """

    turn: Turn
    thoughts: tuple[Thought | None, ...] | None
    tally: Ints
    expected: Predictions  # about the turn after this one (sequential games)
    words: str  # what was played, in words; "" where several agents choose at once


class UnreadTurn(LookupError):
    """A recorded turn that the rules do not allow; the text is a sentence."""


class MatchHistory:
    """All turns of a match, as a tree; `frames` are those of the path to the head.

    Turns off that path keep no picture: it is made when they come on the board. Recorded turns are
    read when they are first needed. `recall` says what can be shown of searches that ran when a
    file was written, from the frame before and the turn.
    """

    def __init__(
        self,
        game: Game,
        first: Frame,
        recall: Callable[[Frame, Turn], tuple[Thought | None, ...]] | None = None,
    ) -> None:
        self.game, self.first = game, first
        self.tree = TurnTree()
        self._recall = recall
        self._past: dict[int, Past] = {}  # of the turns played or read so far
        # a recorded turn by its number; UnreadTurn if the rules do not allow it
        self._read: Callable[[int], Turn] | None = None
        self._path: list[int] = []  # the turns that lead to the head
        self._frames: list[Frame] = []  # after each of them
        self._ahead: tuple[Past, Frame] | None = None  # as last asked for

    @property
    def head(self) -> Frame:
        """The latest frame."""
        return self._frames[-1] if self._frames else self.first

    @property
    def frames(self) -> tuple[Frame, ...]:
        """All frames of the line on the board, 0 first."""
        return (self.first, *self._frames)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All turns of the line on the board."""
        return tuple(self._of(turn).turn for turn in self._path)

    @property
    def path(self) -> tuple[int, ...]:
        """The numbers of these turns in the tree."""
        return tuple(self._path)

    @property
    def can_redo(self) -> bool:
        """Whether turns follow on the line last walked."""
        following = self.tree.next(self.tree.head)
        return following != START and self.is_readable(following)

    @property
    def ahead(self) -> Frame | None:
        """The turn that `redo` would restore."""
        following = self.tree.next(self.tree.head)
        if following == START or not self.is_readable(following):
            return None
        past = self._of(following)
        if self._ahead is None or self._ahead[0] is not past:
            self._ahead = (past, self._made(self.head, following))
        return self._ahead[1]

    def frame(self, turn: int) -> Frame:
        """The frame after `turn` turns; the nearest one where there is none."""
        return (
            self._frames[min(turn, len(self._frames)) - 1]
            if turn > 0 and self._frames
            else (self.first)
        )

    def words(self, turn: int) -> str:
        """What was played in a turn of the tree; "" for a recorded turn that was not read yet."""
        return self._past[turn].words if turn in self._past else ""

    def _of(self, turn: int) -> Past:
        """What is known about a turn; UnreadTurn if it is recorded and cannot have been played."""
        if turn not in self._past and self._read is not None:
            for each in self.tree.path(turn):
                if each not in self._past:
                    read = self._read(each)
                    self._keep(self.tree.before(each), each, read, read.decisions, None)
        return self._past[turn]

    def is_readable(self, turn: int) -> bool:
        """Whether a turn of the tree can be shown; a recorded one is read for that."""
        try:
            self._of(turn)
        except UnreadTurn:
            return False
        return True

    def state(self, turn: int) -> State:
        """The position after a turn of the tree."""
        return self.first.state if turn == START else self._of(turn).turn.state

    # -- turns -------------------------------------------------------------------------------------

    def add(self, turn: Turn, thoughts: Sequence[Thought | None], beside: bool = False) -> Frame:
        """Plays a turn after the head; the same one as before goes on with what followed it. With
        `beside` the main line stays what it is.
        """
        before, at = self.head, self.tree.head
        if self._frames:
            self._slim_head()
        kept = tuple(
            replace(d, view=None, snapshot=replace(d.snapshot, trace=())) if d is not None else None
            for d in turn.decisions
        )
        self._keep(at, self.tree.play(turn.key, beside), turn, kept, tuple(thoughts))
        new = replace(frame(self.game, before.state, turn), thoughts=tuple(thoughts))
        self._path.append(self.tree.head)
        self._frames.append(new)
        return new

    def _keep(
        self,
        before: int,
        number: int,
        turn: Turn,
        decisions: tuple[Decision | None, ...],
        thoughts: tuple[Thought | None, ...] | None,
    ) -> None:
        """Keeps what is known about a turn, in the place of an older record of it."""
        expected, tally = self._tally(before, turn)
        words = self._words(self.state(before), turn)
        kept = replace(turn, decisions=decisions)
        self._past[number] = Past(kept, thoughts, tally, expected, words)

    def _slim_head(self) -> None:
        last, old = self._frames[-1], self._of(self._path[-1])
        old.thoughts = tuple(slim(t) for t in last.thoughts)
        self._frames[-1] = replace(last, thoughts=old.thoughts)

    def _words(self, before: State, turn: Turn) -> str:
        if not turn.joint:
            return "set up"
        movers = [agent for agent, action in enumerate(turn.joint) if action != PASS]
        if len(movers) != 1 or turn.joint[movers[0]] < 0:
            return ""
        return self.game.label(before, movers[0], turn.joint[movers[0]])

    def show_again(self) -> None:
        """Makes all pictures and words of the turns anew; what that raises changes nothing."""
        shown = list[Frame]()
        before = replace(self.first, scene=self.game.scene(self.first.state))
        for number, old in zip(self._path, self._frames, strict=True):
            made = frame(self.game, (shown[-1] if shown else before).state, self._of(number).turn)
            shown.append(replace(made, thoughts=old.thoughts))
        self.first, self._frames, self._ahead = before, shown, None
        for number, past in self._past.items():
            at = self.tree.before(number)
            if at == START or at in self._past:
                past.words = self._words(self.state(at), past.turn)

    def adopt(self, tree: TurnTree, read: Callable[[int], Turn]) -> None:
        """Takes the tree of a recorded match, at its start. `read` gives a turn by its number, and
        raises UnreadTurn if the rules do not allow it.
        """
        self.tree, self._read = tree.copy(), read
        self.tree.go_to(START)

    def cut(self, turn: int) -> None:
        """Takes back everything after `turn` turns."""
        if turn < len(self._path):
            del self._path[turn:], self._frames[turn:]
            self.tree.go_to(self._path[-1] if self._path else START)

    def go_to(self, turn: int) -> None:
        """Puts another turn on the board; LookupError if it is deleted, cannot be read or there is
        none.
        """
        if turn != START and turn <= len(self.tree):
            self._of(turn)
        self.tree.go_to(turn)
        self._follow()

    def redo(self) -> bool:
        """Goes one turn on along the line last walked; False at its end."""
        on = self.can_redo
        if on:
            self.go_to(self.tree.next(self.tree.head))
        return on

    def drop(self, turn: int) -> None:
        """Deletes a turn of the tree and all that follow it."""
        self.tree.drop(turn)
        self._follow()

    def _follow(self) -> None:
        """Makes the frames of the path to the head; those that it shares with the last one stay."""
        path = self.tree.path(self.tree.head)
        shared = sum(1 for _ in takewhile(_equal, zip(path, self._path, strict=False)))
        del self._path[shared:], self._frames[shared:]
        for number in path[shared:]:
            self._frames.append(self._made(self.head, number))
            self._path.append(number)

    def _made(self, before: Frame, number: int) -> Frame:
        """The frame of a turn, after the one before it."""
        past = self._of(number)
        if past.thoughts is None:
            past.thoughts = self._recall(before, past.turn) if self._recall else ()
        return replace(frame(self.game, before.state, past.turn), thoughts=past.thoughts)

    # -- who foresaw what --------------------------------------------------------------------------

    def foreseen(self, seat: int) -> tuple[float, ...]:
        """Per agent of another seat: the share of turns in which the seat predicted its move
        correctly; () until all have one.
        """
        if not self._path:
            return ()
        others = [a for a, owner in enumerate(self.game.owner) if owner != seat]
        true, made = self._of(self._path[-1]).tally[seat, others].T
        return tuple(float(x) for x in true / made) if others and made.all() else ()

    def _tally(self, before: int, turn: Turn) -> tuple[Predictions, Ints]:
        """What is expected of the turn after this one, and the tally with this one."""
        game, last = self.game, self._of(before) if before != START else None
        now = last.expected if last is not None else {}
        following: dict[tuple[int, int], int] = {}
        for decision in turn.decisions:
            if decision is not None and decision.snapshot.agents:
                if game.simultaneous:
                    now = {**now, **self._simultaneous(decision)}
                else:
                    following |= self._reply(decision, turn)
        tally = last.tally if last is not None else np.zeros((game.seats, game.agents, 2), np.int64)
        if not turn.joint:  # nobody moved
            now = {}
        if now:  # else it is shared with the turn before
            tally = tally.copy()
        for (seat, agent), action in now.items():
            if turn.joint[agent] != PASS:
                tally[seat, agent, 1] += 1
                tally[seat, agent, 0] += self._same(before, agent, action, turn.joint[agent])
        return following, tally

    def _simultaneous(self, decision: Decision) -> Predictions:
        """Predictions from the trees' models of the other seats' agents."""
        others = (
            s
            for s in decision.snapshot.agents
            if self.game.owner[s.agent] != decision.seat and s.actions.size
        )
        return {(decision.seat, s.agent): int(s.actions[s.best]) for s in others}

    def _reply(self, decision: Decision, turn: Turn) -> Predictions:
        """The predicted line's reply to the action played."""
        if decision.view is None:
            return {}
        line = follow(self.game, decision.view, decision.snapshot.agents)
        if len(line.joints) < 2 or line.joints[0] != turn.joint:
            return {}
        movers = [
            a
            for a, action in enumerate(line.joints[1])
            if action != PASS and self.game.owner[a] != decision.seat
        ]
        return {(decision.seat, a): line.joints[1][a] for a in movers}

    def _same(self, before: int, agent: int, predicted: int, played: int) -> bool:
        """Whether two actions are equivalent: as sent, or in words (a move from the search's table
        and a free command).
        """
        game, state = self.game, self.state(before)
        if predicted == played or int(game.resolve(state, agent, predicted)) == played:
            return True
        return played >= 0 and game.label(state, agent, predicted) == game.label(
            state, agent, played
        )


def _equal(pair: tuple[int, int]) -> bool:
    return pair[0] == pair[1]
