"""The entries of the list of experiments, and which of them has to be read again."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from lab.experiments.claims.view import ListedExperiment


class ShelfEntries:
    """An entry is known by its name and its number of games at once; what those games say is read
    one entry after the other, and again where the number of games has changed since.
    """

    def __init__(self) -> None:
        self.by_name: dict[str, ListedExperiment] = {}
        self._games: Mapping[str, int] = {}  # that each asked for, as the store has it now
        self._read: dict[str, int] = {}  # the same when the entry was read

    def set_names(self, entries: Iterable[ListedExperiment]) -> None:
        """These are all; what is known of an entry stays."""
        self.by_name = {e.name: self.by_name.get(e.name, e) for e in entries}

    def take(self, entries: Iterable[ListedExperiment], games: Mapping[str, int]) -> None:
        """Entries that were read when the store had so many games of each."""
        self._games = games
        for entry in entries:
            self.by_name[entry.name] = entry
            self._read[entry.name] = games.get(entry.name, 0)

    def skip(self, name: str) -> None:
        """An entry cannot be read as it is now."""
        self._read[name] = self._games.get(name, 0)

    def again(self, name: str) -> None:
        """An entry has to be made and read again."""
        self.by_name.pop(name, None)
        self._read.pop(name, None)

    def stale(self, busy: Container[str] = ()) -> str:
        """The next entry to read, "" for none; those that are `busy` change too often."""
        found = (
            name
            for name in self.by_name
            if name not in busy and self._games.get(name, 0) != self._read.get(name, 0)
        )
        return next(found, "")
