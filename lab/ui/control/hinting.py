"""Hints: what a search would play for the person to move, and why.

Agents that are aimed: where each points, how strong its dial is, which orders are given.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtCore import Qt

from engines.game import PASS, Game
from engines.scene import Point
from lab.match.records import AgentThought, Thought
from lab.ui.board.board import BoardView
from lab.ui.board.overlay import SELECTED, Aim, Path
from lab.ui.control.moment import Moment
from lab.ui.parts import spoken
from lab.ui.parts.messages import hint_words
from lab.ui.parts.selection import Selection
from lab.ui.shell.centre import Centre
from lab.words import numerals
from search.measure import Kind

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
        """Resets for a new match or new players."""
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


class HintControl:
    """Asks for a hint, and puts it below the board and under the keyboard's cursor."""

    def __init__(self, centre: Centre, moment: Moment, selection: Selection) -> None:
        self._centre, self._moment, self._selection = centre, moment, selection
        self._seat: int | None = None  # the seat that has asked
        self._shown: Thought | None = None
        self.orders: Mapping[int, int] = {}  # the hinted action of each agent
        self._overruled: set[int] = set()  # agents that the person has steered since

    @property
    def thoughts(self) -> tuple[Thought, ...]:
        """The search that gives the hint, () without one."""
        return () if self._shown is None else (self._shown,)

    def ask(self, seat: int) -> None:
        """Asks for the seat; a second request removes the hint."""
        if self._seat is not None:
            self.forget()
            return
        self._seat = seat
        if self._seen() is None:
            self._moment.session.ask_hint(seat)
        self._centre.messages.show_hint("thinking", "")

    def forget(self) -> None:
        """Removes the hint, and the choice of action that it brought."""
        pair = self._selection.pair
        if pair is not None and self.orders.get(pair[0]) == pair[1]:
            self._selection.clear_selection()
        self._seat, self._shown, self.orders = None, None, {}
        self._overruled.clear()
        self._centre.messages.clear_hint()
        self._centre.board.set_hinted(())

    def overrule(self, agent: int) -> None:
        """The person steers the agent elsewhere: Enter no longer sends the hinted order."""
        self._overruled.add(agent)

    def order(self, agent: int) -> int | None:
        """The order that Enter sends for an agent; None where the person's own aim counts."""
        return None if agent in self._overruled else self.orders.get(agent)

    def look(self) -> None:
        """Shows the hint once there is a reason for it."""
        if self._seat is None:
            return
        thought = self._seen() or self._moment.searches.hint
        if thought is None or thought is self._shown or thought.turn != self._moment.head.turn:
            return
        trees = [t for t in thought.agents if t.seat == self._seat]
        if trees and all(t.labels for t in trees) and is_founded(thought, trees):
            first = self._shown is None
            self._shown = thought
            self._show(thought, trees, self._seat, first)

    def _show(
        self, thought: Thought, trees: Sequence[AgentThought], seat: int, first: bool
    ) -> None:
        centre, moves = self._centre, moves_of(trees, self._moment.game)
        reason = why(thought, seat)
        centre.messages.show_hint(moves, reason)
        before = self.orders
        self.orders = {t.stats.agent: int(t.stats.actions[t.stats.best]) for t in trees}
        lines = [Path(t.stats.agent, t.path, SELECTED, t.stats.best) for t in trees]
        centre.board.set_hinted([line for line in lines if len(line.points) > 1])
        agent, action = next(iter(self.orders.items()))
        if self._selection.pair != (agent, action):
            self._selection.choose(agent, action)
        if first or centre.board.cursor_action == before.get(agent):
            centre.board.offer(action)  # unless the person has moved the cursor since
        if first:
            centre.board.setFocus(Qt.FocusReason.OtherFocusReason)
            spoken.announce(centre.board, f"Hint: {moves}. {reason}")

    def _seen(self) -> Thought | None:
        """The search on the screen, if it evaluates the person's own moves: a hint must not
        contradict the graphs next to it.
        """
        for thought in self._moment.thoughts():
            if (
                thought is not None
                and not self._moment.game.simultaneous
                and any(a.seat == self._seat for a in thought.agents)
            ):
                return thought if thought.turn == self._moment.head.turn else None
        return None


def moves_of(trees: Sequence[AgentThought], game: Game) -> str:
    """The moves in words: "4 4", or "Pod 1 left, full thrust; Pod 2 ahead, coast"."""
    labels = [tree.labels[tree.stats.best] for tree in trees]
    if len(trees) == 1:
        return labels[0]
    pairs = zip(trees, labels, strict=True)
    return "; ".join(f"{tree.name} {game.spoken(label)}" for tree, label in pairs)


def is_founded(thought: Thought, trees: Sequence[AgentThought]) -> bool:
    """Whether the search has already counted something behind each of its choices, or has ended."""
    return not thought.live or all(t.stats.visits[t.stats.best] > 0 for t in trees)


def why(thought: Thought, seat: int) -> str:
    """Why a move is hinted: its share of visits and its mean; its value, if visits count nodes
    below it and are not votes.
    """
    trees = [t for t in thought.agents if t.seat == seat]
    if len(trees) > 1:
        if thought.iteration_word == "node":
            return f"{thought.algorithm} values them most."
        shares = [numerals.percent(float(t.stats.share[t.stats.best])) for t in trees]
        return f"{thought.algorithm} gives them {' and '.join(shares)} of their visits."
    tree = trees[0]
    best, stats = tree.stats.best, tree.stats
    mean, unit = float(stats.mean[best]), stats.unit
    sentence = ""
    if np.isfinite(mean):
        sentence = {
            Kind.SHARE: f"expected score {numerals.real(mean)} (a draw counts half)",
            Kind.CHANCE: f"chance to win {numerals.percent(mean)}",
            Kind.FITNESS: f"the best reaches {numerals.value(float(stats.highest[best]), 3)}",
            Kind.BEST: f"the best reaches {numerals.value(mean, 3)} (game's units)",
        }.get(stats.kind, f"its mean is {numerals.real(mean)} ({unit})")
    if thought.iteration_word == "node" and sentence:
        text = f"{thought.algorithm} values it most: {numerals.real(mean)} ({unit})."
    else:
        share = float(stats.share[best])
        text = hint_words(thought.algorithm, share, sentence, f"{stats.counted}s")
    follow = tree.lines[best] if best < len(tree.lines) else tree.pv
    return f"{text} It expects {follow[1].words} next." if len(follow) > 1 else text
