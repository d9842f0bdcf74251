"""Small boards of games that are being played, by the one painter of Scenes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from lab.ui.arena import says
from lab.ui.arena.records import LiveGame
from lab.ui.board.painter import paint_scene
from lab.ui.parts import detail, theme
from lab.ui.parts.band import Band, is_left
from lab.ui.parts.focus_ring import OwnRing
from lab.ui.parts.glyphs import paint_glyph
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import Marks, marks_of, paint_mark
from lab.ui.parts.painted import fits, put, text_line, text_width
from lab.ui.parts.spoken import describe
from lab.ui.parts.table import ENTER
from lab.ui.parts.tips import plain
from lab.words.numerals import several

COUNT = 4
HIGH, LEAST_HIGH = 160, 112  # of a card, pixels at 100 %
SIDE, WORDS = 0.6, 84  # the board's largest share of the width; the least room for words
ZOOM = 0.62  # of texts and strokes on a small board
WATCH = "Watch"
MOST_HIGH = 0.46  # of the height of the page, of two rows of cards
NAMES = frozenset({"names"})  # of agents, which would cover one another


class BoardCard(QWidget):
    """One game. `asked` carries its key when the user wants to watch it."""

    asked = Signal(object)

    def __init__(self, place: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.game: LiveGame | None = None
        self._place = place
        self._marks: Marks = marks_of((0, 1))
        self._ring = OwnRing(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(f"Game {place + 1}: none")
        theme.changed.connect(self._redress)

    def set_game(self, game: LiveGame | None) -> None:
        """Shows a newer position, or nothing."""
        if game is self.game:
            return
        self.game = game
        self._marks = marks_of(game.owner if game is not None else (0, 1))
        on = game is not None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if on else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if on else Qt.CursorShape.ArrowCursor)
        name = "none" if game is None else " against ".join(game.seats)
        self.setAccessibleName(f"Game {self._place + 1}: {name}")
        describe(self, "; ".join(self.lines()))
        self.setToolTip(
            plain(f"{name}\n{says.watching(game)} in the Match page\nKey: Enter" if game else "")
        )
        self.update()

    def lines(self) -> list[str]:
        """The card as sentences."""
        game = self.game
        if game is None:
            return []
        leader = says.leader(game.values)
        found = list(says.place(game))
        return found + ([leader.words] if leader is not None and not game.ended else [])

    def _redress(self) -> None:
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, theme.current().px(HIGH))

    minimumSizeHint = theme.sized(150, LEAST_HIGH)

    # -- the user ----------------------------------------------------------------------------------

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if is_left(event) and self.rect().contains(event.position().toPoint()):
            self._ask()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER:
            self._ask()
        else:
            super().keyPressEvent(event)

    def _ask(self) -> None:
        if self.game is not None:
            self.asked.emit(self.game.key)

    # -- painting ----------------------------------------------------------------------------------

    def board_room(self) -> QRectF:
        """Where the board is."""
        pad = theme.current().px(6)
        high = self.height() - 2.0 * pad
        least = self.width() - 3.0 * pad - theme.current().px(WORDS)
        game = self.game
        ratio = game.scene.width / game.scene.height if game is not None else 1.0
        wide = max(40.0, min(high * ratio, SIDE * self.width(), least))
        return QRectF(pad, pad, wide, min(high, wide / ratio))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look, game = theme.current(), self.game
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if game is None:
                painter.fillRect(QRectF(self.rect()).adjusted(6, 6, -6, -6), look.colour("track"))
                return
            room = self.board_room()
            paint_scene(painter, game.scene, room, look, self._marks, hidden=NAMES, zoom=ZOOM)
            left = room.right() + look.px(12)
            self._paint_words(painter, QRectF(left, 0, self.width() - left - 4, self.height()))
            self._ring.paint(painter, self.rect(), radius=4)

    def _paint_words(self, painter: QPainter, room: QRectF) -> None:
        look, game, line = theme.current(), self.game, text_line(theme.TABLE, 3)
        assert game is not None
        y = room.top() + look.px(6)
        for seat, name in enumerate(game.seats):
            agent = self._marks.leaders[seat % len(self._marks.leaders)]
            spot = QPointF(room.left() + look.px(5), y + line / 2)
            colour = self._marks.seat_colour(look, seat)
            paint_mark(painter, self._marks.agent(agent), spot, look.px(10), colour)
            box = QRectF(room.left() + look.px(16), y, room.width() - look.px(16), line)
            put(painter, box, name, theme.TABLE, bold=game.marked and seat == 0)
            y += line
        y += look.px(4)
        for text in says.place(game):
            put(painter, QRectF(room.left(), y, room.width(), line), text, theme.TABLE, "ink2")
            y += line
        if not game.ended:
            y = self._paint_value(painter, QRectF(room.left(), y, room.width(), line))
        foot = QRectF(room.left(), self.height() - line - look.px(4), room.width(), line)
        if foot.top() >= y - look.px(2):
            self._paint_watch(painter, foot, says.watching(game))

    def _paint_value(self, painter: QPainter, room: QRectF) -> float:
        """Who is ahead: a bar from the middle, to the right for seat 1, to the left for others. The
        height at which it ends.
        """
        look, game = theme.current(), self.game
        leader = says.leader(game.values) if game is not None else None
        if game is None or leader is None:
            return room.top()
        bar = QRectF(room.left(), room.top() + look.px(5), min(room.width(), 110.0), look.px(8))
        painter.fillRect(bar, look.colour("track"))
        middle, reach = bar.center().x(), leader.lead * bar.width() / 2
        reach *= -1 if leader.seat else 1
        end = QRectF(QPointF(middle, bar.top()), QPointF(middle + reach, bar.bottom()))
        painter.fillRect(end.normalized(), self._marks.seat_colour(look, leader.seat))
        painter.fillRect(QRectF(middle, bar.top() - 1, 1, bar.height() + 2), look.colour("ink"))
        beside = room.adjusted(bar.width() + look.px(8), 0, 0, 0)
        if text_width(leader.words, theme.TABLE) <= beside.width():  # a wide card may be low
            put(painter, beside, leader.words, theme.TABLE, "ink2")
            return room.bottom()
        below = QRectF(room.left(), bar.bottom() + 1, room.width(), text_line(theme.TABLE, 3))
        put(painter, below, leader.words, theme.TABLE, "ink2")
        return below.bottom()

    @staticmethod
    def _paint_watch(painter: QPainter, room: QRectF, words: str) -> None:
        look = theme.current()
        side = look.px(12)
        if text_width(words, theme.TABLE, True) + look.px(4) + side > room.width():
            words = WATCH
        put(painter, room, fits(words, room.width(), theme.TABLE, True), theme.TABLE, bold=True)
        x = room.left() + text_width(words, theme.TABLE, True) + look.px(4)
        chevron = QRectF(x, room.center().y() - side / 2, side, side)
        if chevron.right() <= room.right():
            paint_glyph(painter, chevron, "right", look.colour("ink"))


class Boards(QWidget):
    """Four cards: in Full two in a row, in Simple one, that of the test before others, and the
    other three behind a fold. `asked` carries the key of a game, `folded` says that the fold was
    opened or closed.
    """

    asked = Signal(object)
    folded = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.cards = tuple(BoardCard(k, self) for k in range(COUNT))
        self.others = Band("Other games", QWidget(), "others")
        self._grid = QGridLayout(self)
        self._grid.setSpacing(6)
        for card in self.cards:
            card.asked.connect(self.asked)
        for k in range(2):
            self._grid.setColumnStretch(k, 1)
        self.others.set_open(False)
        self.others.toggled_by_hand.connect(self._fold)
        detail.changed.connect(self._place)
        self._place()

    def _fold(self, _open: bool) -> None:
        self._place()
        self.folded.emit()

    def _place(self) -> None:
        full, grid = detail.is_full(), self._grid
        for part in (*self.cards, self.others):
            grid.removeWidget(part)
        self.others.setVisible(not full)
        side = 6 if full else 0  # a fold has that of the others
        grid.setContentsMargins(side, 0, side, 6)
        if full:
            for k, card in enumerate(self.cards):
                grid.addWidget(card, k // 2, k % 2)
        else:
            grid.addWidget(self.cards[0], 0, 0, 1, 2)
            grid.addWidget(self.others, 1, 0, 1, 2)
            for k, card in enumerate(self.cards[1:]):
                grid.addWidget(card, 2 + k // 2, k % 2)
        for card in self.cards[1:]:
            card.setVisible(full or self.others.is_open)
        for k in range(4):
            shown = k != 1 if not full else k < 2
            grid.setRowStretch(k, int(shown and (full or not k or self.others.is_open)))

    def height_for(self, card: float, room: float) -> int:
        """The height of what is on show, where a card in a row of two has this width."""
        look = theme.current()
        game = next((c.game for c in self.cards if c.game is not None), None)
        ratio = game.scene.width / game.scene.height if game is not None else 1.0

        def high(wide: float, most: int) -> float:
            board = (wide - 3 * look.px(6)) * SIDE / ratio
            return max(look.px(LEAST_HIGH), min(board + 2 * look.px(6), look.px(most)))

        if detail.is_full():
            two = 2 * high(card, 210) + 12
            return round(min(two, max(2.0 * look.px(100), MOST_HIGH * room)))
        title = self.others.title.sizeHint().height() + 12
        two = 2 * look.px(LEAST_HIGH) + 12 if self.others.is_open else 0
        one = min(high(2 * card, 260), max(float(look.px(LEAST_HIGH)), 0.36 * room))
        return round(one + title + two)

    def set_games(self, games: Sequence[LiveGame]) -> None:
        """Shows at most four games; each keeps its card as long as it is played."""
        wanted = list(games[:COUNT])
        here = {card.game.key: card for card in self.cards if card.game is not None}
        kept = [(here[g.key], g) for g in wanted if g.key in here]
        free = [card for card in self.cards if card not in {card for card, _ in kept}]
        fresh = [game for game in wanted if game.key not in here]
        if not detail.is_full():
            fresh.sort(key=lambda game: not game.marked)
        for card, game in (*kept, *zip(free, fresh, strict=False)):
            card.set_game(game)
        for card in free[len(fresh) :]:
            card.set_game(None)
        if not detail.is_full():
            self._bring_test()
        rest = [card.game for card in self.cards[1:] if card.game is not None]
        self.others.set_title(several(len(rest), "other game") if rest else "No other game")
        turns = [game.turn for game in rest]
        self.others.set_answer(f"{rest[0].turn_word}s {min(turns)} to {max(turns)}" if rest else "")

    def _bring_test(self) -> None:
        """The first card has a game of the test, if any is on show."""
        first = self.cards[0]
        tests = [card for card in self.cards if card.game is not None and _is_test(card.game)]
        if (tests and first not in tests) or first.game is None:
            other = next(iter(tests or [c for c in self.cards if c.game is not None]), first)
            one, two = first.game, other.game
            first.set_game(two)
            other.set_game(one)


def _is_test(game: LiveGame) -> bool:
    return game.marked and not game.ended
