"""Reviewing the match on the board: a process searches each move again, the page shows what it
finds, and the match's file keeps it.
"""

from __future__ import annotations

from functools import cached_property

from PySide6.QtCore import QObject, QTimer, Signal

from engines.game import PASS
from lab.match.decide import Decision
from lab.match.turn_tree import letter
from lab.review.judging import Thresholds, ruler_of, set_in
from lab.review.matches import merged
from lab.review.words import body, headline, lost_words, player_name
from lab.ui.control.branches import BranchesControl
from lab.ui.control.moment import Moment
from lab.ui.control.transport import TransportControl
from lab.ui.parts.marks import marks_of
from lab.ui.review.page import ALL, ReviewPage
from lab.ui.review.search import NOTHING, ReviewSearch, Trying
from lab.ui.review.view import (
    ReviewRow,
    ReviewRows,
    ReviewView,
    branch_curves,
    moves_in,
    player_words,
    shown_move,
    view_of,
)
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import MATCH, REVIEW
from lab.words.settings import Settings

LOOK_MS = 100


class ReviewControl(QObject):
    """Shows the review of the line on the board while the page is on show, and searches what is
    missing, also when it is not.
    """

    told = Signal(str)  # a sentence for the status bar

    def __init__(
        self,
        window: Window,
        moment: Moment,
        transport: TransportControl,
        branches: BranchesControl,
        settings: Settings,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window, self._moment = window, moment
        self._transport, self._branches, self._settings = transport, branches, settings
        self._rows = ReviewRows()
        self._view: ReviewView | None = None
        self._seat, self._by_turn, self._played = 0, False, False
        self._thresholds = self._limits = set_in(settings)
        self._shown: tuple[object, ...] = ()
        self._kept: tuple[object, ...] = ()  # what is shown, so that its identity stays its own
        self._wanted: int | None = None  # a turn to show once the line is on the board again
        self._follows: tuple[int, str] | None = None  # the turn and the move of a line to review
        self.search = ReviewSearch(moment, self)
        self.search.told.connect(self.told)
        self.search.ended.connect(self._finished)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        window.add_workspace(REVIEW, lambda: self.page)
        window.workspace_changed.connect(self._workspace_changed)

    @cached_property
    def page(self) -> ReviewPage:
        """The page, made when it is first shown."""
        page = ReviewPage()
        self.trying = Trying(page, self)
        self.trying.changed.connect(self._changed)
        page.wanted.connect(self._do)
        page.stepped.connect(self._step)
        page.left.connect(self._leave)
        page.ended.connect(self.search.runner.end)
        page.ended.connect(self.trying.end)
        page.graph.chosen.connect(self._go)
        page.table.went.connect(self._go)
        page.table.ordered.connect(self._order)
        page.sheet.asked.connect(self._again)
        page.limits.changed.connect(self._limit)
        page.limits.set_value(self._thresholds)
        page.seats.chosen.connect(self._choose_seat)
        page.branches.chosen.connect(self._branches.go_to)
        page.branches.promoted.connect(self._moment.session.make_main)
        page.branches.deleted.connect(self._moment.session.drop_branch)
        page.branches.named.connect(self._moment.session.name_branch)
        page.comment.written.connect(self._moment.session.note)
        page.comment.left.connect(page.table.setFocus)
        return page

    # -- coming and going --------------------------------------------------------------------------

    def toggle(self) -> None:
        """Reviews the match on the board, or goes back to it."""
        if self._window.workspaces.name == REVIEW:
            self._window.show_workspace(MATCH)
        elif not self._moment.head.turn:
            self.told.emit(NOTHING)
        else:
            self._window.show_workspace(REVIEW)

    def _leave(self) -> None:
        if not self.trying.leave():
            self._window.show_workspace(MATCH)

    def _workspace_changed(self, name: str) -> None:
        if name == REVIEW:
            self._begin()
        elif self._timer.isActive():
            self._timer.stop()
            self.page.comment.keep()
            self.trying.leave()
            if self._played and self._moment.cursor is None:
                self._moment.session.play()

    def _begin(self) -> None:
        moment, game = self._moment, self._moment.game
        self._played = moment.status.playing
        moment.session.pause()
        names = [game.agent_name(agent) for agent in range(game.agents)]
        kinds = [game.seat_mark(seat) for seat in game.owner]
        self.page.branches.set_cast(marks_of(game.owner), kinds, names, game.turn_word)
        if self.search.seat is not None and self.search.seat >= game.seats:
            self.search.seat = None
        self.page.set_seats(game.seats, ALL if self.search.seat is None else self.search.seat)
        self._shown = ()
        self.look()
        if not self.search.found.moves and not self.search.runner.running:
            self.search.start(self.search.spec)
        self._timer.start(LOOK_MS)
        self.page.table.setFocus()

    # -- searching ---------------------------------------------------------------------------------

    def _finished(self, failure: str) -> None:
        self._shown = ()
        if failure:
            self.told.emit(failure)

    def _again(self, name: str, iterations: int, marked: bool) -> None:
        rows = self._view.rows if self._view is not None else ()
        turns = sorted({row.turn for row in rows if row.mark}) if marked else None
        self.search.again(name, iterations, turns)

    def _offer(self) -> None:
        """Opens or closes what can be searched again."""
        sheet, search = self.page.sheet, self.search
        marked = any(row.mark for row in self._view.rows) if self._view is not None else False
        sheet.offer(search.entries(), search.spec.name, int(search.budget.amount), marked)
        sheet.setVisible(not sheet.isVisible())

    def _choose_seat(self, seat: int) -> None:
        """Shows and searches the moves of one seat, or of all."""
        self.search.seat = None if seat == ALL else seat
        if self.search.runner.running:
            self.search.start(self.search.spec)
        self._changed()

    def _limit(self, limits: Thresholds) -> None:
        """Marks moves from other losses on."""
        self._thresholds = limits
        kept = self._settings
        kept.slip, kept.mistake, kept.blunder = limits.slip, limits.mistake, limits.blunder
        self._changed()

    # -- what a person wants -----------------------------------------------------------------------

    def _do(self, name: str) -> None:
        {
            "first": lambda: self._go(0),
            "back": lambda: self._step(-1),
            "step": lambda: self._step(1),
            "last": lambda: self._go(self._moment.head.turn),
            "last mistake": lambda: self._next_mistake(-1),
            "next mistake": lambda: self._next_mistake(1),
            "again": self._offer,
            "stop": self.search.stop,
            "line": self._show_line,
            "try": self._try,
            "play": self._play_on,
            "undo": self._moment.session.undo,
        }[name]()

    def _order(self, by_turn: bool) -> None:
        self._by_turn = by_turn
        self._changed()

    def _step(self, turns: int) -> None:
        self._go(self._moment.turn + turns)

    def _go(self, turn: int, seat: int | None = None) -> None:
        """Shows a turn, and the move of a seat in it."""
        self.trying.leave()
        self.trying.forget()
        self._seat = self._seat if seat is None else seat
        self._transport.go_to(max(0, min(turn, self._moment.head.turn)))
        self._changed()

    def _next_mistake(self, way: int) -> None:
        view = self._view
        if view is None or not view.mistakes:
            return
        here = self._moment.turn, self._seat if view.selected is not None else -1
        rows = view.mistakes if way > 0 else view.mistakes[::-1]
        beyond = (row for row in rows if (row.key > here if way > 0 else row.key < here))
        self._go(*next(beyond, rows[0]).key)

    @property
    def _row(self) -> ReviewRow | None:
        return self._view.selected if self._view is not None else None

    def _show_line(self) -> None:
        """Adds the better line as a branch; the board stays at the move."""
        row, path = self._row, self._moment.view.lines.path
        if row is None or not row.differs or not row.move.line:
            return
        self._wanted = row.turn
        self._follows = row.turn, row.best
        joints = row.move.line[: len(row.states) - 1]
        self._moment.session.add_branch(row.turn - 1, joints)
        self._moment.session.go_to_line(path[-1])

    def _play_on(self) -> None:
        """Back to the match, which plays on from before the move on the board."""
        turn = max(0, self._moment.turn - 1)
        self._window.show_workspace(MATCH)
        self._transport.go_to(turn)
        self._transport.play_from()

    def _try(self) -> None:
        row = self._row
        if row is not None and (asked := self.search.judging(row)):
            self.trying.begin(row, asked)

    # -- showing -----------------------------------------------------------------------------------

    def _changed(self) -> None:
        self._shown = ()
        self.look()

    def look(self) -> None:
        """Shows what is new."""
        moment = self._moment
        moment.refresh()
        self.search.look()
        self._arrive()
        if self._wanted is not None:
            return  # another line is on the board for a moment
        view, runner = moment.view, self.search.runner
        mine = (moment.turn, runner.done, runner.note, runner.running, moment.session.file)
        key = (id(moment.frames), id(view.reviews), id(view.lines), *mine)
        if key == self._shown:
            return
        self._shown, self._kept = key, (moment.frames, view.reviews, view.lines)
        self.search.found = merged(view.reviews)
        self._show()

    def _arrive(self) -> None:
        """After a branch was added: the turn on show, and the branch's own values."""
        if self._wanted is None or not self._moment.up_to_date:
            return
        turn, self._wanted = self._wanted, None
        self._moment.go_to(turn)
        if self._follows is None or self.search.runner.running:
            return
        (at, move), self._follows = self._follows, None
        for line in self._moment.view.lines.rows:
            first = next((s for s in line.stones if s.turn == at), None)
            if line.name and first is not None and first.words == move:
                self.told.emit(f"Line {line.name} is what the review would have played.")
                turns = range(at, line.stones[-1].turn + 1)
                self.search.start(self.search.spec, turns, line.stones[-1].number)

    def _show(self) -> None:
        moment, game, page = self._moment, self._moment.game, self.page
        lines, frames = moment.view.lines, moment.frames
        found, ruler = self.search.found, ruler_of(self.search.found.moves.values())
        limits = self._limits = ruler.thresholds(self._thresholds)
        rows = self._rows.of(game, frames, lines.path, found, moment.setup.seed, limits)
        players = tuple(map(player_words, moment.setup.seats))
        view = self._view = view_of(
            game,
            rows,
            moment.head.turn,
            moment.turn,
            self._seat,
            self._by_turn,
            players,
            limits,
            ruler,
            branch_curves(game, lines, found, ruler),
            self.trying.hides,
            self.search.seat,
        )
        self._show_position(view)
        page.set_view(view, shown_move(game, view.selected))
        self._show_words(view)
        self._show_lines(view)
        self._show_state(view)

    def _show_position(self, view: ReviewView) -> None:
        moment, row = self._moment, view.selected
        frame = moment.frames[moment.turn - 1] if self.trying.hides else moment.frame
        word = moment.game.turn_word.capitalize()
        title = f"{word} {moment.turn}" if moment.turn else "The start"
        caption = ""
        if row is not None and not self.trying.hides:
            caption = f"{player_name(moment.game, row.move.seat)} played {row.played}"
        self.page.set_position(title, caption, frame.scene, moment.game.owner)

    def _show_words(self, view: ReviewView) -> None:
        page, row = self.page, view.selected
        differs = row is not None and row.differs and bool(row.move.line)
        page.show_line.setEnabled(differs and not self.trying.hides)
        page.try_move.setEnabled(row is not None and self.trying.possible(row))
        if self.trying.words(view):
            page.verdict.say(*self.trying.words(view))
        elif row is None:
            page.verdict.say(self._without_row())
        else:
            head = self.search.found.heads.get((row.move.turn, row.move.seat))
            game = view.game
            more = ""
            if head is not None:
                decision = self._decision(row)
                more = body(game, row.state, row.move, head, decision, self._limits)
            page.verdict.say(headline(game, row.state, row.move), more)

    def _without_row(self) -> str:
        if not self._moment.turn:
            return "The start of the match: the keys [ and ] go to the mistakes."
        word, seat = self._moment.game.turn_word, self.search.seat
        joint, agents = self._moment.frame.joint, self._moment.game.agents_of(seat or 0)
        if not joint:
            return "Nobody moved here: the position was set up by hand."
        if seat is not None and all(joint[agent] == PASS for agent in agents):
            return f"Only the moves of seat {seat + 1} are shown."
        return (
            f"This {word} is not reviewed yet."
            if self.search.runner.running
            else (f"This {word} is not reviewed.")
        )

    def _decision(self, row: ReviewRow) -> Decision | None:
        turns = self._moment.view.turns
        return turns[row.turn - 1].decisions[row.move.seat] if row.turn <= len(turns) else None

    def _show_lines(self, view: ReviewView) -> None:
        page, lines = self.page, self._moment.view.lines
        numbers = [lines.number(row.turn) for row in view.mistakes]
        page.name_line(letter(max(0, len(lines.rows) - 1)))
        page.branches.setVisible(bool(lines.rows) and not view.hides)
        if lines.rows:
            page.branches.set_lines(lines, lines.number(view.turn), numbers)
        word = view.game.turn_word
        where = f"{word} {view.turn}" if view.turn else "the start"
        number, note = lines.number(view.turn), lines.note(view.turn)
        page.comment.set_note(number, where, note, self._moment.up_to_date)

    def _show_state(self, view: ReviewView) -> None:
        search, runner = self.search, self.search.runner
        how = f"every move searched again by {search.spec.title}, {search.budget.words} a search"
        judged, total = len(view.rows), self._expected(view)
        done, total = (runner.done, runner.total) if runner.running else (judged, total)
        note = runner.note if runner.running else f"{judged} of {total} moves"
        self.page.set_running(runner.running, done, total, note)
        ended = not runner.running and judged >= total
        state = f"Review finished: {judged} moves" if ended else f"Review: {note}"
        self.page.set_state(how, "    ".join(filter(None, (state, _said(view)))), search.command())

    def _expected(self, view: ReviewView) -> int:
        """How many moves there are to judge."""
        found = moves_in(self._moment.frames, view.game, self.search.seat)
        return max(found, len(view.rows))


def _said(view: ReviewView) -> str:
    """The move on the board, for the status bar."""
    row = view.selected
    if row is None or view.hides or not row.move.is_judged:
        return ""
    name = player_name(view.game, row.move.seat)
    where = f"{view.game.turn_word.capitalize()} {row.turn}, {name} {row.played}"
    best = f"; {row.best} was best" if row.differs and row.move.lost else ""
    return f"{where}: lost {lost_words(row.move)}{best}"
