"""Comparing two players on the position on show: who they are, how long they search, and what the
page shows of them.
"""

from __future__ import annotations

import contextlib
from dataclasses import replace
from functools import cached_property

from PySide6.QtCore import QObject, QTimer, Signal

from engines.game import Game
from engines.knobs import KnobError, Value
from engines.scene import Target
from lab.compare.facts import Comparison, compare
from lab.compare.words import asked_of, branch_of, settings_words
from lab.live.trust import Trust
from lab.match.budget import ITERATIONS, NODES, TIME, Budget
from lab.match.decide import turned
from lab.match.records import Contender, Contesting
from lab.match.seat import ProgramSeat, SearchSeat, SeatSpec
from lab.programs.spec import PROGRAM, hears, parse_program
from lab.ui.compare.contest import ContestControl
from lab.ui.compare.page import OWN, ComparePage
from lab.ui.compare.part import CompareView
from lab.ui.control.moment import Moment
from lab.ui.control.sweep_run import SweepRun
from lab.ui.parts.combos import Entry
from lab.ui.parts.marks import marks_of
from lab.ui.parts.selection import Selection
from lab.ui.setup.usual import best_for, fresh, usual_budget
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import COMPARE, MATCH
from lab.words import numerals
from search import algorithms

LOOK_MS = 100
AMOUNTS = {
    ITERATIONS: 20_000,
    NODES: 50_000,
    TIME: 200,
}  # what both get when a kind is first chosen
OTHERS = ("smitsimax", "duct", "uct", "alphabeta", "minimax", "beam", "genetic")  # for B, by need
OVER = "The match is over in this position: there is nothing to compare."
START, CLOSE = "Start the program here", "Close this"


class CompareControl(QObject):
    """Begins a comparison when the page is shown, and ends it when it is left. `contest` is made
    with the page.
    """

    contest: ContestControl

    told = Signal(str)  # a sentence for the status bar

    def __init__(
        self, window: Window, moment: Moment, selection: Selection, trust: Trust, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._moment, self._selection = window, moment, selection
        self._trust = trust
        self._game: Game | None = None
        self._specs: list[Contesting] = []
        self._seat, self._turn = 0, 0
        self._kind, self._amounts = ITERATIONS, dict(AMOUNTS)
        self._frame = moment.head
        self._played = False  # the match was running before
        self._given: tuple[object, ...] = ()
        self._failed: object = None
        self.run = SweepRun(self)  # of A against B
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        window.add_workspace(COMPARE, lambda: self.page)
        window.workspace_changed.connect(self._workspace_changed)

    @cached_property
    def page(self) -> ComparePage:
        """The page, made when it is first shown."""
        page = ComparePage()
        for side, card in enumerate(page.cards):
            card.chosen.connect(lambda name, side=side: self._choose(side, name))
            card.turned.connect(lambda name, value, side=side: self._turn_knob(side, name, value))
            card.entered.connect(lambda words, side=side: self._enter(side, words))
            card.budgeted.connect(lambda text, side=side: self._budget_side(side, text))
        page.budget_chosen.connect(self._budget_both)
        page.seat_chosen.connect(self._choose_seat)
        page.stepped.connect(self._step)
        page.left.connect(self.toggle)
        page.trees.wished.connect(self._moment.session.explore_compared)
        page.answered.connect(self._answer)
        page.ended.connect(self._timer.stop)
        page.ended.connect(self.run.end)
        self.contest = ContestControl(page.contest, self.run, self._trust, self)
        return page

    # -- coming and going --------------------------------------------------------------------------

    def toggle(self) -> None:
        """Compares two players on the position on show, or goes back to the match."""
        if self._window.workspaces.name == COMPARE:
            self._window.show_workspace(MATCH)
        elif self._moment.ended:
            self.told.emit(OVER)
        else:
            self._window.show_workspace(COMPARE)

    def open_with(self, seat: int, first: Contesting, second: Contesting) -> None:
        """Compares these two players of a seat on the position on show."""
        self._game, self._seat = self._moment.game, seat
        self._specs = [first, second]
        self._window.show_workspace(COMPARE)

    def _workspace_changed(self, name: str) -> None:
        if name == COMPARE:
            self._begin()
        elif self._timer.isActive():
            self._end()

    def _begin(self) -> None:
        """Takes the position on show and lets both search it."""
        self._played = self._moment.status.playing
        self._moment.session.pause()
        self._take_position()
        self._timer.start(LOOK_MS)

    def _take_position(self) -> None:
        """Compares on the position on show."""
        moment, game = self._moment, self._moment.game
        pair = self._selection.pair
        self._turn, self._seat = moment.frame.turn, game.owner[pair[0]] if pair else self._seat
        if moment.is_covered:  # a person does not look over the opponent's shoulder
            self._seat = moment.people[0]
        if game is not self._game:
            self._game, self._seat = game, self._seat if moment.is_covered or pair else 0
            self._specs = [self._first(game), self._second(game)]
        self._show_position()
        self._show_sides()
        self._ask()

    def _end(self) -> None:
        self._timer.stop()
        self._given = ()
        self._moment.session.compare(None, self._seat)
        if self._played and self._moment.cursor is None:
            self._moment.session.play()

    # -- who they are ------------------------------------------------------------------------------

    def _first(self, game: Game) -> Contesting:
        """The seat's own player, or what suits the game."""
        own = self._moment.setup.seats[self._seat]
        if isinstance(own, ProgramSeat) or own.searches:
            return _contesting(own)
        return _contesting(fresh(best_for(game), game))

    def _second(self, game: Game) -> Contesting:
        """Another search that fits the game."""
        fitting = [
            name
            for name in (*OTHERS, *algorithms())
            if name in algorithms()
            and algorithms()[name].searches
            and algorithms()[name].supports(game) is None
        ]
        other = next((n for n in fitting if n != self._specs_name), fitting[0])
        return _contesting(fresh(other, game))

    @property
    def _specs_name(self) -> str:
        own = self._moment.setup.seats[self._seat]
        return own.name if own.searches else best_for(self._moment.game)

    def _entries(self) -> list[Entry]:
        game = self._moment.game
        found = sorted((a for a in algorithms().values() if a.searches), key=lambda a: a.title)
        mute = "" if hears(game) else f"{game.title} has no text that a program could read"
        entries = [Entry(a.name, a.title, a.note, a.supports(game) or "") for a in found]
        return [*entries, Entry(PROGRAM, "A program ...", "its answer alone", mute)]

    def _choose(self, side: int, name: str) -> None:
        game = self._moment.game
        if name != PROGRAM:
            self._set(side, _contesting(fresh(name, game)))
            return
        known = next((s for s in self._moment.setup.seats if isinstance(s, ProgramSeat)), None)
        if known is not None:
            self._set(side, known)
        else:
            self.page.cards[side].ask_program(game)

    def _enter(self, side: int, words: str) -> None:
        """A program whose command a person has written here."""
        try:
            program = parse_program(words, self._moment.game)
            program.check()
        except KnobError as error:
            self.page.cards[side].sheet.refuse(str(error))
            return
        self._trust.confirm(program.command)
        self._set(side, ProgramSeat(program))

    def _turn_knob(self, side: int, name: str, value: Value) -> None:
        spec = self._specs[side]
        if isinstance(spec, SearchSeat):
            with contextlib.suppress(KnobError):  # typed into a field of the search before
                self._set(side, turned(self._moment.game, spec, {name: value}))

    def _set(self, side: int, spec: Contesting) -> None:
        self._specs[side] = spec
        self._show_sides()
        self._ask()

    # -- budgets, seat and position ----------------------------------------------------------------

    def _budget_both(self, kind: str, amount: int) -> None:
        if kind == self._kind and kind != OWN:
            self._amounts[kind] = amount
        self._kind = kind
        self._show_sides()
        self._ask()

    def _budget_side(self, side: int, text: str) -> None:
        spec = self._specs[side]
        if isinstance(spec, SearchSeat):
            self._set(side, replace(spec, budget=Budget.parse(text)))

    def _budgeted(self, spec: Contesting) -> Contesting:
        """The side with the budget that it gets."""
        if isinstance(spec, ProgramSeat):
            return spec
        if self._kind == OWN:
            return replace(spec, budget=spec.budget or usual_budget(spec.kind))
        return replace(spec, budget=Budget(self._kind, self._amounts[self._kind]))

    def _choose_seat(self, seat: object) -> None:
        self._seat = int(str(seat))
        self._show_sides()
        self._ask()

    def _step(self, turns: int) -> None:
        """Another turn of the match."""
        moment = self._moment
        turn = max(0, min(self._turn + turns, moment.head.turn))
        if turn != self._turn and not moment.frames[turn].outcome:
            self._turn = turn
            moment.go_to(turn)
            self._show_position()
            self._ask()

    def _ask(self) -> None:
        self._given, self._failed = (), None
        self.page.errors.hide()
        first, second = map(self._budgeted, self._specs)
        moment = self._moment
        moment.session.compare(second, self._seat, first, self._turn)
        state = self._frame.state
        self.contest.set_question(moment.game, moment.setup, state, (first, second))

    # -- showing -----------------------------------------------------------------------------------

    def _show_position(self) -> None:
        game, self._frame = self._moment.game, self._moment.frames[self._turn]
        title = f"{game.turn_word.capitalize()} {self._turn}"
        self.page.set_position(title, self._frame.scene, game.owner)
        self.page.set_view(None)

    def _show_sides(self) -> None:
        game, page = self._moment.game, self.page
        page.set_seats(range(game.seats) if game.simultaneous else (), self._seat)
        page.set_budget(self._kind, self._amounts.get(self._kind, AMOUNTS[ITERATIONS]))
        for card, spec in zip(page.cards, self._specs, strict=True):
            card.set_players(self._entries())
            budgeted = self._budgeted(spec)
            card.show_spec(budgeted, game, settings_words(budgeted, game))

    def look(self) -> None:
        """Shows what both have found by now; begins again if the match has lost their position."""
        if all(frame is not self._frame for frame in self._moment.frames[self._turn :][:1]):
            self._take_position()
        found = self._moment.session.compared
        if len(found) != 2:
            self.page.set_state(*self._waiting(), self._command())
            return
        first, second = found
        given = tuple(id(x) for side in found for x in (side.thought, side.answer, side.failure))
        given = (*given, *(side.finished for side in found))
        if given == self._given:
            return
        self._given = given
        self._show_failure(first, second)
        self._seat = first.seat
        game = self._moment.game
        names = tuple(game.agent_name(agent) for agent in range(game.agents))
        comparison = compare(first, second, names)
        view = CompareView(comparison, game, marks_of(game.owner), self._cells(comparison))
        self.page.set_view(view, found)
        self.page.set_state(*self._doing(found), self._command())

    def _cells(self, comparison: Comparison) -> tuple[tuple[int, int, Target], ...]:
        """The cells of both sides' moves, in games whose agents have no places."""
        game, state = self._moment.game, self._frame.state
        found = []
        for agent in comparison.agents:
            if game.position(state, agent.agent) is not None:
                continue
            cells = {target.action: target for target in game.targets(state, agent.agent)}
            for side, column in enumerate(agent.columns):
                if column is not None and agent.moves[side] != numerals.NOTHING:
                    stats = column.agent.stats
                    target = cells.get(int(stats.actions[stats.best]))
                    found += [(side, agent.agent, target)] if target is not None else []
        return tuple(found)

    def _waiting(self) -> tuple[str, str]:
        status = self._moment.session.status
        if status.preparing:
            share = numerals.percent(status.progress)
            return f"preparing {status.preparing}, {share}", f"Preparing {status.preparing}"
        note = status.notes[-1] if status.notes else ""
        return note, note

    def _doing(self, sides: tuple[Contender, ...]) -> tuple[str, str]:
        """What both do, in a word and in a sentence."""
        status = self._moment.session.status
        if status.preparing:
            return self._waiting()
        where = f"position {numerals.after(self._turn, self._moment.game.turn_word)}"
        running = sum(not side.finished and side.failure is None for side in sides)
        if running:
            return "running", f"{running} of 2 running, {where}"
        return "done", f"A and B are done, {where}"

    def _show_failure(self, *sides: Contender) -> None:
        failure = next((side.failure for side in sides if side.failure is not None), None)
        if failure is self._failed:
            return
        self._failed = failure
        if failure is None:
            self.page.errors.hide()
            return
        buttons = (START, CLOSE) if failure.asks else (CLOSE,)
        letter = "A" if sides[0].failure is failure else "B"
        self.page.errors.show_error(f"{letter} stopped", failure.sentence, failure.details, buttons)

    def _answer(self, button: int) -> None:
        """A button of the error bar."""
        asks = next((s.failure.asks for s in self._moment.session.compared if s.failure), "")
        self.page.errors.hide()
        if asks and button == 0:
            self._trust.confirm(asks)
            self._ask()

    def _command(self) -> str:
        """The command line of this comparison."""
        moment, path = self._moment, self._moment.session.file
        first, second = map(self._budgeted, self._specs)
        asked = asked_of(moment.game, (first, second), self._seat, moment.setup.seed)
        if path is not None:
            branch = branch_of(moment.session.lines, self._turn)
            asked = replace(asked, start=path, turn=self._turn, branch=branch)
        return asked.command()


def _contesting(spec: SeatSpec) -> Contesting:
    assert isinstance(spec, ProgramSeat | SearchSeat)  # callers leave persons out
    return spec
