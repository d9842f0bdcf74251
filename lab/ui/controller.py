"""The only place that knows both the match and the views: one timer reads the session, one table
handles every command.

Sixty times a second the board takes a new frame if there is one; ten times a second the moment
reads the searches, and every view of them shows that one record. Anything unchanged or invisible is
not redrawn, and while nothing changes it looks less often (`lab.ui.control.refresh_rate`).
"""

from __future__ import annotations

import logging
import math
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer

from engines.jit import stay_plain
from lab.files.replay import Replay
from lab.live.recorder import data_folder
from lab.live.session import Session
from lab.match.records import FAILED
from lab.match.seat import HUMAN, Person
from lab.ui.arena.control import ArenaControl
from lab.ui.commands import handlers
from lab.ui.compare.control import CompareControl
from lab.ui.control.appearance import AppearanceControl
from lab.ui.control.board import BoardControl
from lab.ui.control.bots import BotControl
from lab.ui.control.branches import BranchesControl
from lab.ui.control.changes import Changes
from lab.ui.control.clock import clock_entries
from lab.ui.control.files import FilesControl, PositionsControl
from lab.ui.control.first_steps import FirstStepsControl
from lab.ui.control.lecture import LectureControl
from lab.ui.control.moment import Moment
from lab.ui.control.own_file import OwnFileControl
from lab.ui.control.past import PastControl
from lab.ui.control.person import PersonControl
from lab.ui.control.programs import ProgramsControl
from lab.ui.control.refresh_rate import TICK_MS, RefreshRate
from lab.ui.control.selecting import SelectingControl
from lab.ui.control.setup import SetupControl
from lab.ui.control.transport import TransportControl
from lab.ui.control.tree_nodes import ExploringControl, NodeActionsControl
from lab.ui.control.trees import RETRY, START, AgainControl, TreesControl
from lab.ui.control.watched_games import WayBackControl
from lab.ui.editor.control import EditorControl
from lab.ui.experiments.control import ExperimentsControl
from lab.ui.export.control import ExportControl
from lab.ui.lessons.control import LessonsControl
from lab.ui.maps.control import MapsControl
from lab.ui.network.control import NetworkControl
from lab.ui.parts.selection import Selection
from lab.ui.review.control import ReviewControl
from lab.ui.running import RunningControl, works
from lab.ui.setup.usual import best_for, first_setup
from lab.ui.shell.palette import Palette
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import ARENA, EXPERIMENTS, MATCH, TUNER
from lab.ui.state import StateControl
from lab.ui.tuner.control import TuningControl
from lab.ui.views import PagesControl, ViewsControl
from lab.words.settings import SettingsStore

STATE_EVERY = 2  # ticks
SPEEDS = (0.5, 1.0, 2.0, 4.0, 10.0, math.inf)
log = logging.getLogger("lab")


class Controller(QObject):
    """Drives one window for its whole life."""

    def __init__(
        self, window: Window, store: SettingsStore, save_folder: Path | None = None
    ) -> None:
        super().__init__(window)
        self.window, self.store, self.settings = window, store, store.settings
        self.session = Session(
            first_setup(self.settings), pace_s=self.settings.pace_s, save_folder=save_folder
        )
        self.moment, self.selection = Moment(self.session), Selection(self)
        self._ticks, self._closed = 0, False
        self._players = self.moment.players  # as last shown
        self._from_start = False  # the next match is a recorded one
        self._thinks_on = False  # the next match begins with a position to think about
        self._folder = save_folder or data_folder()
        self.refresh_rate = RefreshRate(self.session, self.moment, self)
        self._make_parts()
        self._handlers = handlers(self)
        self._wire()
        self._renewed()
        self.session.set_think_in_persons_time(self.settings.ponder)
        self.setup.begin_as_left()
        self.timer = QTimer(self)
        self.timer.setTimerType(Qt.TimerType.PreciseTimer)
        self.timer.timeout.connect(self.tick)
        self.timer.start(TICK_MS)
        self.tell(store.note)

    # -- wiring ------------------------------------------------------------------------------------

    def _make_parts(self) -> None:
        window, moment, settings = self.window, self.moment, self.settings
        centre, trust = window.centre, self.session.trust
        self.board = BoardControl(centre, self.selection, self)
        self.trees = TreesControl(window.trees, centre, self.selection, self)
        self.programs = ProgramsControl(window.side, centre)
        self.own_file = OwnFileControl(window, moment, self)
        changes = self.changes = Changes(self)
        self.setup = SetupControl(window.setup, moment, settings, clock_entries, changes, self)
        self.person = PersonControl(centre, moment, self.selection, settings, changes, self)
        self.files = FilesControl(window, moment, settings, self)
        self.export = ExportControl(window, moment, settings, self)
        self.bots = BotControl(window, moment, self)
        self.positions = PositionsControl(window, moment, self.setup, settings, self)
        self.past = PastControl(window, moment, self.files, self)
        self.palette = Palette(window.actions_, settings.recent, window)
        self.transport = TransportControl(centre, moment, self.setup, settings, changes, self)
        self.editor = EditorControl(
            window, moment, self.setup, self.transport, changes, self._folder, self
        )
        self.branches = BranchesControl(centre, moment, self.transport, settings, changes, self)
        self.selecting = SelectingControl(
            window.trees, centre.board, moment, self.selection, self.board, self.person
        )
        self.exploring = ExploringControl(window, moment, self.setup, self)
        self.node_actions = NodeActionsControl(window, moment, self.transport, self.branches, self)
        self.again = AgainControl(window, moment, self.node_actions.leave_ahead, self)
        self.appearance = AppearanceControl(window, self.store, self)
        self.arena = ArenaControl(window, self.setup, trust, self)
        self.tuning = TuningControl(window, self.setup, trust, self)
        self.network = NetworkControl(window, self.setup, settings, self)
        self.experiments = ExperimentsControl(window, self.setup, settings, trust, self)
        self.compare = CompareControl(window, moment, self.selection, self.session.trust, self)
        self.maps = MapsControl(window, moment, self.transport, self)
        self.review = ReviewControl(window, moment, self.transport, self.branches, settings, self)
        self.lessons = LessonsControl(window, self.setup, moment, self)
        shown = self.views = ViewsControl(window, self.selecting, self.do, self)
        self.pages = PagesControl(window, self.setup, self.selection, shown, self)
        self.lecture = LectureControl(window, self.appearance, self)
        self.first_steps = FirstStepsControl(window, moment, self.setup, settings, self)
        views = (self.setup, self.person, self.transport, self.trees)
        self.state = StateControl(window, moment, *views, settings, changes, self.editor)

    def _wire(self) -> None:
        window, centre, bar = self.window, self.window.centre, self.window.centre.transport
        window.actions_.asked.connect(self.do)
        window.closing.connect(self.close)
        window.status.copy_asked.connect(self.copy)
        self.palette.chosen.connect(lambda name: self.window.actions_.by_name[name].trigger())
        talking = (self.setup, self.person, self.files, self.appearance, self.positions)
        lists = (self.arena.games, self.experiments.games, self.tuning.games)
        others = (self.compare, self.editor, self.review, self.export, self.lessons, self.network)
        talkers = (*lists, *others)
        acting = (self.branches, self.exploring, self.node_actions, self.own_file, self.bots)
        for part in (*talking, self.changes, self.transport, *acting, *talkers):
            part.told.connect(self.tell)
        self.setup.reseated.connect(self._reseated)
        window.setup.picking.connect(self.transport.wait)
        window.setup.seat_chosen.connect(self._seated)
        self.setup.clock_chosen.connect(lambda _name: self.person.begin())
        self.maps.compared.connect(self.compare.open_with)
        self.files.opened.connect(self.open_replay)
        self.files.reopened.connect(self.setup.open)
        self.files.game_opened.connect(self.setup.choose_game)
        self.setup.reopen.connect(self.files.reopen)
        pages = dict(zip((ARENA, EXPERIMENTS, TUNER), lists, strict=True))
        self.way_back = WayBackControl(window, self.moment, pages, self)
        self.running = RunningControl(window, works(self), self)
        for games in lists:
            games.replayed.connect(self.open_replay)
        self.positions.begun.connect(self._think_soon)
        self.editor.begun.connect(self._think_soon)
        self.editor.paste_asked.connect(self.positions.ask)
        window.file_dropped.connect(self.files.open_file)
        window.text_dropped.connect(self.positions.offer)
        self.selecting.changed.connect(self._show_thoughts)
        window.trees.frozen_changed.connect(self.moment.freeze)
        window.trees.help_wanted.connect(self._help)
        window.trees.failure_answered.connect(self._failure_answered)
        centre.timeline.scrubbed.connect(self.transport.go_to)
        centre.preparing.cancelled.connect(self.session.cancel_preparing)
        centre.think.step.connect(self.transport.iterate)
        centre.think.run_toggled.connect(self.transport.toggle_run)
        asks = {
            "first": bar.first,
            "back": bar.back,
            "play": bar.play_toggled,
            "forward": bar.forward,
            "last": bar.last,
            "hint": bar.hint_wanted,
            "undo": bar.undo,
            "swap": bar.swap,
            "restart": bar.restart,
        }
        for name, signal in asks.items():
            signal.connect(self._handlers[name])
        bar.speed_changed.connect(self.transport.set_speed)
        bar.think_toggled.connect(self.transport.think_on)

    def do(self, name: str, _on: bool = False) -> None:
        """Answers a command."""
        self.refresh_rate.wake()
        self.branches.keep()
        if name == "new":
            self.window.show_workspace(MATCH)
        self._handlers[name]()

    # -- the timer ---------------------------------------------------------------------------------

    def tick(self) -> None:
        """One sixtieth of a second; an error in a view is reported and logged, and the ticks
        continue.
        """
        try:
            self._tick()
        except Exception as error:
            log.exception("A view could not be drawn")
            self.tell(
                f"A view could not be drawn ({type(error).__name__}: {error}). The match is "
                "not touched; the log has the details."
            )

    def _tick(self) -> None:
        self._ticks += 1
        news = self.refresh_rate.has_news()
        if self.timer.interval() != self.refresh_rate.interval_ms:
            self.timer.setInterval(self.refresh_rate.interval_ms)
        if news:
            self._draw()

    def _draw(self) -> None:
        before = self.moment.game, self._kind
        stay_plain(self.session.status.leads_in)
        self.moment.refresh(ahead=True)
        if arrives := self.trees.prepare(self.moment):
            self.moment.arrive()
        if (self.moment.game, type(self.moment.game)) != before:
            self.setup.look()
            self._renewed()
        elif self.moment.players != self._players:
            self._show_players()
        self._players = self.moment.players
        self.setup.look()
        self.board.show_pending(self.moment, self.setup.game)
        moved = self.board.show_frame(self.moment)
        moved |= self.person.tick()
        shows = moved or arrives or self.refresh_rate.rests or self._ticks % STATE_EVERY == 0
        if shows:
            self._show_thoughts()
            self.branches.show()
        self.window.trees.tick()
        if shows:
            self.state.show()  # its words are of what Trees shows by now
        self.exploring.show()
        self.node_actions.show()
        self.again.show()
        self.first_steps.show()

    def _show_thoughts(self) -> None:
        thoughts = self.selecting.thoughts = self.moment.thoughts()
        self.trees.alone = self.board.alone
        self.trees.show(self.moment, thoughts)
        self.programs.show(self.moment, thoughts)
        self.board.show_thoughts(self.moment, thoughts)
        self.person.show_thoughts(thoughts)

    # -- another match -----------------------------------------------------------------------------

    def _renewed(self) -> None:
        """Updates the views after another match has come onto the board."""
        self.moment.refresh()
        self._kind = type(self.moment.game)
        if self.moment.setup.game != self.setup.setup.game:
            return  # the session has not begun it yet; a later tick will
        game, centre = self.moment.game, self.window.centre
        self.editor.leave()
        self.selection.clear_selection()
        self.moment.uncovers = False
        self.way_back.renewed()
        self.board.alone = -1
        self.board.set_game(self.moment)
        self.trees.set_game(self.moment)
        self.branches.set_game()
        self.exploring.set_game()
        self.programs.set_game(self.moment)
        self.own_file.set_game()
        self.lessons.show_for(game.name)
        centre.show_part(centre.think, False)
        self.state.name_players()
        centre.transport.set_speeds(SPEEDS, game.turn_word)
        centre.transport.set_speed(self.settings.speed if self.settings.speed > 0 else math.inf)
        self.window.set_one_tree(not game.simultaneous or game.agents <= 2)
        self.appearance.recall(game.name)
        self.person.begin()
        self.state.show_kind()
        if self._from_start:
            self._from_start = False
            self.moment.cursor = 0  # its other turns may still be loading
        if self._thinks_on:
            self._thinks_on = False
            self.transport.think_on(True)

    def _reseated(self) -> None:
        """Updates the views after a change of players; a person who joins a finished match plays
        it from its start.
        """
        self.moment.bots = ()
        self.state.name_players()
        self.state.show_kind()
        people = any(isinstance(spec, Person) for spec in self.setup.setup.seats)
        joins = people and self.moment.head.outcome and not self.moment.people
        if joins and not self.changes.going:
            self.transport.restart()

    def _show_players(self) -> None:
        """Shows the players after the session has changed them."""
        self.trees.show_words(self.moment)
        self.board.set_game(self.moment)
        self.person.begin()

    def clear_selection(self) -> None:
        """Nothing is selected: no action, no node of a tree."""
        self.selection.clear_selection()
        self.exploring.clear_selection()

    # -- answers -----------------------------------------------------------------------------------

    def _help(self) -> None:
        """The button of the empty state: what fair play covers, or a search for a seat that has
        none.
        """
        if self.moment.is_covered:
            self.moment.uncovers = True
            return
        self.setup.choose(self.trees.seat_to_help(self.moment), best_for(self.moment.game))

    def _seated(self, seat: int, name: str) -> None:
        """A person who has just taken the seat gets the board's focus."""
        if name == HUMAN and self.window.setup.seats[seat].algorithm.from_list:
            self.window.centre.board.setFocus(Qt.FocusReason.OtherFocusReason)

    def _failure_answered(self, button: int) -> None:
        failure = self.moment.status.failure
        if self.trees.answers[button] in (RETRY, START):
            if failure is not None and failure.asks:
                self.session.trust.confirm(failure.asks)
                self.setup.remember()
            self.session.retry()
        elif failure is not None and self.moment.status.activity == FAILED:
            panel = self.window.setup.seats[failure.seat]
            panel.algorithm.setFocus(Qt.FocusReason.ShortcutFocusReason)
            panel.algorithm.showPopup()

    def open_replay(self, replay: Replay) -> None:
        """Shows a recorded match from its start; it can be continued from any turn."""
        self._from_start = True
        self.branches.keep()
        self.window.show_workspace(MATCH)
        self.setup.open(replay)

    def _think_soon(self) -> None:
        """Thinks about the start of the next match, once it is on the board."""
        self._thinks_on = True
        self.window.show_workspace(MATCH)

    def copy(self) -> None:
        """The command line of what is on show, for the clipboard."""
        self.editor.write()
        page = self.window.page
        line = page.command_line() if page is not None else ""
        if page is None or line:
            self.setup.copy(line)

    # -- words and the end -------------------------------------------------------------------------

    def tell(self, text: str) -> None:
        """A sentence in the status bar, for some seconds."""
        self.state.tell(text)

    def close(self) -> None:
        """Ends the match and saves the settings; a second call does nothing."""
        if self._closed:
            return
        self._closed = True
        self.timer.stop()
        self.own_file.close()
        self.branches.keep()
        self.setup.remember()
        self.appearance.remember()
        self.export.end()
        self.settings.geometry = self.window.geometry_text()
        self.session.close()
        self.store.save()
