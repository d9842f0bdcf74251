"""Checks a sheet in GDL: reads it, makes it ground and plays random matches. Nothing in it is code,
so what can be wrong are its rules, or that they need more time or memory than there is.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engines.gdl.game import SheetGame
from engines.gdl.reading import SheetError
from engines.gdl.sheet import sheet_of
from engines.gdl.words import words_beside
from engines.versions import SHEET, WORDS
from lab.check.blame import Flaw
from lab.check.confined import limit_memory
from lab.check.plain import game_in

MEMORY = 3 << 30  # bytes


def check_sheet(
    path: Path, tell: Callable[[Flaw], object], now: Callable[[str], object]
) -> tuple[int, int]:
    """Tells what is wrong, and what it is doing; returns how many random matches were played, and
    how many positions they had. What was made is kept for whoever plays the sheet.
    """
    limit_memory("RLIMIT_DATA", MEMORY)
    kind = game_in(path)
    if not issubclass(kind, SheetGame):
        raise ValueError(f"{path} is no sheet.")
    try:
        sheet = sheet_of(kind.text, now)
    except SheetError as error:
        tell(Flaw(path.name, max(1, error.line), error.said))
        return 0, 0
    for line, said in sheet.remarks:
        tell(Flaw(path.name, line, said, plays=True))
    return sheet.survey.matches, sheet.survey.turns


def wrong_words(path: Path) -> list[Flaw]:
    """What is wrong with the words beside a sheet, which plays without them."""
    if path.suffix != SHEET or not path.with_suffix(WORDS).exists():
        return []
    kind = game_in(path)
    note = words_beside(path, kind.text)[1] if issubclass(kind, SheetGame) else None
    return [Flaw(path.with_suffix(WORDS).name, *note, plays=True)] if note else []
