"""How the choices of a match formed, in the window: whose turns are searched again, the run in
worker processes, and what the panel shows of it.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from lab.maps.decisions import MatchDecisions, decision_marks, decision_questions, turns_of
from lab.maps.question import MapsPlan
from lab.maps.run import MapsRun
from lab.match.budget import ITERATIONS
from lab.match.seat import SearchSeat
from lab.ui.control.moment import Moment
from lab.ui.maps.over_match import MatchPanel, MatchView
from lab.words import numerals

AMOUNTS = (1000, 4000, 20_000)  # iterations of each search
NOBODY = "No search plays in this match, so there is no search to repeat."
TOO_EARLY = "No turn has been decided yet."
COVERED = "Fair play covers the searches of this match until it is over."


class OverMatchControl(QObject):
    """Runs while the panel is on show. `turn_picked` carries a turn to look at."""

    turn_picked = Signal(int)

    def __init__(self, moment: Moment, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._moment = moment
        self._panel: MatchPanel | None = None
        self._run: MapsRun | None = None
        self._found: MatchDecisions | None = None
        self._seat, self._most = 0, 0  # 0: the seat's own budget
        self._shown: tuple[object, ...] = ()

    def attach(self, panel: MatchPanel) -> None:
        """The panel that shows it."""
        self._panel = panel
        panel.asked.connect(self._toggle)
        panel.most_chosen.connect(self._choose_most)
        panel.seat_chosen.connect(self._choose_seat)
        panel.turn_picked.connect(self.turn_picked)

    @property
    def done(self) -> bool:
        """Whether every turn has been searched."""
        return self._run is not None and len(self._run.answers) == self._run.total

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
        assert panel is not None  # attached when the page was made
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

    def stop(self) -> None:
        """Ends the searches; what they have found stays."""
        if self._run is not None:
            self._run.stop()

    def end(self) -> None:
        """Ends the searches and waits for their processes."""
        if self._run is not None:
            self._run.close()

    def _toggle(self) -> None:
        if self._run is not None and self._run.running:
            self.stop()
        else:
            self.begin()

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
        if found is None or run is None or panel is None:
            return
        shown = (len(found.known), run.running, run.failure)
        if shown == self._shown:
            return
        self._shown = shown
        game = self._moment.game
        spec = self._moment.setup.seats[self._seat]
        iteration = spec.kind.iteration_word if spec.kind is not None else "iteration"
        names = tuple(game.agent_name(agent) for agent in range(game.agents))
        panel.set_view(MatchView(found, names, tuple(game.owner), game.turn_word, iteration))
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
