"""Where the store is."""

from __future__ import annotations

import os
from pathlib import Path

NAME = "games.db"
CHOSEN = "SMITSILAB_STORE"


def store_path(path: str | Path | None = None) -> Path:
    """`path` if given, else $SMITSILAB_STORE, else `games.db` in the user's data folder."""
    chosen = path or os.environ.get(CHOSEN)
    if chosen:
        return Path(chosen)
    # here, because it loads the rules of games, which no process that names its store needs
    from lab.live.recorder import data_folder

    return data_folder() / NAME


def is_own(path: str | Path | None) -> bool:
    """Whether a store is the one that is in use where none is named: the user's own."""
    return path is None or store_path(path).resolve() == store_path().resolve()


def replays_of(path: Path) -> Path:
    """The folder of the replays of a store's games, where some were asked for."""
    return beside(path, "replays")


def beside(path: Path, ending: str) -> Path:
    """A file next to the store: `games.db.lock` for "lock"."""
    return path.with_name(f"{path.name}.{ending}")
