"""The position editor: opens on the position on show, keeps positions, and ends in another match
or in nothing.
"""

from __future__ import annotations

import shlex
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engines.editing import shaken
from lab.files.codec import checksum
from lab.files.position import KeptPosition, Shelf, save_position
from lab.match.seats import command
from lab.ui.control.changes import Changes, walked
from lab.ui.control.moment import Moment
from lab.ui.control.setup import SetupControl
from lab.ui.control.transport import TransportControl
from lab.ui.editor.draft import EditedPosition
from lab.ui.editor.page import EditorPage
from lab.ui.editor.palette import PASTE, PUT_BACK, SHAKE
from lab.ui.editor.panel import BRANCH, DISCARD, THINK
from lab.ui.editor.shelf import Kept
from lab.ui.shell.commands import COMMANDS
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import MATCH

TITLE = next(each.title for each in COMMANDS if each.name == "edit")


class EditorControl(QObject):
    """Play stops while the editor is open, and nothing of the match changes until one of its
    endings.
    """

    told = Signal(str)
    begun = Signal()  # another match begins with the position, which is to be thought about
    paste_asked = Signal()

    def __init__(
        self,
        window: Window,
        moment: Moment,
        seating: SetupControl,
        transport: TransportControl,
        changes: Changes,
        folder: Path,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window, self._moment, self._seating = window, moment, seating
        self._changes = changes
        self._transport, self._folder = transport, folder
        self._shelf: Shelf | None = None
        self._draft: EditedPosition | None = None  # while it is edited
        self._shakes = 0
        self._removed: tuple[int, KeptPosition] | None = None  # from the shelf, and from where

    # -- opening -----------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether a position is being edited."""
        return self._draft is not None

    @cached_property
    def page(self) -> EditorPage:
        """The editor, made when it is first opened."""
        page = EditorPage(self._window)
        page.ended.connect(self._end)
        page.told.connect(self.told)
        page.tool_asked.connect(self._tool)
        page.changed.connect(self._changed)
        page.shelf.keep_asked.connect(self._keep)
        page.shelf.taken.connect(self._take)
        page.shelf.named.connect(self._name)
        page.shelf.removed.connect(self._remove)
        return page

    def open(self) -> None:
        """Edits the position on show."""
        game = self._moment.game
        editing = game.editing()
        if self.is_open or editing is None:
            self.told.emit("" if editing is not None else f"{TITLE}: {game.uneditable}.")
            return
        turn = self._moment.turn
        origin = f"from {game.turn_word} {turn} of this match" if turn else "from the start"
        self._edit(EditedPosition(game, editing, self._moment.frame.state, origin, turn))

    def _edit(self, draft: EditedPosition) -> None:
        """Shows the editor in place of the match, which rests."""
        if self._moment.status.holding:
            self._transport.think_on(False)
        self._moment.session.pause()
        self._draft = draft
        self._window.show_workspace(MATCH)
        self._window.cover(self.page)
        self._shelf = Shelf(self._folder, draft.game.name)
        self.told.emit(self._shelf.problem)
        self.page.begin(draft)
        self._changed()

    def leave(self) -> None:
        """Shows the match again; what was edited is forgotten."""
        if self.is_open:
            self._draft = None
            self._window.cover(None)

    # -- ending ------------------------------------------------------------------------------------

    def _end(self, name: str) -> None:
        draft = self._draft
        if draft is None or (name != DISCARD and not draft.playable):
            return
        self.leave()
        if name == DISCARD:
            self._discard(draft)
            return
        if name == BRANCH:
            self._add_branch(draft)
            return
        setup = replace(self._seating.setup, options=draft.game.options)
        self._seating.begin(setup, draft.state.copy(), "position set up")
        self.told.emit(f"{draft.game.title} from the position that you set up.")
        if name == THINK:
            self.begun.emit()
        else:
            self._moment.session.play()

    def _add_branch(self, draft: EditedPosition) -> None:
        """Puts the position into the match, as a branch of the turn from which it was edited."""
        if draft.turn is not None:
            walked(self._changes, self._moment, "position set up")
            self._moment.session.set_up(draft.turn, draft.state.copy())
            self._moment.go_to(self._moment.head.turn)  # the board follows the branch
            word = f"{draft.game.turn_word} {draft.turn}"
            self.told.emit(f"The position follows {word}; Ctrl+Z goes back.")

    def _discard(self, draft: EditedPosition) -> None:
        if draft.is_changed:
            self._changes.did("discarded position", partial(self._edit, draft), self.leave)
            self.told.emit("The position is discarded; Ctrl+Z brings it back.")

    def show_command(self) -> None:
        """The command is grey in games that cannot be edited, with the reason."""
        game, action = self._moment.game, self._window.actions_.by_name["edit"]
        can = game.editing() is not None
        self._window.actions_.enable("edit", can)
        action.setText(TITLE if can else f"{TITLE}: {game.uneditable}")

    # -- while it is open --------------------------------------------------------------------------

    def _tool(self, name: str) -> None:
        """What a tool of the page asks for beyond the position."""
        if name == PASTE:
            self.paste_asked.emit()
        elif name == PUT_BACK:
            self._put_back()
        elif name == SHAKE and self._draft is not None:
            self._shakes += 1
            draft = self._draft
            found = shaken(draft.editing, draft.state, self._shakes, draft.editing.reach)
            if found is None:
                self.told.emit("No position near this one passes the checks.")
            else:
                draft.show(found)
                self.page.refresh()

    def _changed(self) -> None:
        """The position is another one."""
        if self._draft is None:
            return
        self.page.line = ""
        if self._draft.playable:
            setup = replace(self._seating.setup, options=self._draft.game.options)
            self.page.line = f"{command(setup)} --from {shlex.quote(str(self._file))}"
        self._show_shelf()

    # -- files -------------------------------------------------------------------------------------

    @property
    def _file(self) -> Path:
        """Where the position is written when its command line is copied."""
        if self._draft is None:
            return Path()
        name = f"{self._draft.game.name}-{checksum(self._draft.state)}.json"
        return self._folder / "positions" / name

    def write(self) -> None:
        """Writes the file that the command line names."""
        if self._draft is None or not self._draft.playable:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            save_position(self._file, self._kept(self._draft))
        except OSError as error:
            self.told.emit(f"{self._file} cannot be written: {error.strerror or error}.")

    def _kept(self, draft: EditedPosition, name: str = "") -> KeptPosition:
        text = draft.editing.text(draft.state) if draft.editing.text_title else ""
        note = draft.origin.removeprefix("from ").removesuffix(" of this match")
        return KeptPosition(draft.game, draft.state.copy(), name, note, text)

    # -- the shelf ---------------------------------------------------------------------------------

    def _show_shelf(self) -> None:
        if self._shelf is None or self._draft is None:
            return
        draft, now = self._draft, self._kept(self._draft).key
        self.page.shelf.set_kept(
            [
                Kept(
                    each.game.scene(each.state),
                    each.game.owner,
                    each.name,
                    each.note,
                    each.key == now,
                )
                for each in self._shelf.kept
            ]
        )
        refusal = draft.game.check(draft.state)
        self.page.shelf.keep.setEnabled(not refusal)

    def _keep(self) -> None:
        """Puts the position on the shelf."""
        if self._draft is None or self._shelf is None:
            return
        names = [each.name for each in self._shelf.kept]
        name = next(
            each for k in range(1, len(names) + 2) if (each := f"Position {k}") not in names
        )
        self._shelf.keep(self._kept(self._draft, name))
        self.told.emit(self._shelf.problem)
        self._show_shelf()

    def _take(self, place: int) -> None:
        """Takes up a kept position; undo brings back the one before."""
        if self._draft is None or self._shelf is None:
            return
        kept = self._shelf.kept[place]
        if kept.game.spec != self._draft.game.spec:
            self._restart(kept)
            return
        self._draft.show(kept.state)
        self.page.refresh()

    def _restart(self, kept: KeptPosition) -> None:
        """Edits a position of the same game with other options."""
        editing = kept.game.editing()
        if editing is not None:
            self._draft = EditedPosition(kept.game, editing, kept.state, f"kept: {kept.name}")
            self.page.begin(self._draft)

    def _name(self, place: int, name: str) -> None:
        if self._shelf is not None:
            self._shelf.rename(place, name)
            self.told.emit(self._shelf.problem)
            self._show_shelf()

    def _remove(self, place: int) -> None:
        if self._shelf is not None:
            gone = self._shelf.remove(place)
            words = f"“{gone.name}” is not kept any more; Ctrl+Z brings it back."
            self.told.emit(self._shelf.problem or words)
            self._removed = (place, gone)
            self.page.removed = not self._shelf.problem
            self.page.refresh()

    def _put_back(self) -> None:
        """Keeps the position again that was removed last."""
        if self._shelf is not None and self._removed is not None:
            self._shelf.put_back(*self._removed)
            self.told.emit(self._shelf.problem or f"“{self._removed[1].name}” is kept again.")
            self._removed, self.page.removed = None, False
            self.page.refresh()
