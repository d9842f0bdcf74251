"""The page of sweeps: plays what is set up on it, shows what the store has, and loads a point into
a seat of the match.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QMenu

from engines.game import Game
from engines.knobs import KnobError
from lab.experiments.sweep import SweepPlan
from lab.live.trust import Trust
from lab.match.seat import SeatSpec
from lab.store.kept import KeptExperiment
from lab.store.place import store_path
from lab.ui.control.setup import SetupControl
from lab.ui.control.sweep_run import SweepRun, kept_sweeps
from lab.ui.setup.program_box import Permission
from lab.ui.setup.usual import usual_setup
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import MATCH
from lab.words.settings import Settings

if TYPE_CHECKING:  # it is loaded when it is first shown
    from lab.ui.explore.page import ExplorePage

MOST = 20  # sweeps to choose from


class ExploreControl(QObject):
    """Makes the page when it is first shown. A program is started only if its command was typed
    there, or confirmed: `trust` is the match's.
    """

    def __init__(
        self,
        window: Window,
        seating: SetupControl,
        settings: Settings,
        trust: Trust,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window, self._seating, self._settings = window, seating, settings
        self._permission, self._filled = Permission(trust, "experiment"), False
        self.run = SweepRun(self)
        self.run.moved.connect(self._moved)

    @cached_property
    def page(self) -> ExplorePage:
        """The page, made when it is first asked for."""
        from lab.ui.explore.page import ExplorePage

        page = ExplorePage(self._seating.game.name)
        page.load_asked.connect(self.load)
        page.panel.changed.connect(self._changed)
        page.panel.pause_asked.connect(self.run.stop)
        page.panel.open_asked.connect(self._choose)
        page.start_asked.connect(self.start)
        page.error.chosen.connect(self._answered)
        page.ended.connect(self.run.end)
        page.panel.set_file(str(store_path(None)))
        self.run.show_latest()
        return page

    # -- what is known -----------------------------------------------------------------------------

    def _moved(self) -> None:
        page, run = self.page, self.run
        if run.result is not None and not self._filled:
            page.panel.show_plan(run.result.plan)
        self._filled = True
        page.set_state(run.result, run.running, run.per_minute)
        self._show_failure()

    def _show_failure(self) -> None:
        page, run = self.page, self.run
        if self._permission.asks:
            return
        if not run.failure:
            page.error.hide()
            return
        some = run.result is not None and run.result.matches
        kept = "Every finished match is kept." if some else "Nothing was played."
        page.error.show_error(
            "The sweep has stopped",
            f"{run.failure} {kept}",
            "",
            ("Start again", "Close this"),
        )

    def _plan(self) -> SweepPlan | None:
        """The plan in the boxes, None where it is wrong, which the panel then says."""
        plan, problem = None, ""
        try:
            plan = self.page.panel.plan()
        except KnobError as error:
            problem = str(error)
        self.page.panel.set_problem(problem)
        return plan

    def _changed(self) -> None:
        """Another question: what the store has of it."""
        plan, shown = self._plan(), self.run.result
        if plan is None or self.run.running:
            return
        if shown is None or shown.plan.question != plan.question:
            self.run.forget()
            self.run.show(plan)

    # -- what the user asks for --------------------------------------------------------------------

    def start(self) -> None:
        """Plays, or continues."""
        plan, page = self._plan(), self.page
        if plan is None:
            return
        players = (*plan.grid.seats, *plan.grid.against)
        if page.panel.typed:
            self._permission.confirm(*players)
        if self._permission.has(players, page.error):
            self.run.start(plan, page.panel.hands.workplace)

    def _answered(self, button: int) -> None:
        self.run.failure = ""
        self.page.error.hide()
        self._permission.answer(button == 0)
        if button == 0:
            self.start()

    def _choose(self) -> None:
        self.run.store.look(kept_sweeps, then=self._offer)

    def _offer(self, sweeps: list[KeptExperiment]) -> None:
        """A list of the sweeps that were played, and of files."""
        menu = QMenu(self.page)
        for kept in sweeps[:MOST]:
            menu.addAction(kept.name, partial(self._open_kept, kept))
        menu.addSeparator()
        menu.addAction("A file …", self._ask_file)
        button = self.page.panel.open
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def _open_kept(self, kept: KeptExperiment) -> None:
        self._filled = False
        self.run.show_kept(kept)

    def _ask_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self.page, "Open results", "", "Results of sweeps (*.jsonl);;All files (*)"
        )
        if name:
            self.open(Path(name))

    def open(self, path: Path) -> None:
        """Takes a file of results into the store and shows it."""
        self._filled = False
        self.run.open(path)

    def load(self, game: Game, seat: int, spec: SeatSpec) -> None:
        """Begins a match of this game with `spec` in a seat; the other players stay."""
        setup = self._seating.setup
        if (setup.game, setup.options) != (game.name, game.options):
            setup = replace(usual_setup(game.name, self._settings), options=game.options)
        self._window.show_workspace(MATCH)
        self._seating.begin(
            replace(setup, seats=(*setup.seats[:seat], spec, *setup.seats[seat + 1 :]))
        )
