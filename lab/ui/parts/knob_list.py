"""The controls of several knobs, one below the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from engines.knobs import Knob, Value
from lab.ui.parts.knob_row import Row, TextRow, grey, knob_row
from lab.ui.parts.layout import column


class KnobList(QWidget):
    """The controls of several knobs, one below the other.

    A `folded` list makes its controls when it is first unfolded (`make`) or asked for `rows`: most
    folds stay closed, and controls take longer to make than the rest of a window. Those of knobs
    that do nothing are grey.
    """

    changed = Signal(str, object)

    def __init__(
        self, parent: QWidget | None = None, folded: bool = False, subject: str = ""
    ) -> None:
        super().__init__(parent)
        self._subject = subject
        self._column = column(of=self, gap=0)
        self._knobs: tuple[Knob, ...] = ()
        self._among: tuple[Knob, ...] = ()  # its own and those that are elsewhere
        self._values: dict[str, Value] = {}  # of the knobs without a control
        self._elsewhere: dict[str, Value] = {}  # of knobs without a place here, and facts
        self._rows: dict[str, Row] = {}
        self._folded = folded  # no control has been needed yet
        self.hide()

    @property
    def rows(self) -> dict[str, Row]:
        """The control of each knob, by its name."""
        self.make()
        return self._rows

    @property
    def values(self) -> dict[str, Value]:
        """The value of each knob, whether it has a control yet or not."""
        return self._values | {name: row.value for name, row in self._rows.items()}

    @property
    def has_slider(self) -> bool:
        """Whether one of its knobs is a number."""
        return any(knob.kind in ("number", "integer") for knob in self._knobs)

    def set_knobs(
        self, knobs: Sequence[Knob], values: Mapping[str, Value], among: Sequence[Knob] = ()
    ) -> bool:
        """Shows these knobs at these values, or their defaults; returns whether the controls had to
        be rebuilt. Which of them do nothing follows from the values, which may be of other knobs
        `among` which they are, and of facts.
        """
        anew = tuple(knobs) != self._knobs
        shown = {knob.name: values.get(knob.name, knob.default) for knob in knobs}
        self._among = tuple(among or knobs)
        self._elsewhere = {name: value for name, value in values.items() if name not in shown}
        if anew:
            self._clear()
            self._knobs, self._values = tuple(knobs), shown
            if not self._folded:
                self.make()
        else:
            for name, value in shown.items():
                self._put(name, value)
        self._grey()
        self.setVisible(bool(knobs))
        return anew

    def make(self) -> bool:
        """Makes the controls; returns whether there was something to make."""
        self._folded, made = False, bool(self._values)
        if made:
            self._rows = {knob.name: knob_row(knob) for knob in self._knobs}
            for name, row in self._rows.items():
                row.set_value(self._values[name])
                self._name(row)
                self._column.addWidget(row)
                row.changed.connect(self._grey)
                row.changed.connect(self.changed)
            self._values = {}
            self._grey()
        return made

    def _grey(self, *_change: object) -> None:
        grey(self._rows, self._elsewhere | self.values, self._among)

    def set_subject(self, subject: str) -> None:
        """Whose knobs they are, for those who do not see where they stand: "Seat 1"."""
        before, self._subject = self._subject, subject
        for row in self._rows.values() if before != subject else ():
            self._name(row, before)

    def _name(self, row: Row, before: str = "") -> None:
        for part in (row, *row.findChildren(QWidget)):
            name = part.accessibleName().removeprefix(f"{before}, " if before else "")
            if name:
                part.setAccessibleName(f"{self._subject}, {name}" if self._subject else name)

    def _clear(self) -> None:
        for row in self._rows.values():
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = {}

    def set_value(self, name: str, value: Value) -> None:
        """Shows one value without a signal; or what follows from it, where the knob is
        elsewhere.
        """
        self._put(name, value)
        self._grey()

    def tell(self, name: str, value: Value) -> None:
        """The value of a knob elsewhere by now, whatever its own are called."""
        self._elsewhere[name] = value
        self._grey()

    def _put(self, name: str, value: Value) -> None:
        if name in self._rows:
            self._rows[name].set_value(value)
        else:
            (self._values if name in self._values else self._elsewhere)[name] = value

    def refuse(self, name: str, sentence: str) -> bool:
        """Shows next to a text knob why its text is refused; returns whether the list has it."""
        row = self._rows.get(name)
        if not isinstance(row, TextRow):
            return False
        row.refuse(sentence)
        return True

    def reset(self) -> None:
        """All back to their defaults."""
        for row in self.rows.values():
            row.reset()
