"""What earlier versions of the same players had: one line each, never pooled."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from lab.experiments.claims.view import ExperimentView, OtherVersion
from lab.ui.experiments import says
from lab.ui.parts import theme
from lab.ui.parts.fields import Field
from lab.ui.parts.table import FieldTable

MOST = 4  # rows without scrolling


class VersionsTable(FieldTable[OtherVersion]):
    """Runs that are apart from today's for sure are in the colour of warnings."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._word = ""
        super().__init__("Earlier runs", parent)

    def set_view(self, view: ExperimentView | None) -> None:
        """Shows newer records."""
        self._word = says.group_word(view) if view is not None else ""
        self.set_rows(view.versions if view is not None else ())

    def fields(self) -> Sequence[Field[OtherVersion]]:
        def field(title: str, at: int) -> Field[OtherVersion]:
            return Field(
                title,
                lambda run: says.version_texts(run, self._word)[at],
                right=title == "Played",
                role=lambda run: "warn" if run.apart else "ink",
                rest=title == "Score",
            )

        return tuple(map(field, ("Last game", "Version", "Score", "Played"), range(4)))

    def words(self, row: OtherVersion) -> str:
        day, version, score, count = says.version_texts(row, self._word)
        return f"{day}, version {version}: {score} in {count}."

    def is_marked(self, row: OtherVersion) -> bool:
        return False

    def fit(self) -> None:
        super().fit()
        rows = min(MOST, len(self.model_.rows)) * theme.current().px(self.high)
        self.setFixedHeight(rows + self.horizontalHeader().sizeHint().height() + 2)
