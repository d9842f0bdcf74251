"""A page in three parts: a panel at the left, a centre, and a part at the right, which narrow
windows show as a view of the centre.

The middle of a page in three parts: the answer as a headline, what went wrong, and the chosen view.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from lab.ui.parts import theme
from lab.ui.parts.headline import Headline
from lab.ui.parts.layout import column, fix_width, hairline, row
from lab.ui.parts.messages import Empty, ErrorBar, one_line
from lab.ui.parts.segments import Choice
from lab.ui.setup.dock import TITLE_LINE
from lab.ui.shell.status import Elided
from lab.ui.shell.workspaces import WorkspacePage

TABS = 1080  # width at 100 % up to which the right part is a tab of the centre
NARROW, WIDE = 1280, 1900
LEAST = (600, 400)  # pixels
SIDE = 20  # of the middle, pixels
UNLIMITED = 16_777_215  # Qt's own largest width


class FoldingSide(QWidget):
    """The part at the right: a title with a hint, and what subclasses put into `column`. In `fit`
    they fold bands from the bottom up until the rest fits the height.
    """

    def __init__(self, title: str, about: str) -> None:
        super().__init__()
        self.title, self.hint, self.top = one_line(title, "title"), Elided(about), QWidget()
        self.row = row(self.title, (self.hint, 1), of=self.top, margins=(12, 6, 12, 0), gap=8)
        self.column = column(self.top, of=self, margins=(0, 0, 0, 6), gap=4)

    def fit(self, _event: object = None) -> None:
        """Folds bands from the bottom up until the rest fits, except what was opened by hand."""
        raise NotImplementedError

    def _redress(self) -> None:
        look = theme.current()
        self.top.setFixedHeight(look.px(TITLE_LINE))
        self.hint.setFont(look.font(theme.TABLE))
        self.fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._redress()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._redress()  # elsewhere in the window it has another style


class TabbedCentre(QWidget):
    """`view_chosen` carries the view that the user chose, `views_changed` says that there are
    others, or another one is on show. Subclasses lay out their parts with `_stand` and say in
    `_show` which of them that is. While the window is narrow, the right part of the page is a view
    too: `tab`.
    """

    view_chosen = Signal(str)
    views_changed = Signal()

    def __init__(self, choices: Sequence[Choice], tab: Choice) -> None:
        super().__init__()
        self.headline = Headline(wraps=True)
        self._choices, self._tab_choice, self._tabbed = tuple(choices), tab, False
        self._name = str(self._choices[0].value)
        self.empty, self.error = Empty(), ErrorBar()
        self.stack, self.tab = QStackedWidget(), QWidget()
        self._inside = QVBoxLayout(self.tab)
        self._inside.setContentsMargins(0, 0, 0, 0)
        self.error.hide()

    def _stand(
        self,
        views: Sequence[QWidget],
        above: Sequence[QWidget] = (),
        below: Sequence[QWidget] = (),
    ) -> None:
        """Puts everything in its place: what is `above` the views, and `below` them."""
        for view in (self.empty, *views, self.tab):
            self.stack.addWidget(view)
        column(
            self.headline,
            self.error,
            *above,
            (self.stack, 1),
            *below,
            of=self,
            margins=(SIDE, 0, SIDE, 10),
            gap=8,
        )

    # -- views -------------------------------------------------------------------------------------

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The views to choose from."""
        return (*self._choices, *((self._tab_choice,) if self._tabbed else ()))

    @property
    def shown(self) -> str:
        """The name of the chosen view; the first where that is none any more."""
        names = [str(choice.value) for choice in self.choices]
        return self._name if self._name in names else names[0]

    def show_part(self, name: str) -> None:
        """Chooses a view."""
        self._name = name
        self._show()
        self.views_changed.emit()

    def choose(self, name: str) -> None:
        """The user chooses a view."""
        self.show_part(name)
        self.view_chosen.emit(name)

    def set_tab(self, page: QWidget | None) -> None:
        """Takes the right part of the page in as a view, or gives it back."""
        if page is not None:
            self._inside.addWidget(page)
            page.show()
        self._tabbed = page is not None
        self.show_part(self.shown)

    def _offer(self, choices: Sequence[Choice]) -> None:
        """Names the views, which stay the same."""
        if tuple(choices) != self._choices:
            self._choices = tuple(choices)
            self.views_changed.emit()

    def _show(self) -> None:
        """Shows the chosen view."""
        raise NotImplementedError


class PartWidths(NamedTuple):
    """How wide the outer parts are, pixels at 100 %."""

    panel: tuple[int, int, int]  # in a narrow, a usual and a wide window
    share: float  # of the page's width that the right part has
    right: tuple[int, int]  # its ends


class ThreePartPage(WorkspacePage):
    """The frame of such a page; a subclass calls `_dress` once its parts are connected. `shown`
    carries whether the page is on show, `watch_asked` the number of a finished game.
    """

    ended = Signal()
    shown = Signal(bool)
    watch_asked = Signal(int)
    widths: ClassVar[PartWidths]
    keys: ClassVar[tuple[Qt.Key, ...]]  # the page's own, while nobody types

    def __init__(self, name: str, panel: QWidget, centre: TabbedCentre, right: QWidget) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._panel, self._centre, self._right = panel, centre, right
        self._state, self._command = "", ""
        self._narrow = self._alone = False
        self._lines = hairline(upright=True), hairline(upright=True)
        self._body = QWidget()
        self._inside = self._row(self._body, centre, self._lines[1], right)
        self._inside.setStretch(0, 1)
        self._row(self, panel, self._lines[0], self._held(self._body)).setStretch(2, 1)
        centre.views_changed.connect(self.views_changed)

    @property
    def error(self) -> ErrorBar:
        """What went wrong, above the views."""
        return self._centre.error

    @property
    def own_views(self) -> tuple[Choice, ...]:
        return self._centre.choices

    @property
    def own_view(self) -> str:
        return self._centre.shown

    def choose_view(self, name: str) -> None:
        self._centre.choose(name)

    @staticmethod
    def _row(within: QWidget, *parts: QWidget) -> QHBoxLayout:
        box = row(of=within, gap=0)
        box.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)
        for part in parts:
            box.addWidget(part)
        return box

    def _held(self, body: QWidget) -> QWidget:
        """What takes the room right of the panel: the centre and the right part, in `body`."""
        return body

    def _set_alone(self, alone: bool) -> None:
        """Whether there is nothing for the right part to say."""
        if alone == self._alone:
            return
        self._alone = alone
        self._right.setVisible(not alone)
        self._lines[1].setVisible(not alone and not self._narrow)
        if self._narrow:
            self._set_tab(None if alone else self._right)

    def _set_tab(self, right: QWidget | None) -> None:
        """Shows the right part as a view of the centre; None takes that view away."""
        self._centre.set_tab(right)

    def _dress(self) -> None:
        """Gives the parts the sizes of today and of every later theme."""
        theme.follow(self._fit)

    # -- room --------------------------------------------------------------------------------------

    def _fit(self) -> None:
        look, widths = theme.current(), self.widths
        at_100 = self.width() / look.scale
        small, usual, large = widths.panel
        panel = small if at_100 <= NARROW else large if at_100 >= WIDE else usual
        fix_width(self._panel, panel)
        self._set_narrow(at_100 <= TABS)
        if not self._narrow:
            low, high = widths.right
            self._right.setFixedWidth(look.px(max(low, min(high, widths.share * at_100))))

    def _set_narrow(self, narrow: bool) -> None:
        if narrow == self._narrow:
            return
        self._narrow = narrow
        self._lines[1].setVisible(not narrow and not self._alone)
        if narrow:
            self._right.setMinimumWidth(0)
            self._right.setMaximumWidth(UNLIMITED)
            self._set_tab(None if self._alone else self._right)
            return
        self._inside.addWidget(self._right)
        self._right.setVisible(not self._alone)
        self._set_tab(None)

    def minimumSizeHint(self) -> QSize:
        return QSize(*LEAST)  # the widths of the parts follow the page's, not the other way round

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self.isAncestorOf(self.window().focusWidget() or self):
            self.take_focus()
        self.shown.emit(True)

    def hideEvent(self, event: object) -> None:
        super().hideEvent(event)  # type: ignore[arg-type] # the event is Qt's own
        self.shown.emit(False)

    # -- the status bar, the keys ------------------------------------------------------------------

    def set_state(self, state: str, command: str) -> None:
        """What the status bar says: what runs, and its command line."""
        self._state, self._command = state, command

    def state_words(self) -> str:
        return self._state

    def command_line(self) -> str:
        return self._command

    def end(self) -> None:
        self.ended.emit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()  # a panel may need more room than it did
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self._takes(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def _takes(self, event: QKeyEvent) -> bool:
        """Whether a key is the page's own: not while somebody types."""
        typing = isinstance(self.window().focusWidget(), QLineEdit | QPlainTextEdit)
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        return plain and not typing and event.key() in self.keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._takes(event):
            self._obey(Qt.Key(event.key()))
        else:
            super().keyPressEvent(event)

    def _obey(self, key: Qt.Key) -> None:
        """Does what one of the page's own keys asks for."""
        raise NotImplementedError
