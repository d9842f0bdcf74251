"""The numbers behind a chart, as text for the clipboard and as a CSV file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lab.export.cells import lines
from lab.files.placing import Place

DataCell = str | float | None  # None and NaN are empty cells


@dataclass(frozen=True)
class ChartData:
    """What is drawn: `name` proposes a file name, `heads` name the columns and their units, `rows`
    hold as many cells each.
    """

    name: str
    heads: tuple[str, ...]
    rows: tuple[tuple[DataCell, ...], ...]

    def text(self, delimiter: str) -> str:
        """All rows under their heads."""
        return lines([self.heads, *self.rows], delimiter)

    @property
    def csv(self) -> str:
        """The text of the file."""
        return self.text(",")

    @property
    def tabs(self) -> str:
        """The text for the clipboard: spreadsheets put it into cells."""
        return self.text("\t")

    @property
    def file_name(self) -> str:
        """The proposed name of the file."""
        words = "".join(c if c.isalnum() else " " for c in self.name.lower()).split()
        return f"{'-'.join(words)}.csv"


def save(data: ChartData, path: Path) -> str:
    """Writes the file; returns why that failed in a sentence, else ""."""
    try:
        with Place(path, replaces=True) as place:
            place.draft.write_text(data.csv, encoding="utf-8", newline="")
    except OSError as error:
        return f"{path.name} was not saved: {error.strerror or error}."
    return ""
