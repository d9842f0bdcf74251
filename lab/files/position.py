"""A position in a file: that of a replay, or a contest's recording, after some turns. One that is
kept for itself is a replay without turns.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engines.game import Game, State
from engines.knobs import KnobError
from lab.files.codec import checksum
from lab.files.codingame import open_replay
from lab.files.replay import Replay, ReplayError, ReplayWriter
from lab.match.records import Setup


def through(replay: Replay, branch: str) -> Replay:
    """The line through the branch of that name or letter; KnobError if there is none."""
    lines = replay.tree.tree.lines()[1:]
    found = next((line for line in lines if line.name.lower() == branch.lower()), None)
    if found is None:
        known = ", ".join(line.name for line in lines) or "none"
        raise KnobError(f"There is no branch {branch}. Branches of this match: {known}.")
    return replace(replay.along(found.turns[-1]), note=replay.note, damaged=replay.damaged)


def positions_in(path: Path, turn: int | None, game: Game, branch: str = "") -> tuple[State, ...]:
    """The positions of a replay's main line, or of the line through a branch, from the start to
    that after `turn` turns (None: the last one); KnobError if it is of another game or has no such
    turn.
    """
    try:
        replay = open_replay(path)
        replay = through(replay, branch) if branch else replay
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
