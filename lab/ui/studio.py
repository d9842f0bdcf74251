"""A window with a match for screenshots: waits for what a picture needs, and takes it in light and
dark.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from engines import games
from lab.match.records import PREPARING
from lab.match.seats import make_setup
from lab.ui.app import application, open_lab
from lab.ui.waiting import wait, wait_until
from lab.words.settings import FULL, SettingsStore

PATIENCE_S = 240.0  # for a first compilation on a busy machine
USUAL = (1440, 900)
SMALL = (1024, 680)
LARGE_TEXT = 150  # percent
LESS_ROOM, MORE_TEXT, NO_COLOUR = "1024x680", "text-150", "grey"
ALSO = (LESS_ROOM, MORE_TEXT, NO_COLOUR)  # further pictures of each view of the usual size
STILL_S = 600.0  # a turn that outlasts taking its pictures
NEARLY = 3200  # iterations of 4,000: a search that is shown as it runs has not ended
TRIES = 20  # turns until one is held in time on a busy machine


class Studio:
    """One window with a match, and the waiting for what a picture needs. `also` names the further
    pictures that `both` takes.
    """

    def __init__(
        self,
        folder: Path,
        scheme: str = "light",
        size: tuple[int, int] = USUAL,
        also: Collection[str] = (),
    ) -> None:
        self.folder, self.scheme, self.also = folder, scheme, also
        self._home = tempfile.TemporaryDirectory(prefix="smitsilab-shots-")
        store = SettingsStore(Path(self._home.name))
        store.settings.detail, store.settings.first_steps = FULL, False
        store.settings.theme, store.settings.speed = scheme, 0.0
        self.window, self.controller = open_lab(store, Path(self._home.name))
        self.window.resize(*size)
        self.window.show()

    def until(self, condition: Callable[[], object]) -> bool:
        """Waits, with the window alive; False if it takes too long."""
        return wait_until(condition, PATIENCE_S)

    def settle(self, seconds: float = 0.6) -> None:
        """Waits until everything slower than a tick is drawn."""
        wait(seconds)

    def resize(self, size: tuple[int, int]) -> None:
        """Another size of the window."""
        self.window.resize(*size)
        self.settle()

    def look(self, scheme: str) -> None:
        """The other theme."""
        self.scheme = scheme
        self.controller.appearance.set_theme(scheme)
        self.settle(0.4)

    def shot(self, name: str, widget: QWidget | None = None) -> Path:
        """Writes a picture."""
        return self._write(name, (widget or self.window).grab().toImage())

    def _write(self, name: str, image: QImage) -> Path:
        path = self.folder / f"{name}.png"
        if not image.save(str(path)):
            raise OSError(f"The picture {path} could not be written; choose another folder.")
        return path

    def both(self, name: str) -> None:
        """The same picture in light and dark, and those that are wanted also."""
        for scheme in ("light", "dark"):
            self.look(scheme)
            self.shot(f"{name}-{scheme}")
        self.look("light")
        if (self.window.width(), self.window.height()) == USUAL:
            self._further(name)

    def _further(self, name: str) -> None:
        """Without colour, in less room, with larger text."""
        if NO_COLOUR in self.also:
            self._write(f"{name}-{NO_COLOUR}", without_colour(self.window.grab().toImage()))
        if LESS_ROOM in self.also:
            self.resize(SMALL)
            self.shot(f"{name}-{LESS_ROOM}")
            self.resize(USUAL)
        if MORE_TEXT in self.also:
            before = self.controller.settings.text_percent
            self.controller.appearance.set_text(LARGE_TEXT)
            self.settle()
            self.shot(f"{name}-{MORE_TEXT}")
            self.controller.appearance.set_text(before)
            self.settle()

    def play(self, turns: int) -> None:
        """Plays fast up to a turn, then lets one turn's search nearly end and holds it there."""
        self.controller.transport.set_speed(float("inf"))
        self.controller.session.play()
        self.until(
            lambda: self.controller.moment.head.turn >= turns or self.controller.moment.head.outcome
        )
        self.controller.transport.set_speed(1.0)
        self.controller.window.centre.transport.set_speed(1.0)
        for _ in range(TRIES):
            self.controller.session.set_pace(2.5)
            self.until(lambda: self.controller.moment.status.searching)
            self.until(lambda: self._searched(NEARLY))
            self.controller.session.set_pace(STILL_S)
            self.settle(0.3)
            if self._searched(NEARLY):  # else the turn has ended meanwhile, and the next one began
                return

    def _searched(self, iterations: int) -> bool:
        found = self.controller.moment.thoughts()
        return all(
            t is not None
            and t.snapshot.iterations >= iterations
            and t.turn == self.controller.moment.turn
            for t in found
        )

    def begin(self, game: str, *seats: str, seed: int = 4, **options: str) -> None:
        """Another match."""
        configured = games()[game].configure(**options)
        self.controller.transport.set_speed(1.0)
        self.controller.setup.begin(
            make_setup(configured, seats or ("random",) * configured.seats, seed)
        )
        self.until(
            lambda: (
                self.controller.moment.setup.game == game
                and self.controller.moment.status.activity != PREPARING
            )
        )

    def close(self) -> None:
        """Ends everything."""
        self.window.close()
        self.controller.close()
        self.window.deleteLater()
        QApplication.processEvents()
        self._home.cleanup()


def without_colour(image: QImage) -> QImage:
    """The picture as it is printed in black and white, or seen without colours."""
    return image.convertToFormat(QImage.Format.Format_Grayscale8)


@contextmanager
def studio(
    folder: Path,
    scheme: str = "light",
    size: tuple[int, int] = USUAL,
    also: Collection[str] = (),
) -> Iterator[Studio]:
    """A studio that is always closed at the end."""
    application()
    made = Studio(folder, scheme, size, also)
    try:
        yield made
    finally:
        made.close()
