"""Replays recordings of Coders Strike Back and names the first difference.

Two kinds of records: whole matches (init, turn ..., end) with every line of text, and single server
turns (before, commands, after). Integers and text must be equal, angles modulo a full circle and
the numbers inside a turn to 1e-9.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from engines.csb.state import (
    DRAW,
    FINISH,
    FULL_CIRCLE,
    INVALID,
    MAX_TURNS,
    PODS,
    RUNNING,
    TIMEOUT,
    TIMEOUT_BOTH,
    PodsLog,
    lay_track,
    line_up,
    new_log,
)
from engines.csb.trigonometry import cos_sin
from engines.difference import Difference, Pair, first_difference
from engines.game import PASS, Game, Parsed, State

REASONS = {
    RUNNING: "still running",
    FINISH: "finish",
    TIMEOUT: "checkpoint_timeout",
    TIMEOUT_BOTH: "checkpoint_timeout_both",
    INVALID: "invalid_output",
    MAX_TURNS: "max_turns",
}
CLOSE = 1e-9

Record = Mapping[str, Any]


def replay(game: Game, records: Sequence[Record]) -> Iterator[Difference | None]:
    """One item per turn: None if all is equal; stops after the first Difference."""
    check = Playback(game)
    for record, after in zip(records, [*records[1:], {}], strict=True):
        turn = turn_of(record)
        found = first_difference(turn, check.pairs(record, after))
        if found is not None:
            yield found
            return
        if turn:
            yield None


def turn_of(record: Record) -> int:
    """The turn that a record plays; 0 if it plays none."""
    return int(record["turn"]) if "before" in record or record["type"] == "turn" else 0


class Playback:
    """The state of a recorded match during its replay."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state: State = game.blank()
        self.log = new_log()
        self.rng = np.random.Generator(np.random.SFC64(0))

    def pairs(self, record: Record, after: Record) -> Iterator[Pair]:
        """Pairs a record's values with the rules'; `after` is the next record, or empty."""
        if "before" in record:
            yield from self.server_turn(record)
        elif record["type"] == "init":
            yield from self.init(record)
        elif record["type"] == "turn":
            yield from self.turn(record)
            if after.get("type") == "end":
                yield from self.end(after)

    def init(self, record: Record) -> Iterator[Pair]:
        """Lays the recorded track and compares the text players read once."""
        self.state = self.game.blank()
        lay_track(self.state, tuple(tuple(p) for p in record["checkpoints"]))
        line_up(self.state)
        self.game.checked(self.state)
        for k in range(2):
            yield f"intro of seat {k}", record["in"][str(k)], self.game.intro(self.state, k)

    def turn(self, record: Record) -> Iterator[Pair]:
        """Compares what both read, plays both answers, compares the result."""
        for seat, lines in record["in"].items():
            yield f"text of seat {seat}", lines, self.game.view(self.state, int(seat))
        answers = record["out"]
        self.play([line for k in (0, 1) for line in answers.get(str(k), self.quiet(k))])
        if record["state"] is not None:
            yield from self.compare(record["state"])
        else:
            yield "reason", REASONS[INVALID], REASONS[int(self.state.over)]

    def quiet(self, seat: int) -> list[str]:
        """An answer for a seat that is no longer asked."""
        return self.game.send(
            self.state,
            seat,
            [self.game.resolve(self.state, p, 0) for p in self.game.agents_of(seat)],
        )

    def play(self, lines: Sequence[str]) -> None:
        joint = np.full(PODS, PASS, np.int64)
        for seat in range(2):
            answer: Parsed = self.game.parse(self.state, seat, lines[2 * seat : 2 * seat + 2])
            joint[2 * seat : 2 * seat + 2] = answer.actions
        self.game.rules.step(self.state, joint, self.rng, self.log)

    def compare(self, expected: Record) -> Iterator[Pair]:
        """The recorded state after the turn against ours."""
        s = self.state
        for p, pod in enumerate(expected["pods"]):
            yield from pod_fields(s, self.log, p, pod)
        yield "timeout", expected["timeout"], [int(t) for t in s.timeout]
        yield from collision_fields(self.log, expected["collisions"])

    def end(self, record: Record) -> Iterator[Pair]:
        """Reason, winner, ranking and number of turns of the whole match; who wins a double timeout
        is an option of ours.
        """
        s = self.state
        yield "reason", record["reason"], REASONS[int(s.over)]
        yield "turns", record["turns"], int(s.turn) + (int(s.over) == INVALID)
        if int(s.over) != TIMEOUT_BOTH:
            winner = int(s.winner)
            yield "winner", record["winner"], winner
            ranking = [] if winner == DRAW else [winner, 1 - winner]
            yield "ranking", record["ranking"], ranking

    def server_turn(self, record: Record) -> Iterator[Pair]:
        """One turn of a real match whose laps are unknown."""
        self.state = server_state(self.game, record)
        self.play(record["commands"])
        s, after = self.state, record["after"]
        yield "timeout", after["timeout"], [int(t) for t in s.timeout]
        for p, (x, y, vx, vy, angle, k) in enumerate(after["pods"]):
            got = [int(s.x[p]), int(s.y[p]), int(s.vx[p]), int(s.vy[p]), int(s.next[p])]
            yield f"pod {p}", [x, y, vx, vy, k], got
            if angle is not None:
                yield f"pod {p} angle", angle, same_angle(angle, float(s.angle[p]))


def server_state(game: Game, record: Record) -> State:
    """The state before a recorded server turn."""
    s = game.blank()
    points = tuple(tuple(p) for p in record["checkpoints"])
    lay_track(s, points)
    line_up(s)
    before = record["before"]
    for p, (x, y, vx, vy, angle, k) in enumerate(before["pods"]):
        s.x[p], s.y[p], s.vx[p], s.vy[p] = x, y, vx, vy
        s.next[p], s.passed[p] = k, (k - 1) % len(points)
        s.shield[p], s.boosted[p] = before["shield_timer"][p], before["boosted"][p]
        if angle is not None:
            s.angle[p], s.rotated[p] = angle, 1
            s.ca[p], s.sa[p] = cos_sin(angle)
    s.timeout[:] = before["timeout"]
    return game.checked(s)


def pod_fields(s: State, log: PodsLog, p: int, pod: Record) -> Iterator[Pair]:
    """A match record's values for one pod, paired with ours."""
    name = f"pod {p}"
    for field in ("x", "y", "vx", "vy", "shield", "boosted"):
        yield f"{name} {field}", pod[field], int(getattr(s, field)[p])
    yield f"{name} rotated", pod["rotated"], bool(s.rotated[p])
    if pod["rotated"]:
        yield f"{name} angle", pod["angle"], same_angle(pod["angle"], float(s.angle[p]))
    won = bool(s.passed[p] >= s.goal)
    yield f"{name} won", pod["won"], won
    yield f"{name} next", pod["next"], int(s.passed[p]) + (not won)
    yield f"{name} pre", pod["pre"], close(pod["pre"], log.pre[p])


def collision_fields(log: PodsLog, collisions: Sequence[Any]) -> Iterator[Pair]:
    yield "collisions", len(collisions), int(log.hits[0])
    for n, (time, a, b, before, after) in enumerate(collisions):
        yield f"collision {n} pair", [a, b], log.pair[n].tolist()
        yield f"collision {n} time", [time], close([time], log.time[n : n + 1])
        yield f"collision {n} before", before, close(before, log.before[n])
        yield f"collision {n} after", after, close(after, log.after[n])


def close(expected: Sequence[float], got: Any) -> list[float]:
    """`expected` itself where `got` is equal within 1e-9, so that they compare equal; else
    `got`.
    """
    same = all(abs(e - g) <= CLOSE for e, g in zip(expected, got, strict=True))
    return list(expected) if same else [float(g) for g in got]


def same_angle(expected: float, got: float) -> float:
    """`expected` itself where `got` is the same modulo a full circle, within 1e-9; else `got`."""
    return expected if abs(math.remainder(expected - got, FULL_CIRCLE)) <= CLOSE else got
