"""The middle of a page in three parts: a title, a switch between views, what went wrong, and the
chosen view.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from lab.ui.parts import theme
from lab.ui.parts.messages import Empty, ErrorBar
from lab.ui.parts.segments import Choice, Segments
from lab.ui.setup.dock import TITLE_LINE
from lab.ui.shell.status import Elided


class TabbedCentre(QWidget):
    """`view_chosen` carries the view that the user chose. Subclasses lay out their parts with
    `_stand` and say in `_show` which of them is on show. While the window is narrow, the right part
    of the page is a view too: `tab`.
    """

    view_chosen = Signal(str)

    def __init__(
        self,
        title: QLabel,
        caption: str,
        choices: Sequence[Choice],
        tab: Choice,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.title, self.caption = title, Elided(caption)
        self._choices, self._tab_choice, self._tabbed = tuple(choices), tab, False
        self.switch = Segments("View", self._choices)
        self.empty, self.error = Empty(), ErrorBar()
        self.stack, self.tab = QStackedWidget(), QWidget()
        self._top = QWidget()
        self._inside = QVBoxLayout(self.tab)
        self._inside.setContentsMargins(0, 0, 0, 0)
        self.title.setProperty("look", "title")
        self.switch.chosen.connect(self._choose)
        self.error.hide()

    def _stand(
        self,
        views: Sequence[QWidget],
        head: Sequence[QWidget] = (),
        above: Sequence[QWidget] = (),
        below: Sequence[QWidget] = (),
    ) -> None:
        """Puts everything in its place: what is in the `head` before the switch, `above` the views,
        and `below` them.
        """
        row, column = QHBoxLayout(self._top), QVBoxLayout(self)
        row.setContentsMargins(0, 6, 0, 0)
        row.setSpacing(10)
        row.addWidget(self.title)
        row.addWidget(self.caption, 1)
        for part in (*head, self.switch):
            row.addWidget(part)
        for view in (self.empty, *views, self.tab):
            self.stack.addWidget(view)
        column.setContentsMargins(12, 0, 12, 10)
        column.setSpacing(8)
        for part in (self._top, self.error, *above, self.stack, *below):
            column.addWidget(part)
        column.setStretchFactor(self.stack, 1)
        theme.changed.connect(self._redress)
        self._redress()

    def _redress(self, _theme: object = None) -> None:
        look = theme.current()
        self._top.setFixedHeight(look.px(TITLE_LINE))
        self.caption.setFont(look.font(theme.TABLE))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._redress()

    # -- views -------------------------------------------------------------------------------------

    @property
    def shown(self) -> str:
        """The name of the chosen view."""
        return str(self.switch.value())

    def show_part(self, name: str) -> None:
        """Chooses a view."""
        self.switch.set_value(name)
        self._show()

    def set_tab(self, page: QWidget | None) -> None:
        """Takes the right part of the page in as a view, or gives it back."""
        if page is not None:
            self._inside.addWidget(page)
            page.show()
        self._tabbed = page is not None
        self._offer(self._choices)
        self._show()

    def _offer(self, choices: Sequence[Choice]) -> None:
        """Names the views, which stay the same."""
        self._choices = tuple(choices)
        more = (self._tab_choice,) if self._tabbed else ()
        self.switch.set_choices([*choices, *more])

    def _choose(self, name: object) -> None:
        self._show()
        self.view_chosen.emit(str(name))

    def _show(self) -> None:
        """Shows the chosen view."""
        raise NotImplementedError
