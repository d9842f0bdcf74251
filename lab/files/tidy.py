"""A tidy copy of a replay: without deleted branches, each line once, the main line last, so that
programs that know no branches show it too. No rules are needed for it.

The lines of a replay that make it a tree of turns; `lab.files.replay` documents them.

In a file a turn's number is the count of turn lines so far, so that a turn that was written twice
has two numbers. Nothing here knows rules: a line says what it says.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lab.files.codec import UNREADABLE, OddLine
from lab.files.placing import Place
from lab.files.source import contents, parsed
from lab.match.turn_tree import MARKS, MOST_NAME, MOST_TEXT, SET_UP, START, TurnNote, TurnTree

Line = Mapping[str, Any]
Cast = tuple[Line, ...]  # the lines of who plays, and with what settings if there is one


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


def copy_match(source: Path, path: Path) -> None:
    """Writes a whole replay with the complete lines of `source`, which may still be growing: packed
    if the name `path` ends in `.gz`, else plain. OSError if it cannot be written.
    """
    text, _ = contents(source)
    lines = [parsed(line) for line in text[: text.rfind(b"\n") + 1].splitlines()]
    told = (json.dumps(line, separators=(",", ":")) for line in _Tidy(lines).told())
    data = "".join(f"{line}\n" for line in told).encode()
    with Place(path, replaces=True) as place:
        place.draft.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


class _Tidy:
    """The lines of a replay, as far as they can be read, in another order."""

    def __init__(self, lines: list[Line]) -> None:
        self.header, self.file = lines[0], TreeLines()
        self.turns: dict[int, tuple[Cast, Line]] = {}  # who plays, and the turn
        self.ends: dict[int, Line] = {}
        self.reviewed: list[tuple[int, Line]] = []  # lines about a turn, or of a review's head: 0
        self.cast: Cast = ({"seats": self.header.get("seats", [])},)
        for line in lines[1:]:
            try:
                self._take(line)
            except UNREADABLE:
                break

    def _take(self, line: Line) -> None:
        if "turn" in line:
            turn = self.file.turn(key_of(line))
            # searches of the turns that follow may rely on this one's: then it is not replaced
            if turn not in self.turns or not self.file.tree.after(turn):
                self.turns[turn] = (self.cast, line)
        elif "seats" in line:
            self.cast = (line,)
        elif "settings" in line:
            self.cast = (self.cast[0], line)
        elif "end" in line:
            self.ends[self.file.tree.head] = line
        elif "review" in line:
            self.reviewed.append((START, line))
        elif "reviewed" in line:
            self.reviewed.append((self.file.turn_of(line["reviewed"]), line))
        else:
            self.file.other(line)

    def told(self) -> Iterator[Line]:
        """The lines of the tidy file."""
        yield self.header
        tree, at = self.file.tree, START
        numbers, cast = {START: START}, _Tidy([self.header]).cast
        for turn in self._order():
            now, line = self.turns[turn]
            if tree.before(turn) != at:
                yield {"back_to": tree.depth(turn) - 1}
            yield from _changed(cast, now)
            yield line
            if turn in self.ends:
                yield self.ends[turn]
            numbers[turn], at, cast = len(numbers), turn, now
        yield from _changed(cast, self.cast)
        yield from (line for line in remarks(tree, numbers) if "drop" not in line)
        yield from self._letters(numbers)
        yield from self._reviews(numbers)
        if len(tree.lines()) > 1:
            yield {"main": numbers[tree.main]}

    def _reviews(self, numbers: Mapping[int, int]) -> Iterator[Line]:
        """What reviews say, about turns that have other numbers now."""
        for turn, line in self.reviewed:
            if turn == START:
                yield line
            elif turn in numbers:
                yield {**line, "reviewed": numbers[turn]}

    def _letters(self, numbers: Mapping[int, int]) -> Iterator[Line]:
        """Keeps what branches are called, where they are in another order now."""
        branches = self.file.tree.lines()[1:]
        first = [numbers[line.turns[0]] for line in sorted(branches, key=lambda b: b.turns[0])]
        if first != sorted(first):
            yield from ({"name": numbers[b.turns[0]], "text": b.name} for b in branches)

    def _order(self) -> Iterator[int]:
        """Each turn after the one before it; the main line after all branches from it."""
        tree, waiting = self.file.tree, [START]
        main = set(tree.path(tree.main))
        while waiting:
            turn = waiting.pop()
            if turn != START:
                yield turn
            # what is put last is taken first
            waiting += sorted(tree.after(turn), key=lambda each: (each not in main, -each))


def _changed(before: Cast, now: Cast) -> Cast:
    """The lines that make one cast of another: who plays, or the settings alone."""
    if now == before:
        return ()
    return now[1:] if now[0] == before[0] and len(now) > 1 else now
