"""Positions in a file that a match may begin with: those of a replay, or one kept by the editor. One
that is kept for a match in another process is a replay without turns.
"""

from __future__ import annotations

from pathlib import Path

from engines.game import Game, State
from engines.knobs import KnobError
from lab.files.codec import checksum
from lab.files.position import PositionError, load_position
from lab.files.replay import ReplayError, ReplayWriter, load
from lab.match.records import Setup


def positions_in(path: Path, turn: int | None, game: Game) -> tuple[State, ...]:
    """The positions of a file from its start to that after `turn` turns (None: the last one);
    KnobError if it is of another game or has no such turn.
    """
    found, states = _read(path)
    if found.spec != game.spec:
        raise KnobError(f"{path} is a match of {found.spec}, not of {game.spec}.")
    if turn is not None and turn >= len(states):
        word = game.turn_word
        raise KnobError(f"{path} ends after {len(states) - 1} {word}s; there is no {word} {turn}.")
    return states if turn is None else states[: turn + 1]


def _read(path: Path) -> tuple[Game, tuple[State, ...]]:
    """The game and the positions of a replay, or of a file with one position."""
    try:
        kept = load_position(path)
    except PositionError:
        pass
    else:
        return kept.game, (kept.state,)
    try:
        replay = load(path)
    except ReplayError as error:
        raise KnobError(str(error)) from None
    return replay.game, (replay.initial, *(each.state for each in replay.turns))


def keep_position(folder: Path, setup: Setup, state: State) -> Path:
    """Writes a position into a file of the folder that has the name of its content."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"position-{setup.game}-{checksum(state)}.jsonl"
    ReplayWriter(path, setup, state).close()
    return path
