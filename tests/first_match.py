"""Records the match that leads into a first start: `python -m tests.first_match` writes
resources/first-match.jsonl.gz, as short as a first compilation is long.
"""

from __future__ import annotations

import gzip
import tempfile
from pathlib import Path

from lab.cli import main
from lab.live.loop import FILE
from lab.match.seats import command
from lab.ui.setup.usual import first_setup
from lab.words.settings import Settings

TURNS = 60


def record() -> None:
    """Plays the match that the lab opens with, and keeps its first turns."""
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "match.jsonl"
        words = command(first_setup(Settings())).split()[1:]
        if main([*words, "--out", str(whole)]):
            raise SystemExit("The match was not played.")
        lines = whole.read_bytes().splitlines(keepends=True)[: TURNS + 1]
    with FILE.open("wb") as file, gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
        packed.writelines(lines)


if __name__ == "__main__":
    record()
