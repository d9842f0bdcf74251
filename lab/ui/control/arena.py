"""The Arena page in the window: plays an arena in threads and processes, shows what the store has
of it, and puts its games on the board.

Every half second while the page is on show or games are played, the store's desk makes a new view
if anything was written, by this window or by anybody else.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication

from engines import games
from engines.knobs import KnobError
from lab.batch.errors import BatchError
from lab.batch.pool import cores
from lab.experiments.arena.pool import Arena
from lab.experiments.arena.question import ArenaQuestion
from lab.experiments.arena.standing import Role
from lab.experiments.arena.view import standing
from lab.experiments.keeping import RunStep
from lab.live.trust import Trust
from lab.match.seats import parse_seat
from lab.store.store import Store
from lab.ui.arena import says
from lab.ui.arena.form import BENCHMARK, CANDIDATE, ArenaForm, NewBot
from lab.ui.arena.games import GamesWanted
from lab.ui.arena.page import ArenaPage
from lab.ui.arena.records import ArenaView
from lab.ui.control import arena_work as work
from lab.ui.control.arena_boards import LiveBoards
from lab.ui.control.arena_desk import StoreDesk
from lab.ui.control.arena_games import ArenaGames
from lab.ui.control.arena_leave import ArenaLeave
from lab.ui.control.arena_play import ArenaPlay
from lab.ui.control.setup import SetupControl
from lab.ui.parts.combos import Entry
from lab.ui.setup.usual import best_for, players
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import ARENA

TIP = "A pool of bots: which is best, is one better than another, and their games as they play"
TICK_MS, SHARE = 500, 10  # between two looks; a look may take one tenth of the time
NO_ARENA = "No arena yet: an arena is a pool of bots that play one another under the same rules."
NAME_ONE = "Name one at the left and choose its game and budget. Then add two bots or more."
NO_BOTS = "No bots yet."
ADD_TWO = "Add two or more at the left, then start. A bot is a search with its settings, or a "
ADD_TWO += "program of yours."
PEOPLE = ("human",)


class ArenaControl(QObject):
    """Makes the page when it is first shown."""

    def __init__(
        self,
        window: Window,
        seating: SetupControl,
        trust: Trust,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._seating, self._leave = seating, ArenaLeave(trust)
        self.page: ArenaPage | None = None
        self.desk, self.play = StoreDesk(parent=self), ArenaPlay(self)
        self.games = ArenaGames(window, seating, self.desk, self)
        self.boards = LiveBoards(self._named)
        self.arena: Arena | None = None
        self.question: ArenaQuestion | None = None
        self.view = ArenaView()
        self._names: tuple[str, ...] = ()
        self._looking, self._again = False, False  # a look is on its way; play on after a stop
        self._stamp, self._complete = -1, False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.tick)
        self.desk.failed.connect(self._failed)
        self.play.ended.connect(self._ended)
        window.add_workspace(ARENA, "Arena", self._make, TIP)

    # -- the page ----------------------------------------------------------------------------------

    def _make(self) -> ArenaPage:
        page = self.page = ArenaPage()
        panel = page.panel
        titles = sorted((kind.title, name) for name, kind in games().items())
        panel.set_games([Entry(name, title) for title, name in titles])
        panel.arena_chosen.connect(self.choose)
        panel.created.connect(self._create)
        panel.bot_added.connect(self._add)
        panel.retired.connect(self._retire)
        panel.promoted.connect(lambda bot: self._set_role(bot, "benchmark"))
        panel.changed.connect(self._edited)
        panel.start_asked.connect(self.start)
        panel.pause_asked.connect(self.pause)
        panel.copy_asked.connect(self._copy)
        panel.report_asked.connect(self._report)
        page.games_wanted.connect(self._list)
        self.games.attend(page.centre.games)
        page.watch_asked.connect(self.games.watch)
        page.live_asked.connect(self.games.watch_live)
        page.test_asked.connect(self._test)
        page.centre.error.chosen.connect(self._answered)
        page.centre.empty.wanted.connect(panel.name.setFocus)
        page.shown.connect(self._shown)
        page.ended.connect(self.end)
        self.desk.ask(lambda store: work.opened(store), self._opened)
        self._timer.start(TICK_MS)
        return page

    def _shown(self, on: bool) -> None:
        """Nobody looks at a hidden page; what it plays goes on."""
        if on or self.play.running:
            self._timer.start(TICK_MS)
        else:
            self._timer.stop()

    def choose(self, name: str) -> None:
        """Shows an arena; "" for a new one."""
        self.pause()
        if name:
            form = self.page.panel.shown if self.page is not None else None
            self.desk.ask(lambda store: work.opened(store, name, form), self._opened)
        else:
            self.arena = None
            self._show(ArenaView())
            self._show_form(ArenaForm(game=self._seating.game.name, processes=cores()))

    def _opened(self, found: work.Opened) -> None:
        """An arena has come from the store, or a newer one of it."""
        self.arena, self._names, self._stamp = found.arena, found.names, -1
        self._complete = False
        form = found.form
        if found.arena is None:
            form = replace(form, game=self._seating.game.name, processes=cores())
        self._show_form(form)
        self.boards.tested = (form.candidate, form.than)
        self._look()
        self._go_on()

    def _show_form(self, form: ArenaForm) -> None:
        page = self.page
        if page is None:
            return
        page.panel.show_form(form, self._names)
        page.panel.set_problem("")
        if self.arena is not None:
            able = [entry for entry in players(self.arena.game) if entry.name not in PEOPLE]
            role = CANDIDATE if form.pool else BENCHMARK
            page.panel.lines.set_players(able, best_for(self.arena.game), role)
            page.centre.set_empty(NO_BOTS, ADD_TWO)
        else:
            page.centre.set_empty(NO_ARENA, NAME_ONE, "New arena")

    # -- what is known -----------------------------------------------------------------------------

    def tick(self) -> None:
        """Newer boards, and a newer view if anything was written."""
        page = self.page
        if page is None:
            return
        if self.play.running:
            self.play.watch(self.boards.choose(self.play.jobs()))
        page.set_live(self.boards.games(), self.play.running)
        self._look()
        self._say()

    def _look(self) -> None:
        arena = self.arena
        if self._looking or arena is None:
            return
        self._looking, self._began = True, time.monotonic()
        question, step = self.question, self.play.step if self.play.running else None
        self.desk.ask(
            lambda store: self._read(store, arena, question, step), self._looked, self._unread
        )

    def _read(
        self, store: Store, arena: Arena, question: ArenaQuestion | None, step: RunStep | None
    ) -> ArenaView | None:
        """In the desk's thread: the arena now, None where nothing was written since."""
        stamp = store.stamp()
        if stamp == self._stamp and (step is None) == (not self.view.running):
            return None
        self._stamp = stamp
        found = standing(store, arena, question, step)
        running, seats = step is not None, arena.game.seats
        return ArenaView(found, running, self.play.preparing, seats, self._complete)

    def _looked(self, view: ArenaView | None) -> None:
        self._looking = False
        self._timer.setInterval(
            max(TICK_MS, round(SHARE * 1000 * (time.monotonic() - self._began)))
        )
        shown = self.arena.name if self.arena is not None else ""
        if view is not None and view.standing.arena == shown:
            self._show(view)

    def _unread(self, sentence: str) -> None:
        self._looking = False
        self._failed(sentence)

    def _show(self, view: ArenaView) -> None:
        self.view = view
        if self.page is not None:
            self.page.set_view(view)
            self._say()

    def _say(self) -> None:
        page = self.page
        if page is None:
            return
        form = page.panel.shown
        running = len(self.play.jobs()) or form.processes
        state = says.state(self.view, running, cores()) if self.play.running else ""
        page.set_state(state, self._command(form))

    @staticmethod
    def _command(form: ArenaForm) -> str:
        if not form.name:
            return ""
        words = ["smitsilab", "arena", "play", form.name]
        words += ["--next", form.following] if form.following else []
        if form.address:
            return shlex.join([*words, "--cluster", form.address])
        words += ["--processes", str(form.processes)] if form.processes != cores() else []
        return shlex.join(words)

    def _copy(self) -> None:
        if self.page is not None:
            QGuiApplication.clipboard().setText(self._command(self.page.panel.shown))

    def _report(self) -> None:
        if self.arena is not None:
            self.games.report(self.view, f"smitsilab arena show {shlex.quote(self.arena.name)}")

    # -- changes of the arena ----------------------------------------------------------------------

    def _create(self, form: ArenaForm) -> None:
        self.desk.ask(work.made(form), self._opened, self._problem)

    def _add(self, bot: NewBot) -> None:
        if self.page is None or self.arena is None:
            return
        try:
            seat = parse_seat(bot.text, self.arena.game)
        except KnobError as error:
            self.page.panel.lines.set_problem(str(error))
            return
        self._leave.confirm(seat)  # it was typed here
        lines = self.page.panel.lines
        self._change(work.with_bot(self.page.panel.shown, bot), lines.set_problem)

    def _retire(self, bot: str, rests: bool) -> None:
        self._set_role(bot, "retired" if rests else "benchmark")

    def _set_role(self, bot: str, role: Role) -> None:
        if self.page is not None:
            self._change(work.with_role(self.page.panel.shown, bot, role))

    def _edited(self, form: ArenaForm) -> None:
        if (
            self.page is not None
            and self.arena is not None
            and not self.page.panel.question.problem
        ):
            self._change(work.asked(form))

    def _test(self, own: str, other: str) -> None:
        if self.page is not None:
            form = replace(self.page.panel.shown, candidate=own, than=other)
            self._change(work.asked(form))

    def _change(
        self,
        change: Callable[[Store], work.Opened],
        otherwise: Callable[[str], object] | None = None,
    ) -> None:
        """Changes the arena in the store; what is playing stops and goes on with it."""
        self._again = self.play.running
        self.play.stop()
        self.desk.ask(change, self._opened, otherwise or self._problem)

    def _problem(self, sentence: str) -> None:
        if self.page is not None:
            self.page.panel.set_problem(sentence)
        self._go_on()

    # -- playing -----------------------------------------------------------------------------------

    def start(self) -> None:
        """Plays, or goes on."""
        arena, page, store = self.arena, self.page, self.desk.store
        if arena is None or page is None or store is None or self.play.running:
            return
        try:
            fit, said = self._leave.fit(arena)
        except BatchError as error:
            fit, said = None, str(error)
        page.panel.set_problem(said)
        if fit is None or not self._leave.has(fit, page.centre.error):
            return
        form = page.panel.shown
        self.question = ArenaQuestion(fit, form.following)
        self.boards.clear()
        self.play.start(arena.experiment, self.question, store, form, self.boards.seen)
        self._stamp = -1
        self._shown(True)
        self.tick()

    def _answered(self, button: int) -> None:
        if self.page is not None:
            self.page.centre.error.hide()
        self._leave.answer(button == 0)
        if button == 0:
            self.start()

    def pause(self) -> None:
        """Stops playing; every finished game is kept."""
        self._again = False
        self.play.stop()

    def _ended(self, why: str) -> None:
        self.play.finish()
        self._complete = not why and not self.play.stopped
        self.boards.clear()
        self._stamp = -1
        if self.page is not None:
            self.page.set_live((), live=False)
        if why:
            self._failed(why)
        self._show(replace(self.view, running=False, preparing=""))
        self._look()
        self._go_on()

    def _go_on(self) -> None:
        """After a change the arena is played on, once the old run has ended."""
        if self._again and not self.play.running:
            self._again = False
            self.start()

    def _failed(self, sentence: str) -> None:
        if self.page is not None:
            self.page.centre.error.show_error(
                "The arena has stopped" if self.play.running else "That did not work",
                f"{sentence} Every finished game is kept.",
                "",
                ("Start again", "Close this"),
            )

    # -- names and the end -------------------------------------------------------------------------

    def _list(self, wanted: GamesWanted) -> None:
        if self.arena is not None:
            self.games.show(self.arena, wanted)

    def _named(self, text: str) -> str:
        """The bot that is played by a seat's text."""
        arena = self.arena
        found = (bot.name for bot in arena.bots if bot.entrant.text == text) if arena else iter(())
        return next(found, text)

    def end(self) -> None:
        """The window closes: no process is left, and nothing finished is lost."""
        self._timer.stop()
        self._again = False
        self.play.end()
        self.desk.end()
