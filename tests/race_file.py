"""The toy race as somebody's own file, which a test may edit."""

from __future__ import annotations

from pathlib import Path

from engines.game import Game
from engines.own_files import named_in, renew

TEXT = (Path(__file__).parent / "engines" / "toys" / "race.py").read_text(encoding="utf-8")


def saved(file: Path, old: str, new: str) -> type[Game]:
    """The game once something in its file is another text."""
    assert old in TEXT
    file.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    found: type[Game] = named_in(renew(file))["race"]
    return found
