"""The Trees dock and the panel for thinking on: which searches they show, and their texts.

Trees of past turns: short searches are repeated unasked while the view Tree shows their turn,
longer ones on request. So are trees of settings that have been turned since.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from lab.live.again import KEEPS, seconds
from lab.live.crew import AGAIN
from lab.match.records import FAILED, OVER, STOPPED, Failure, Thought
from lab.match.seat import HUMAN, Person, ProgramSeat
from lab.programs.spec import Program
from lab.ui.control.moment import Moment
from lab.ui.parts.marks import marks_of
from lab.ui.parts.selection import Selection, index_of
from lab.ui.setup.usual import best_for
from lab.ui.shell.centre import Centre
from lab.ui.shell.window import Window
from lab.ui.trees.dock import TreesDock
from lab.ui.trees.picking import BACK, THINK
from lab.ui.trees.title import TREE
from lab.words import numerals
from lab.words.numerals import capitalised
from search import algorithms

RETRY, CHANGE = "Start the search again", "Change the algorithm"
START, CHANGE_PLAYER = "Start the program", "Change the player"
COVERED = "Covered until you have decided: both sides choose at the same time."
UNCOVER = "Show it for study: the search's choice, its values and its path."
UNASKED_S = 0.3  # CPU seconds of the recorded search up to which it is repeated at once


class TreesControl(QObject):
    """Updates Trees to the position on show."""

    def __init__(
        self, dock: TreesDock, centre: Centre, selection: Selection, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._dock, self._centre, self._selection = dock, centre, selection
        self.alone = -1  # the agent whose tree is shown alone, -1 for all
        self._failure: object = None
        self.answers: tuple[str, ...] = ()  # the buttons of the error on show
        self._words = ("", "", "")
        self._empty: tuple[str, ...] = ()
        self._persons = ""  # the search that a single person plays against, in a game of turns

    def set_game(self, moment: Moment) -> None:
        """Another game or match."""
        game = moment.game
        kinds = tuple(game.seat_mark(seat) for seat in range(game.seats))
        self._dock.set_game(marks_of(game.owner), game.seats, kinds, game.turn_word)
        self.show_words(moment)

    def show_words(self, moment: Moment) -> None:
        """Title and empty state, after a change of players."""
        game, specs = moment.game, moment.setup.seats
        titles = [s.title for s in specs if s.searches]
        self._persons = (
            titles[0]
            if len(moment.people) == 1 and not game.simultaneous and len(titles) == 1
            else ""
        )
        self._dock.set_words()
        self._words = ("", "", "")
        self._show_empty(moment)

    def _show_empty(self, moment: Moment) -> None:
        """Why there is no tree, and what would bring one."""
        empty = self._empty_words(moment)
        if empty != self._empty:
            self._empty = empty
            self._dock.set_empty(*empty)

    def _empty_words(self, moment: Moment) -> tuple[str, ...]:
        game, specs = moment.game, moment.setup.seats
        if moment.is_covered:
            return COVERED, UNCOVER, "Show"
        if any(s.searches for s in specs):
            if moment.cursor is not None:
                return (f"No tree: no search ran in {game.turn_word} {moment.cursor}.",)
            if moment.status.activity == OVER:
                return ("No tree: the match is over, and no search made its last move.",)
            return ("No tree yet: the search has not begun.",)
        best = best_for(game)
        if any(isinstance(s, ProgramSeat) for s in specs):
            return (
                "No tree: what a program thinks is its own. Think on (T) lends the position "
                "a search.",
            )
        lazy = next((s.title.lower() for s in specs if s.kind is not None), "a person")
        nobody = "a person plays" if len(specs) == 1 else "only persons play"
        return (
            f"No tree yet: {nobody}."
            if lazy == "a person"
            else f"No tree yet: {lazy} play does not search.",
            "Give a seat an algorithm that searches, and its trees appear here.",
            f"Use {algorithms()[best].title} for seat {self.seat_to_help(moment) + 1}"
            if best != HUMAN
            else "",
        )

    @staticmethod
    def seat_to_help(moment: Moment) -> int:
        """The seat that the button of the empty state gives to a search."""
        lazy = [k for k, s in enumerate(moment.setup.seats) if not isinstance(s, Person)]
        return lazy[0] if lazy else len(moment.setup.seats) - 1

    def show(self, moment: Moment, thoughts: Sequence[Thought | None]) -> None:
        """The searches, the selection and what thinking on needs."""
        self._show_person(moment, thoughts)
        self._show_empty(moment)
        self._show_thoughts(moment, thoughts)
        pair = self._selection.pair
        self._dock.set_selection(pair[0] if pair else None, index_of(thoughts, pair))
        hover = self._selection.hover
        self._dock.set_hover(hover[0] if hover else None, index_of(thoughts, hover))
        if not self._centre.think.isHidden():
            self._show_thinking(moment, thoughts)
        self._show_failure(moment)

    def _show_person(self, moment: Moment, thoughts: Sequence[Thought | None]) -> None:
        """Says whose moves the one tree of a person's match evaluates now."""
        tree = next((a for t in thoughts if t is not None for a in t.agents), None)
        if not self._persons or tree is None:
            return
        name, word = self._persons, moment.game.turn_word
        mine = tree.seat in moment.people
        hint = (
            f"One tree for both seats. {'Your' if mine else 'Its own'} {word}s as {name} sees them."
        )
        said = (f"What {name} thinks", hint, f"{'Your' if mine else 'Its'} {word}s")
        if said != self._words:
            self._words = said
            self._dock.set_words(*said)

    def prepare(self, moment: Moment) -> bool:
        """Draws the record that is to come; whether it may come into view."""
        coming = moment.coming
        if coming is None:
            return False
        return self._dock.prepare((*map(moment.uncovered, coming.thoughts), *coming.awaited))

    def _show_thoughts(self, moment: Moment, thoughts: Sequence[Thought | None]) -> None:
        shown = (*thoughts, *moment.searches.awaited)
        self._dock.set_thoughts(shown, moment.live, moment.note(), recorded=not moment.frozen)

    def _show_thinking(self, moment: Moment, thoughts: Sequence[Thought | None]) -> None:
        pair = self._selection.pair
        agent = pair[0] if pair else self.alone
        seat = moment.game.owner[agent] if agent >= 0 else None
        found = [t for t in thoughts if t is not None and seat in (None, t.seat)]
        self._centre.think.set_thought(found[0] if found else None, moment.running_on)

    def _show_failure(self, moment: Moment) -> None:
        failure = moment.status.failure if moment.status.activity == FAILED else None
        if failure is self._failure:
            return
        self._failure = failure
        if failure is None:
            self._dock.set_failure()
            return
        spec = moment.setup.seats[failure.seat]
        if isinstance(spec, ProgramSeat):
            self._show_no_program(failure, spec.program)
            return
        word = moment.game.turn_word
        others = " and ".join(
            f"seat {s + 1}" for s in range(moment.game.seats) if s != failure.seat
        )
        safe = f"The match is held; nothing is lost. {others.capitalize()} and the replay work on."
        reason = (failure.sentence.partition(": ")[2] or failure.sentence).rstrip(".")
        unit = spec.kind.iteration_word if spec.kind is not None else "iteration"
        title = f"The search of seat {failure.seat + 1} stopped"
        sentence = (
            f"{capitalised(reason)} at {unit} {failure.iteration:,}, in {word} "
            f"{failure.turn}. {safe}"
        )
        if failure.sentence.startswith(STOPPED):  # no search failed
            title, sentence = STOPPED, f"{reason}. The match is held; nothing is lost."
        self.answers = (RETRY, CHANGE)
        details = f"seed {moment.setup.seed}, {word} {failure.turn}\n{failure.details}"
        self._dock.set_failure(title, sentence, details, self.answers)

    def _show_no_program(self, failure: Failure, program: Program) -> None:
        sentence = f"{failure.sentence} The match is held; nothing is lost."
        self.answers = (START, CHANGE_PLAYER)
        if program.is_elsewhere:
            sentence = (
                f"{program.name} played on the contest's site and is not here. Another player "
                "can go on from this position."
            )
            self.answers = (CHANGE_PLAYER,)
        self._dock.set_failure(
            f"The program of seat {failure.seat + 1} does not run",
            sentence,
            failure.details,
            self.answers,
        )


class AgainControl(QObject):
    """Asks for repetitions, and says what comes of them; `leave` ends the searches of a position
    beside the match.
    """

    def __init__(
        self, window: Window, moment: Moment, leave: Callable[[], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._leave = leave
        self._moment, self._dock = moment, window.trees
        self._row = window.trees.pages.tree.again
        self._asked: int | None = None  # the turn whose searches are repeated
        self._row.asked.connect(self._ask)

    def show(self) -> None:
        """Follows the turn on show."""
        beside = self._moment.ahead
        if beside is not None:
            word = f"{self._moment.game.turn_word.capitalize()} {beside.turns}"
            self._row.set_words(f"{word} is searched beside the match.", True, BACK)
            return
        if self._thinks_again:
            of = f"These trees are of {self._moment.outdated}."
            self._row.set_words(of, True, THINK)
            return
        searches, turn = self._moment.searches, self._moment.searches.turn
        looks_back = self._moment.cursor is not None or bool(self._moment.head.outcome)
        on = self._dock.view_mode() == TREE and searches.recorded and looks_back
        cost = self._cost_s(turn) if on else None
        if self._asked is not None and (cost is None or self._asked != turn):
            self._moment.session.search_again(None)
            self._asked = None
        if cost is None:
            self._row.set_words("", waits=False)
            return
        if self._asked is None and cost <= UNASKED_S:
            self._ask()
        self._row.set_words(self._words(cost), waits=self._asked is None)

    @property
    def _thinks_again(self) -> bool:
        """Whether a knob was turned after the search in a person's time had come to its end."""
        return self._moment.is_idle and bool(self._moment.outdated)

    def _ask(self) -> None:
        if self._moment.ahead is not None:
            self._leave()
            return
        if self._thinks_again:
            self._moment.session.think_again()
            return
        self._asked = self._moment.searches.turn
        self._moment.session.search_again(self._asked)

    def _cost_s(self, turn: int) -> float | None:
        """CPU seconds of the longest recorded search of that turn; None where none can be
        repeated.
        """
        turns, thoughts = self._moment.view.turns, self._moment.thoughts()
        if not 0 <= turn < len(turns):
            return None
        seats = [t.seat for t in thoughts if t is not None and t.form in KEEPS]
        costs = [seconds(turns, turn, seat) for seat in seats]
        known = [cost for cost in costs if cost is not None]
        return max(known, default=None)  # they are repeated side by side

    def _words(self, cost: float) -> str:
        workers = self._moment.view.workers.items()
        repeats = [worker for (_, kind), worker in workers if kind == AGAIN]
        refused = [worker.note for worker in repeats if worker.note]
        if self._asked is None:
            took = f"{numerals.real(cost, 1)} s" if cost < 60 else numerals.duration(cost)
            return f"Its search took {took} of processor time; its tree is not kept."
        if refused:
            return " ".join(refused)
        if self._moment.searches.again:
            return "Searched again exactly: the numbers at the root are the recorded ones."
        return "Searching it again ..."
