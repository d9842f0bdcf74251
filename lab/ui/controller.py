"""The only place that knows both the match and the views: one timer reads the session, one table answers what a person asks.

Sixty times a second the board takes a new frame if there is one; every second time the plots take new thoughts. What did not change is not
drawn, what cannot be seen is not either.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from engines.knobs import knobs, replace
from lab.frames import FAILED, PREPARING
from lab.recorder import data_folder
from lab.replay import Replay
from lab.session import Session
from lab.ui import theme
from lab.ui.control.boarding import BoardShow
from lab.ui.control.filing import Filing
from lab.ui.control.rival import RivalPanel
from lab.ui.control.seating import Seating, best_for, first_setup
from lab.ui.control.showing import Showing
from lab.ui.control.treeing import TreesShow
from lab.ui.keys import KeysDialog, Palette
from lab.ui.person import PersonPlay, clock_entries
from lab.ui.selection import Selection, code_of
from lab.ui.settings import Store
from lab.ui.window import Window
from search import algorithms

TICK_MS = 16
PLOTS_EVERY = 2  # ticks
SPEEDS = (0.5, 1.0, 2.0, 4.0, 10.0, math.inf)
NOTE_S = 8.0  # how long a sentence stays in the status bar
log = logging.getLogger("lab")


def _searching() -> dict[str, str]:
    """The titles of all algorithms."""
    return {name: kind.title for name, kind in algorithms().items()}


class Controller(QObject):
    """Drives one window for its whole life."""

    def __init__(self, window: Window, store: Store, save_folder: Path | None = None) -> None:
        super().__init__(window)
        self.window, self.store, self.settings = window, store, store.settings
        speed = self.settings.speed
        self.session = Session(first_setup(self.settings), pace_s=1 / speed if speed > 0 else 0.0, save_folder=save_folder)
        self.showing, self.selection = Showing(self.session), Selection(self)
        centre = window.centre
        self.board = BoardShow(centre, self.selection, self)
        self.trees = TreesShow(window.trees, centre, self.selection, self)
        self.seating = Seating(window.setup, self.showing, self.settings, clock_entries(), self)
        self.person = PersonPlay(centre, self.showing, self.selection, self.settings, self)
        self.filing = Filing(window, self.showing, self.settings, self)
        self.rival = RivalPanel(window.setup)
        self.palette = Palette(window.actions_, window)
        self._note, self._note_until, self._ticks = "", 0.0, 0
        self._thoughts: tuple[object, ...] = ()
        self._was_playing, self._closed = False, False
        self.board_owner: tuple[int, ...] = ()
        self._focus: int | None = None
        self._handlers = self._table()
        self._wire()
        self._restore()
        self._renewed()
        self.session.set_think_in_persons_time(self.settings.ponder)
        self.session.play()
        self.timer = QTimer(self)
        self.timer.setTimerType(Qt.TimerType.PreciseTimer)
        self.timer.timeout.connect(self.tick)
        self.timer.start(TICK_MS)
        if store.note:
            self.tell(store.note)

    # -- wiring ------------------------------------------------------------------------------------------------------

    def _wire(self) -> None:
        window, centre, trees, bar = self.window, self.window.centre, self.window.trees, self.window.centre.transport
        window.actions_.asked.connect(self.do)
        window.closing.connect(self.close)
        window.widths_moved.connect(self._remember_view)
        window.status.copy_asked.connect(self.seating.copy)
        self.palette.chosen.connect(self._from_palette)
        for told in (self.seating.told, self.person.told, self.filing.told):
            told.connect(self.tell)
        self.seating.renewed.connect(self._renewed)
        self.seating.reseated.connect(self._reseated)
        self.seating.clock_chosen.connect(self._clocked)
        self.filing.opened.connect(self.open_replay)
        self.selection.changed.connect(self._selected)
        self.selection.hover_changed.connect(self._show_thoughts)
        self._wire_trees(trees)
        centre.paths_toggled.connect(self._paths)
        centre.names_toggled.connect(self._names)
        centre.board.agent_clicked.connect(self._agent_clicked)
        centre.board.path_clicked.connect(self._path_clicked)
        centre.board.path_hovered.connect(self._path_hovered)
        centre.timeline.scrubbed.connect(self.go_to)
        centre.preparing.cancelled.connect(self.session.cancel_preparing)
        centre.think.step.connect(self._iterate)
        centre.think.run_toggled.connect(self.toggle_run)
        self.rival.changed.connect(self._rival_turned)
        asks = ((bar.first, "first"), (bar.back, "back"), (bar.play_toggled, "play"), (bar.forward, "forward"), (bar.last, "last"))
        asks += ((bar.hint_wanted, "hint"), (bar.undo, "undo"), (bar.swap, "swap"), (bar.restart, "restart"))
        for signal, name in asks:
            signal.connect(self._handlers[name])
        bar.speed_changed.connect(self.set_speed)
        bar.think_toggled.connect(self.think_on)

    def _wire_trees(self, trees: QObject) -> None:
        dock = self.window.trees
        dock.selected.connect(self._row_clicked)
        dock.let_go.connect(self.selection.let_go)
        dock.hovered.connect(self._row_hovered)
        dock.agent_chosen.connect(self.show_agent)
        dock.view_changed.connect(self._mode_changed)
        dock.frozen_changed.connect(self._frozen_changed)
        dock.fold_changed.connect(self._fold_changed)
        dock.help_wanted.connect(self._help)
        dock.failure_answered.connect(self._failure_answered)

    def _table(self) -> dict[str, Callable[[], object]]:
        """What answers each command; commands that are on or off read their action."""
        dock = self.window.trees
        one = {f"agent{i}": (lambda i=i: self.show_agent(i - 1)) for i in range(1, 10)}
        turns = {
            "back": lambda: self.go_to(self.showing.turn - 1),
            "forward": self.forward,
            "back10": lambda: self.go_to(self.showing.turn - 10),
            "forward10": lambda: self.go_to(self.showing.turn + 10),
            "first": lambda: self.go_to(0),
            "last": self.to_head,
            "play": self.toggle_play,
            "play_from": self.play_from,
        }
        file = {
            "new": self.seating.new_match,
            "open": self.filing.open,
            "save": self.filing.save,
            "picture": self._picture,
            "gif": self.filing.gif,
            "copy": self.seating.copy,
            "quit": self.window.close,
            "folder": self._open_folder,
        }
        people = {"restart": self.restart, "swap": self.swap, "hint": self.person.ask_hint, "undo": self.undo, "redo": self.redo}
        search = {
            "think": lambda: self.think_on(not self.showing.status.holding),
            "one": lambda: self._iterate(1),
            "hundred": lambda: self._iterate(100),
            "run": self.toggle_run,
            "compare": self.toggle_compare,
            "freeze": lambda: dock.set_frozen(not dock.is_frozen()),
            "whose": self._next_whose,
            "up": lambda: dock.step_selection(-1),
            "down": lambda: dock.step_selection(1),
            "let_go": self.selection.let_go,
        }
        return {**one, **turns, **file, **people, **search, **self._view_table()}

    def _view_table(self) -> dict[str, Callable[[], object]]:
        window = self.window
        return {
            "mode": self._next_mode,
            "all": lambda: self.show_agent(-1),
            "paths": lambda: self._paths(not self.settings.paths),
            "names": lambda: self._names(not self.settings.names),
            "setup": lambda: window.toggle_setup(not window.setup_shown),
            "trees_left": lambda: window.put_trees_left(window.actions_.by_name["trees_left"].isChecked()),
            "region": window.next_region,
            "system": lambda: self.set_theme("system"),
            "light": lambda: self.set_theme("light"),
            "dark": lambda: self.set_theme("dark"),
            "larger": lambda: self._text_step(1),
            "smaller": lambda: self._text_step(-1),
            "usual": lambda: self._text(100),
            "palette": self.palette.ask,
            "keys": self.show_keys,
        }

    def do(self, name: str, _on: bool = False) -> None:
        """Answers a command."""
        self._handlers[name]()

    def _from_palette(self, name: str) -> None:
        self.window.actions_.by_name[name].trigger()

    # -- the timer ---------------------------------------------------------------------------------------------------

    def tick(self) -> None:
        """One sixtieth of a second; an error in a view is told and logged, and the next tick goes on."""
        try:
            self._tick()
        except Exception as error:
            log.exception("A view could not be drawn")
            self.tell(f"A view could not be drawn ({type(error).__name__}: {error}). The match is not touched; the log has the details.")

    def _tick(self) -> None:
        self._ticks += 1
        setup = self.showing.setup
        self.showing.refresh()
        if self.showing.setup is not setup:
            self.seating.look()
        if self.showing.setup.game != setup.game or self.showing.game.owner != self.board_owner:
            self._renewed()
        self.board.show_frame(self.showing)
        self.person.tick()
        if self._ticks % PLOTS_EVERY == 0:
            self._show_thoughts()
            self._show_state()
        self.window.trees.tick()

    def _show_thoughts(self) -> None:
        self._thoughts = self.showing.thoughts()
        self.trees.show(self.showing, self._thoughts)
        self.board.show_thoughts(self.showing, self._thoughts)
        self.person.show_thoughts(self._thoughts)

    def _show_state(self) -> None:
        self._show_title()
        self._show_transport()
        self._show_preparing()
        line, trees = self.window.status, self.window.trees
        if self._note and time.monotonic() > self._note_until:
            self._note = ""
        notes = " ".join(self.showing.status.notes)
        line.set_state(self._note or notes or self.person.state_words() or self.showing.state_words())
        line.set_chosen(trees.selection_words())
        line.set_command(self.seating.command())

    def _show_title(self) -> None:
        showing, centre = self.showing, self.window.centre
        game, word = showing.game, showing.game.turn_word.capitalize()
        if showing.people and showing.cursor is None and not showing.status.holding:
            title, caption = self.person.title()
            centre.set_title(title, caption, f"{word} {showing.turn}")
            return
        holding = "position held, the search thinks on" if showing.status.holding else ""
        past = f"of {showing.head.turn}, recorded" if showing.cursor is not None else f"of at most {game.longest}"
        centre.set_title(f"{word} {showing.turn}", holding or past, "")

    def _show_transport(self) -> None:
        showing, bar, enable = self.showing, self.window.centre.transport, self.window.actions_.enable
        holding, turns, people = showing.status.holding, showing.head.turn, bool(showing.people)
        bar.set_human(people, turns > 0, self.person.agent is not None)
        bar.set_playing(showing.status.playing and not holding and showing.cursor is None and not showing.head.outcome)
        bar.set_holding(holding)
        bar.set_position(showing.turn, turns)
        bar.set_can_play(not showing.head.outcome or showing.cursor is not None)
        searching = any(t is not None for t in self._thoughts)
        bar.set_can_think(searching and not (showing.head.outcome and showing.cursor is None))
        for name, on in (("undo", turns > 0), ("redo", showing.session.can_redo), ("hint", self.person.agent is not None)):
            enable(name, on)
        for name in ("one", "hundred", "run", "compare"):
            enable(name, holding)
        for name in ("play_from",):
            enable(name, showing.cursor is not None)
        actions = self.window.actions_
        for name, on in (("think", holding), ("freeze", self.window.trees.is_frozen()), ("compare", self.trees.rival is not None)):
            actions.set(name, on)
        actions.set("setup", self.window.setup_shown)

    def _show_preparing(self) -> None:
        status, centre = self.showing.status, self.window.centre
        on = status.activity == PREPARING
        if on:
            usual = status.seconds / status.progress if status.progress > 0.02 else 0.0
            centre.preparing.set_progress(status.preparing, status.progress, status.seconds, usual)
        centre.show_part(centre.preparing, on)

    # -- another match -----------------------------------------------------------------------------------------------

    def _renewed(self) -> None:
        """Another match or game is on the board."""
        self.showing.refresh()
        game = self.seating.game
        if self.showing.setup.game != self.seating.setup.game:
            return  # the session has not begun it yet; the next tick will see it
        self.board_owner = game.owner
        self.selection.let_go()
        self.board.alone = -1
        self.board.set_game(self.showing)
        self.trees.set_game(self.showing)
        self.rival.show_params(0, None)
        centre = self.window.centre
        places = game.simultaneous and game.position(self.showing.head.state, 0) is not None
        centre.set_kind(bool(self._people()), places)
        centre.timeline.set_words("Value of each seat" if game.simultaneous else self._chance_title(), not game.simultaneous)
        centre.transport.set_speeds(SPEEDS, game.turn_word)
        centre.transport.set_speed(self.settings.speed if self.settings.speed > 0 else math.inf)
        self.person.begin()
        self._recall_view()
        self._show_window_title()
        self.window.set_one_tree(not game.simultaneous or game.agents <= 2)

    def _people(self) -> list[int]:
        return [seat for seat, spec in enumerate(self.seating.setup.seats) if spec.algorithm not in _searching()]

    def _chance_title(self) -> str:
        names = [_searching()[s.algorithm] for s in self.seating.setup.seats if s.algorithm in _searching()]
        return f"Chance to win, as {names[0]} sees it" if len(set(names)) == 1 else "Chance to win"

    def _reseated(self) -> None:
        """Other players at the same board."""
        self.showing.refresh()
        people = bool(self._people())
        game = self.seating.game
        places = game.simultaneous and game.position(self.showing.head.state, 0) is not None
        self.window.centre.set_kind(people, places)
        if not game.simultaneous:
            self.window.centre.timeline.set_words(self._chance_title(), True)
        self._show_window_title()
        QTimer.singleShot(60, self, self._reseated_soon)
        if people:
            self.session.play()

    def _reseated_soon(self) -> None:
        """What depends on the session's own answer."""
        self.showing.refresh()
        self.trees.show_words(self.showing)
        self.board.set_game(self.showing)
        self.person.begin()

    def _show_window_title(self) -> None:
        seats = [_searching().get(s.algorithm, "you") for s in self.seating.setup.seats]
        if seats.count("you") > 1:
            seats = ["a person" if s == "you" else s for s in seats]
        self.window.setWindowTitle(f"{self.seating.game.title}: {' against '.join(seats)} – Smitsilab")

    # -- transport ---------------------------------------------------------------------------------------------------

    def toggle_play(self) -> None:
        """Plays on from the head, or pauses."""
        status = self.showing.status
        if self.showing.cursor is not None:
            self.showing.cursor = None
            self.session.play()
        elif status.playing and not status.holding:
            self.session.pause()
        else:
            self.session.play()
        self.trees.rival = None
        self.rival.show_params(0, None)

    def go_to(self, turn: int) -> None:
        """Shows a turn; leaving the head pauses the match."""
        showing = self.showing
        if showing.cursor is None and turn < showing.head.turn and not showing.people:
            self._was_playing = showing.status.playing
            self.session.pause()
        if showing.status.holding:
            self.think_on(False)
            self.session.pause()
        showing.go_to(turn)

    def forward(self) -> None:
        """One turn on; at the head, one turn is played."""
        if self.showing.cursor is not None:
            self.go_to(self.showing.turn + 1)
        elif not self.showing.people:
            self.session.step()

    def to_head(self) -> None:
        """The latest turn; the match goes on if it ran before."""
        if self.showing.cursor is not None:
            self.showing.cursor = None
            if self._was_playing:
                self.session.play()

    def play_from(self) -> None:
        """Takes back what is later than the turn on show, and plays on."""
        if self.showing.cursor is not None:
            turn, self.showing.cursor = self.showing.cursor, None
            self.session.play_from(turn)

    def set_speed(self, speed: float) -> None:
        """Turns a second; infinite: as fast as it goes."""
        self.settings.speed = 0.0 if math.isinf(speed) else speed
        self.session.set_pace(0.0 if math.isinf(speed) else 1 / speed)

    def restart(self) -> None:
        """Back to the start of this match."""
        self.showing.cursor = None
        self.session.restart()
        self.session.play()
        self.person.begin()

    def swap(self) -> None:
        """The players exchange their seats."""
        self.seating.swap()

    def undo(self) -> None:
        """Takes the last move back."""
        self.showing.cursor = None
        self.session.undo()

    def redo(self) -> None:
        """Plays again what was taken back."""
        self.session.redo()

    # -- thinking on -------------------------------------------------------------------------------------------------

    def think_on(self, on: bool) -> None:
        """Holds the position on show and keeps searching it, or lets go."""
        self.showing.running_on = on
        self.session.hold(on, self.showing.cursor)
        self.window.centre.show_part(self.window.centre.think, on)
        if not on:
            self.trees.rival = None
            self.rival.show_params(0, None)

    def _iterate(self, n: int) -> None:
        if self.showing.status.holding:
            self.showing.running_on = False
            self.session.iterate(n)

    def toggle_run(self) -> None:
        """Lets the held search run on, or rest."""
        if not self.showing.status.holding:
            return
        self.showing.running_on = not self.showing.running_on
        if self.showing.running_on:
            self.session.run_on()
        else:
            self.session.iterate(0)

    def toggle_compare(self) -> None:
        """A second setting, at first with another exploration, searches the held position beside the first."""
        pair = self.selection.pair
        seat = self.seating.game.owner[pair[0]] if pair else 0
        params = self.seating.setup.seats[seat].params
        if self.trees.rival is not None or params is None:
            self.trees.rival = None
            self.session.compare(None, seat)
            self.rival.show_params(seat, None)
            return
        first = next((k for k in knobs(params) if k.kind == "number"), None)
        if first is not None:
            value = float(getattr(params, first.name))
            params = replace(params, first.name, min(first.high, value * 3 if value else first.high / 10))
        self.trees.rival_seat = seat
        self._rival_turned(params)
        self.rival.show_params(seat, params)

    def _rival_turned(self, params: object) -> None:
        self.trees.rival = params  # type: ignore[assignment]  # Qt's signal forgets the type
        self.session.compare(params, self.trees.rival_seat)  # type: ignore[arg-type]  # as above

    # -- selection ---------------------------------------------------------------------------------------------------

    def _row_clicked(self, agent: int, index: int) -> None:
        code = code_of(self._thoughts, agent, index)  # type: ignore[arg-type]  # they are thoughts
        if code is not None and self.selection.pair != (agent, code):
            self.selection.choose(agent, code)

    def _row_hovered(self, agent: int, index: int) -> None:
        code = code_of(self._thoughts, agent, index) if agent >= 0 else None  # type: ignore[arg-type]  # as above
        self.selection.preview(None if code is None else (agent, code))

    def _path_clicked(self, path: object) -> None:
        self._row_clicked(path.agent, path.action)  # type: ignore[attr-defined]  # a Path

    def _path_hovered(self, path: object) -> None:
        if path is None:
            self.selection.preview(None)
        else:
            self._row_hovered(path.agent, path.action)  # type: ignore[attr-defined]  # a Path

    def _agent_clicked(self, agent: int) -> None:
        if agent in self.showing.status.to_move:
            self.person.choose_agent(agent)
        else:
            self.show_agent(agent if self.board.alone != agent else -1)

    def _selected(self) -> None:
        self._refocus()
        self._show_thoughts()

    def _refocus(self) -> None:
        """The session tells where each root action leads for one agent: the selected one, else the one shown alone."""
        pair, alone = self.selection.pair, self.board.alone
        focus = pair[0] if pair else alone if alone >= 0 else None
        if focus != self._focus:
            self._focus = focus
            self.session.set_focus(focus)

    def show_agent(self, agent: int) -> None:
        """One agent's tree alone, -1 for all side by side."""
        if agent >= self.showing.game.agents:
            return
        if agent in self.showing.status.to_move and self.showing.game.dial is not None:
            self.person.choose_agent(agent)
        self.board.alone = agent
        self.window.trees.set_agent(agent)
        if self.selection.pair is not None and agent not in (-1, self.selection.pair[0]):
            self.selection.let_go()
        self._refocus()
        self._show_thoughts()

    # -- Trees -------------------------------------------------------------------------------------------------------

    def _next_whose(self) -> None:
        dock = self.window.trees
        order: list[object] = ["own", *range(self.showing.game.seats)]
        now = dock.whose()
        dock.set_whose(order[(order.index(now) + 1) % len(order)])

    def _next_mode(self) -> None:
        dock = self.window.trees
        order = ["graphs", "table", "both"]
        dock.set_view(order[(order.index(dock.view_mode()) + 1) % 3])
        if dock.view_mode() == "graphs" and order.index("graphs") != 0:
            dock.set_view("graphs")
        self._mode_changed(dock.view_mode())

    def _mode_changed(self, _mode: str) -> None:
        self._remember_view()

    def _frozen_changed(self, frozen: bool) -> None:
        self.window.actions_.set("freeze", frozen)

    def _fold_changed(self, name: str, is_open: bool) -> None:
        self._view().setdefault("folds", {})[name] = is_open

    def _help(self) -> None:
        self.seating.choose(self.trees.seat_to_help(self.showing), best_for(self.showing.game))

    def _failure_answered(self, button: int) -> None:
        failure = self.showing.status.failure
        if button == 0:
            self.session.retry()
        elif failure is not None and self.showing.status.activity == FAILED:
            panel = self.window.setup.seats[failure.seat]
            panel.algorithm.setFocus(Qt.FocusReason.ShortcutFocusReason)
            panel.algorithm.showPopup()

    # -- files -------------------------------------------------------------------------------------------------------

    def open_replay(self, replay: Replay) -> None:
        """Shows a recorded match from its start; it can be played on from any turn."""
        self.session.pause()
        self.session.load(replay)
        self.seating.take(replay.setup)
        self._was_playing = False

    def _picture(self) -> None:
        board = self.window.centre.board
        self.filing.picture(list(board.wakes), list(board.paths) if self.settings.paths else [])

    def _open_folder(self) -> None:
        folder = data_folder() / "matches"
        folder.mkdir(parents=True, exist_ok=True)
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    # -- looks -------------------------------------------------------------------------------------------------------

    def _restore(self) -> None:
        """What was chosen the last time."""
        self._paths(self.settings.paths)
        self._names(self.settings.names)
        self.window.actions_.set(self.settings.theme, True)

    def _paths(self, on: bool) -> None:
        self.settings.paths = on
        self.window.centre.paths.setChecked(on)
        self.window.centre.board.show_paths(on)
        self.window.actions_.set("paths", on)

    def _names(self, on: bool) -> None:
        self.settings.names = on
        self.window.centre.names.setChecked(on)
        self.window.centre.board.show_names(on)
        self.window.actions_.set("names", on)

    def set_theme(self, scheme: str) -> None:
        """Light, dark, or as the system wants it."""
        self.settings.theme = scheme
        self._dress()
        self.window.actions_.set(scheme, True)

    def _text_step(self, step: int) -> None:
        sizes = theme.SIZES
        near = min(range(len(sizes)), key=lambda i: abs(sizes[i] - self.settings.text_percent))
        self._text(sizes[max(0, min(len(sizes) - 1, near + step))])

    def _text(self, percent: int) -> None:
        self.settings.text_percent = percent
        self._dress()
        self.tell(f"Text at {percent} %")

    def _dress(self) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            theme.apply(app, self.settings.theme, self.settings.text_percent)

    def _clocked(self, _name: str) -> None:
        self.person.begin()

    def show_keys(self) -> None:
        """The list of keys."""
        dialog = KeysDialog(self.window.actions_, self.window)
        dialog.rebound.connect(self._rebound)
        dialog.show()

    def _rebound(self) -> None:
        self.settings.keys = self.window.actions_.changed_keys()
        self.store.save()

    def _view(self) -> dict[str, object]:
        return self.settings.views.setdefault(self.seating.setup.game, {})

    def _remember_view(self) -> None:
        view = self._view()
        view["mode"], view["widths"] = self.window.trees.view_mode(), self.window.widths()

    def _recall_view(self) -> None:
        view = self._view()
        folds, mode, widths = view.get("folds"), view.get("mode"), view.get("widths")
        if isinstance(folds, dict):
            self.window.trees.set_folds({str(k): bool(v) for k, v in folds.items()})
        self.window.trees.set_view(str(mode or "graphs"))
        self.window.set_widths([int(w) for w in widths] if isinstance(widths, list) else [])

    # -- words and the end -------------------------------------------------------------------------------------------

    def tell(self, text: str) -> None:
        """A sentence in the status bar, for some seconds."""
        if text:
            self._note, self._note_until = text, time.monotonic() + NOTE_S
            self.window.status.set_state(text)

    def close(self) -> None:
        """Ends the match and keeps what is to be remembered; asked twice, nothing happens."""
        if self._closed:
            return
        self._closed = True
        self.timer.stop()
        self.seating.remember()
        self._remember_view()
        self.settings.geometry = self.window.geometry_text()
        self.session.close()
        self.store.save()
