"""The turns of a match as a tree: which turn follows which, what is deleted, what people note.

Turns have numbers: 0 is the start, the others count in the order in which they were first played.
Nothing is ever removed; a deleted branch is only hidden and can be restored. Source: the game trees
of chess and go editors (PGN, SGF).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

START = 0
SET_UP = -3  # in place of actions, before the fingerprint of a position that was set up by hand
MARKS = ("!", "?", "!?", "?!")
MOST_TEXT, MOST_NAME = 4000, 40  # characters of a comment, of a branch's name


@dataclass(frozen=True)
class TurnNote:
    """What a person notes about a turn: plain text, and one of MARKS or ""."""

    text: str = ""
    mark: str = ""


@dataclass(frozen=True)
class TurnLine:
    """A line of turns: the main line or a branch. `turns` begin after the turn `fork`; `name` is
    the branch's own, else a letter, "" for the main line.
    """

    name: str
    fork: int
    turns: tuple[int, ...]


@dataclass(slots=True)
class _Node:
    before: int
    joint: tuple[int, ...]
    depth: int  # turns played
    after: list[int] = field(default_factory=list)
    walked: int = START  # the following turn that was on the board last
    dropped: bool = False


class TurnTree:
    """Turns, the one on the board (`head`) and the end of the main line (`main`).

    `changes` counts all changes, so that a reader sees whether there is anything new.
    """

    def __init__(self) -> None:
        self._nodes = [_Node(START, (), 0)]
        self.head = self.main = START
        self.names: dict[int, str] = {}
        self.notes: dict[int, TurnNote] = {}
        self.changes = 0

    def __len__(self) -> int:
        """How many turns there are, deleted ones included, without the start."""
        return len(self._nodes) - 1

    def copy(self) -> TurnTree:
        """The same tree, to be changed on its own."""
        other = TurnTree()
        other._nodes = [replace(node, after=list(node.after)) for node in self._nodes]
        other.head, other.main, other.changes = self.head, self.main, self.changes
        other.names, other.notes = dict(self.names), dict(self.notes)
        return other

    # -- where a turn is ---------------------------------------------------------------------------

    def before(self, turn: int) -> int:
        """The turn before; the start for the start."""
        return self._nodes[turn].before

    def depth(self, turn: int) -> int:
        """How many turns lead to it."""
        return self._nodes[turn].depth

    def joint(self, turn: int) -> tuple[int, ...]:
        """The joint action that was played in it."""
        return self._nodes[turn].joint

    def path(self, turn: int) -> tuple[int, ...]:
        """All turns from the first one to this one."""
        out = []
        while turn != START:
            out.append(turn)
            turn = self._nodes[turn].before
        return tuple(reversed(out))

    def after(self, turn: int) -> list[int]:
        """The turns that were played next, the oldest first, without deleted ones."""
        return [t for t in self._nodes[turn].after if not self._nodes[t].dropped]

    def next(self, turn: int) -> int:
        """The turn that follows on the line last walked; the start if none does."""
        walked = self._nodes[turn].walked
        if walked != START and not self._nodes[walked].dropped:
            return walked
        return max(self.after(turn), default=START)

    def leaf(self, turn: int) -> int:
        """The end of the line through this turn that was walked last."""
        while (following := self.next(turn)) != START:
            turn = following
        return turn

    def at_depth(self, turn: int, depth: int) -> int:
        """The turn on the path to `turn` that `depth` turns lead to."""
        while self._nodes[turn].depth > depth:
            turn = self._nodes[turn].before
        return turn

    def leads_to(self, turn: int, later: int) -> bool:
        """Whether `turn` is on the path to `later`, or is it."""
        return self.at_depth(later, self.depth(turn)) == turn

    def is_kept(self, turn: int) -> bool:
        """Whether neither the turn nor any before it is deleted."""
        return not any(self._nodes[each].dropped for each in self.path(turn))

    @property
    def dropped(self) -> tuple[int, ...]:
        """The first turn of each deleted branch, unless it is within another deleted one."""
        return tuple(k for k in self.all_dropped if self.is_kept(self._nodes[k].before))

    @property
    def all_dropped(self) -> tuple[int, ...]:
        """The first turn of each deleted branch, the latest turns first."""
        found = (k for k, node in enumerate(self._nodes) if node.dropped)
        return tuple(sorted(found, key=self.depth, reverse=True))

    # -- changes -----------------------------------------------------------------------------------

    def is_set_up(self, turn: int) -> bool:
        """Whether nobody moved in the turn: its position was set up by hand."""
        return self._nodes[turn].joint[:1] == (SET_UP,)

    def play(self, joint: tuple[int, ...], beside: bool = False) -> int:
        """Plays a turn after the head and returns its number: that of the same turn if it was
        played here before.

        From a turn of the main line it goes on with the main line, and what followed becomes a
        branch; with `beside` it is itself the branch.
        """
        was, ends = self.leads_to(self.head, self.main), self.head == self.main
        turn = self._found(joint) or self._new(joint)
        self._nodes[self.head].walked = turn  # the path to the head is walked already
        self.head, self.changes = turn, self.changes + 1
        if (ends or (was and not beside)) and not self.leads_to(turn, self.main):
            self.main = self.leaf(turn)
        return turn

    def same(self, joint: tuple[int, ...]) -> int:
        """The turn in which this was played after the head before; the start if it was not."""
        following = self._nodes[self.head].after
        return next((t for t in following if self._nodes[t].joint == joint), START)

    def _found(self, joint: tuple[int, ...]) -> int:
        """The same turn after the head. A deleted one returns, what followed it stays deleted."""
        turn = self.same(joint)
        if turn != START and self._nodes[turn].dropped:
            self._nodes[turn].dropped = False
            for later in self._nodes[turn].after:
                self._nodes[later].dropped = True
        return turn

    def _new(self, joint: tuple[int, ...]) -> int:
        turn, here = len(self._nodes), self._nodes[self.head]
        self._nodes.append(_Node(self.head, joint, here.depth + 1))
        here.after.append(turn)
        return turn

    def go_to(self, turn: int) -> None:
        """Puts a turn on the board; LookupError if there is none or it is deleted."""
        if not 0 <= turn < len(self._nodes) or not self.is_kept(turn):
            raise LookupError(f"there is no turn {turn} in this match")
        self.head, self.changes = turn, self.changes + 1
        for each in self.path(turn):
            self._nodes[self._nodes[each].before].walked = each

    def drop(self, turn: int) -> None:
        """Deletes a turn and all that follow it, until it is restored. ValueError for the start."""
        if turn == START:
            raise ValueError("The start of a match cannot be deleted.")
        node = self._nodes[turn]
        node.dropped, self.changes = True, self.changes + 1
        if self.leads_to(turn, self.head):
            self.head = node.before
        if self.leads_to(turn, self.main):
            self.main = self.leaf(node.before)

    def restore(self, turn: int) -> None:
        """Brings a deleted branch back."""
        self._nodes[turn].dropped = False
        self.main, self.changes = self.leaf(self.main), self.changes + 1

    def promote(self, turn: int) -> None:
        """Makes the line through this turn the main line."""
        self.main, self.changes = self.leaf(turn), self.changes + 1

    def name(self, turn: int, text: str) -> None:
        """Names the branch that begins with this turn; "" takes the name away."""
        self.names.pop(turn, None)
        if text:
            self.names[turn] = text[:MOST_NAME]
        self.changes += 1

    def note(self, turn: int, note: TurnNote) -> None:
        """Notes something about a turn; an empty note takes it away."""
        self.notes.pop(turn, None)
        if note != TurnNote():
            self.notes[turn] = TurnNote(note.text[:MOST_TEXT], note.mark)
        self.changes += 1

    # -- lines -------------------------------------------------------------------------------------

    def lines(self) -> tuple[TurnLine, ...]:
        """The main line, then all branches: those with a later fork first, each followed by its
        own branches.
        """
        main = (START, self.path(self.leaf(self.main)))
        found, waiting = [], [main]
        while waiting:
            fork, turns = waiting.pop()
            found.append((fork, turns))
            first = (START, *turns) if (fork, turns) == main else turns
            sides = [side for turn in reversed(first) for side in self._sides(turn, turns)]
            waiting += reversed(sides)
        begun = sorted(turns[0] for _, turns in found[1:])
        letters = {turn: letter(k) for k, turn in enumerate(begun)}
        named = [TurnLine("", *main)]
        return (*named, *(TurnLine(self._named(t[0], letters), f, t) for f, t in found[1:]))

    def _named(self, turn: int, letters: dict[int, str]) -> str:
        return self.names.get(turn) or letters[turn]

    def _sides(self, turn: int, line: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The lines that leave another one after a turn."""
        on = line[self.depth(turn) - self.depth(line[0]) + 1] if self._goes_on(turn, line) else -1
        for first in self.after(turn):
            if first != on:
                yield turn, tuple(self._straight(first))

    def _goes_on(self, turn: int, line: tuple[int, ...]) -> bool:
        return bool(line) and self.depth(turn) < self.depth(line[-1])

    def _straight(self, turn: int) -> Iterator[int]:
        """A branch: at each fork within it, the older turn."""
        while True:
            yield turn
            following = self.after(turn)
            if not following:
                return
            turn = following[0]


def letter(number: int) -> str:
    """What the branch of that number, from 0, is called: A to Z, then AA."""
    name = ""
    while number >= 0:
        name = chr(ord("A") + number % 26) + name
        number = number // 26 - 1
    return name
