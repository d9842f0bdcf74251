"""Branches and comments: what a person does in the band and in the comment box, and what both show
of the moment.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt, Signal

from lab.match.history import MatchLines
from lab.match.turn_tree import START, TurnNote
from lab.ui.control.board import mistakes
from lab.ui.control.changes import Changes, walked
from lab.ui.control.moment import Moment
from lab.ui.control.transport import TransportControl
from lab.ui.parts.marks import marks_of
from lab.ui.shell.centre import Centre
from lab.words.settings import Settings


class BranchesControl(QObject):
    """Shows the lines of the match, and goes where a person wants to."""

    told = Signal(str)

    def __init__(
        self,
        centre: Centre,
        moment: Moment,
        transport: TransportControl,
        settings: Settings,
        changes: Changes,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.changes = changes
        self._centre, self._moment, self._transport = centre, moment, transport
        self._settings = settings
        self._wanted: int | None = None  # a turn of another line, which comes on the board
        self._frames: object = None
        self._mistakes: tuple[int, ...] = ()  # turns of the line on the board
        band, comment = centre.branches, centre.comment
        band.chosen.connect(self.go_to)
        band.promoted.connect(self._promote)
        band.deleted.connect(self._delete)
        band.named.connect(self._name)
        band.commented.connect(self._comment_on)
        band.restored.connect(self._restore)
        comment.written.connect(self._write)
        comment.left.connect(self._leave_comment)

    @property
    def _lines(self) -> MatchLines:
        return self._moment.view.lines

    def set_game(self) -> None:
        """Another match."""
        game = self._moment.game
        names = [game.agent_name(agent) for agent in range(game.agents)]
        kinds = [game.seat_mark(seat) for seat in game.owner]
        self._centre.branches.set_cast(marks_of(game.owner), kinds, names, game.turn_word)
        self._wanted = None

    def show(self) -> None:
        """The lines and the comment of the turn on show; once for each reading of the session."""
        moment, lines = self._moment, self._lines
        self._arrive()
        number = lines.number(moment.turn)
        if moment.frames is not self._frames:
            self._frames, self._mistakes = moment.frames, mistakes(moment)[0]
        if self._settings.branches and lines.rows:
            marked = [lines.number(turn) for turn in self._mistakes]
            self._centre.branches.set_lines(lines, number, marked)
        self._centre.show_branches(self._settings.branches and bool(lines.rows))
        self._centre.show_comment(self._settings.comment)
        if self._settings.comment:
            word = moment.game.turn_word
            where = f"{word} {moment.turn}" if moment.turn else "the start"
            note = lines.note(moment.turn)
            self._centre.comment.set_note(number, where, note, moment.up_to_date)

    def _arrive(self) -> None:
        """Shows the turn that was asked for, once its line is on the board."""
        wanted = self._wanted
        if wanted is None or not self._moment.up_to_date:
            return
        self._wanted = None
        if wanted == START:
            self._moment.go_to(0)
        elif wanted in self._lines.path:
            self._moment.go_to(self._lines.path.index(wanted) + 1)

    # -- what people do ----------------------------------------------------------------------------

    def go_to(self, number: int) -> None:
        """Shows a turn of any line."""
        path = self._lines.path
        if number == START or number in path:
            self._transport.go_to(path.index(number) + 1 if number in path else 0)
            self.show()  # the next key starts from here
            return
        walked(self.changes, self._moment, "other line")
        self._wanted = number
        self._transport.leave_past()
        self._moment.session.go_to_line(number)

    @property
    def _main(self) -> int:
        """The turn that the main line ends with."""
        stones = self._lines.rows[0].stones if self._lines.rows else ()
        return stones[-1].number if stones else START

    def _promote(self, number: int) -> None:
        main, session = self._main, self._moment.session
        session.make_main(number)
        self.changes.did(
            "main line", partial(session.make_main, main), partial(session.make_main, number)
        )

    def _delete(self, number: int) -> None:
        session, main = self._moment.session, self._main
        head = self._lines.number(self._moment.head.turn)

        def bring_back() -> None:
            session.restore_branch(number)
            session.make_main(main)
            session.stand_at(head)

        session.drop_branch(number)
        self.changes.did("deleted branch", bring_back, partial(session.drop_branch, number))
        self.told.emit("The branch is deleted: Undo brings it back.")

    def _name(self, number: int, text: str) -> None:
        letters = {row.stones[0].number: row.name for row in self._lines.rows if row.stones}
        before = letters.get(number, "")
        if before != text:
            name = partial(self._moment.session.name_branch, number)
            name(text)
            self.changes.did("name of a branch", partial(name, before), partial(name, text))

    def _restore(self) -> None:
        for number in self._lines.deleted:
            self._moment.session.restore_branch(number)

    def toggle(self) -> None:
        """Shows or hides the band."""
        self._settings.branches = not self._settings.branches
        if self._settings.branches and not self._lines.rows:
            self.told.emit(
                "There is one line so far. Match, Branches, Play on from here begins one."
            )

    # -- comments ----------------------------------------------------------------------------------

    def _comment_on(self, number: int) -> None:
        self.go_to(number)
        self._settings.comment = False
        self.comment()

    def comment(self) -> None:
        """Opens the comment of the turn on show to write in it; a second time, closes the box."""
        box = self._centre.comment
        writes = box.text.hasFocus()
        self._settings.comment = not self._settings.comment
        if not self._settings.comment:
            box.keep()
        self.show()
        if self._settings.comment:
            box.begin()
        elif writes:
            self._leave_comment()

    def write(self) -> None:
        """Opens the comment of the turn on show, or goes to it."""
        self._settings.comment = False
        self.comment()

    def keep(self) -> None:
        """Keeps what is being written."""
        self._centre.comment.keep()

    def _write(self, number: int, note: TurnNote) -> None:
        write = partial(self._moment.session.note, number)
        before = self._lines.notes.get(number, TurnNote())
        write(note)
        self.changes.did("comment", partial(write, before), partial(write, note), (number, "note"))

    def _leave_comment(self) -> None:
        self._centre.board.setFocus(Qt.FocusReason.OtherFocusReason)
