"""Agents that are aimed: where each points, how strong its dial is, which orders are given."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from engines.game import PASS, Game
from engines.scene import Point
from lab.ui.board.board import BoardView
from lab.ui.board.overlay import Aim
from lab.ui.control.moment import Moment

KEY_TURN_RAD = math.radians(6.0)  # of one press of an arrow key
KEY_REACH = 0.15  # the least length of an aim that keys turn, in widths of the picture


class Aiming:
    """The aims of a person's agents, drawn on the board; they stay from turn to turn."""

    def __init__(self, board: BoardView, moment: Moment) -> None:
        self._board, self._moment = board, moment
        self._aims: dict[int, Point] = {}
        self._dials: dict[int, int] = {}
        self._given: dict[int, Aim] = {}

    @property
    def _game(self) -> Game:
        return self._moment.game

    def begin(self) -> None:
        """Another match, or other players."""
        self._aims.clear()
        self._dials.clear()
        self.begin_turn()

    def begin_turn(self) -> None:
        """No order has been given yet."""
        self._given.clear()
        self._board.set_orders(())

    # -- what a person does ------------------------------------------------------------------------

    def point(self, agent: int, x: float, y: float) -> None:
        """Aims an agent at a point."""
        self._aims[agent] = (x, y)

    def turn(self, agent: int, steps: int) -> None:
        """Turns an agent's aim by keys, clockwise."""
        x, y = self._here(agent)
        to_x, to_y = self._target(agent)
        reach = max(math.hypot(to_x - x, to_y - y), KEY_REACH * self._board.scene.width)
        angle = math.atan2(to_y - y, to_x - x) + steps * KEY_TURN_RAD
        self._aims[agent] = (x + reach * math.cos(angle), y + reach * math.sin(angle))

    def dial(self, agent: int, steps: int) -> None:
        """Turns an agent's dial."""
        dial = self._game.dial
        if dial is not None:
            value = self._strength(agent) + steps * dial.step
            self._dials[agent] = max(dial.low, min(dial.high, value))

    # -- orders ------------------------------------------------------------------------------------

    def order(self, agent: int, key: str = "") -> int | None:
        """The order that the agent's aim and dial, or one of the dial's keys, give."""
        state = self._moment.frame.state
        return self._game.aim(state, agent, *self._target(agent), self._strength(agent), key)

    def some_order(self, agent: int) -> int:
        """An order that the rules accept, whatever the aim: real time cannot wait for a better
        one.
        """
        game, state = self._game, self._moment.frame.state
        order = self.order(agent)
        if order is not None and not game.explain(state, agent, order):
            return order
        legal = np.zeros(game.max_actions, np.int64)
        return int(legal[0]) if game.rules.legal(state, agent, legal) else PASS

    def give(self, agent: int, words: str) -> None:
        """Draws the order that an agent has been given in this turn."""
        self._given[agent] = Aim(agent, self._here(agent), self._target(agent), words)
        self._board.set_orders(tuple(self._given.values()))

    def words(self, agent: int, key: str = "") -> str:
        """An order in words: "thrust 200", "shield"."""
        dial = self._game.dial
        if dial is None:
            return ""
        keys = {name: does for name, does in dial.keys}
        return keys.get(key.upper(), f"{dial.title.lower()} {self._strength(agent)}")

    def show(self, agent: int | None, agents: Sequence[int] = ()) -> None:
        """Draws the aim of the agent in turn, and, in real time, those of the other `agents`."""
        if agent is None or self._game.dial is None:
            self._board.set_aim(None)
            return
        aim = Aim(agent, self._here(agent), self._target(agent), self.words(agent))
        self._board.set_aim(aim)
        if agents:
            others = (a for a in agents if a != agent)
            self._board.set_orders(
                [Aim(a, self._here(a), self._target(a), self.words(a)) for a in others]
            )

    def _strength(self, agent: int) -> int:
        dial = self._game.dial
        return self._dials.get(agent, dial.default if dial is not None else 0)

    def _here(self, agent: int) -> Point:
        return self._game.position(self._moment.frame.state, agent) or (0.0, 0.0)

    def _target(self, agent: int) -> Point:
        if agent in self._aims:
            return self._aims[agent]
        return self._game.ahead(self._moment.frame.state, agent) or self._here(agent)
