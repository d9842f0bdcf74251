"""A position in a file: that of a replay after some turns. One that is kept for itself is a replay
without turns.
"""

from __future__ import annotations

from pathlib import Path

from engines.game import Game, State
from engines.knobs import KnobError
from lab.files.codec import checksum
from lab.files.replay import ReplayError, ReplayWriter, load
from lab.match.records import Setup


def positions_in(path: Path, turn: int | None, game: Game) -> tuple[State, ...]:
    """The positions of a replay from its start to that after `turn` turns (None: the last one);
    KnobError if it is of another game or has no such turn.
    """
    try:
        replay = load(path)
    except ReplayError as error:
        raise KnobError(str(error)) from None
    if replay.game.spec != game.spec:
        raise KnobError(f"{path} is a match of {replay.game.spec}, not of {game.spec}.")
    states = (replay.initial, *(each.state for each in replay.turns))
    if turn is not None and turn >= len(states):
        word = game.turn_word
        raise KnobError(f"{path} ends after {len(states) - 1} {word}s; there is no {word} {turn}.")
    return states if turn is None else states[: turn + 1]


def keep_position(folder: Path, setup: Setup, state: State) -> Path:
    """Writes a position into a file of the folder that has the name of its content."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"position-{setup.game}-{checksum(state)}.jsonl"
    ReplayWriter(path, setup, state).close()
    return path
