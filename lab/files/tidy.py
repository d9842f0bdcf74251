"""A tidy copy of a replay: without deleted branches, each line once, the main line last, so that
programs that know no branches show it too. No rules are needed for it.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lab.files.codec import UNREADABLE
from lab.files.placing import Place
from lab.files.source import contents, parsed
from lab.files.tree_lines import TreeLines, key_of, remarks
from lab.match.turn_tree import START

Line = Mapping[str, Any]
Cast = tuple[Line, ...]  # the lines of who plays, and with what settings if there is one


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
