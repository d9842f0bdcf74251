"""The Experiments page in the window: shows what the store has of the experiments, plays and
compares them, keeps files and notes, and puts games and players on the board.

Every half second while the page is on show or games are played, the store's thread makes a new view
if anything was written, by this window or by anybody else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject

from lab.experiments.claims.view import ExperimentView, ListedExperiment, SideBySide
from lab.live.trust import Trust
from lab.match.budget import Budget
from lab.match.seat import ProgramSeat
from lab.ui.control.run_page import SHARE, TICK_MS, RunPageControl
from lab.ui.control.setup import SetupControl
from lab.ui.control.store_thread import LatestLook, StoreThread
from lab.ui.experiments import work
from lab.ui.experiments.centre import COMPARE, GAMES
from lab.ui.experiments.files import ExperimentFiles
from lab.ui.experiments.page import ExperimentsPage
from lab.ui.experiments.run_options import RunForm
from lab.ui.experiments.shelf_list import SWEEP
from lab.ui.explore.control import ExploreControl
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import EXPERIMENTS, NETWORK, TUNER
from lab.words.settings import Settings

READING, READING_MS = 2, 20  # the same while entries of the list have to be read


class ExperimentsControl(RunPageControl[ExperimentsPage]):
    """Shows one experiment at a time and plays those that are asked for one after the other.
    `files` and `comparing` are made with the page.
    """

    files: ExperimentFiles
    comparing: ExperimentCompare

    def __init__(
        self,
        window: Window,
        seating: SetupControl,
        settings: Settings,
        trust: Trust,
        parent: QObject,
    ) -> None:
        super().__init__(window, seating, trust, "experiment", parent)
        self.explore = ExploreControl(window, seating, settings, trust, self)
        self.view: ExperimentView | None = None
        self.playing, self.waiting = "", list[str]()
        self._forms: dict[str, RunForm] = {}  # how what plays or waits is to be played
        self.entries = work.ShelfEntries()
        self._wanted = work.OnShow("")
        window.add_workspace(EXPERIMENTS, lambda: self.page)

    # -- the page ----------------------------------------------------------------------------------

    def _made(self) -> ExperimentsPage:
        page = ExperimentsPage()
        panel, about = page.panel, page.about
        panel.chosen.connect(self.choose)
        panel.run_asked.connect(self.start)
        panel.stop_asked.connect(self.stop)
        panel.options.changed.connect(lambda _form: self._say())
        page.row_picked.connect(lambda row: self._want(replace(self._wanted, row=row, stamp=-1)))
        page.budget_picked.connect(self._pick_budget)
        page.games_wanted.connect(self._list_games)
        self.files = ExperimentFiles(page, self._seating, self.store, self._busy, self)
        self.files.saved.connect(self._saved)
        self.files.gone.connect(self._gone)
        self.comparing = ExperimentCompare(page, self.store, self.show_row, self)
        about.load_asked.connect(self._load)
        about.report_asked.connect(self._report)
        page.set_reading_all()
        self.store.look(work.names, then=self._named)
        return page

    def show_questions(self) -> None:
        """Shows the page with the question that was looked at last."""
        self._window.show_workspace(EXPERIMENTS)
        if self.page.sweeps:
            self.choose(self._wanted.name)

    def show_sweeps(self) -> None:
        """Shows the page with the sweeps."""
        self._window.show_workspace(EXPERIMENTS)
        self.choose(SWEEP)

    def _named(self, entries: tuple[ListedExperiment, ...]) -> None:
        """The files are known; what their games say comes later."""
        self.entries.set_names(entries)
        self._show_list()
        if not self._wanted.name and entries and not self.page.sweeps:
            self.choose(entries[0].name)

    def choose(self, name: str) -> None:
        """Shows an experiment, or the sweeps."""
        page = self.page
        if name in (TUNER, NETWORK):
            page.panel.list.choose(SWEEP if page.sweeps else self._wanted.name)
            self._window.show_workspace(name)
            return
        if name == SWEEP:
            page.show_sweep(self.explore.page)
            return
        if self.view is not None and name == self.view.file.name:
            page.set_view(self.view, self._busy(name))
        else:
            self.view = None
            known = self.entries.by_name.get(name)
            page.set_reading(name, known.question if known is not None else name)
        self._want(work.OnShow(name))

    def show_row(self, name: str, budget: Budget | None, row: str) -> None:
        """Shows a row of an experiment at a budget."""
        if self.view is None or name != self.view.file.name:
            self.choose(name)
        self._want(work.OnShow(name, budget, row))

    # -- what is known -----------------------------------------------------------------------------

    def tick(self) -> None:
        """A newer view if anything was written, and how far what is played has come."""
        self._look()
        if self.play.running:
            self._show_list()
        self._say()

    def _want(self, wanted: work.OnShow) -> None:
        """Shows another experiment, budget or row."""
        self._wanted = wanted
        self._look()

    def _look(self) -> None:
        wanted = self._wanted
        waits = wanted.stamp < 0 and bool(wanted.name)  # for what is to be shown
        other = "" if waits else self.entries.stale((self.playing, wanted.name))
        self.looks.look(
            wanted,
            work.looked,
            replace(wanted, other=other),
            then=self._looked,
            otherwise=partial(self._unread, wanted.name, other),
        )

    def _looked(self, found: work.ShelfLook) -> None:
        self.entries.take(found.entries, found.games)
        if found.entries:
            self._show_list()
        self._wanted = replace(self._wanted, stamp=found.stamp)
        if found.view is not None:
            self._show(found.view)

    def _rest(self, took_s: float, share: int = SHARE, least_ms: int = TICK_MS) -> None:
        """Soon, while entries of the list have to be read."""
        if self.entries.stale((self.playing, self._wanted.name)):
            share, least_ms = READING, READING_MS
        super()._rest(took_s, share, least_ms)

    def _unread(self, name: str, other: str, why: str) -> None:
        """The file of an experiment is none."""
        if other:
            self.entries.skip(other)
        self.view = None
        self.page.set_unreadable(name, why)
        self._wanted = work.OnShow("")

    def _show(self, view: ExperimentView) -> None:
        self.view = view
        if not self.page.sweeps:
            self.page.set_view(view, self._busy(view.file.name))
        if self.page.centre.shown == GAMES:
            self._list_games()
        self.comparing.renew()
        self._say()

    def _show_list(self) -> None:
        step, running = self.play.step, dict[str, tuple[str, float | None]]()
        if self.playing:
            words = "stopping" if self.play.running and self.play.stopped else step.note
            running[self.playing] = (words, step.done / max(1, step.total))
            running |= {name: (f"waits for {self.playing}", None) for name in self.waiting}
        self.page.set_list(list(self.entries.by_name.values()), running)

    def _say(self) -> None:
        view, line = self.view, ""
        words = "stopping" if self.play.stopped else self.play.step.note
        state = f"{self.playing}: {words}" if self.playing else ""
        if view is not None:
            form = self.page.panel.options.form()
            line = form.command(*form.workplace.words)
        self.page.set_state(state, line)

    def _pick_budget(self, number: int) -> None:
        if self.view is not None:
            budget, row = self.view.table.budgets[number], self.view.cell.part.row.name
            self._want(replace(self._wanted, budget=budget, row=row, stamp=-1))

    # -- games and players -------------------------------------------------------------------------

    def _list_games(self) -> None:
        view, page = self.view, self.page
        if view is None:
            return
        row, part = view.cell.part.row.name, view.cell.part
        if view.table.measures:
            show = partial(page.set_figures, row=row, file=view.file)
            self.store.look(work.figures_of, view.table, part, then=show)
            return
        self.store.look(
            work.games_of,
            view.file.name,
            part,
            then=lambda games: page.set_games(games, row, len(games) >= work.MOST),
        )

    def _load(self) -> None:
        """Begins a match with the chosen row's player in seat 1."""
        if self.view is not None:
            table, part = self.view.table, self.view.cell.part
            self.explore.load(table.game, 0, table.player(part.row, part.budget))

    def _report(self) -> None:
        if self.view is not None:
            save = partial(self.games.save_page, self.view.file.name)
            self.store.look(work.reported, self.view.table, then=save)

    # -- files -------------------------------------------------------------------------------------

    def _saved(self, name: str) -> None:
        """There is another file, or another text of one."""
        self.entries.again(name)
        self.store.look(work.names, then=self._named)
        self.choose(name)
        self._want(work.OnShow(name))

    def _gone(self, name: str) -> None:
        """An experiment was deleted; the next of the list takes its place."""
        at = list(self.entries.by_name).index(name)
        self.entries.again(name)
        self.view, self._wanted = None, work.OnShow("")
        self._show_list()
        rest = list(self.entries.by_name)
        if rest:
            self.choose(rest[min(at, len(rest) - 1)])
        else:
            self.page.set_unreadable("", "There are no experiments.")

    # -- playing -----------------------------------------------------------------------------------

    def _busy(self, name: str) -> bool:
        """Whether an experiment is being played or waits for that."""
        return bool(name) and (name == self.playing or name in self.waiting)

    def start(self) -> None:
        """Plays what is missing, after what is being played."""
        view, page = self.view, self.page
        if view is None or self._busy(view.file.name):
            return
        seats = [row.seat for row in view.table.rows if isinstance(row.seat, ProgramSeat)]
        if not self._permission.has(seats, page.centre.error):
            return
        self.waiting.append(view.file.name)
        self._forms[view.file.name] = page.panel.options.form()
        page.panel.set_problem("")
        self._next()

    def _next(self) -> None:
        """Plays the first of those that wait, if nothing is being played."""
        if self.playing or not self.waiting:
            self._show_busy()
            return
        name = self.playing = self.waiting.pop(0)
        form = self._forms[name]
        self.store.ask(work.requested, name, form, then=self._begin, otherwise=self._not_begun)
        self._show_busy()

    def _begin(self, found: work.RunRequest) -> None:
        name, store = found.table.file.name, self.store.opened
        if store is None or name != self.playing:
            return
        form = self._forms[name]
        if found.question is None:
            stepped = self.play.stepped
            self.play.begin(partial(work.measure_parts, store, found, form.groups, stepped))
            self._shown(True)
        else:
            self._play(name, found.question, form.workplace)
        self._show_busy()

    def _not_begun(self, why: str) -> None:
        self.playing = ""
        self._failed(why)
        self._next()

    def stop(self) -> None:
        """Stops the experiment on show; every finished game is kept."""
        name = self.view.file.name if self.view is not None else ""
        if name in self.waiting:
            self.waiting.remove(name)
        elif name == self.playing:
            if self.play.running:
                self.play.stop()
            else:
                self.playing = ""  # it was about to begin
                self._next()
        self._show_busy()

    def _ended(self, why: str) -> None:
        self.playing = ""
        if why:
            self._failed(why)
        self._look()
        self._next()

    def _show_busy(self) -> None:
        view = self.view
        self._show_list()
        if view is not None and not self.page.sweeps:
            self.page.show_busy(view, self._busy(view.file.name))
        self._say()

    # -- the end -----------------------------------------------------------------------------------

    def end(self) -> None:
        self.waiting.clear()
        self.files.deleting.settle()
        super().end()


Wanted = tuple[tuple[str, Budget | None], ...]
ShowRow = Callable[[str, Budget | None, str], object]


class ExperimentCompare(QObject):
    """Reads what is compared while it is on show; `show_row` shows a row of an experiment at a
    budget.
    """

    def __init__(
        self, page: ExperimentsPage, store: StoreThread, show_row: ShowRow, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._centre, self._show_row = page.centre, show_row
        self._looks = LatestLook(store)
        page.centre.compare.wanted.connect(self._changed)
        page.centre.compare.games_asked.connect(self._open)
        page.centre.view_chosen.connect(lambda _part: self.renew())

    def renew(self) -> None:
        """Something was played, or another experiment is on show."""
        if self._centre.shown == COMPARE:
            self._read(self._centre.compare.chosen)

    def _changed(self, wanted: Wanted) -> None:
        """The user chose others; the first is the experiment on show."""
        view = self._centre.view
        if view is not None and wanted and wanted[0] != (view.file.name, view.budget):
            self._show_row(*wanted[0], "")
        else:
            self._read(wanted)

    def _read(self, wanted: Wanted) -> None:
        if not wanted:
            self._looks.drop()
            return
        self._looks.look(
            wanted,
            work.compared,
            wanted,
            then=lambda found: self._show(wanted, found, ""),
            otherwise=lambda why: self._show(wanted, None, why),
        )

    def _show(self, wanted: Wanted, found: SideBySide | None, why: str) -> None:
        if self._centre.compare.chosen == wanted:
            self._centre.compare.set_found(found, why)

    def _open(self, number: int, row: str) -> None:
        """Lists the games of a row of one of the experiments."""
        found = self._centre.compare.found
        if found is not None:
            column = found.columns[number]
            self._show_row(column.file.name, column.budget, row)
            self._centre.show_part(GAMES)
