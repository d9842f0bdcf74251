"""A position that a match may begin with: that of a replay or of a contest's recording after some
turns, or one that the editor keeps. For another process it is written as a replay without turns.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engines.game import Game, State
from engines.knobs import KnobError
from lab.files.codec import checksum
from lab.files.codingame import open_replay
from lab.files.position import PositionError, load_position
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
    found, states, _ = _read(path, branch)
    if found.spec != game.spec:
        raise KnobError(f"{path} is a match of {found.spec}, not of {game.spec}.")
    return states[: _last(path, game, states, turn) + 1]


def position_of(path: Path, turn: int | None, branch: str = "") -> tuple[Game, State, int, int]:
    """The game, the position after `turn` turns (None: after the last one), the turns played, and
    the seed of the match, as `positions_in`; a file with one position has turn 0 and seed 0.
    """
    game, states, seed = _read(path, branch)
    at = _last(path, game, states, turn)
    return game, states[at], at, seed


def _last(path: Path, game: Game, states: tuple[State, ...], turn: int | None) -> int:
    """The turn asked for; KnobError if there is no such turn."""
    if turn is not None and turn >= len(states):
        word = game.turn_word
        raise KnobError(f"{path} ends after {len(states) - 1} {word}s; there is no {word} {turn}.")
    return len(states) - 1 if turn is None else turn


def _read(path: Path, branch: str) -> tuple[Game, tuple[State, ...], int]:
    """The game, the positions and the seed of a replay, or of a file with one position."""
    try:
        kept = load_position(path)
    except PositionError:
        pass
    else:
        return kept.game, (kept.state,), 0
    try:
        replay = open_replay(path)
        replay = through(replay, branch) if branch else replay
    except ReplayError as error:
        raise KnobError(str(error)) from None
    positions = replay.initial, *(each.state for each in replay.turns)
    return replay.game, positions, replay.setup.seed


def keep_position(folder: Path, setup: Setup, state: State) -> Path:
    """Writes a position into a file of the folder that has the name of its content."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"position-{setup.game}-{checksum(state)}.jsonl"
    ReplayWriter(path, setup, state).close()
    return path
