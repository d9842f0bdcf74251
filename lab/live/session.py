"""A running match that a window, or a test, drives without Qt.

Every method returns at once: it posts a command to the conductor's thread, which owns the match and
its searches; what a command does is said where it is obeyed, in `Conductor` and `Crew`. Everything
readable (`frames`, `status`, `setup`, thoughts) is a frozen record behind a single reference that
is swapped as a whole.

    session = Session(setup)
    session.play()
    ... session.frames[-1], session.status, session.thought(0) ...
    session.close()
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from engines.game import Game
from lab.live.conductor import Conductor
from lab.live.crew import COMPARED, Crew
from lab.live.loop import Loop
from lab.live.recorder import data_folder
from lab.live.rivals import contenders
from lab.live.trust import Trust
from lab.live.view import MatchView
from lab.match.history import MatchLines
from lab.match.play import MatchResult, Turn
from lab.match.records import Contender, Frame, Setup, Status, Thought

CLOSE_S = 1.0
P = ParamSpec("P")
Owner = TypeVar("Owner")


def _conductor(conductor: Conductor) -> Conductor:
    return conductor


def _crew(conductor: Conductor) -> Crew:
    return conductor.crew


def _posting(
    command: Callable[Concatenate[Owner, P], None], owner: Callable[[Conductor], Owner]
) -> Callable[Concatenate[Session, P], None]:
    """The method of a session that has the `owner` obey a command, in the match's thread."""

    @wraps(command)
    def posted(session: Session, /, *args: P.args, **named: P.kwargs) -> None:
        @wraps(command)  # whoever looks at what is posted reads its name
        def obeyed(conductor: Conductor) -> None:
            command(owner(conductor), *args, **named)

        session.post(obeyed)

    return posted


class Session:
    """One match after another, with its searches.

    `pace_s` is the minimum time of a turn in seconds, 0 = as fast as possible; iteration budgets
    are spread over that time, so that a tree can be watched growing. Matches are saved in
    `save_folder`, by default the user's data folder, as they are played.
    """

    def __init__(
        self, setup: Setup, *, pace_s: float = 1.0, save_folder: Path | None = None
    ) -> None:
        self.trust = Trust()
        self.trust.confirm_seats(setup.seats)
        folder = save_folder or data_folder() / "matches"
        self._loop = Loop(setup, pace_s, folder, self.trust)
        self._conductor = self._loop.conductor
        self._asked = 0  # the number of the last command
        self._loop.start()

    def tell_results(self, take: Callable[[MatchResult], None]) -> None:
        """Calls `take`, in the match's thread, with each match that its players have played from
        the start to the end.
        """
        self._loop.on_result = take

    # -- transport ---------------------------------------------------------------------------------

    play = _posting(Conductor.play, _conductor)
    pause = _posting(Conductor.pause, _conductor)
    step = _posting(Conductor.step, _conductor)
    set_pace = _posting(Conductor.set_pace, _conductor)

    # -- knobs, live -------------------------------------------------------------------------------

    set_params = _posting(Conductor.set_params, _conductor)
    set_weights = _posting(Conductor.set_weights, _conductor)
    set_program = _posting(Conductor.set_program, _conductor)
    set_budget = _posting(Conductor.set_budget, _conductor)
    set_seat = _posting(Conductor.set_seat, _conductor)

    # -- think on ----------------------------------------------------------------------------------

    hold = _posting(Conductor.hold, _conductor)
    iterate = _posting(Conductor.iterate, _conductor)
    run_on = _posting(Conductor.run_on, _conductor)
    limit = _posting(Conductor.limit, _conductor)
    search_again = _posting(Conductor.search_again, _conductor)
    search_ahead = _posting(Conductor.search_ahead, _conductor)
    compare = _posting(Conductor.compare, _conductor)
    set_focus = _posting(Conductor.set_focus, _conductor)
    explore = _posting(Crew.explore, _crew)
    explore_compared = _posting(Crew.explore_compared, _crew)
    watch = _posting(Crew.watch, _crew)
    set_think_in_persons_time = _posting(Conductor.set_think_in_persons_time, _conductor)
    think_again = _posting(Conductor.think_again, _conductor)

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
            self.post(lambda conductor: conductor.act(view.frames[-1].turn, agent, action))
        return reason

    ask_hint = _posting(Conductor.ask_hint, _conductor)
    undo = _posting(Conductor.undo, _conductor)
    redo = _posting(Conductor.redo, _conductor)
    restart = _posting(Conductor.restart, _conductor)
    play_from = _posting(Conductor.play_from, _conductor)
    new = _posting(Conductor.new, _conductor)
    load = _posting(Conductor.load, _conductor)
    renew = _posting(Conductor.renew, _conductor)

    # -- lines; `number` is a turn's in the tree (`lines`), 0 the start ----------------------------

    add_branch = _posting(Conductor.add_branch, _conductor)
    set_up = _posting(Conductor.set_up, _conductor)
    go_to_line = _posting(Conductor.go_to, _conductor)
    stand_at = _posting(Conductor.stand_at, _conductor)
    other_line = _posting(Conductor.other_line, _conductor)
    drop_branch = _posting(Conductor.drop, _conductor)
    restore_branch = _posting(Conductor.restore, _conductor)
    make_main = _posting(Conductor.promote, _conductor)
    name_branch = _posting(Conductor.name, _conductor)
    note = _posting(Conductor.note, _conductor)
    review = _posting(Conductor.review, _conductor)

    # -- problems ----------------------------------------------------------------------------------

    retry = _posting(Conductor.retry, _conductor)
    cancel_preparing = _posting(Conductor.cancel_preparing, _conductor)

    def close(self) -> None:
        """Ends every search, thread and process, and closes the file."""
        self._loop.close()
        self._loop.join(CLOSE_S)

    # -- reading -----------------------------------------------------------------------------------

    @property
    def view(self) -> MatchView:
        """The latest view, in which everything is of one moment."""
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
        self.post(lambda conductor: conductor.table.recorder.keep())

    def thought(self, seat: int) -> Thought | None:
        """The seat's newest thought, live or finished."""
        return self._loop.view.thought(seat)

    @property
    def compared(self) -> tuple[Contender, ...]:
        """What A and B of `compare` have found so far; () without a comparison."""
        return contenders(self._loop.view, COMPARED)

    def post(self, command: Callable[[Conductor], None]) -> None:
        """Has a command obeyed in the match's thread."""
        self._asked += 1
        self._loop.post(partial(command, self._conductor), self._asked)
