"""Positions that a person keeps, one file per game with one position a line, in the order in which
they were kept.

A line that cannot be read is left out, but stays in the file.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from lab.files.codec import UNREADABLE, OddLine
from lab.files.placing import Place
from lab.files.position import KeptPosition, decoded, encoded
from lab.files.source import contents, parsed
from lab.words.printable import named

MOST_KEPT = 200
FOLDER = "positions"


class Shelf:
    """The kept positions of one game. Every change is written at once; `problem` says why one
    could not be, or what could not be read; "" if all went well.
    """

    def __init__(self, folder: Path, game: str) -> None:
        self.path = folder / FOLDER / f"{game}.jsonl"
        self.kept: tuple[KeptPosition, ...] = ()
        self.problem = ""
        self._strange: list[str] = []  # lines that cannot be read
        self._game = game
        self._load()

    def _load(self) -> None:
        found = []
        try:
            text = contents(self.path)[0].decode(errors="replace")
        except FileNotFoundError:
            return
        except (OSError, OddLine) as error:
            self.problem = f"The positions kept in {self.path.name} cannot be read: {error}."
            return
        for line in filter(str.strip, text.split("\n")):
            try:
                position = decoded(parsed(line))
                if position.game.name != self._game:
                    raise OddLine("it is of another game")
                found.append(position)
            except UNREADABLE:
                self._strange.append(line)
        if self._strange:
            count = len(self._strange)
            self.problem = (
                f"{count} position{'s' * (count > 1)} in {self.path.name} cannot be read here."
            )
        self.kept = tuple(found)

    def keep(self, position: KeptPosition) -> bool:
        """Puts a position at the end; False if an equal one is there, or there is no room."""
        if len(self.kept) >= MOST_KEPT:
            self.problem = f"{MOST_KEPT} positions are kept: remove one first."
            return False
        if position.key in [each.key for each in self.kept]:
            self.problem = "This position is kept already."
            return False
        return self._write((*self.kept, position))

    def rename(self, place: int, name: str) -> None:
        """Gives a position another name."""
        changed = replace(self.kept[place], name=named(name))
        self._write((*self.kept[:place], changed, *self.kept[place + 1 :]))

    def remove(self, place: int) -> KeptPosition:
        """Takes a position off the shelf, and returns it."""
        gone = self.kept[place]
        self._write((*self.kept[:place], *self.kept[place + 1 :]))
        return gone

    def put_back(self, place: int, position: KeptPosition) -> None:
        """Puts a position back where it was."""
        self._write((*self.kept[:place], position, *self.kept[place:]))

    def _write(self, kept: tuple[KeptPosition, ...]) -> bool:
        lines = [json.dumps(encoded(each), separators=(",", ":")) for each in kept]
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with Place(self.path, replaces=True) as place:
                place.draft.write_text("\n".join([*self._strange, *lines]) + "\n", encoding="utf-8")
        except OSError as error:
            self.problem = f"{self.path} cannot be written: {error.strerror or error}."
            return False
        self.kept, self.problem = kept, ""
        return True
