"""The tape of a game: its joint actions and the iterations of each decision, packed as text.

It brings back games that searching again would not: with budgets of time, and of programs. The text
is base64 of zlib of JSON, `{"joint": [[action per agent] per turn], "iterations": [[per seat, null
for one that made no decision] per turn]}`.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engines.game import Game, State
from lab.match.play import Turn, first_frame, frame, impossible, step
from lab.match.records import Frame
from lab.match.values import seat_values

_MOST = 1 << 26  # bytes unpacked: a thousand times what the longest game takes
_UNREADABLE = (LookupError, TypeError, ValueError, OverflowError, RecursionError, zlib.error)


class TapeError(ValueError):
    """A tape that cannot be played; the text is one sentence for the user."""


@dataclass(frozen=True)
class Tape:
    """What was played: per turn a joint action [A], and per seat [S] the iterations of its
    decision, None where it made none.
    """

    joints: tuple[tuple[int, ...], ...]
    iterations: tuple[tuple[int | None, ...], ...]


def packed(turns: Sequence[Turn]) -> str:
    """The tape of a match."""
    facts = {
        "joint": [turn.joint for turn in turns],
        "iterations": [
            [d.iterations if d is not None else None for d in turn.decisions] for turn in turns
        ],
    }
    line = json.dumps(facts, separators=(",", ":")).encode()
    return base64.b64encode(zlib.compress(line, 9)).decode("ascii")


def unpacked(text: str) -> Tape:
    """The tape of a text; TapeError if it is none. Whether its actions are legal shows when it is
    played.
    """
    try:
        unzip = zlib.decompressobj()
        facts = json.loads(unzip.decompress(base64.b64decode(text, validate=True), _MOST))
        tape = Tape(
            tuple(tuple(int(action) for action in joint) for joint in facts["joint"]),
            tuple(
                tuple(None if n is None else int(n) for n in seats) for seats in facts["iterations"]
            ),
        )
    except _UNREADABLE:
        raise TapeError("The tape of this game is damaged.") from None
    if len(tape.joints) != len(tape.iterations):
        raise TapeError("The tape of this game is damaged.")
    return tape


def replayed(game: Game, seed: int, tape: Tape, start: State | None = None) -> Iterator[Turn]:
    """Plays a tape by the rules, turn after turn; each action is checked first. TapeError where one
    cannot be played: the rules have changed, or it is another game's.
    """
    state = game.initial(seed) if start is None else start.copy()
    for number, actions in enumerate(tape.joints):
        joint = _joint(actions, number)
        refusal = impossible(game, state, joint)
        if refusal:
            raise TapeError(f"The tape does not fit these rules: in turn {number + 1}, {refusal}.")
        state, events = step(game, state, joint, seed, number)
        nobody = (None,) * game.seats
        yield Turn(number + 1, state, actions, nobody, seat_values(game, state), events)


def frames(game: Game, seed: int, tape: Tape, start: State | None = None) -> Iterator[Frame]:
    """The game as the window shows it, frame 0 being the start; TapeError as `replayed`."""
    state = game.initial(seed) if start is None else start.copy()
    yield first_frame(game, state)
    for turn in replayed(game, seed, tape, start):
        yield frame(game, state, turn)
        state = turn.state


def _joint(actions: Sequence[int], number: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    try:
        return np.array(actions, np.int64)
    except OverflowError:
        raise TapeError(f"The tape is damaged: turn {number + 1} has no valid actions.") from None
