"""What earlier versions of the same players had: one line each, never pooled."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from lab.experiments.claims.view import ExperimentView
from lab.ui.experiments import says
from lab.ui.parts import theme
from lab.ui.parts.grid import Grid, GridModel
from lab.ui.parts.painted import put, text_width

DAY, VERSION, SCORE, COUNT = range(4)
HEADS = ("Last game", "Version", "Score", "Played")
ROW, MOST = 24, 4  # the height, pixels at 100 %; rows without scrolling


class VersionsModel(GridModel):
    """Runs as rows."""

    rights = frozenset((COUNT,))

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view: ExperimentView | None = None

    def set_view(self, view: ExperimentView | None) -> None:
        """Newer records."""
        self.view = view
        self.renew(len(view.versions) if view is not None else 0, HEADS)

    def texts(self, row: int) -> Sequence[str]:
        view = self.view
        return says.version_texts(view.versions[row], says.group_word(view)) if view else ()

    def said(self, row: int, column: int) -> str:
        day, version, score, count = self.texts(row)
        return f"{day}, version {version}: {score} in {count}."


class VersionsTable(Grid):
    """Runs that are apart from today's for sure are in the colour of warnings."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.model_ = VersionsModel()
        super().__init__("Earlier runs", self.model_, parent)
        self.model_.setParent(self)
        self._redress()

    def set_view(self, view: ExperimentView | None) -> None:
        """Shows newer records."""
        self.model_.set_view(view)
        self._fit()
        self.share_out()
        self.viewport().update()

    def _redress(self, _theme: object = None) -> None:
        self.set_row_height(theme.current().px(ROW))
        self._fit()
        super()._redress()

    def _fit(self) -> None:
        rows = min(MOST, self.model_.count) * theme.current().px(ROW)
        self.setFixedHeight(rows + self.horizontalHeader().sizeHint().height() + 2)

    def share_out(self) -> None:
        if not self.model_.count:
            return
        rows = range(self.model_.count)
        wide = []
        for column, head in enumerate(HEADS):
            texts = (head, *(self.model_.texts(k)[column] for k in rows))
            wide.append(round(max(map(text_width, texts))) + theme.current().px(14))
        wide[SCORE] = max(1, self.viewport().width() - sum(wide) + wide[SCORE])
        for column, each in enumerate(wide):
            self.setColumnWidth(column, each)

    def draw(self, painter: QPainter, box: QRectF, row: int, column: int) -> None:
        view, pad = self.model_.view, theme.current().px(6)
        if view is None:
            return
        role = "warn" if view.versions[row].apart else "ink"
        text, right = self.model_.texts(row)[column], column in VersionsModel.rights
        put(painter, box.adjusted(pad, 0, -pad, 0), text, theme.TABLE, role, right=right)
