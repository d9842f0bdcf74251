"""Positions that games begin with, from a file with one a line: a line is the text of a position as
the editor shows and reads it, or a kept position as JSON. Lines with # and empty ones are skipped.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from engines.editing import EditError
from engines.game import Game, State
from engines.knobs import KnobError
from engines.records import packed
from lab.files.codec import UNREADABLE, OddLine, checksum, why
from lab.files.position import decoded
from lab.files.source import parsed, text_of

MOST = 10_000  # positions


def starts_in(path: Path, game: Game) -> tuple[State, ...]:
    """The positions of a file in its order; KnobError names the line that is none."""
    try:
        lines = text_of(path).splitlines()
    except OSError as error:
        raise KnobError(f"{path} cannot be read: {error.strerror or error}.") from None
    except OddLine as error:
        raise KnobError(f"{path} cannot be read: {error}.") from None
    texts = {k: line.strip() for k, line in enumerate(lines, 1) if line.strip()}
    texts = {k: text for k, text in texts.items() if not text.startswith("#")}
    if not 1 <= len(texts) <= MOST:
        count = f"{len(texts):,} positions, more than {MOST:,}" if texts else "no positions"
        raise KnobError(f"{path} has {count}.")
    found = []
    for k, text in texts.items():
        try:
            found.append(_start(text, game))
        except (EditError, *UNREADABLE) as error:
            raise KnobError(f"{path}, line {k}: {why(error).rstrip('.')}.") from None
    return tuple(found)


def packed_starts(path: Path, game: Game) -> tuple[str, ...]:
    """The same as jobs have them."""
    return tuple(packed(state).hex() for state in starts_in(path, game))


@lru_cache(maxsize=4)
def start_texts(game: Game, starts: tuple[str, ...]) -> tuple[str, ...]:
    """What people read for positions as jobs have them: the editor's text, else the checksum."""
    editing = game.editing()
    found = []
    for start in starts:
        try:
            state = game.checked(game.load(bytes.fromhex(start)))
        except ValueError:
            found.append("not a position under the rules of now")
        else:
            text = editing.text(state) if editing is not None and editing.text_title else ""
            found.append(" ".join(text.split()) or checksum(state))
    return tuple(found)


def _start(text: str, game: Game) -> State:
    """The position of a line; EditError or one of UNREADABLE if a match cannot begin with it."""
    if text.startswith("{"):
        kept = decoded(parsed(text))
        if kept.game.name != game.name:
            raise OddLine(f"it is a position of {kept.game.title}, not of {game.title}")
        state = kept.state
    else:
        editing = game.editing()
        if editing is None or not editing.text_title:
            raise OddLine(f"{game.title} has no text of positions: keep them with the editor")
        state = editing.read(game.initial(1), text)
    if refusal := game.check(state):
        raise OddLine(f"the position is impossible ({refusal})")
    if game.rules.is_over(state):
        raise OddLine("the match is over in this position")
    return state
