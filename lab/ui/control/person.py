"""A person at the board: clicks and keys become moves, pods are aimed one after the other, clocks
run, hints are given.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, QPointF, Signal

from engines.game import Game
from lab.match.records import PERSON, AgentThought, Thought
from lab.ui.board.clocks import PlayerCard
from lab.ui.board.overlay import Aim
from lab.ui.board.pointing import ROW_AND_COLUMN, Typing
from lab.ui.control.board import shares_of
from lab.ui.control.moment import Moment
from lab.ui.parts.combos import Entry
from lab.ui.parts.marks import marks_of
from lab.ui.parts.messages import hint_words
from lab.ui.parts.selection import Selection
from lab.ui.shell.centre import Centre
from lab.words import numerals
from lab.words.settings import Settings
from search.measure import Kind


@dataclass(frozen=True)
class PersonClock:
    """How long a person may think: in all, or for each turn, after which the last aim is sent; None
    for no limit.
    """

    name: str
    title: str
    whole_s: float | None = None
    turn_s: float | None = None


CLOCKS = (
    PersonClock("none", "no clock"),
    PersonClock("5min", "5 minutes", 300.0),
    PersonClock("10min", "10 minutes", 600.0),
    PersonClock("1min", "1 minute", 60.0),
    PersonClock("1s", "real time, 1 s", turn_s=1.0),
    PersonClock("contest", "real time, contest", turn_s=0.075),
)


def clock_entries() -> list[Entry]:
    """The clocks for the Set-up dock."""
    return [Entry(clock.name, clock.title) for clock in CLOCKS]


class PersonControl(QObject):
    """Takes what a person does on the board to the session, and shows whose turn it is."""

    told = Signal(str)

    def __init__(
        self,
        centre: Centre,
        moment: Moment,
        selection: Selection,
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._centre = centre
        self._moment = moment
        self._selection = selection
        self._settings = settings
        self._agent: int | None = None  # the agents whose moves the board accepts
        self._frame: object = None
        self._labels: dict[int, str] = {}
        self._typed = ""  # what digits name: "row and column", "" where they name nothing
        self._aims: dict[int, tuple[float, float]] = {}  # where each agent is aimed
        self._dials: dict[int, int] = {}
        self._used: list[float] = []  # seconds that each seat has thought
        self._ticked_at = time.monotonic()
        self._asked_at = 0.0
        self._hint: Thought | None = None
        self._hint_seat: int | None = None
        self._late = False
        board = centre.board
        board.clicked.connect(self._clicked)
        board.hovered.connect(self._hovered)
        board.cursor_played.connect(self._played)
        board.wheeled.connect(self._wheeled)
        board.dial_key.connect(self._key)
        board.left.connect(self._left)

    # -- facts -------------------------------------------------------------------------------------

    @property
    def clock(self) -> PersonClock:
        """The person's clock; clocks for aiming do not apply in other games."""
        found = next((c for c in CLOCKS if c.name == self._settings.clock), CLOCKS[0])
        return found if found.turn_s is None or self._game.dial is not None else CLOCKS[0]

    @property
    def _game(self) -> Game:
        return self._moment.game

    @property
    def agent(self) -> int | None:
        """The agent that a person is to move now, None while nobody is asked or an earlier turn is
        on show.
        """
        return self._agent

    def begin(self) -> None:
        """Another match, or other players."""
        self._used = [0.0] * self._game.seats
        self._aims.clear()
        self._dials.clear()
        self._late, self._frame = False, None
        self.forget_hint()
        self.show_players()

    # -- every tick --------------------------------------------------------------------------------

    def tick(self) -> None:
        """Whose move it is, the open cells, the clocks."""
        moment = self._moment
        now, passed = time.monotonic(), 0.0
        passed, self._ticked_at = now - self._ticked_at, now
        if not moment.people and self._agent is None:
            return
        asked = (
            moment.status.to_move
            if moment.cursor is None and moment.status.activity == PERSON
            else ()
        )
        kept = self._agent if self._agent in asked else None
        agent = kept if kept is not None else asked[0] if asked else None
        if agent != self._agent or moment.frame is not self._frame:
            self._take_turn(agent)
        self._run_clocks(passed)
        self._look_for_hint()

    def _take_turn(self, agent: int | None) -> None:
        moment, board, game = self._moment, self._centre.board, self._game
        if moment.frame is not self._frame:
            self._frame, self._asked_at = moment.frame, time.monotonic()
            self.forget_hint()
            if moment.head.turn == 0:
                self._used, self._late = [0.0] * game.seats, False
        self._agent = agent
        state = moment.frame.state
        targets = tuple(game.targets(state, agent)) if agent is not None else ()
        self._labels = (
            {t.action: game.label(state, agent, t.action) for t in targets}
            if agent is not None
            else {}
        )
        self._typed = Typing(self._labels).words
        stands = game.position(state, agent) if agent is not None else None
        legal = {t.action for t in targets if game.rules.is_legal(state, agent, t.action)}
        board.set_targets(
            targets, self._labels, playable=agent is not None, stands=stands, legal=legal
        )
        board.set_dial(game.dial if agent is not None and not targets else None)
        board.set_thoughts({})
        if agent is not None and game.dial is not None:
            self._dials.setdefault(agent, game.dial.default)
        self._show_aim()

    def show_thoughts(self, thoughts: Sequence[Thought | None]) -> None:
        """Shares of visits in the cells that are open to the person."""
        if self._agent is not None and self._labels and self._moment.people:
            on = self._settings.thoughts
            # while a hint is shown, the cells show the search that gives it
            shown = thoughts if self._hint is None else (self._hint,)
            self._centre.board.set_thoughts(
                shares_of(shown, self._agent, self._moment.turn) if on else {}
            )

    # -- moves -------------------------------------------------------------------------------------

    def _clicked(self, x: float, y: float) -> None:
        if self._agent is None:
            if self._moment.people and self._moment.cursor is not None:
                past = f"{self._game.turn_word} {self._moment.turn}"
                self._centre.board.refuse(
                    f"You look back at {past}. End returns; Match, Play on from this turn "
                    "goes on here."
                )
            return
        if self._labels:
            action = self._game.cell(self._moment.frame.state, self._agent, x, y)
            if action is not None:
                self._send(action)
            return
        self._aims[self._agent] = (x, y)
        self._aim_done("")

    def _played(self, action: int) -> None:
        if self._agent is not None:
            board = self._centre.board
            self._send(action, board.view.frame.center())

    def _key(self, key: str) -> None:
        if self._agent is not None:
            self._aim_done(key)

    def _aim_done(self, key: str) -> None:
        """The agent has been aimed; in real time its order is sent at the end of the turn."""
        agent = self._agent
        if agent is None:
            return
        action = self._order(agent, key)
        if action is not None and (self.clock.turn_s is None or key):
            self._send(action)
        elif action is not None:
            mine = [a for a in self._moment.status.to_move if a != agent]
            if mine:
                self._take_turn(mine[0])

    def _order(self, agent: int, key: str = "") -> int | None:
        game, state = self._game, self._moment.frame.state
        x, y = self._aims.get(agent) or self._ahead(agent)
        dial = self._dials.get(agent, game.dial.default if game.dial is not None else 0)
        return game.aim(state, agent, x, y, dial, key)

    def _ahead(self, agent: int) -> tuple[float, float]:
        """A point on the current course of an agent that has not been aimed."""
        here = self._game.position(self._moment.frame.state, agent) or (0.0, 0.0)
        frames = self._moment.frames
        before = self._game.position(frames[-2].state, agent) if len(frames) > 1 else None
        if before is None or before == here:
            return here[0] + 1000.0, here[1]
        return here[0] + 8 * (here[0] - before[0]), here[1] + 8 * (here[1] - before[1])

    def _send(self, action: int, at: QPointF | None = None) -> None:
        agent = self._agent
        if agent is None:
            return
        reason = self._moment.session.act(agent, action)
        if reason:
            self._centre.board.refuse(reason, at)
            return
        self._centre.board.refuse("")
        others = [a for a in self._moment.status.to_move if a != agent]
        self._take_turn(others[0] if others else None)

    def choose_agent(self, agent: int) -> None:
        """Aims another of the person's agents."""
        if self._agent is not None and agent in self._moment.status.to_move:
            self._take_turn(agent)

    # -- aiming ------------------------------------------------------------------------------------

    def _hovered(self, x: float, y: float) -> None:
        if self._agent is not None and not self._labels:
            self._aims[self._agent] = (x, y)
            self._show_aim()

    def _left(self) -> None:
        if self.clock.turn_s is None:
            self._centre.board.set_aim(None)

    def _wheeled(self, steps: int) -> None:
        dial = self._game.dial
        if self._agent is not None and dial is not None:
            value = self._dials.get(self._agent, dial.default) + steps * dial.step
            self._dials[self._agent] = max(dial.low, min(dial.high, value))
            self._show_aim()

    def _show_aim(self) -> None:
        agent, dial = self._agent, self._game.dial
        if agent is None or dial is None or agent not in self._aims or self._labels:
            self._centre.board.set_aim(None)
            return
        start = self._game.position(self._moment.frame.state, agent)
        if start is not None:
            text = f"{dial.title.lower()} {self._dials.get(agent, dial.default)}"
            self._centre.board.set_aim(Aim(agent, start, self._aims[agent], text))

    # -- clocks ------------------------------------------------------------------------------------

    def show_players(self) -> None:
        """The cards above the board."""
        moment, game = self._moment, self._game
        cards = []
        for seat, spec in enumerate(moment.setup.seats):
            name = spec.title or ("You" if len(moment.people) == 1 else f"Seat {seat + 1}")
            thinks = spec.searches and self._settings.ponder
            caption = f"Seat {seat + 1}" + (", thinks in your time" if thinks else "")
            cards.append(
                PlayerCard(name, caption, seat, self._left_s(seat), kind=game.seat_mark(seat))
            )
        self._centre.clocks.set_players(cards, marks_of(game.owner))

    def _left_s(self, seat: int) -> float | None:
        clock = self.clock
        if clock.whole_s is not None and seat < len(self._used):
            return max(0.0, clock.whole_s - self._used[seat])
        if clock.turn_s is not None and seat in self._moment.people:
            return max(0.0, clock.turn_s - (time.monotonic() - self._asked_at))
        return None

    def _run_clocks(self, passed: float) -> None:
        moment = self._moment
        movers = {self._game.owner[agent] for agent in moment.status.to_move}
        thinking = () if movers else moment.status.searching
        for seat in (
            (*movers, *thinking) if moment.cursor is None and not moment.status.holding else ()
        ):
            if seat < len(self._used):
                self._used[seat] += passed
        self._centre.clocks.set_times(
            [self._left_s(seat) for seat in range(self._game.seats)], [*movers, *thinking]
        )
        if self.clock.turn_s is not None:
            asked = self._agent is not None and moment.status.playing
            if asked and time.monotonic() - self._asked_at >= self.clock.turn_s:
                self._send_all()
        elif not self._late and any(self._left_s(seat) == 0.0 for seat in moment.people):
            self._late = True
            self.told.emit("Your time is over. The match goes on without a clock for you.")

    def _send_all(self) -> None:
        """Sends every agent's last aim when the turn's time is over."""
        self._asked_at = time.monotonic()
        for agent in self._moment.status.to_move:
            action = self._order(agent)
            if action is not None:
                self._moment.session.act(agent, action)

    # -- words -------------------------------------------------------------------------------------

    def title(self) -> tuple[str, str]:
        """Title and caption of the board: whose move it is and what is asked."""
        moment, game = self._moment, self._game
        if moment.ended:
            return "The match is over", moment.frame.reason
        if self._agent is None:
            busy = "thinks" if moment.status.searching else "is to move"
            others = [title for s in moment.setup.seats if (title := s.title)]
            return (f"{others[0]} {busy}" if others else "Waiting"), ""
        whose = (
            f"Your {game.turn_word}"
            if len(moment.people) == 1
            else f"{game.agent_name(self._agent)} to move"
        )
        prompt = game.prompt(moment.frame.state, game.owner[self._agent])
        return (
            whose,
            f"{game.agent_name(self._agent)}: {prompt}" if game.dial is not None else prompt,
        )

    def state_words(self) -> str:
        """What a person can do now, for the status bar; "" while nobody is asked."""
        if self._agent is None:
            return ""
        if not self._labels:
            if self._game.dial is None:
                return "Click a move"
            dial = self._game.dial
            keys = "".join(f", {key}: {does}" for key, does in dial.keys)
            return f"Click where to head; wheel: {dial.title.lower()}{keys}"
        how = (
            f"type {self._typed} and press Enter" if self._typed else "use the arrow keys and Enter"
        )
        return f"Click a {'cell' if self._typed == ROW_AND_COLUMN else 'choice'}, or {how}"

    # -- hints -------------------------------------------------------------------------------------

    def ask_hint(self) -> None:
        """Shows what a search would play for the person to move; a second request removes the
        hint.
        """
        if self._hint_seat is not None:
            self.forget_hint()
        elif self._agent is not None:
            self._hint_seat = self._game.owner[self._agent]
            if self._seen_hint() is None:
                self._moment.session.ask_hint(self._hint_seat)
            self._centre.hint.set_hint("thinking", "")
            self._centre.show_part(self._centre.hint_row, True)

    def forget_hint(self) -> None:
        """Removes the hint."""
        self._hint_seat, self._hint = None, None
        self._centre.show_part(self._centre.hint_row, False)

    def _seen_hint(self) -> Thought | None:
        """The search on the screen, if it evaluates the person's own moves: a hint must not
        contradict the graphs next to it.
        """
        for thought in self._moment.thoughts():
            if (
                thought is not None
                and not self._game.simultaneous
                and any(a.seat == self._hint_seat for a in thought.agents)
            ):
                return thought if thought.turn == self._moment.head.turn else None
        return None

    def _look_for_hint(self) -> None:
        if self._hint_seat is None:
            return
        thought = self._seen_hint() or self._moment.searches.hint
        if thought is None or thought is self._hint or thought.turn != self._moment.head.turn:
            return
        self._hint = thought
        trees = [t for t in thought.agents if t.seat == self._hint_seat]
        if trees and trees[0].labels:
            self._centre.hint.set_hint(moves_of(trees, self._game), why(thought, self._hint_seat))
            best = trees[0].stats
            if self._selection.pair != (best.agent, int(best.actions[best.best])):
                self._selection.choose(best.agent, int(best.actions[best.best]))


def moves_of(trees: Sequence[AgentThought], game: Game) -> str:
    """The moves in words: "4 4", or "Pod 1 left 18°, full thrust; Pod 2 ahead, coast"."""
    labels = [tree.labels[tree.stats.best] for tree in trees]
    if len(trees) == 1:
        return labels[0]
    pairs = zip(trees, labels, strict=True)
    return "; ".join(f"{tree.name} {game.spoken(label)}" for tree, label in pairs)


def why(thought: Thought, seat: int) -> str:
    """Why a move is hinted: its share of visits and its mean; its value, if visits count nodes
    below it and are not votes.
    """
    tree = next(t for t in thought.agents if t.seat == seat)
    best, stats = tree.stats.best, tree.stats
    mean, unit = float(stats.mean[best]), stats.unit
    sentence = ""
    if np.isfinite(mean):
        sentence = (
            f"expected score {numerals.real(mean, 2)} (a draw counts half)"
            if stats.kind is Kind.SHARE
            else f"its mean is {numerals.real(mean)} ({unit})"
        )
    if thought.iteration_word == "node" and sentence:
        text = f"{thought.algorithm} values it most: {numerals.real(mean)} ({unit})."
    else:
        text = hint_words(thought.algorithm, float(stats.share[best]), sentence)
    follow = tree.lines[best] if best < len(tree.lines) else tree.pv
    return f"{text} It expects {follow[1].words} next." if len(follow) > 1 else text
