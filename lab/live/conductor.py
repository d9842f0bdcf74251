"""The match of a session, the requests and the searches for them, with the commands that change
them. All of it belongs to the thread of `lab.live.loop`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from engines.game import Game, State
from engines.knobs import HasFields, KnobError
from lab.files.replay import Replay
from lab.files.review_lines import ReviewedMove, ReviewHead
from lab.live.crew import ASIDE, COMPARED, HINT, MATCH, Crew
from lab.live.edited import carried, shares_kernels, shares_rules, show_as
from lab.live.limit import NOT_HELD, Limit, check_limit
from lab.live.rivals import Rivals, rivals_in
from lab.live.table import MatchTable
from lab.live.trust import Trust
from lab.live.wanted_searches import AheadOf, Mode, ahead_of, hinter, lends
from lab.match.budget import Budget
from lab.match.prepare import Kernels
from lab.match.records import Failure, Setup
from lab.match.seat import ProgramSeat, SearchSeat, SeatSpec
from lab.match.seats import needs
from lab.match.turn_tree import TurnNote
from lab.programs.spec import Program


class Conductor:
    """One match after another, each with its searches and kernels, changed by the commands of
    `lab.live.session.Session`, which posts them.

    A command raises KnobError if it does not fit; the match is then unchanged. `report` is called
    from any thread when a search has news.
    """

    table: MatchTable
    crew: Crew
    kernels: Kernels
    steps: int  # turns to play one by one
    held: int | None  # the turn whose position is held
    rivals: Rivals | None  # A and B of `compare`
    limited: Limit | None  # root actions that one search of the held position keeps to
    repeated: int | None  # the turn whose decisions are searched again
    ahead: AheadOf | None  # a position that is searched beside the match
    hint: int | None  # the seat that asks for a hint
    left: int | None  # the turn that was on the board before the last command began a branch
    began: float  # when this turn began
    coming: Setup | None  # the match that follows the recorded one that leads in
    # each branch deleted since, with the turn on the board and the end of the main line before
    _deleted: list[tuple[int, int, int]]

    def __init__(
        self,
        setup: Setup,
        pace_s: float,
        folder: Path,
        trust: Trust,
        report: Callable[[], None],
    ) -> None:
        self.pace_s, self.folder = pace_s, folder
        self.playing, self.think_along = False, True  # in a person's time
        self.focus: int | None = None  # the agent whose root actions' branches are wanted
        self.failure: Failure | None = None
        self.notes: tuple[str, ...] = ()
        self._trust, self._report = trust, report
        self._open(MatchTable(setup, folder))

    # -- what was asked for ------------------------------------------------------------------------

    @property
    def wants_turn(self) -> bool:
        """Whether the next turn is to be played."""
        return (self.playing or self.steps > 0) and self.held is None and not self.table.over

    @property
    def mode(self) -> Mode:
        """What the person at the window has asked for."""
        asked = self.wants_turn, self.held, self.rivals, self.hint
        along = self.pace_s, self.think_along
        return Mode(*asked, *along, self.limited, self.repeated, self.ahead)

    @property
    def algorithms(self) -> list[str]:
        """All algorithms whose kernels are needed."""
        names = [n for s in self.table.setup.seats if isinstance(s, SearchSeat) for n in needs(s)]
        lent = (self.held is not None or self.ahead is not None) and lends(self.table)
        if self.hint is not None or lent:
            names += needs(hinter(self.table, self.hint or 0))
        compared = self.rivals.specs if self.rivals is not None else ()
        return [*names, *(n for s in compared if isinstance(s, SearchSeat) for n in needs(s))]

    # -- commands ----------------------------------------------------------------------------------

    def play(self) -> None:
        """Plays turn after turn; ends `hold`."""
        self.playing, self.held = True, None
        self.kernels.resume()

    def pause(self) -> None:
        """Pauses the running searches within a chunk; they can continue from there."""
        self.playing, self.steps = False, 0

    def step(self) -> None:
        """Plays exactly one turn, then pauses; ends `hold`."""
        self.playing, self.held = False, None
        self.steps += 1
        self.kernels.resume()

    def set_pace(self, seconds: float) -> None:
        """The minimum time of a turn, from this turn on; 0 = as fast as possible."""
        self.pace_s = max(0.0, seconds)

    def set_params(self, seat: int, params: HasFields) -> None:
        """Other parameters for the seat's search, applied within a chunk."""
        self._turn(seat, lambda spec: replace(spec, params=params))

    def set_weights(self, seat: int, weights: HasFields) -> None:
        """Other evaluation weights for the seat's search."""
        self._turn(seat, lambda spec: replace(spec, weights=weights))

    def set_budget(self, seat: int, budget: Budget) -> None:
        """Another budget, which also applies to the running decision."""
        self._turn(seat, lambda spec: replace(spec, budget=budget))

    def _turn(self, seat: int, turned: Callable[[SearchSeat], SearchSeat]) -> None:
        """Changes the setting of the seat's search; does nothing if no search plays it now."""
        spec = self.table.setup.seats[seat]
        if isinstance(spec, SearchSeat):
            self.table.respec(seat, turned(spec))

    def set_program(self, seat: int, program: Program) -> None:
        """The seat's program with a different patience, from the next question on."""
        if isinstance(self.table.setup.seats[seat], ProgramSeat):
            self.table.respec(seat, ProgramSeat(program))

    def set_seat(self, seat: int, spec: SeatSpec) -> None:
        """Gives the seat to another player, who makes its next decision; a person whose move is
        awaited is released.
        """
        self.table.check(spec)
        for kind in (MATCH, ASIDE, HINT):
            self.crew.drop((seat, kind))
        self.crew.base[seat] = spec
        for agent in self.table.game.agents_of(seat):
            self.table.sent.pop(agent, None)
        if self.failure is not None and self.failure.seat == seat:
            self.failure = None
        specs = list(self.table.setup.seats)
        specs[seat] = spec
        self.table.setup = replace(self.table.setup, seats=tuple(specs))
        self.kernels.resume()
        self.table.recorder.seats(self.crew.base)

    def hold(self, on: bool, turn: int | None = None) -> None:
        """Keeps searching the position after `turn` turns (None: the latest) without limit; or
        releases it. A finished match is not held.
        """
        table = self.table
        at = table.head.turn if turn is None else min(turn, table.head.turn)
        if on and (table.history.frame(at).outcome or (at == table.head.turn and table.over)):
            raise KnobError("The match is over in this position: there is nothing to think about.")
        if on and lends(table):
            hinter(table, 0)
        self.held = at if on else None
        self.limited = self.repeated = None
        self.steps = 0

    def limit(self, limit: Limit | None) -> None:
        """While holding: one seat's search begins again, beside the match, with root actions of its
        lists alone; None: with all of them.
        """
        if limit is not None and self.held is None:
            raise KnobError(NOT_HELD)
        if limit is not None and self.held is not None:
            check_limit(self.table, self.table.history.frame(self.held).state, limit)
        self.limited = limit

    def think_again(self) -> None:
        """What is searched in a person's time is searched from its start, with the settings of
        now.
        """
        self.crew.drop_kind(ASIDE)

    def search_again(self, turn: int | None) -> None:
        """Searches the position after `turn` turns of the line on the board again, exactly as its
        recorded decisions were made; None ends that.
        """
        self.repeated = turn

    def search_ahead(self, turn: int, joints: Sequence[Sequence[int]]) -> None:
        """Searches the position that joint actions would lead to after `turn` turns of the line on
        the board, beside the match, which stays as it is; no actions end that.
        """
        self.ahead = ahead_of(self.table, turn, joints) if joints else None

    def iterate(self, n: int) -> None:
        """While holding: stops running and does exactly `n` more iterations."""
        self.crew.iterate(n)

    def run_on(self) -> None:
        """While holding: continues without limit."""
        self.crew.iterate(None)

    def compare(
        self,
        spec: SeatSpec | None,
        seat: int,
        own: SeatSpec | None = None,
        turn: int | None = None,
    ) -> None:
        """B, `spec`, searches for the seat in the position after `turn` turns (None: the latest),
        and so does A, `own` (None: the seat's player), each within its budget; time is CPU time.
        None for B ends that.
        """
        after = None if spec is None else rivals_in(self.table, seat, turn, own, spec)
        before, self.rivals = self.rivals, after
        for side, kind in enumerate(COMPARED):
            if before is not None and (after is None or not before.shares(after, side)):
                self.crew.drop((before.seat, kind))
        self.crew.drop_failed(COMPARED)
        self.kernels.resume()

    def set_focus(self, agent: int | None) -> None:
        """Sets the agent for whose root actions thoughts show the branches."""
        self.focus = agent
        for worker in self.crew.workers().values():
            worker.look(agent)

    def set_think_in_persons_time(self, on: bool) -> None:
        """Whether a search may think about the position, for show, while a person is to move."""
        self.think_along = on

    def act(self, turn: int, agent: int, action: int) -> None:
        if turn == self.table.head.turn and agent in self.table.asked():
            self.table.sent[agent] = action
            self._forget()
            self.held = None
            self.playing = self.playing or self.steps == 0

    def ask_hint(self, seat: int) -> None:
        """Starts a short search for the seat to move; `hint` then says what it would play and
        why.
        """
        self.crew.drop((seat, HINT))
        hinter(self.table, seat)
        self.hint = seat if not self.table.over else None

    def undo(self) -> None:
        """Brings back the line that `play_from` or `add_branch` left, or the branch that was
        deleted last. Else back to the latest position in which a person had to move; without
        persons, one turn back.
        """
        if self.left is not None or self._deleted:
            self.playing = False
            self._bring_back()
            return
        self.playing = self.playing and self.table.has_person
        self._back_to(self.table.before())

    def _bring_back(self) -> None:
        """Brings back the line that was left, else the branch that was deleted last."""
        if self.left is not None:
            left = self.left
            self._leave()
            self.table.stand_at(left)  # not beyond: what was added may follow it
            return
        turn, head, main = self._deleted.pop()
        self.table.restore(turn)
        if main != self.table.history.tree.main:
            self.table.promote(main)
        if head != self.table.history.tree.head:
            self._leave()
            self.table.stand_at(head)

    def other_line(self) -> None:
        """Puts the next line on the board, paused at its end."""
        self._leave()
        self.playing = False
        self.table.other_line()

    def go_to(self, turn: int) -> None:
        """Puts the line through a turn on the board, paused at its end."""
        tree = self.table.history.tree
        if not 0 <= turn <= len(tree) or not tree.is_kept(turn):
            raise KnobError("This turn is not in the match any more.")
        self._leave()
        self.playing = False
        self.table.stand_at(tree.leaf(turn))

    def stand_at(self, turn: int) -> None:
        """Puts a turn of any line on the board; the line goes on from there."""
        self.playing = self.playing and self.table.has_person
        self._leave()
        self._forget()
        self.table.stand_at(turn)

    def redo(self) -> None:
        """Goes on along the line last walked, up to a person's next move."""
        self._leave()
        self.table.redo()
        self.playing = self.playing and self.table.has_person

    def restart(self) -> None:
        """Back to the start of this match."""
        self._back_to(0)

    def play_from(self, turn: int) -> None:
        """Continues after `turn` turns of the line on the board, as a branch of the match."""
        left = self.table.history.tree.head
        self._back_to(turn)
        self.playing = self.table.beside = True
        self.left = left

    def add_branch(self, turn: int, joints: Sequence[Sequence[int]]) -> None:
        """Plays joint actions after `turn` turns of the line on the board, without searching, as a
        branch; it is then on the board, paused at its end. If the rules do not allow one of them,
        nothing is changed and the status says why.
        """
        left = self.table.history.tree.head
        self.table.add_branch(turn, joints)
        self._leave()
        self.playing, self.left = False, left

    def set_up(self, turn: int, state: State) -> None:
        """Puts a position that was set up by hand after `turn` turns of the line on the board, as
        a branch; it is then on the board, paused. If it cannot be, nothing is changed and the
        status says why.
        """
        left = self.table.history.tree.head
        self.table.set_up(turn, state)
        self._leave()
        self.playing, self.left = False, left

    def drop(self, turn: int) -> None:
        """Deletes a turn and all that follow it; `undo` brings them back."""
        tree = self.table.history.tree
        before = (turn, tree.head, tree.main)
        self.table.drop(turn)
        if tree.head != before[1]:
            self._leave()
            self.playing = False
        self._deleted.append(before)

    def restore(self, turn: int) -> None:
        """Brings back a branch that was deleted."""
        self.table.restore(turn)
        self._deleted = [each for each in self._deleted if each[0] != turn]

    def promote(self, turn: int) -> None:
        """Makes the line through a turn the main line."""
        self.table.promote(turn)

    def name(self, turn: int, text: str) -> None:
        """Names the branch that begins with a turn; "" gives it its letter back."""
        self.table.name(turn, text)

    def note(self, turn: int, note: TurnNote) -> None:
        """Keeps a person's comment about a turn, in place of an earlier one."""
        if not 0 <= turn <= len(self.table.history.tree):
            raise KnobError("This turn is not in the match any more.")
        self.table.note(turn, note)

    def review(self, head: ReviewHead, moves: Sequence[ReviewedMove]) -> None:
        """Keeps what a review says of moves that are still in the match."""
        tree = self.table.history.tree
        known = [m for m in moves if m.turn <= len(tree) and self._is_of(m)]
        self.table.review(head, known)

    def _is_of(self, move: ReviewedMove) -> bool:
        """Whether the move was played in that turn: the match may be another one by now."""
        if self.table.history.tree.is_set_up(move.turn):
            return False
        joint = self.table.history.tree.joint(move.turn)
        agents = self.table.game.agents_of(move.seat)
        return tuple(joint[agent] for agent in agents) == move.played

    def _back_to(self, turn: int) -> None:
        self._leave()
        self._forget()
        self.table.back_to(turn)

    def _leave(self) -> None:
        """Stops every search of this position."""
        self.crew.drop_all()
        self.failure = None
        self.left = None
        self._fresh_position()

    def _forget(self) -> None:
        """From now on `undo` takes moves back."""
        self.left, self._deleted = None, []

    @property
    def brings_back(self) -> bool:
        """Whether `undo` brings back a line that was left or deleted."""
        return self.left is not None or bool(self._deleted)

    def new(self, setup: Setup, start: State | None = None) -> None:
        """Another match, from the position `start` if given, else from its seed's."""
        self._replace(MatchTable(setup, self.folder, start=start))

    def load(self, replay: Replay) -> None:
        """A recorded match, paused at its end; it can be continued from any turn."""
        self.playing = False
        self._replace(MatchTable(replay.setup, self.folder, replay))

    def renew(self, kind: type[Game]) -> None:
        """Another version of the game's file, whose kernels are ready, takes the match over. Where
        kernels are the same, so are the searches, unless the evaluation has changed.
        """
        table, game = self.table, self.table.game
        if table.setup.game != kind.name:
            return
        if shares_kernels(game, kind) or shares_rules(game, kind):
            if show_as(table, kind):
                self.crew.drop_all()
                if table.game is not game:
                    self.kernels.cancel()
                    self.kernels = Kernels(table.game)
                seed, players = table.setup.seed, list(table.setup.seats)
                self.crew = Crew(table.game, players, seed, self._trust, self._report)
            return
        after, said = carried(table, kind, self.folder)
        self._replace(after)
        self.notes = (said,) if said else ()

    def _replace(self, table: MatchTable) -> None:
        for spec in table.setup.seats:
            table.check(spec)
        self.kernels.cancel()
        self.crew.drop_all()
        self.table.recorder.close()
        self._open(table)

    def retry(self) -> None:
        """After a failure: restarts the search, or the program if `trust` covers it."""
        if self.crew.failure() is not None:
            self.crew.drop_failed()
        elif self.failure is not None:
            self.crew.drop_all()
        self.failure = None

    def cancel_preparing(self) -> None:
        """Stops compiling; the seats that need it play at random, or the match waits if not even
        the rules are compiled.
        """
        if not self.kernels.cancel():
            return
        for seat, spec in enumerate(self.table.setup.seats):
            if self.kernels.rules_ready and not all(map(self.kernels.has, needs(spec))):
                self.set_seat(seat, SearchSeat("random", budget=spec.budget))
        self.playing = self.playing and self.kernels.rules_ready

    # -- one match after another -------------------------------------------------------------------

    def _open(self, table: MatchTable) -> None:
        """Another match."""
        self.table, setup, players = table, table.setup, list(table.recorder.specs)
        self.crew = Crew(table.game, players, setup.seed, self._trust, self._report)
        self.kernels = Kernels(table.game)
        self.failure = self.coming = None
        self._forget()
        self.notes = ()
        self._fresh_position()

    def _fresh_position(self) -> None:
        """Forgets all requests made in another position."""
        self.steps, self.held, self.rivals = 0, None, None
        self.limited = self.repeated = self.ahead = None
        self.fresh_turn()

    def fresh_turn(self) -> None:
        """Forgets requests for this turn only."""
        self.hint = None
        self.crew.notes.clear()
        self.began = time.monotonic()
