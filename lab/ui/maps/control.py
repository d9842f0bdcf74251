"""The page Maps in the window: it holds the position on show while it is open, asks the searches
for joint lines, searches the turns of a match again in worker processes, and shows what these say.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from PySide6.QtCore import QObject, QTimer, Signal

from lab.maps.decisions import MatchDecisions, decision_marks, decision_questions, turns_of
from lab.maps.expectations import (
    Expectations,
    expectations,
    one_sided,
    placeless,
    searched,
    treeless,
)
from lab.maps.question import MapsPlan
from lab.maps.run import MapsRun
from lab.match.budget import ITERATIONS
from lab.match.node_line import TURNS, DrawWish
from lab.match.records import Thought
from lab.match.seat import SearchSeat
from lab.ui.control.moment import Moment
from lab.ui.control.transport import TransportControl
from lab.ui.maps.agent_map import ForeseenShare
from lab.ui.maps.convergence import MatchForecasts, MatchPanel
from lab.ui.maps.expect_view import ExpectView
from lab.ui.maps.page import MATCH_VIEW, POSITION, MapsPage
from lab.ui.maps.settings_map import HangControl, MapSearches
from lab.ui.parts.marks import marks_of
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import MAPS, MATCH
from lab.words import numerals
from lab.words.columns import foreseen_of
from search.branches import Wish
from search.forms import Form

AMOUNTS = (1000, 4000, 20_000)  # iterations of each search
NOBODY = "No search plays in this match, so there is no search to repeat."
TOO_EARLY = "No turn has been decided yet."
COVERED = "Fair play covers the searches of this match until it is over."


class OverMatchControl(MapSearches):
    """How the choices of the match formed. `turn_picked` carries a turn to look at."""

    turn_picked = Signal(int)

    def __init__(self, panel: MatchPanel, moment: Moment, parent: QObject) -> None:
        super().__init__(moment, parent)
        self._panel = panel
        self._found: MatchDecisions | None = None
        self._most = 0  # 0: the seat's own budget
        panel.asked.connect(self.toggle)
        panel.most_chosen.connect(self._choose_most)
        panel.seat_chosen.connect(self._choose_seat)
        panel.turn_picked.connect(self.turn_picked)

    @property
    def found(self) -> MatchDecisions | None:
        """What is known so far."""
        if self._run is None or self._found is None:
            return None
        return replace(self._found, known=self._run.answers)

    # -- running -----------------------------------------------------------------------------------

    def begin(self) -> None:
        """Searches every turn of the line on the board."""
        self.stop()
        self._found, self._shown = None, ()
        moment, panel = self._moment, self._panel
        game, specs = moment.game, moment.setup.seats
        searched = {s: v for s, v in enumerate(specs) if isinstance(v, SearchSeat) and v.searches}
        if not searched:
            panel.show_words(NOBODY)
            return
        self._seat = self._seat if self._seat in searched else min(searched)
        spec = searched[self._seat]
        most = self._most or _own(spec)
        panel.set_choices(list(searched), self._seat, sorted({*AMOUNTS, most}), most)
        turns = turns_of(game, moment.frames, self._seat)
        why = TOO_EARLY if not turns else COVERED if moment.people and not moment.ended else ""
        if why:
            panel.show_words(why)
            return
        marks = decision_marks(most)
        agents = tuple(game.agents_of(self._seat))
        self._found = MatchDecisions(self._seat, agents, turns, marks, {})
        asked = decision_questions(moment.frames, turns, self._seat, spec, marks)
        self._run = MapsRun(MapsPlan(game.spec, moment.setup.seed), game, asked)
        self.look()

    def _choose_most(self, most: int) -> None:
        self._most = most
        self.begin()

    def _choose_seat(self, seat: int) -> None:
        self._seat, self._most = seat, 0
        self.begin()

    # -- showing -----------------------------------------------------------------------------------

    def look(self) -> None:
        """Shows what has been answered by now."""
        found, run, panel = self.found, self._run, self._panel
        if found is None or run is None:
            return
        shown = (len(found.known), run.running, run.failure)
        if shown == self._shown:
            return
        self._shown = shown
        game = self._moment.game
        spec = self._moment.setup.seats[self._seat]
        iteration = spec.kind.iteration_word if spec.kind is not None else "iteration"
        names = tuple(game.agent_name(agent) for agent in range(game.agents))
        panel.set_view(MatchForecasts(found, names, tuple(game.owner), game.turn_word, iteration))
        panel.set_state(self._state(run, found, iteration), run.running)

    def _state(self, run: MapsRun, found: MatchDecisions, iteration: str) -> str:
        done = len(run.answers)
        each = f"{numerals.count(found.marks[-1])} {iteration}s each"
        if run.failure:
            return f"{each}; {run.failure}"
        turns = f"{run.total} {self._moment.game.turn_word}s of seat {self._seat + 1}, {each}"
        return turns if done == run.total else f"{turns}: {done} done"


def _own(spec: SearchSeat) -> int:
    """The iterations of a seat's own budget, or the usual ones."""
    if spec.budget is not None and spec.budget.kind == ITERATIONS:
        return max(10, int(spec.budget.amount))
    return AMOUNTS[1]


LOOK_MS = 100
ENOUGH = 50_000  # iterations, after which the searches rest: the processes need the cores
OVER = "The match is over in this position: nothing is left to expect or to choose."
WAITS = "The searches of this position have not drawn any lines yet."


class MapsControl(QObject):
    """Begins to look when the page is shown, and ends when it is left. `hanging` and `over_match`
    are made with the page.
    """

    hanging: HangControl
    over_match: OverMatchControl

    # two players of a seat are to be compared: the seat, the own player, another
    compared = Signal(int, object, object)

    def __init__(
        self, window: Window, moment: Moment, transport: TransportControl, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._moment, self._transport = window, moment, transport
        self._held = False  # the position was held before
        self._wish: Wish | None = None  # what Trees look into
        self._ahead, self._viewer = TURNS - 1, 0
        self._given: tuple[object, ...] = ()
        self._found: Expectations | None = None
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        window.add_workspace(MAPS, lambda: self.page)
        window.workspace_changed.connect(self._workspace_changed)
        window.trees.explored.connect(self._explored)

    @cached_property
    def page(self) -> MapsPage:
        """The page, made when it is first shown."""
        page = MapsPage()
        page.stepped.connect(self._step)
        page.left.connect(self.toggle)
        page.ended.connect(self._timer.stop)
        self.hanging = HangControl(page.hanging, self._moment, self)
        self.hanging.opened.connect(self.compared)
        self.over_match = OverMatchControl(page.match, self._moment, self)
        self.over_match.turn_picked.connect(self._show_turn)
        for searches in (self.hanging, self.over_match):
            page.ended.connect(searches.end)
        page.view_chosen.connect(self._choose_view)
        page.expecting.turn_chosen.connect(self._choose_turn)
        page.expecting.viewer_chosen.connect(self._choose_viewer)
        return page

    # -- coming and going --------------------------------------------------------------------------

    def toggle(self) -> None:
        """Shows the maps of the position on show, or goes back to the match."""
        if self._window.workspaces.name == MAPS:
            self._window.show_workspace(MATCH)
        else:
            self._window.show_workspace(MAPS)

    def _workspace_changed(self, name: str) -> None:
        if name == MAPS:
            self._begin()
        elif self._timer.isActive():
            self._end()

    def _begin(self) -> None:
        """Holds the position on show; of a finished match only the whole can be looked at."""
        self._held = self._moment.status.holding
        if not self._held:
            self._transport.think_on(True)
        self._moment.session.explore(DrawWish(()))
        self._given = ()
        game = self._moment.game
        self._viewer = min(self._viewer, game.seats - 1)
        self.page.expecting.set_viewers(game.seats, self._viewer)
        self._timer.start(LOOK_MS)
        self.page.show_view(MATCH_VIEW if self._moment.ended else self.page.view)
        self.look()

    def _choose_view(self, view: str) -> None:
        """Only the searches of the view on show run."""
        if view == MATCH_VIEW:
            self.hanging.stop()
            self.over_match.begin()
        else:
            self.over_match.stop()
            self.hanging.begin()

    def _end(self) -> None:
        self._timer.stop()
        self.hanging.stop()
        self.over_match.stop()
        self._moment.session.explore(self._wish)
        if not self._held:
            self._transport.think_on(False)

    def _explored(self, wish: Wish | None) -> None:
        """Trees, below the page, look into another part."""
        self._wish = wish
        if self._timer.isActive():
            self._moment.session.explore(DrawWish(()))

    def _show_turn(self, turn: int) -> None:
        """A turn of the match view: its position."""
        self._go_to(turn)
        self.page.show_view(POSITION)

    def _step(self, turns: int) -> None:
        """Another turn of the match."""
        self._go_to(max(0, min(self._moment.turn + turns, self._moment.head.turn)))
        if self.page.view == POSITION:
            self.hanging.begin()

    def _go_to(self, turn: int) -> None:
        moment = self._moment
        if turn != moment.turn and not moment.frames[turn].outcome:
            self._transport.go_to(turn)
            self._transport.think_on(True)
            self._held = False
            self._given = ()

    # -- choices -----------------------------------------------------------------------------------

    def _choose_turn(self, turn: int) -> None:
        self._ahead = turn
        self._show()

    def _choose_viewer(self, seat: object) -> None:
        self._viewer = int(str(seat))
        self._given = ()
        self.look()

    # -- showing -----------------------------------------------------------------------------------

    def look(self) -> None:
        """Shows what the searches say by now."""
        moment = self._moment
        thoughts = moment.thoughts()
        self._rest(thoughts)
        self.page.set_state(moment.state_words())
        self.hanging.look()
        self.over_match.look()
        given = (moment.turn, *(id(t.drawn) for t in thoughts if t is not None))
        if given == self._given:
            return
        self._given = given
        game, state = moment.game, moment.frame.state
        drawn = [t.drawn if t is not None and t.turn == moment.turn else None for t in thoughts]
        self._found = expectations(game, state, drawn, self._viewer)
        self._show()
        self._show_foreseen(thoughts)

    def _rest(self, thoughts: tuple[Thought | None, ...]) -> None:
        """Lets searches rest that run for this page only and know enough."""
        known = [t for t in thoughts if t is not None and t.drawn is not None]
        runs = self._moment.status.holding and self._moment.running_on and not self._held
        if runs and known and all(t.snapshot.iterations >= ENOUGH for t in known):
            self._transport.toggle_run()

    def _show(self) -> None:
        moment, panel, found = self._moment, self.page.expecting, self._found
        game = moment.game
        if moment.ended:
            panel.show_words(OVER)
            return
        if found is None:
            panel.show_words(placeless(game) or self._why(moment.thoughts()))
            return
        turn = min(self._ahead, found.last)
        view = ExpectView(found, moment.frame.scene, turn, tuple(game.owner), game.turn_word)
        where = f"{game.turn_word} {moment.turn}, {searched(found)}"
        panel.set_view(view, where, one_sided(game, found))

    def _why(self, thoughts: tuple[Thought | None, ...]) -> str:
        """Why there are no lines, or not yet."""
        known = [t for t in thoughts if t is not None and t.turn == self._moment.turn]
        if known and not any(_draws(t) for t in known):
            return treeless(self._moment.game)
        return WAITS

    def _show_foreseen(self, thoughts: tuple[Thought | None, ...]) -> None:
        """How often each seat's search foresaw the others' actions."""
        known = [thought for thought in thoughts if thought is not None]
        found = [
            ForeseenShare(agent.stats.agent, agent.name, other.seat, share)
            for thought in known
            for agent in thought.agents
            if agent.seat == thought.seat
            for other in known
            if (share := foreseen_of([other], agent)) is not None
        ]
        shown = [each for each in found if len(known) == 2 or each.viewer == self._viewer]
        self.page.expecting.foreseen.set_shares(tuple(shown), marks_of(self._moment.game.owner))


def _draws(thought: Thought) -> bool:
    """Whether a search has a tree of visits, from which lines can be drawn."""
    searched = any(agent.stats.counted == "node" for agent in thought.agents)
    return thought.form is Form.TREE and not searched
