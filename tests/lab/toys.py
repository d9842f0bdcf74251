"""Searches in plain Python for tests of what drives them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from engines import games
from engines.game import PASS, SIMULTANEOUS, Joint, State
from engines.knobs import RESTART, HasFields, integer, number
from lab.live.session import Session
from lab.match.records import OVER, PERSON, WAITING, Setup
from lab.match.seats import make_setup
from search.base import AgentStats, Ints, Search, Snapshot, generator, restarts
from search.measure import Kind, result_value

ITERATION_S = 2e-5
Open = Callable[..., Session]

HANG_S = 300.0  # a guard against waiting for ever, no statement about speed


@dataclass(frozen=True)
class Params:
    """Two knobs: one that goes on, one that starts again."""

    c: float = number(0.5, 0.0, 10.0, "c", "Nothing.")
    depth: int = integer(3, 1, 20, "Depth", "Nothing.", effect=RESTART)


class Toy(Search):
    """Visits the mover's actions in turn; the last of them pleases it most."""

    name = "toy"
    title = "Toy"
    Params = Params
    crash_at: ClassVar[int | None] = None  # iterations after which it raises an error
    chunks: ClassVar[list[int]] = []

    def start(self, state: State, seat: int, last_joint: Joint | None = None) -> None:
        self.state, self.seat = state.copy(), seat
        self._restart()

    def _restart(self) -> None:
        self.generation += 1
        self.done = 0
        self.rng = generator(self.seed)

    def advance(self, n: int, spent: float = 0.0) -> bool:
        Toy.chunks.append(n)
        time.sleep(n * ITERATION_S)
        self.done += n
        if self.crash_at is not None and self.done >= self.crash_at:
            raise RuntimeError("the toy broke")
        return False

    def update(self, params: HasFields) -> str | None:
        again = restarts(self.params, params, "depth")
        self.params = params
        if again:
            self._restart()
        return None

    def actions(self, agent: int) -> Ints:
        """The agent's legal actions."""
        out = np.zeros(self.game.max_actions, np.int64)
        mover = self.game.rules.to_move(self.state)
        return out[
            : self.game.rules.legal(self.state, agent, out) if mover in (SIMULTANEOUS, agent) else 0
        ].copy()

    def choice(self) -> Ints:
        found = [self.actions(a) for a in self.game.agents_of(self.seat)]
        return np.array([x[self.best(x)] if x.size else PASS for x in found], np.int64)

    def best(self, actions: Ints) -> int:
        """The index it plays: it depends on seed and parameters, so that repetition can be
        tested.
        """
        return int((self.seed + self.params.depth) % actions.size)

    def snapshot(self) -> Snapshot:
        agents = tuple(self.stats(a) for a in range(self.game.agents) if self.actions(a).size)
        told = self.generation, self.seat, self.done, 3 * self.done, self.done, 0, agents
        return Snapshot(
            *told, value=result_value(self.game, self.game.initial(1), 0.25) if self.done else None
        )

    def stats(self, agent: int) -> AgentStats:
        """Evenly spread visits."""
        actions = self.actions(agent)
        visits = np.full(actions.size, self.done // actions.size) + (
            np.arange(actions.size) < self.done % actions.size
        )
        k = np.linspace(0.0, 1.0, actions.size)
        best = self.best(actions)
        return AgentStats(
            agent,
            actions,
            visits,
            k,
            k / 10,
            k,
            k,
            k,
            best,
            actions[best : best + 1],
            np.ones(1, np.int64),
            1,
            9,
            1.0,
            1.0,
            Kind.SCALED,
        )


def until(session: Session, condition: Callable[[], object]) -> None:
    """Waits for a condition; fails with the session's status when it hangs."""
    ends = time.monotonic() + HANG_S
    while not condition():
        assert time.monotonic() < ends, f"{session.status}, {len(session.frames)} frames"
        time.sleep(0.002)


def setup(*seats: str, budget: str = "50it", game: str = "tictactoe", seed: int = 1) -> Setup:
    return make_setup(games()[game](), seats, seed, budget)


def over(session: Session) -> Callable[[], bool]:
    return lambda: session.status.activity == OVER


def play_out(session: Session) -> None:
    """Plays the match to its end."""
    session.play()
    until(session, over(session))


def joints(session: Session) -> list[tuple[int, ...]]:
    return [f.joint for f in session.frames[1:]]


def settled(session: Session) -> int:
    """The number of turns once nothing moves any more."""
    time.sleep(0.1)
    until(session, lambda: session.status.activity in (WAITING, PERSON, OVER))
    return session.frames[-1].turn
