"""The tape of a game: its joint actions and the iterations of each decision, packed as text.

It brings back games that searching again would not: with budgets of time, and of programs. The text
is base64 of zlib of JSON, `{"joint": [[action per agent] per turn], "iterations": [[per seat, null
for one that made no decision] per turn], "answers": [[per seat, null where no program answered]]}`,
an answer being `[ms, limit in ms, ms over it, what was wrong, standard error of a wrong one]`;
older tapes have none.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from engines.game import Game, State
from lab.match.decide import Decision, said_of
from lab.match.play import Turn, first_frame, frame, impossible, step
from lab.match.records import Frame
from lab.match.values import seat_values
from search.base import Snapshot

MOST_STDERR = 4000  # characters of a program's standard error that are kept with a fault
_MOST = 1 << 26  # bytes unpacked: a thousand times what the longest game takes
_UNREADABLE = (LookupError, TypeError, ValueError, OverflowError, RecursionError, zlib.error)


class TapeError(ValueError):
    """A tape that cannot be played; the text is one sentence for the user."""


class Answer(NamedTuple):
    """How a program answered."""

    ms: float
    limit_ms: float
    overrun_ms: float
    error: str
    stderr: str  # "" where nothing was wrong
    warning: str = ""


@dataclass(frozen=True)
class Tape:
    """What was played: per turn a joint action [A], and per seat [S] the iterations of its
    decision and its program's answer, None where there was none; `answers` may be ().
    """

    joints: tuple[tuple[int, ...], ...]
    iterations: tuple[tuple[int | None, ...], ...]
    answers: tuple[tuple[Answer | None, ...], ...] = ()


def packed(turns: Sequence[Turn]) -> str:
    """The tape of a match."""
    answers = [[_answer(d) for d in turn.decisions] for turn in turns]
    facts: dict[str, Any] = {
        "joint": [turn.joint for turn in turns],
        "iterations": [
            [d.iterations if d is not None else None for d in turn.decisions] for turn in turns
        ],
    }
    if any(any(each) for each in answers):
        facts["answers"] = answers
    line = json.dumps(facts, separators=(",", ":")).encode()
    return base64.b64encode(zlib.compress(line, 9)).decode("ascii")


def _answer(decision: Decision | None) -> Answer | None:
    if decision is None or not decision.of_program:
        return None
    ms = (1000 * decision.seconds, decision.limit_ms, decision.overrun_ms)
    taken, limit, over = (round(each, 1) for each in ms)
    stderr = decision.stderr[-MOST_STDERR:] if decision.error else ""
    return Answer(taken, limit, over, decision.error, stderr, decision.warning)


def _read(answer: Any) -> Answer | None:
    if answer is None:
        return None
    ms, limit, over, *texts = answer
    return Answer(float(ms), float(limit), float(over), *map(str, texts))


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
            tuple(tuple(map(_read, seats)) for seats in facts.get("answers", ())),
        )
    except _UNREADABLE:
        raise TapeError("The tape of this game is damaged.") from None
    if len(tape.joints) != len(tape.iterations) or len(tape.answers) not in (0, len(tape.joints)):
        raise TapeError("The tape of this game is damaged.")
    return tape


@lru_cache(1 << 12)
def moves(text: str) -> object:
    """What is equal in the tapes of two games that were played alike, whatever time their programs
    took; a text that is no tape stands for itself.
    """
    try:
        tape = unpacked(text)
    except TapeError:
        return text
    return tape.joints, tape.iterations


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
        before, (state, events) = state, step(game, state, joint, seed, number)
        said = _said(game, before, actions, tape.answers[number] if tape.answers else ())
        values = seat_values(game, state)
        yield Turn(number + 1, state, actions, said, values, events, said_of(said))


def _said(
    game: Game, state: State, joint: Sequence[int], answers: Sequence[Answer | None]
) -> tuple[Decision | None, ...]:
    """The decisions of programs, as far as the tape has them."""
    made = list[Decision | None]([None] * game.seats)
    for seat, each in enumerate(answers[: game.seats]):
        if each is None:
            continue
        choice = tuple(joint[agent] for agent in game.agents_of(seat))
        lines = () if each.error else tuple(game.send(state, seat, choice))
        made[seat] = Decision(
            seat=seat,
            choice=choice,
            iterations=0,
            calls=(),
            changes=(),
            snapshot=Snapshot(0, seat, 0, 0, 0, 0),
            cpu_s=0.0,
            seconds=each.ms / 1000,
            overrun_ms=each.overrun_ms,
            lines=lines,
            limit_ms=each.limit_ms,
            stderr=each.stderr,
            error=each.error,
            warning=each.warning,
        )
    return tuple(made)


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
