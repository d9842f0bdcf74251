"""What the window says about the match: its title, the title line, transport, commands, the first
compile, and the status bar.
"""

from __future__ import annotations

import time

from lab.ui.control.changes import Changes
from lab.ui.control.event_words import show_title
from lab.ui.control.moment import Moment
from lab.ui.control.person import PersonControl
from lab.ui.control.setup import SetupControl
from lab.ui.control.transport import TransportControl
from lab.ui.control.trees import TreesControl
from lab.ui.editor.control import EditorControl
from lab.ui.shell.window import Window
from lab.ui.trees.title import TREE
from lab.words.settings import Settings

NOTE_S = 8.0  # how long a sentence stays in the status bar


class StateControl:
    """Reads the moment and writes it into the frame of the window."""

    def __init__(
        self,
        window: Window,
        moment: Moment,
        setup: SetupControl,
        person: PersonControl,
        transport: TransportControl,
        trees: TreesControl,
        settings: Settings,
        changes: Changes,
        editor: EditorControl,
    ) -> None:
        self._window, self._moment, self._setup = window, moment, setup
        self._person, self._transport, self._trees = person, transport, trees
        self._settings, self._changes, self._editor = settings, changes, editor
        self._note, self._note_until = "", 0.0
        window.workspace_changed.connect(self._show_window_title)

    def tell(self, text: str) -> None:
        """A sentence in the status bar, for some seconds."""
        if text:
            self._note, self._note_until = text, time.monotonic() + NOTE_S
            self._window.status.set_state(text)

    def show(self) -> None:
        """Everything, once for each reading of the session."""
        if time.monotonic() > self._note_until:
            self._note = ""
        self._window.show_views()
        if self._window.page is not None:
            self._show_page()
            return
        self._show_title()
        self._window.centre.show_events()
        self._show_transport()
        self._show_commands()
        self._show_preparing()
        self._show_status()

    def _show_page(self) -> None:
        line, page = self._window.status, self._window.page
        if page is not None:
            line.set_state(self._note or page.state_words())
            line.set_chosen("")
            line.set_command(page.command_line())

    def _show_status(self) -> None:
        line, notes = self._window.status, " ".join(self._moment.status.notes)
        words = self._person.state_words() or self._moment.state_words()
        line.set_state(self._note or notes or words)
        trees = self._window.trees
        looked = trees.view_mode() == TREE and trees.pages.tree.words()
        line.set_chosen(looked or trees.selection_words())
        line.set_command(self._setup.command(), self._setup.changed_words())

    # -- the centre --------------------------------------------------------------------------------

    def _show_title(self) -> None:
        centre = self._window.centre
        if self._moment.setup.game != self._setup.setup.game:
            centre.set_title(self._setup.game.title, "loading")
        else:
            show_title(centre, self._moment, self._person)

    def _show_transport(self) -> None:
        moment, bar = self._moment, self._window.centre.transport
        holding = moment.status.holding
        back = moment.cursor is not None
        over = bool(moment.head.outcome)
        bar.set_human(bool(moment.people), self._can_undo, self._person.may_ask)
        bar.set_seats(moment.game.seats)
        bar.set_playing(
            self._transport.walks
            or (moment.status.playing and not holding and not back and not over)
        )
        bar.set_holding(holding)
        bar.set_position(moment.turn, moment.head.turn)
        bar.set_can_play(back or not over)
        bar.set_can_think(back or not over)

    @property
    def _can_undo(self) -> bool:
        moment = self._moment
        return self._changes.can_undo or moment.head.turn > 0 or moment.session.brings_back

    def _show_commands(self) -> None:
        moment, actions = self._moment, self._window.actions_
        holding, back = moment.status.holding, moment.cursor is not None
        able = {
            "undo": self._can_undo,
            "redo": self._changes.can_redo or moment.session.can_redo,
            "other_line": len(moment.view.lines.rows) > 1,
            "hint": self._person.may_ask,
            "swap": moment.game.seats > 1,
            "think": holding or not moment.ended,
            "play_from": back,
        }
        able |= {name: holding for name in ("one", "hundred", "run")}
        for name, on in able.items():
            actions.enable(name, on)
        actions.by_name["undo"].setText(f"Undo {self._changes.last}".rstrip())
        actions.by_name["redo"].setText(f"Redo {self._changes.next}".rstrip())
        self._editor.show_command()
        shown = {
            "think": holding,
            "freeze": self._window.trees.is_frozen(),
            "uncover": moment.uncovers,
            "branches": self._settings.branches,
            "comment": self._settings.comment,
        }
        for name, on in {**shown, "setup": self._window.setup_shown}.items():
            actions.set(name, on)

    def _show_preparing(self) -> None:
        status, centre = self._moment.status, self._window.centre
        on = bool(status.preparing)
        if on:
            usual = status.seconds / status.progress if 0.02 < status.progress < 0.97 else 0.0
            centre.preparing.set_progress(
                status.preparing, status.progress, status.seconds, usual, status.leads_in
            )
        centre.show_part(centre.preparing, on)

    # -- who plays ---------------------------------------------------------------------------------

    def show_kind(self) -> None:
        """Who plays: clocks or score, and the window's title."""
        people = any(not spec.title for spec in self._setup.setup.seats)
        game = self._setup.game
        self._window.centre.set_kind(people, game.seats)
        moment = self._moment
        places = game.simultaneous and moment.game.position(moment.head.state, 0) is not None
        for name in ("paths", "names"):
            self._window.actions_.enable(name, places)
        for agent in range(1, 10):
            action = self._window.actions_.by_name[f"agent{agent}"]
            action.setVisible(1 < game.agents >= agent)
        self._show_window_title()

    def _show_window_title(self, _workspace: str = "") -> None:
        if self._window.page is not None:
            self._window.setWindowTitle(f"{self._window.workspaces.title} – Smitsilab")
            return
        seats = [each or "you" for each in self._players]
        seats = ["a person" if s == "you" and seats.count("you") > 1 else s for s in seats]
        title = self._setup.game.title
        self._window.setWindowTitle(f"{title}: {' against '.join(seats)} – Smitsilab")

    def name_players(self) -> None:
        """Who plays, for the words of the timeline."""
        names = [each or "you" for each in self._players]
        searches = any(spec.searches for spec in self._setup.setup.seats)
        self._window.centre.timeline.set_players(names, searches)

    @property
    def _players(self) -> tuple[str, ...]:
        """What plays each seat, as it has been chosen."""
        return self._moment.bots or tuple(spec.title for spec in self._setup.setup.seats)
