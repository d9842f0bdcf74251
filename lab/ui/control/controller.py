"""The only place that knows both the match and the views: one timer reads the session, one table
handles every command.

Sixty times a second the board takes a new frame if there is one; ten times a second the moment
reads the searches, and every view of them shows that one record. Anything unchanged or invisible is
not redrawn.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices

from lab.files.replay import Replay
from lab.live.recorder import data_folder
from lab.live.session import Session
from lab.match.records import FAILED
from lab.ui.control.appearance import AppearanceControl
from lab.ui.control.board import BoardControl
from lab.ui.control.clock import clock_entries
from lab.ui.control.explore import ExploreControl
from lab.ui.control.files import FilesControl
from lab.ui.control.moment import Moment
from lab.ui.control.pages import PagesControl
from lab.ui.control.person import PersonControl
from lab.ui.control.positions import PositionsControl
from lab.ui.control.programs import ProgramsControl
from lab.ui.control.rival import RivalPanel
from lab.ui.control.selecting import SelectingControl
from lab.ui.control.setup import SetupControl
from lab.ui.control.telling import show_title
from lab.ui.control.textbook import TextbookControl
from lab.ui.control.transport import TransportControl
from lab.ui.control.trees import RETRY, START, TreesControl
from lab.ui.parts.selection import Selection
from lab.ui.setup.usual import best_for, first_setup
from lab.ui.shell.keys import Palette
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import ALGORITHMS, ESTIMATORS, EXPLORE, MATCH, TEXTBOOK
from lab.words.settings import SettingsStore

TICK_MS = 16
STATE_EVERY = 2  # ticks
SPEEDS = (0.5, 1.0, 2.0, 4.0, 10.0, math.inf)
NOTE_S = 8.0  # how long a sentence stays in the status bar
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
        self._note, self._note_until, self._ticks, self._closed = "", 0.0, 0, False
        self._players = self.moment.players  # as last shown
        self._from_start = False  # the next match is a recorded one
        self._thinks_on = False  # the next match begins with a position to think about
        self._make_parts()
        self._handlers = self._table()
        self._wire()
        self._renewed()
        self.session.set_think_in_persons_time(self.settings.ponder)
        self.session.play()
        self.timer = QTimer(self)
        self.timer.setTimerType(Qt.TimerType.PreciseTimer)
        self.timer.timeout.connect(self.tick)
        self.timer.start(TICK_MS)
        self.tell(store.note)

    # -- wiring ------------------------------------------------------------------------------------

    def _make_parts(self) -> None:
        window = self.window
        centre = self.window.centre
        moment = self.moment
        settings = self.settings
        self.board = BoardControl(centre, self.selection, self)
        self.trees = TreesControl(window.trees, centre, self.selection, self)
        self.programs = ProgramsControl(window.side, centre)
        self.setup = SetupControl(window.setup, moment, settings, clock_entries, self)
        self.person = PersonControl(centre, moment, self.selection, settings, self)
        self.files = FilesControl(window, moment, settings, self)
        self.positions = PositionsControl(window, moment, self.setup, settings, self)
        self.rival = RivalPanel(window.setup)
        self.palette = Palette(window.actions_, window)
        self.transport = TransportControl(
            centre, moment, self.setup, self.trees, self.rival, self.selection, settings, self
        )
        self.selecting = SelectingControl(
            window.trees, centre.board, moment, self.selection, self.board, self.person
        )
        self.appearance = AppearanceControl(window, self.store, self)
        self.explore = ExploreControl(window, self.setup, settings, self)
        self.textbook = TextbookControl(window, self.setup, self)
        self.pages = PagesControl(window, self.setup, self)

    def _wire(self) -> None:
        window, centre, bar = self.window, self.window.centre, self.window.centre.transport
        window.actions_.asked.connect(self.do)
        window.closing.connect(self.close)
        window.status.copy_asked.connect(self._copy)
        self.palette.chosen.connect(self._from_palette)
        tellers = (self.setup, self.person, self.files, self.appearance, self.positions)
        for part in (*tellers, self.transport):
            part.told.connect(self.tell)
        self.setup.reseated.connect(self._reseated)
        self.setup.clock_chosen.connect(self._clocked)
        self.files.opened.connect(self.open_replay)
        self.positions.begun.connect(self._think_soon)
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
        }
        asks |= {
            "hint": bar.hint_wanted,
            "undo": bar.undo,
            "swap": bar.swap,
            "restart": bar.restart,
        }
        for name, signal in asks.items():
            signal.connect(self._handlers[name])
        bar.speed_changed.connect(self.transport.set_speed)
        bar.think_toggled.connect(self.transport.think_on)

    def _table(self) -> dict[str, Callable[[], object]]:
        """The handler of each command."""
        drive = self.transport
        choose = self.selecting
        look = self.appearance
        files = self.files
        window = self.window
        turns = {
            n: getattr(drive, n)
            for n in (
                "back",
                "forward",
                "back10",
                "forward10",
                "first",
                "play_from",
                "restart",
                "undo",
                "redo",
                "other_line",
            )
        }
        agents = {f"agent{i}": partial(choose.show_agent, i - 1) for i in range(1, 10)}
        looks = {
            n: getattr(look, n) for n in ("system", "light", "dark", "larger", "smaller", "usual")
        }
        file: dict[str, Callable[[], object]] = {
            "open": files.open,
            "paste": self.positions.ask,
            "save": files.save,
        }
        file |= {
            "new": self.setup.new_match,
            "picture": self._picture,
            "gif": files.gif,
        }
        file |= {"copy": self._copy, "quit": window.close, "folder": _open_folder}
        match = {
            "play": drive.toggle_play,
            "last": drive.to_head,
            "swap": self.setup.swap,
            "hint": self.person.ask_hint,
        }
        search = {
            "think": drive.toggle_think,
            "one": drive.one,
            "hundred": drive.hundred,
            "run": drive.toggle_run,
        }
        search |= {
            "compare": drive.toggle_compare,
            "freeze": choose.toggle_freeze,
            "whose": choose.next_whose,
            "uncover": self.moment.toggle_cover,
        }
        search |= {"up": choose.up, "down": choose.down, "let_go": self.selection.let_go}
        view = {
            "mode": choose.next_mode,
            "joint": choose.toggle_map,
            "all": choose.show_all,
            "explain": self._explain,
            "rules": self.pages.show_rules,
            "glossary": self.pages.show_glossary,
            "paths": look.toggle_paths,
            "names": look.toggle_names,
        }
        view |= {
            "setup": look.toggle_setup,
            "trees_left": look.toggle_sides,
            "region": window.next_region,
        }
        spaces = {
            name: partial(window.show_workspace, name)
            for name in (MATCH, EXPLORE, TEXTBOOK, ALGORITHMS, ESTIMATORS)
        }
        return {
            **spaces,
            **turns,
            **agents,
            **looks,
            **file,
            **match,
            **search,
            **view,
            "palette": self.palette.ask,
            "keys": look.show_keys,
        }

    def do(self, name: str, _on: bool = False) -> None:
        """Answers a command."""
        if name == "new":
            self.window.show_workspace(MATCH)
        self._handlers[name]()

    def _from_palette(self, name: str) -> None:
        self.window.actions_.by_name[name].trigger()

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
        before = self.moment.game
        self.moment.refresh()
        if self.moment.game is not before:
            self._renewed()
        elif self.moment.players != self._players:
            self._show_players()
        self._players = self.moment.players
        self.setup.look()
        moved = self.board.show_frame(self.moment)
        self.person.tick()
        if moved or self._ticks % STATE_EVERY == 0:
            self._show_thoughts()
            self._show_state()
        self.window.trees.tick()

    def _show_thoughts(self) -> None:
        thoughts = self.selecting.thoughts = self.moment.thoughts()
        self.trees.alone = self.board.alone
        self.trees.show(self.moment, thoughts)
        self.programs.show(self.moment, thoughts)
        self.board.show_thoughts(self.moment, thoughts)
        self.person.show_thoughts(thoughts)

    def _show_state(self) -> None:
        line, page = self.window.status, self.window.page
        if time.monotonic() > self._note_until:
            self._note = ""
        if page is not None:
            line.set_state(self._note or page.state_words())
            line.set_chosen("")
            line.set_command(page.command_line())
            return
        show_title(self.window.centre, self.moment, self.person)
        self._show_transport()
        self._show_commands()
        self._show_preparing()
        notes = " ".join(self.moment.status.notes)
        line.set_state(
            self._note or notes or self.person.state_words() or self.moment.state_words()
        )
        line.set_chosen(self.window.trees.selection_words())
        line.set_command(self.setup.command())

    def _show_transport(self) -> None:
        moment, bar = self.moment, self.window.centre.transport
        holding = moment.status.holding
        back = moment.cursor is not None
        over = bool(moment.head.outcome)
        bar.set_human(bool(moment.people), moment.head.turn > 0, self.person.may_ask)
        bar.set_playing(
            self.transport.walks
            or (moment.status.playing and not holding and not back and not over)
        )
        bar.set_holding(holding)
        bar.set_position(moment.turn, moment.head.turn)
        bar.set_can_play(back or not over)
        bar.set_can_think(back or not over)

    def _show_commands(self) -> None:
        moment, actions = self.moment, self.window.actions_
        holding = moment.status.holding
        able = {
            "undo": moment.head.turn > 0,
            "redo": moment.session.can_redo,
            "other_line": moment.session.other_line > 0,
            "hint": self.person.may_ask,
            "think": holding or not moment.ended,
        }
        able |= {name: holding for name in ("one", "hundred", "run", "compare")}
        for name, on in {**able, "play_from": moment.cursor is not None}.items():
            actions.enable(name, on)
        shown = {
            "think": holding,
            "freeze": self.window.trees.is_frozen(),
            "compare": self.trees.rival is not None,
            "uncover": self.moment.uncovers,
        }
        for name, on in {**shown, "setup": self.window.setup_shown}.items():
            actions.set(name, on)

    def _show_preparing(self) -> None:
        status, centre = self.moment.status, self.window.centre
        on = bool(status.preparing)
        if on:
            usual = status.seconds / status.progress if 0.02 < status.progress < 0.97 else 0.0
            centre.preparing.set_progress(status.preparing, status.progress, status.seconds, usual)
        centre.show_part(centre.preparing, on)

    # -- another match -----------------------------------------------------------------------------

    def _renewed(self) -> None:
        """Updates the views after another match has come onto the board."""
        self.moment.refresh()
        if self.moment.setup.game != self.setup.setup.game:
            return  # the session has not begun it yet; a later tick will
        game, centre = self.moment.game, self.window.centre
        self.selection.let_go()
        self.moment.uncovers = False
        self.board.alone = -1
        self.board.set_game(self.moment)
        self.trees.set_game(self.moment)
        self.programs.set_game(self.moment)
        self.textbook.show_for(game.name)
        self.rival.show_params(0, None)
        centre.show_part(centre.think, False)
        self._name_players()
        centre.transport.set_speeds(SPEEDS, game.turn_word)
        centre.transport.set_speed(self.settings.speed if self.settings.speed > 0 else math.inf)
        self.window.set_one_tree(not game.simultaneous or game.agents <= 2)
        self.appearance.recall(game.name)
        self.person.begin()
        self._show_kind()
        if self._from_start:
            self._from_start = False
            self.moment.cursor = 0  # its other turns may still be loading
        if self._thinks_on:
            self._thinks_on = False
            self.transport.think_on(True)

    def _show_kind(self) -> None:
        """Who plays: clocks or score, and the window's title."""
        seats = [spec.title or "you" for spec in self.setup.setup.seats]
        game = self.setup.game
        self.window.centre.set_kind(
            "you" in seats,
            game.simultaneous and self.moment.game.position(self.moment.head.state, 0) is not None,
        )
        seats = ["a person" if s == "you" and seats.count("you") > 1 else s for s in seats]
        self.window.setWindowTitle(f"{game.title}: {' against '.join(seats)} – Smitsilab")

    def _name_players(self) -> None:
        """Who plays, for the title and the words of the timeline."""
        names = [spec.title or "you" for spec in self.setup.setup.seats]
        self.window.centre.timeline.set_players(names)

    def _reseated(self) -> None:
        """Updates the views after a change of players, and plays on."""
        self._name_players()
        self._show_kind()
        self.session.play()

    def _show_players(self) -> None:
        """Shows the players after the session has changed them."""
        self.trees.show_words(self.moment)
        self.board.set_game(self.moment)
        self.person.begin()

    def _clocked(self, _name: str) -> None:
        self.person.begin()

    # -- answers -----------------------------------------------------------------------------------

    def _help(self) -> None:
        """The button of the empty state: what fair play covers, or a search for a seat that has
        none.
        """
        if self.moment.is_covered:
            self.moment.uncovers = True
            return
        self.setup.choose(self.trees.seat_to_help(self.moment), best_for(self.moment.game))

    def _explain(self) -> None:
        """The page of the algorithm whose search is on show."""
        whose, pair = self.window.trees.whose(), self.selection.pair
        self.pages.explain(
            self.moment.game.owner[pair[0]]
            if pair is not None
            else whose
            if isinstance(whose, int)
            else -1
        )

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
        self.window.show_workspace(MATCH)
        self.session.load(replay)
        self.setup.take(replay.setup)

    def _think_soon(self) -> None:
        """Thinks about the start of the next match, once it is on the board."""
        self._thinks_on = True
        self.window.show_workspace(MATCH)

    def _copy(self) -> None:
        """The command line of what is on show, for the clipboard."""
        page = self.window.page
        line = page.command_line() if page is not None else ""
        if page is None or line:
            self.setup.copy(line)

    def _picture(self) -> None:
        wakes, paths = self.window.centre.board.lines
        self.files.picture(list(wakes), list(paths) if self.settings.paths else [])

    # -- words and the end -------------------------------------------------------------------------

    def tell(self, text: str) -> None:
        """A sentence in the status bar, for some seconds."""
        if text:
            self._note, self._note_until = text, time.monotonic() + NOTE_S
            self.window.status.set_state(text)

    def close(self) -> None:
        """Ends the match and saves the settings; a second call does nothing."""
        if self._closed:
            return
        self._closed = True
        self.timer.stop()
        self.setup.remember()
        self.appearance.remember()
        self.settings.geometry = self.window.geometry_text()
        self.session.close()
        self.store.save()


def _open_folder() -> None:
    folder = data_folder() / "matches"
    folder.mkdir(parents=True, exist_ok=True)
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
