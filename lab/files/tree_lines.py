"""The lines of a replay that make it a tree of turns; `lab.files.replay` documents them.

In a file a turn's number is the count of turn lines so far, so that a turn that was written twice
has two numbers. Nothing here knows rules: a line says what it says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lab.files.codec import OddLine
from lab.match.turn_tree import MARKS, MOST_NAME, MOST_TEXT, SET_UP, START, TurnNote, TurnTree


def key_of(line: Mapping[str, Any]) -> tuple[int, ...]:
    """What a tree of turns knows the turn of a line by."""
    joint = tuple(int(action) for action in line["joint"])
    return joint or (SET_UP, int(line["state"], 16))


class TreeLines:
    """Follows a file line by line: `tree` is what it says so far, `chosen` whether it says which
    line is the main one. Raises OddLine, and the tree is then unchanged.
    """

    def __init__(self) -> None:
        self.tree, self.chosen = TurnTree(), False
        self._turns = [START]  # of the tree, by number in the file

    def turn(self, joint: tuple[int, ...]) -> int:
        """A turn line; returns the turn's number in the tree."""
        number = self.tree.play(joint)
        self._turns.append(number)
        return number

    def other(self, line: Mapping[str, Any]) -> bool:
        """Any other line; whether it is one about the tree."""
        tree = self.tree
        if "back_to" in line:
            tree.go_to(self._fork(line))
        elif "main" in line:
            tree.promote(self._shown(line["main"], START))
            self.chosen = True
        elif "note" in line:
            tree.note(self._number(line["note"], START), _note(line))
        elif "name" in line:
            tree.name(self._number(line["name"]), _text(line, MOST_NAME))
        elif "drop" in line:
            tree.drop(self._shown(line["drop"]))
        elif "restore" in line:
            tree.restore(self._number(line["restore"]))
        else:
            return False
        return True

    def _fork(self, line: Mapping[str, Any]) -> int:
        """The turn that a line goes back to."""
        tree, depth = self.tree, _whole(line["back_to"])
        if "at" in line:
            turn = self._shown(line["at"], START)
            if tree.depth(turn) != depth:
                raise OddLine(f"turn line {line['at']} is not turn {depth}")
            return turn
        if not 0 <= depth <= tree.depth(tree.head):
            raise OddLine(f"there is no turn {depth} to go back to")
        return tree.at_depth(tree.head, depth)

    def _number(self, number: Any, least: int = 1) -> int:
        line = _whole(number)
        if not least <= line < len(self._turns):
            raise OddLine(f"there is no turn line {line}")
        return self._turns[line]

    def _shown(self, number: Any, least: int = 1) -> int:
        turn = self._number(number, least)
        if not self.tree.is_kept(turn):
            raise OddLine(f"turn line {number} is deleted")
        return turn

    def turn_of(self, number: Any) -> int:
        """The turn of the tree that turn line `number` wrote."""
        return self._number(number)

    def goes_on(self) -> int:
        """The turn with which a program opens the file: the end of the main line, or where the
        file stopped if it does not say which one that is.
        """
        return self.tree.main if self.chosen else self.tree.head


def _whole(number: Any) -> int:
    if not isinstance(number, int) or isinstance(number, bool):
        raise OddLine("the number of a turn is none")
    return number


def _text(line: Mapping[str, Any], most: int) -> str:
    text = line.get("text", "")
    if not isinstance(text, str) or len(text) > most:
        raise OddLine(f"a text should have {most:,} characters at most")
    return text


def _note(line: Mapping[str, Any]) -> TurnNote:
    mark = line.get("mark", "")
    if mark and mark not in MARKS:
        raise OddLine(f"a mark should be one of {' '.join(MARKS)}")
    return TurnNote(_text(line, MOST_TEXT), mark)


def remarks(tree: TurnTree, number: Mapping[int, int]) -> Iterator[dict[str, Any]]:
    """Lines that say again what is noted, named and deleted; `number` is each turn's in the file,
    and a turn without one is left out.
    """
    for turn, note in sorted(tree.notes.items()):
        if turn in number:
            yield {"note": number[turn], "text": note.text, "mark": note.mark}
    for turn, text in sorted(tree.names.items()):
        if turn in number:
            yield {"name": number[turn], "text": text}
    for turn in tree.all_dropped:
        if turn in number:
            yield {"drop": number[turn]}
