"""What a view tells: the modules of CodinGame's game engine, and pairs of what a file and the rules
say.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from engines.game import State
from lab.files.codingame.recording import Round


class Found(NamedTuple):
    """One thing that a file tells of a position, and what the rules say."""

    field: str
    told: object
    ours: object


Told = Callable[[State, Round], Iterator[Found]]


def first_difference(pairs: Iterable[Found]) -> Found | None:
    """The first pair that does not agree."""
    return next((each for each in pairs if each.told != each.ours), None)


def module(shown: Round, name: str, whole: bool = False) -> Any:
    """What a module of the game engine says in a view: of this frame, or of the whole match; None
    where it says nothing.
    """
    _, brace, rest = shown.view.partition("{")
    try:
        data = json.loads(brace + rest) if brace else {}
    except ValueError:
        return None
    part = data.get("global", {}) if whole else data.get("frame", data)
    return part.get(name) if isinstance(part, dict) else None
