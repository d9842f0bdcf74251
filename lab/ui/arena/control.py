"""The Arena page in the window: plays an arena in threads and processes, shows what the store has
of it, and puts its games on the board.

Every half second while the page is on show or games are played, it looks whether anything was
written (`watching`). What a person changes is changed in the store, and
what is being played goes on with it.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVarTuple

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from engines.knobs import KnobError
from lab.batch.workplace import Workplace
from lab.experiments.arena.pool import Arena
from lab.experiments.arena.question import ArenaQuestion
from lab.experiments.arena.rules import rules_of, shown_rules
from lab.experiments.arena.scores import HistoryPoint
from lab.experiments.arena.standing import GameRow, Role
from lab.live.trust import Trust
from lab.match.seat import ProgramSeat
from lab.match.seats import parse_seat
from lab.store.store import Store
from lab.ui.arena import says, work
from lab.ui.arena.centre import GAMES, STANDING
from lab.ui.arena.games import GamesWanted
from lab.ui.arena.page import ArenaPage
from lab.ui.arena.records import BENCHMARK, CANDIDATE, RETIRED, ArenaForm, ArenaView, NewBot
from lab.ui.arena.report import html_of
from lab.ui.arena.watching import LiveBoards, StandingWatcher
from lab.ui.control.run_page import Deleting, RunPageControl
from lab.ui.control.setup import SetupControl
from lab.ui.control.store_thread import LatestLook, Then
from lab.ui.parts.combos import Entry
from lab.ui.setup.usual import best_for, game_entries, players
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import ARENA

NO_BOTS = "No bots yet."
ADD_TWO = "Add two or more at the left, then run. A bot is a search with its settings, or a "
ADD_TWO += "program of yours."
PEOPLE = ("human",)
Given = TypeVarTuple("Given")


class ArenaControl(RunPageControl[ArenaPage]):
    """Shows one arena, changes it and plays it. `deleting` is made with the page."""

    deleting: Deleting

    def __init__(
        self, window: Window, seating: SetupControl, trust: Trust, parent: QObject
    ) -> None:
        super().__init__(window, seating, trust, "arena", parent)
        self.boards = LiveBoards(self._named)
        self.arena: Arena | None = None
        self.watcher = StandingWatcher(self)
        self.watcher.seen.connect(self._show)
        self.watcher.changed.connect(self._list_again)
        self.watcher.outdated.connect(self._changed_elsewhere)
        self.watcher.listed.connect(self._names_changed)
        self._lists = LatestLook(self.store)
        self._names: tuple[str, ...] = ()
        self._again = False  # play on after a stop
        self._starting = False  # the store looks whether the bots are what they were
        window.add_workspace(ARENA, lambda: self.page)

    # -- the page ----------------------------------------------------------------------------------

    def _made(self) -> ArenaPage:
        page = ArenaPage()
        panel = page.panel
        panel.set_games(game_entries())
        panel.show_form(self._new_form(), ())  # until the store is read
        panel.arena_chosen.connect(self.choose)
        self._follow_edits(page)
        panel.start_asked.connect(self.start)
        panel.pause_asked.connect(self.pause)
        panel.finish_asked.connect(self.let_end)
        panel.copy_asked.connect(self._copy)
        panel.report_asked.connect(self._report)
        page.games_wanted.connect(self._list)
        page.live_asked.connect(lambda key: self.games.watch_live(key, *self.boards.told_of(key)))
        page.centre.rules.picked.connect(self.watcher.choose_rules)
        self.store.ask(work.opened, "", None, then=self._opened)
        return page

    def choose(self, name: str) -> None:
        """Shows an arena; "" for a new one."""
        self.deleting.settle()
        self.pause()
        if name:
            self.store.ask(work.opened, name, self.page.panel.shown, then=self._opened)
        else:
            self._take(work.OpenArena(None, ArenaForm(), self._names))

    def _opened(self, found: work.OpenArena) -> None:
        """An arena has come from the store, or a newer one of it."""
        self._take(found)
        self.watcher.poll()
        self._go_on()

    def _names_changed(self, names: tuple[str, ...]) -> None:
        """Somebody else, as a command line can, has made or deleted an arena."""
        panel, first = self.page.panel, not self._names
        if names == self._names:
            return
        self._names = names
        if first and self.arena is None and not panel.name.text():
            self.store.look(work.opened, "", panel.shown, then=self._opened)
        else:
            panel.arena.set_arenas(names, panel.shown.name)

    def _take(self, found: work.OpenArena) -> None:
        panel, form = self.page.panel, found.form
        self.arena = found.arena
        self._names = found.names
        self.watcher.watch(found.arena)
        if found.arena is None:  # what was typed for a new one before the store was read stays
            form = self._new_form(form) if panel.shown.name else panel.form()
            self._again = False
        self._show_form(form)
        self.boards.tested = (form.candidate, form.than)

    def _new_form(self, form: ArenaForm | None = None) -> ArenaForm:
        """For a new arena in the game of the match."""
        empty = replace(form or ArenaForm(), name="", candidate="", than="", pool=())
        return replace(empty, game=self._seating.game.name, workplace=Workplace())

    def _show_form(self, form: ArenaForm) -> None:
        panel, centre = self.page.panel, self.page.centre
        panel.show_form(form, self._names)
        panel.set_problem("")
        centre.set_rules(_rules(self.arena))
        if self.arena is not None:
            able = [entry for entry in players(self.arena.game) if entry.name not in PEOPLE]
            role = CANDIDATE if form.playing else BENCHMARK
            panel.lines.set_players(able, best_for(self.arena.game), role)
            centre.set_empty(*(("Reading its games.", "") if form.pool else (NO_BOTS, ADD_TWO)))

    # -- what is known -----------------------------------------------------------------------------

    def tick(self) -> None:
        """Newer boards, and a newer view if anything was written."""
        self.page.set_live(self.boards.games(), self.play.running)
        if self.play.running and self.play.told:
            self.page.panel.set_problem(self.play.told)
        self.watcher.poll()
        self._say()

    def _show(self, view: ArenaView) -> None:
        self.page.set_view(view)
        self._list_again()
        self._say()

    def _list_again(self) -> None:
        """The list of games is of the arena on show, and as new as its standing."""
        if self.page.centre.shown == GAMES:
            self._list(self.page.centre.games.filter)

    def _list(self, wanted: GamesWanted) -> None:
        arena = self.watcher.arena
        if arena is None or not self.watcher.view.rows:
            self._lists.drop()  # nothing is known of it yet
            return

        def show(found: tuple[tuple[GameRow, ...], tuple[HistoryPoint, ...]]) -> None:
            rows, points = found
            self.games.rows = rows
            self.page.centre.games.set_games(rows, len(rows) >= work.MOST)
            self.page.centre.games.set_history(wanted.bot, points)

        self._lists.look((arena, wanted), work.listed, arena, wanted, then=show)

    def _say(self) -> None:
        form, view = self.page.panel.shown, self.watcher.view
        running = len(self.play.jobs())
        state = says.state(view, form.workplace, running) if self.play.running else ""
        self.page.set_state(says.ENDING if self.play.finishing else state, says.command(form))
        self.page.panel.set_ending(self.play.finishing)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(says.command(self.page.panel.shown))

    def _report(self) -> None:
        arena, view = self.watcher.arena, self.watcher.view
        if arena is not None:
            past = f" --version {shown_rules(arena).name}" if self.watcher.is_past else ""
            command = f"smitsilab arena show {shlex.quote(arena.name)}{past}"
            self.games.save_page(view.standing.arena, html_of(view, command))

    # -- changes of the arena ----------------------------------------------------------------------

    def _follow_edits(self, page: ArenaPage) -> None:
        panel = page.panel
        self.deleting = Deleting(self.store, page.centre.question, self)
        # before the change is made: a new one may have the name of a deleted one
        for signal in (panel.created, panel.bot_added, panel.renamed, panel.arena_renamed):
            signal.connect(self.deleting.settle)
        panel.created.connect(self._create)
        panel.bot_added.connect(self._add)
        panel.retired.connect(
            lambda bot, rests: self._set_role(bot, RETIRED if rests else BENCHMARK)
        )
        panel.renamed.connect(lambda bot, new: self._change(work.with_name, bot, new))
        panel.arena_renamed.connect(self._rename_arena)
        panel.promoted.connect(lambda bot: self._set_role(bot, BENCHMARK))
        panel.changed.connect(self._edited)
        panel.bot_delete_asked.connect(lambda bot: self._ask_delete(panel.shown.name, bot))
        panel.delete_asked.connect(self._ask_delete)
        page.test_asked.connect(self._test)

    def _change(
        self,
        change: Callable[[Store, ArenaForm, *Given], Any],
        *given: *Given,
        form: ArenaForm | None = None,
        then: Then | None = None,
        otherwise: Callable[[str], object] | None = None,
    ) -> None:
        """Changes the arena in the store, from the boxes or from another form."""
        self._interrupt()
        then, otherwise = then or self._opened, otherwise or self._problem
        form = form or self.page.panel.shown
        self.store.ask(change, form, *given, then=then, otherwise=otherwise)

    def _create(self, form: ArenaForm) -> None:
        self.store.ask(work.made, form, then=self._opened, otherwise=self._problem)

    def _add(self, bot: NewBot) -> None:
        if self.arena is None:
            return
        lines = self.page.panel.lines
        try:
            seat = parse_seat(bot.text, self.arena.game)
            if isinstance(seat, ProgramSeat):
                seat.program.check()
        except KnobError as error:
            lines.set_problem(str(error))
            return
        self._permission.confirm(seat)  # it was typed here
        self._change(work.with_bot, bot, otherwise=lines.set_problem)

    def _rename_arena(self, name: str, new: str) -> None:
        if self.arena is not None and self.arena.name == name:
            self._change(work.named, new)

    def _set_role(self, bot: str, role: Role) -> None:
        self._change(work.with_role, bot, role)

    def _edited(self, form: ArenaForm) -> None:
        if self.arena is not None and not self.page.panel.question.problem:
            self._change(work.asked, form=form)

    def _test(self, own: str, other: str) -> None:
        self._change(work.asked, form=replace(self.page.panel.shown, candidate=own, than=other))

    def _ask_delete(self, arena: str, bot: str = "") -> None:
        self.deleting.ask(
            work.losing,
            arena,
            bot,
            on_show=lambda: self.page.panel.shown.name == arena,
            delete=lambda: self._change(work.removed, arena, bot, then=self._deleted),
        )

    def _deleted(self, gone: work.RemovedPart) -> None:
        self._opened(gone.opened)
        self.page.centre.show_part(STANDING)
        self.deleting.offer(
            gone.name,
            undo=lambda: self._change(work.restored, gone),
            forget=lambda: self.store.ask(work.forgotten, gone),
        )

    def _interrupt(self) -> None:
        """What is playing stops, and goes on with the arena as it is then."""
        self._again = self.play.running and not self.play.finishing
        self.play.stop()

    def _changed_elsewhere(self) -> None:
        """Bots that a command line has added are in the pool, and play with the others."""
        self._interrupt()
        self.store.look(work.reopened, self.page.panel.shown, then=self._opened)

    def _problem(self, sentence: str) -> None:
        self.page.panel.set_problem(sentence)
        self._go_on()

    # -- playing -----------------------------------------------------------------------------------

    def start(self) -> None:
        """Plays, or goes on: as soon as the store knows that the bots are what they were."""
        if self.arena is None or self.play.running:
            return
        self._starting = True
        form, wait = self.page.panel.shown, self.store.wait
        check = work.start_check
        self.store.ask(check, form, wait, then=self._begin, otherwise=self._problem)

    def _begin(self, found: work.StartCheck) -> None:
        panel, arena = self.page.panel, found.opened.arena
        if arena is None or not self._starting:
            return
        self._starting = False
        if self.play.running or self.arena is None or self.arena.name != arena.name:
            return
        self._take(found.opened)
        form, bots = panel.shown, [bot.entrant for bot in arena.playing]
        panel.set_problem(found.said or form.workplace.crowded(bots))
        if found.fit is None or not self._may_start(found.fit):
            return
        question = self.watcher.question = ArenaQuestion(found.fit, form.following)
        self.boards.clear()
        seen, choose = self.boards.seen, self.boards.choose
        self._play(arena.experiment, question, form.workplace, seen, choose)
        self.watcher.force()
        self.tick()

    def _may_start(self, arena: Arena) -> bool:
        seats = [parse_seat(bot.entrant.text, arena.game) for bot in arena.playing]
        return self._permission.has(seats, self.page.error)

    def pause(self) -> None:
        """Stops playing; every finished game is kept."""
        self._again = self._starting = False
        self.play.stop()

    def let_end(self) -> None:
        """Lets the running games end, and then stops."""
        self._again = self._starting = False
        self.play.let_end()
        self._say()

    def _ended(self, why: str) -> None:
        watcher = self.watcher
        watcher.complete = not why and not self.play.stopped
        self.boards.clear()
        self.page.set_live((), live=False)
        watcher.show(replace(watcher.view, running=False, preparing=""))
        watcher.force()
        if why and watcher.question is not None:
            played = watcher.question.arena
            self.store.ask(lambda store: played.any_changed, then=partial(self._stopped, why))
        self._go_on()

    def _stopped(self, why: str, changed: bool) -> None:
        """The run ended with a sentence; a bot that changed on disk plays on as a new version."""
        if changed:
            self.start()
        else:
            self._failed(why)

    def _go_on(self) -> None:
        """After a change the arena is played on, once the old run has ended."""
        if self._again and not self.play.running:
            self._again = False
            self.start()

    # -- names and the end -------------------------------------------------------------------------

    def _named(self, text: str) -> str:
        """The bot that is played by a seat's text."""
        arena = self.arena
        bots = (*arena.playing, *arena.bots) if arena is not None else ()
        return next((bot.name for bot in bots if bot.entrant.text == text), text)

    def end(self) -> None:
        self._again = False
        self.deleting.settle()
        super().end()


def _rules(arena: Arena | None) -> list[Entry]:
    """The versions of the rules under which an arena has games, and that of now."""
    found = rules_of(arena) if arena is not None else ()
    days = {each: f"until {each.day}" if each.day else "now" for each in found}
    return [Entry(v.condition.source, f"Version {v.number}", days[v]) for v in found]
