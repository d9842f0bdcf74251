"""A running match that a window, or a test, drives without Qt.

Every method returns at once: it posts a command to the conductor's thread, which owns the match and
its searches. Everything readable (`frames`, `status`, `setup`, thoughts) is a frozen record behind
a single reference that is swapped as a whole.

    session = Session(setup)
    session.play()
    ... session.frames[-1], session.status, session.thought(0) ...
    session.close()
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import ParamSpec

from engines.game import Game, State
from engines.knobs import HasFields
from lab.files.replay import Replay
from lab.files.review_lines import ReviewedMove, ReviewHead
from lab.live.crew import COMPARED
from lab.live.limit import Limit
from lab.live.loop import Loop
from lab.live.recorder import data_folder
from lab.live.rivals import contenders
from lab.live.trust import Trust
from lab.live.view import MatchView
from lab.match.budget import Budget
from lab.match.history import MatchLines
from lab.match.play import MatchResult, Turn
from lab.match.records import Contender, Frame, Setup, Status, Thought
from lab.match.seat import SeatSpec
from lab.match.turn_tree import TurnNote
from lab.programs.spec import Program
from search.branches import Wish

CLOSE_S = 1.0
P = ParamSpec("P")


class Session:
    """One match after another, with its searches.

    `pace_s` is the minimum time of a turn in seconds, 0 = as fast as possible; `spread` spreads
    iteration budgets over that time, so that a tree can be watched growing. Matches are saved in
    `save_folder`, by default the user's data folder, as they are played.
    """

    def __init__(
        self,
        setup: Setup,
        *,
        pace_s: float = 1.0,
        spread: bool = True,
        save_folder: Path | None = None,
    ) -> None:
        self.trust = Trust()
        self.trust.confirm_seats(setup.seats)
        folder = save_folder or data_folder() / "matches"
        self._loop = Loop(setup, pace_s, spread, folder, self.trust)
        self._conductor = self._loop.conductor
        self._asked = 0  # the number of the last command
        self._loop.start()

    def tell_results(self, take: Callable[[MatchResult], None]) -> None:
        """Calls `take`, in the match's thread, with each match that its players have played from
        the start to the end.
        """
        self._loop.on_result = take

    # -- transport ---------------------------------------------------------------------------------

    def play(self) -> None:
        """Plays turn after turn; ends `hold`."""
        self._post(self._conductor.play)

    def pause(self) -> None:
        """Pauses the running searches within a chunk; they can continue from there."""
        self._post(self._conductor.pause)

    def step(self) -> None:
        """Plays exactly one turn, then pauses; ends `hold`."""
        self._post(self._conductor.step)

    def set_pace(self, seconds: float) -> None:
        """The minimum time of a turn, from this turn on; 0 = as fast as possible."""
        self._post(self._conductor.set_pace, seconds)

    # -- knobs, live -------------------------------------------------------------------------------

    def set_params(self, seat: int, params: HasFields) -> None:
        """Other parameters for the seat's search, applied within a chunk."""
        self._post(self._conductor.set_params, seat, params)

    def set_weights(self, seat: int, weights: HasFields) -> None:
        """Other evaluation weights for the seat's search."""
        self._post(self._conductor.set_weights, seat, weights)

    def set_program(self, seat: int, program: Program) -> None:
        """The seat's program with a different patience, from the next question on."""
        self._post(self._conductor.set_program, seat, program)

    def set_budget(self, seat: int, budget: Budget) -> None:
        """Another budget, which also applies to the running decision."""
        self._post(self._conductor.set_budget, seat, budget)

    def set_seat(self, seat: int, spec: SeatSpec) -> None:
        """Gives the seat to another player, who makes its next decision; a person whose move is
        awaited is released.
        """
        self._post(self._conductor.set_seat, seat, spec)

    # -- think on ----------------------------------------------------------------------------------

    def hold(self, on: bool, turn: int | None = None) -> None:
        """Keeps searching the position after `turn` turns (None: the latest) without limit; or
        releases it. A finished match is not held.
        """
        self._post(self._conductor.hold, on, turn)

    def iterate(self, n: int) -> None:
        """While holding: stops running and does exactly `n` more iterations."""
        self._post(self._conductor.iterate, n)

    def run_on(self) -> None:
        """While holding: continues without limit."""
        self._post(self._conductor.run_on)

    def limit(self, limit: Limit | None) -> None:
        """While holding: one seat's search begins again, beside the match, with root actions of its
        lists alone; None: with all of them.
        """
        self._post(self._conductor.limit, limit)

    def search_again(self, turn: int | None) -> None:
        """Searches the position after `turn` turns of the line on the board again, exactly as its
        recorded decisions were made; None ends that.
        """
        self._post(self._conductor.search_again, turn)

    def search_ahead(self, turn: int, joints: Sequence[Sequence[int]]) -> None:
        """Searches the position that joint actions would lead to after `turn` turns of the line on
        the board, beside the match, which stays as it is; no actions end that.
        """
        self._post(self._conductor.search_ahead, turn, joints)

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
        self._post(self._conductor.compare, spec, seat, own, turn)

    def set_focus(self, agent: int | None) -> None:
        """Sets the agent for whose root actions thoughts show the branches."""
        self._post(self._conductor.set_focus, agent)

    def explore(self, wish: Wish | None) -> None:
        """Sets the part of the trees that thoughts show in this match; None: none."""
        self._post(self._conductor.explore, wish)

    def explore_compared(self, wish: Wish | None) -> None:
        """Sets the part of their trees that the thoughts of A and B show; None: none."""
        self._post(self._conductor.explore_compared, wish)

    def watch(self, first: int, second: int) -> None:
        """Sets the two agents whose joint actions are counted, in searches with a joint-action
        map.
        """
        self._post(self._conductor.watch, first, second)

    def set_think_in_persons_time(self, on: bool) -> None:
        """Whether a search may think about the position, for show, while a person is to move."""
        self._post(self._conductor.set_think_in_persons_time, on)

    def think_again(self) -> None:
        """What is searched in a person's time is searched from its start, with the settings of
        now.
        """
        self._post(self._conductor.think_again)

    # -- people ------------------------------------------------------------------------------------

    def act(self, agent: int, action: int) -> str:
        """Takes a person's action for this turn: "" if accepted, else why it is not (without
        penalty). The match continues with it.
        """
        view = self._loop.view
        game = view.game
        if agent not in view.asked:
            return (
                "The match is over."
                if view.frames[-1].outcome
                else f"{game.agent_name(agent)} is not to move."
            )
        reason = game.explain(view.frames[-1].state, agent, action)
        if not reason:
            self._post(self._conductor.act, view.frames[-1].turn, agent, action)
        return reason

    def ask_hint(self, seat: int) -> None:
        """Starts a short search for the seat to move; `hint` then says what it would play and
        why.
        """
        self._post(self._conductor.ask_hint, seat)

    def undo(self) -> None:
        """Brings back the line that `play_from` or `add_branch` left, or the branch that was
        deleted last. Else back to the latest position in which a person had to move; without
        persons, one turn back.
        """
        self._post(self._conductor.undo)

    def redo(self) -> None:
        """Goes on along the line last walked, up to a person's next move."""
        self._post(self._conductor.redo)

    def restart(self) -> None:
        """Back to the start of this match."""
        self._post(self._conductor.restart)

    def play_from(self, turn: int) -> None:
        """Continues after `turn` turns of the line on the board, as a branch of the match."""
        self._post(self._conductor.play_from, turn)

    def new(self, setup: Setup, start: State | None = None) -> None:
        """Another match, from the position `start` if given, else from its seed's."""
        self._post(self._conductor.new, setup, start)

    def load(self, replay: Replay) -> None:
        """A recorded match, paused at its end; it can be continued from any turn."""
        self._post(self._conductor.load, replay)

    # -- lines; `number` is a turn's in the tree (`lines`), 0 the start ----------------------------

    def add_branch(self, turn: int, joints: Sequence[Sequence[int]]) -> None:
        """Plays joint actions after `turn` turns of the line on the board, without searching, as a
        branch; it is then on the board, paused at its end. If the rules do not allow one of them,
        nothing is changed and the status says why.
        """
        self._post(self._conductor.add_branch, turn, joints)

    def set_up(self, turn: int, state: State) -> None:
        """Puts a position that was set up by hand after `turn` turns of the line on the board, as
        a branch; it is then on the board, paused. If it cannot be, nothing is changed and the
        status says why.
        """
        self._post(self._conductor.set_up, turn, state)

    def go_to_line(self, number: int) -> None:
        """Puts the line through a turn on the board, paused at its end."""
        self._post(self._conductor.go_to, number)

    def stand_at(self, number: int) -> None:
        """Puts a turn of any line on the board; the line goes on from there."""
        self._post(self._conductor.stand_at, number)

    def other_line(self) -> None:
        """Puts the next line on the board, paused at its end."""
        self._post(self._conductor.other_line)

    def drop_branch(self, number: int) -> None:
        """Deletes a turn and all that follow it; `undo` brings them back."""
        self._post(self._conductor.drop, number)

    def restore_branch(self, number: int) -> None:
        """Brings back a branch that was deleted."""
        self._post(self._conductor.restore, number)

    def make_main(self, number: int) -> None:
        """Makes the line through a turn the main line."""
        self._post(self._conductor.promote, number)

    def name_branch(self, number: int, text: str) -> None:
        """Names the branch that begins with a turn; "" gives it its letter back."""
        self._post(self._conductor.name, number, text)

    def note(self, number: int, note: TurnNote) -> None:
        """Keeps a person's comment about a turn, in place of an earlier one."""
        self._post(self._conductor.note, number, note)

    def review(self, head: ReviewHead, moves: Sequence[ReviewedMove]) -> None:
        """Keeps what a review says of some moves, in the match's file too."""
        self._post(self._conductor.review, head, moves)

    # -- problems ----------------------------------------------------------------------------------

    def retry(self) -> None:
        """After a failure: restarts the search, or the program if `trust` covers it."""
        self._post(self._conductor.retry)

    def cancel_preparing(self) -> None:
        """Stops compiling; the seats that need it play at random, or the match waits if not even
        the rules are compiled.
        """
        self._post(self._conductor.cancel_preparing)

    def close(self) -> None:
        """Ends every search, thread and process, and closes the file."""
        self._loop.close()
        self._loop.join(CLOSE_S)

    # -- reading -----------------------------------------------------------------------------------

    @property
    def view(self) -> MatchView:
        """Everything, at one moment."""
        return self._loop.view

    def has_obeyed(self, view: MatchView) -> bool:
        """Whether every command so far has had its effect in `view`."""
        return view.obeyed == self._asked

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The match so far."""
        return self._loop.view.frames

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns that led from frame to frame, with every seat's decision."""
        return self._loop.view.turns

    @property
    def status(self) -> Status:
        """What is going on."""
        return self._loop.view.status

    @property
    def setup(self) -> Setup:
        """The current players and knobs."""
        return self._loop.view.setup

    @property
    def game(self) -> Game:
        """The configured game."""
        return self._loop.view.game

    @property
    def can_redo(self) -> bool:
        """Whether turns were taken back."""
        return self._loop.view.can_redo

    @property
    def brings_back(self) -> bool:
        """Whether `undo` brings back a line that was left or deleted."""
        return self._loop.view.brings_back

    @property
    def lines(self) -> MatchLines:
        """All lines of this match."""
        return self._loop.view.lines

    @property
    def folder(self) -> Path:
        """Where matches are being saved."""
        return self._conductor.folder

    @property
    def is_saving(self) -> bool:
        """Whether what happens now is written to `file`."""
        return self._loop.view.saving

    @property
    def file(self) -> Path | None:
        """The file that has this match; None if there is none yet."""
        return self._loop.view.file

    def keep(self) -> None:
        """Has the match in a file of its own, if it is in none."""
        self._post(lambda: self._conductor.table.recorder.keep())

    def thought(self, seat: int) -> Thought | None:
        """The seat's newest thought, live or finished."""
        return self._loop.view.thought(seat)

    @property
    def compared(self) -> tuple[Contender, ...]:
        """What A and B of `compare` have found so far; () without a comparison."""
        return contenders(self._loop.view, COMPARED)

    def _post(self, command: Callable[P, None], *args: P.args, **named: P.kwargs) -> None:
        self._asked += 1
        self._loop.post(partial(command, *args, **named), self._asked)
