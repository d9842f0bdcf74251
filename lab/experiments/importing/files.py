"""Takes a file into the store, whichever of the known kinds it is."""

from __future__ import annotations

from pathlib import Path

from lab.batch.errors import BatchError
from lab.experiments.importing.psyleague import ENDING, take_psyleague
from lab.experiments.importing.sweeps import take_sweep
from lab.experiments.importing.tables import take_table
from lab.experiments.importing.taking import ImportedFile, Tell
from lab.experiments.robin.lines import HEAD as TABLE
from lab.experiments.sweep.lines import HEAD as SWEEP
from lab.files.codec import OddLine
from lab.files.source import ordinary, parsed
from lab.store.store import Store

LONGEST = 1 << 20  # bytes of a first line


def take_file(
    store: Store, path: Path, game: str | None = None, tell: Tell = lambda done, total: None
) -> ImportedFile:
    """Takes a ledger of a sweep or a table, or the games of a psyleague, which were of the game
    `game`; `tell` as in `take`. BatchError or KnobError if that is not possible; the file stays as
    it is.
    """
    try:
        ordinary(path)
    except OddLine as error:
        raise BatchError(f"{path} cannot be taken: {error}.") from None
    if path.name.endswith(ENDING):
        if game is None:
            raise BatchError(f"{path} does not say which game was played; name it with --game.")
        return take_psyleague(store, path, game, tell)
    takers = {SWEEP["format"]: take_sweep, TABLE["format"]: take_table}
    taker = takers.get(_format(path))
    if taker is None:
        raise BatchError(
            f"{path} holds no results of a sweep or a table, and its name does not end in {ENDING} "
            "as that of a psyleague's games."
        )
    return taker(store, path, tell)


def _format(path: Path) -> str:
    with open(path, "rb") as file:
        first = file.readline(LONGEST)
    try:
        return str(parsed(first)["format"])
    except (ValueError, KeyError, TypeError):
        return ""
