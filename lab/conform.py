"""Recorded matches, one JSON object a line, played through a game's rules."""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path
from typing import Any

from engines.game import Difference, Game
from engines.knobs import KnobError

ENDINGS = ("*.jsonl", "*.jsonl.gz")


def recordings(folder: Path) -> list[Path]:
    """The recordings in `folder` by name, or `folder` itself if it is a file; KnobError if there are none."""
    if folder.is_file():
        return [folder]
    if not folder.is_dir():
        raise KnobError(f"There is no folder {folder}.")
    files = sorted(path for ending in ENDINGS for path in folder.glob(ending))
    if not files:
        raise KnobError(f"In {folder} there is no recording (.jsonl or .jsonl.gz).")
    return files


def read(file: Path) -> list[dict[str, Any]]:
    """The records of one file; KnobError if it is damaged."""
    try:
        data = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
        return [json.loads(line) for line in data.splitlines() if line.strip()]
    except (ValueError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise KnobError(f"{file} is damaged: {error}.") from error


def conform(game: Game, file: Path) -> tuple[int, Difference | None]:
    """The number of turns that are equal, and the first difference."""
    turns = 0
    try:
        for found in game.conform(read(file)):
            if found is not None:
                return turns, found
            turns += 1
    except NotImplementedError:
        raise KnobError(f"{game.title} reads no recordings.") from None
    except (KeyError, TypeError, IndexError) as error:
        raise KnobError(f"{file} is not a recording of {game.title} ({type(error).__name__}: {error}).") from error
    return turns, None
