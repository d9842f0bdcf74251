"""A person at the board: clicks and keys become moves, and agents are aimed one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QPointF, Signal

from engines.game import Game
from lab.match.records import PERSON, Thought
from lab.ui.board.pointing import ROW_AND_COLUMN, Typing
from lab.ui.control.board import shares_of
from lab.ui.control.changes import Changes, walked
from lab.ui.control.clock import ClockControl
from lab.ui.control.event_words import is_out
from lab.ui.control.hinting import Aiming, HintControl
from lab.ui.control.moment import Moment
from lab.ui.parts import spoken
from lab.ui.parts.selection import Selection, agent_in
from lab.ui.shell.centre import Centre
from lab.words.settings import Settings

SHARES = "Percentages on the board: the share of the search's {}s, not a chance to win."


class PersonControl(QObject):
    """Takes what a person does on the board to the session, and shows whose turn it is."""

    told = Signal(str)

    def __init__(
        self,
        centre: Centre,
        moment: Moment,
        selection: Selection,
        settings: Settings,
        changes: Changes,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._changes = changes
        self._centre, self._moment, self._settings = centre, moment, settings
        self.clocks = ClockControl(centre, moment, settings, self)
        self._aiming = Aiming(centre.board, moment)
        self._hints = HintControl(centre, moment, selection)
        self._agent: int | None = None  # the agent whose moves the board accepts
        self._steered: int | None = None  # the agent that was in turn last
        self._frame: object = None
        self._labels: dict[int, str] = {}
        self._typed = ""  # what digits name: "row and column", "" where they name nothing
        self.clocks.told.connect(self.told)
        self._wire()

    def _wire(self) -> None:
        board = self._centre.board
        board.clicked.connect(self._clicked)
        board.hovered.connect(self._hovered)
        board.cursor_played.connect(self._played)
        board.blocked.connect(self._blocked)
        board.wheeled.connect(self._wheeled)
        board.steered.connect(self._turned)
        board.ordered.connect(self._ordered)
        board.dial_key.connect(self._key)
        board.left.connect(self._left)

    # -- facts -------------------------------------------------------------------------------------

    @property
    def _game(self) -> Game:
        return self._moment.game

    @property
    def agent(self) -> int | None:
        """The agent that a person is to move now, None while nobody is asked or an earlier turn is
        on show.
        """
        return self._agent

    @property
    def may_ask(self) -> bool:
        """Whether there is time for a hint."""
        return self._agent is not None and not self.clocks.is_real_time

    def begin(self) -> None:
        """Resets for a new match or new players."""
        self._aiming.begin()
        self._frame, self._steered = None, None
        self._hints.forget()
        self.clocks.begin()

    # -- every tick --------------------------------------------------------------------------------

    def tick(self) -> bool:
        """Whose move it is, the open cells, the clocks; whether somebody else is asked now."""
        moment = self._moment
        if not moment.people and self._agent is None:
            self._centre.board.set_waiting(False)
            return False
        agent = self._asked()
        if changed := agent != self._agent or moment.frame is not self._frame:
            self._take_turn(agent)
        live = moment.cursor is None and not moment.status.holding and not moment.ended
        self._centre.board.set_waiting(bool(moment.people) and live and agent is None)
        if self.clocks.tick(agent is not None):
            self._send_all()
        self._hints.look()
        return changed

    def _asked(self) -> int | None:
        """The agent to be moved: in real time the one that was steered last, else the one in turn,
        if it still has to.
        """
        moment = self._moment
        if moment.cursor is not None or moment.status.activity != PERSON:
            return None
        asked = moment.status.to_move
        for kept in (self._steered if self.clocks.is_real_time else None, self._agent):
            if kept in asked:
                return kept
        return asked[0] if asked else None

    def _take_turn(self, agent: int | None) -> None:
        moment, board, game = self._moment, self._centre.board, self._game
        if moment.frame is not self._frame:
            self._frame = moment.frame
            self._hints.forget()
            self._aiming.begin_turn()
            if moment.head.turn == 0:
                self.clocks.begin()
            else:
                self.clocks.begin_turn()
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
        self._centre.messages.set_note("")
        self._show_aim()
        if agent is not None and not self.clocks.is_real_time:
            spoken.announce(board, ". ".join(text for text in self.title() if text))

    def show_thoughts(self, thoughts: Sequence[Thought | None]) -> None:
        """Shares of visits in the cells that are open to the person."""
        if self._agent is not None and self._labels and self._moment.people:
            on = self._settings.thoughts
            # while a hint is shown, the cells show the search that gives it
            shown: Sequence[Thought | None] = self._hints.thoughts or thoughts
            shares = shares_of(shown, self._agent, self._moment.turn) if on else {}
            tree = agent_in(shown, self._agent)
            counted = "visit" if tree is None else tree.stats.counted
            self._centre.board.set_thoughts(shares, counted)
            written = self._centre.board.writes_shares
            self._centre.messages.set_note(SHARES.format(counted) if written else "")

    # -- moves -------------------------------------------------------------------------------------

    def _clicked(self, x: float, y: float) -> None:
        if self._agent is None:
            if self._moment.people and self._moment.cursor is not None:
                past = f"{self._game.turn_word} {self._moment.turn}"
                self._centre.board.refuse(
                    f"You are viewing {past}. Press End to return, or choose Match, Branches, "
                    "Play on from here."
                )
            return
        if self._labels:
            action = self._game.cell(self._moment.frame.state, self._agent, x, y)
            if action is not None:
                self._send(action)
            return
        self._aiming.point(self._agent, x, y)
        self._aim_done()

    def _played(self, action: int) -> None:
        self._send(action, self._centre.board.view.frame.center())

    def _blocked(self, x: float, y: float) -> None:
        """The cursor met something: the rules say why nobody can go there."""
        agent, board, state = self._agent, self._centre.board, self._moment.frame.state
        if agent is None:
            return
        action = self._game.cell(state, agent, x, y)
        reason = "" if action is None else self._game.explain(state, agent, action)
        board.refuse(reason or "There is no choice in this direction.", board.view.point(x, y))

    def _key(self, key: str) -> None:
        if self._agent is not None:
            self._aim_done(key)

    def _ordered(self) -> None:
        """Enter: the hinted order if there is a hint, else what is aimed."""
        agent = self._agent
        hinted = self._hints.order(agent) if agent is not None else None
        if agent is None or hinted is None:
            self._aim_done()
        else:
            state = self._moment.frame.state
            self._send(self._game.resolve(state, agent, hinted))

    def _aim_done(self, key: str = "") -> None:
        """The agent has been aimed; in real time its order is sent at the end of the turn."""
        agent = self._agent
        if agent is None:
            return
        self.clocks.runs = True
        action = self._aiming.order(agent, key)
        if action is None:
            return
        if not self.clocks.is_real_time or key:
            self._aiming.give(agent, self._aiming.words(agent, key))
            self._send(action)
            return
        others = [a for a in self._moment.status.to_move if a != agent]
        if others:
            self._steer(others[0])

    def _steer(self, agent: int | None) -> None:
        """The person turns to this agent; None: to none, until the next turn."""
        self._steered = self._steered if agent is None else agent
        self._take_turn(agent)

    def _send(self, action: int, at: QPointF | None = None) -> None:
        agent = self._agent
        if agent is None:
            return
        reason = self._moment.session.act(agent, action)
        self._centre.board.refuse(reason, at)
        if not reason:
            others = [a for a in self._moment.status.to_move if a != agent]
            if not others:
                walked(self._changes, self._moment, f"your {self._game.turn_word}")
            self._steer(others[0] if others else None)

    def _send_all(self) -> None:
        """Sends every agent's last aim when the turn's time is over."""
        self.clocks.begin_turn()
        for agent in self._moment.status.to_move:
            self._moment.session.act(agent, self._aiming.some_order(agent))
        walked(self._changes, self._moment, f"your {self._game.turn_word}")

    def choose_agent(self, agent: int) -> None:
        """Aims another of the person's agents."""
        if self._agent is not None and agent in self._moment.status.to_move:
            self._steer(agent)

    # -- aiming ------------------------------------------------------------------------------------

    def _hovered(self, x: float, y: float) -> None:
        if self._agent is not None and not self._labels:
            self._aiming.point(self._agent, x, y)
            self._show_aim()

    def _left(self) -> None:
        if not self.clocks.is_real_time:
            self._centre.board.set_aim(None)

    def _wheeled(self, steps: int) -> None:
        if self._agent is not None:
            self._hints.overrule(self._agent)
            self._aiming.dial(self._agent, steps)
            self._show_aim()

    def _turned(self, steps: int) -> None:
        if self._agent is not None:
            self._hints.overrule(self._agent)
            self._aiming.turn(self._agent, steps)
            self._show_aim()

    def _show_aim(self) -> None:
        aimed = self._agent if not self._labels else None
        agents = self._moment.status.to_move if self.clocks.is_real_time else ()
        self._aiming.show(aimed, agents)

    # -- words -------------------------------------------------------------------------------------

    def title(self) -> tuple[str, str]:
        """Title and caption of the board: whose move it is and what is asked."""
        moment, game = self._moment, self._game
        held = not moment.status.playing and not moment.status.preparing
        if held and (self._agent is None or self.clocks.is_real_time):
            return "Paused", "Space goes on"
        if self._agent is None and len(moment.people) == 1 and is_out(moment, moment.people[0]):
            return "You are out", "the others play on"
        if self._agent is None:
            return self._waiting_words(), ""
        whose = (
            f"Your {game.turn_word}"
            if len(moment.people) == 1
            else f"{game.agent_name(self._agent)} to move"
        )
        prompt = game.prompt(moment.frame.state, game.owner[self._agent])
        if game.dial is None:
            return whose, prompt
        started = not self.clocks.is_real_time or self.clocks.runs
        prompt = prompt if started else "the clock starts with your first click or Enter"
        return whose, f"{game.agent_name(self._agent)}: {prompt}"

    def _waiting_words(self) -> str:
        """What the match waits for, while no person is asked."""
        status, setup = self._moment.status, self._moment.setup
        if status.preparing:
            return f"Preparing {status.preparing}"
        others = [spec.title for spec in setup.seats if spec.title]
        thinking = [setup.seats[seat].title for seat in status.searching]
        if not others:
            return "Waiting"
        if any(thinking):
            return f"{next(filter(None, thinking))} thinks"
        return f"Waiting for {others[0]}"

    def state_words(self) -> str:
        """What a person can do now, for the status bar; "" while nobody is asked."""
        if self._agent is None:
            return ""
        if not self._labels:
            if self._game.dial is None:
                return "Click a move"
            dial = self._game.dial.title.lower()
            keys = "".join(f", {key}: {does}" for key, does in self._game.dial.keys)
            return f"Click where to head, or arrows and Enter; wheel: {dial}{keys}"
        if self._centre.board.in_parts:
            return "Click a piece, then where it goes; or arrows and Enter, Esc lets go"
        how = (
            f"type {self._typed} and press Enter" if self._typed else "use the arrow keys and Enter"
        )
        return f"Click a {'cell' if self._typed == ROW_AND_COLUMN else 'choice'}, or {how}"

    # -- hints -------------------------------------------------------------------------------------

    def ask_hint(self) -> None:
        """Shows what a search would play for the person to move; a second request removes the
        hint.
        """
        if self._agent is not None and self.may_ask:
            self._hints.ask(self._game.owner[self._agent])
