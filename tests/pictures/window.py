"""Pictures of the window: every view in light and dark, drawn without a screen from matches that
are really played.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Collection
from functools import partial
from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from engines import games
from lab.match.records import FAILED, PERSON, PREPARING
from lab.match.seats import make_setup
from lab.ui.parts import detail
from lab.ui.parts.slider import ParamSlider
from lab.ui.shell.keys import KeysDialog
from lab.ui.studio import USUAL, Studio, studio
from search import algorithms
from search.smitsimax import Smitsimax
from tests.pictures.analysis import analysis
from tests.pictures.arena import arena
from tests.pictures.boards import each_game
from tests.pictures.experiments import experiments
from tests.pictures.explore import explore
from tests.pictures.lessons import lessons
from tests.pictures.pages import beside
from tests.pictures.programs import programs
from tests.pictures.tuner import tuner

SIZES = {
    "": USUAL,
    "b-1280x800": (1280, 800),
    "c-1920x1080": (1920, 1080),
    "d-1100x700": (1100, 700),
    "e-1024x680": (1024, 680),
}
TURNS = 52  # how far the match of the first pictures is played
BREAKS_AT = 1204


class Breaking(Smitsimax):
    """Stops with an error in seat 2, to show what the window says then."""

    name = "smitsimax"
    title = "Smitsimax"
    _done: ClassVar[int] = 0

    def advance(self, n: int, spent: float = 0.0) -> bool:
        Breaking._done += n * self.seat
        if self.seat and Breaking._done >= BREAKS_AT:
            raise ArithmeticError("a value became infinite")
        return super().advance(n, spent)


def main(folder: Path, also: Collection[str] = (), only: Collection[str] = ()) -> int:
    """Writes every picture into `folder`, or `only` those of some groups, and of each view `also`
    further ones; at last those with doubled pixels.
    """
    folder = Path(folder)
    groups = {
        take.__name__: take
        for take in (
            first_start,
            one_agent,
            table,
            person,
            pods_by_hand,
            matrix,
            arena,
            experiments,
            tuner,
            explore,
            lessons,
            states,
            beside,
            programs,
            analysis,
            each_game,
        )
    }
    if unknown := sorted(set(only) - set(groups)):
        print(f"There is no group {unknown[0]}, only {', '.join(groups)}.", file=sys.stderr)
        return 2
    with studio(folder, also=also) as made:
        for name, take in groups.items():
            if not only or name in only:
                take(made)
                print(name.replace("_", " "), flush=True)
    return 0 if only else _doubled(folder)


def _doubled(folder: Path) -> int:
    """The first pictures with two pixels for one: only a new process can have that."""
    code = (
        "import sys; from pathlib import Path; from tests.pictures.window import double; "
        "double(Path(sys.argv[1]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)], env={**os.environ, "QT_SCALE_FACTOR": "2"}
    )
    return done.returncode


def double(folder: Path) -> None:
    """The first start in light and dark."""
    with studio(folder) as made:
        made.play(TURNS)
        made.both("1-first-start-2x")


# -- the views -------------------------------------------------------------------------------------


def first_start(made: Studio) -> None:
    """The match that the lab opens with, as a newcomer meets it at every size, and in Full."""
    made.play(TURNS)
    made.both("1-first-start-full")
    detail.set_full(False)
    made.settle()
    for suffix, size in SIZES.items():
        made.resize(size)
        made.both(f"1{suffix}-first-start")
    made.resize(USUAL)
    for percent in (90, 150):
        made.controller.appearance.set_text(percent)
        made.settle()
        made.shot(f"1-first-start-text-{percent}")
    made.controller.appearance.set_text(100)
    detail.set_full(True)
    made.settle()


def one_agent(made: Studio) -> None:
    """One agent alone, thinking on, an action chosen."""
    control = made.controller
    control.transport.think_on(True)
    made.until(lambda: control.moment.status.holding)
    control.selecting.show_agent(2)
    control.window.trees.set_view("both")
    made.until(lambda: made._searched(4000))
    control.transport.iterate(0)
    made.settle()
    control.transport.iterate(1)
    made.settle()
    tree = next(
        a
        for t in control.selecting.thoughts
        if t is not None
        for a in t.agents
        if a.stats.agent == 2
    )
    second = int(tree.stats.visits.argsort()[-2])
    control.selection.choose(2, int(tree.stats.actions[second]))
    made.settle(1.0)
    made.both("2-one-agent")
    for suffix, size in (("b-1280x800", (1280, 800)), ("c-1920x1080", (1920, 1080))):
        made.resize(size)
        made.shot(f"2{suffix}-one-agent-light")
    made.resize(USUAL)
    control.selection.clear_selection()
    control.selecting.show_all()
    control.transport.think_on(False)


def table(made: Studio) -> None:
    """The numbers of all trees as a table."""
    made.controller.window.trees.set_view("table")
    made.settle()
    made.both("4-table")
    made.controller.window.trees.set_view("graphs")
    made.controller.transport.go_to(made.controller.moment.head.turn // 2)
    made.settle()
    made.both("5-recorded")
    made.controller.transport.to_head()


def person(made: Studio) -> None:
    """A person against UCT, with a hint, in a match that is half played."""
    control = made.controller
    control.settings.clocks["uttt"] = "5min"
    uct = "uct:budget=20000it,memory=8000000"  # it thinks on while pictures are taken
    made.begin("uttt", uct, uct, seed=1)
    control.transport.set_speed(float("inf"))
    made.until(lambda: control.moment.head.turn >= 30)
    control.session.pause()
    control.setup.choose(0, "human")
    made.until(lambda: control.moment.status.activity == PERSON)
    control.session.play()  # the search thinks in the person's time
    made.until(lambda: made._searched(20_000))
    control.person.ask_hint()
    made.settle()
    made.both("3-human-uttt")
    for suffix, size in (
        ("b-1280x800", (1280, 800)),
        ("c-1920x1080", (1920, 1080)),
        ("e-1024x680", (1024, 680)),
    ):
        made.resize(size)
        made.shot(f"3{suffix}-human-uttt-light")
    made.resize(USUAL)
    _illegal(made)


def _illegal(made: Studio) -> None:
    """A click on a cell that is not open."""
    board, moment = made.controller.window.centre.board, made.controller.moment
    closed = next(
        (x + 0.5, y + 0.5) for y in range(9) for x in range(9) if _closed(moment, x + 0.5, y + 0.5)
    )
    spot = board.view.point(*closed)
    QTest.mouseClick(board, Qt.MouseButton.LeftButton, pos=spot.toPoint())
    action = moment.game.cell(moment.frame.state, 0, *closed)
    if action is not None:
        board.refuse(moment.game.explain(moment.frame.state, 0, action), QPointF(spot))
    made.settle(0.3)
    made.shot("6-illegal-move-light", board)


def _closed(moment: object, x: float, y: float) -> bool:
    game, state = moment.game, moment.frame.state  # type: ignore[attr-defined]  # a Showing
    action = game.cell(state, 0, x, y)
    return action is not None and bool(game.explain(state, 0, action))


def pods_by_hand(made: Studio) -> None:
    """A person steers the pods of seat 1."""
    made.begin("csb", "human", "smitsimax:budget=4000it")
    control = made.controller
    board = control.window.centre.board
    control.transport.set_speed(4)

    def asked(move: int) -> bool:
        return control.person.agent == move % 2 and control.moment.head.turn == move // 2

    for move in range(8):
        made.until(partial(asked, move))
        QTest.mouseClick(
            board, Qt.MouseButton.LeftButton, pos=board.view.point(4000, 4000).toPoint()
        )
    made.until(partial(asked, 8))
    QTest.mouseMove(board, board.view.point(9000, 4200).toPoint())
    made.settle(1.0)
    made.shot("3-pods-by-hand-light")


def matrix(made: Studio) -> None:
    """A matrix game."""
    made.begin("matrix", "smitsimax:budget=4000it", "smitsimax:budget=4000it", seed=1, rounds="50")
    made.controller.transport.set_speed(4)
    made.until(lambda: made.controller.moment.head.turn >= 12)
    made.settle()
    made.both("3-matrix")


def states(made: Studio) -> None:
    """What regions say when there is nothing, too much, or something went wrong."""
    control = made.controller
    made.begin("csb", "random", "random")
    made.settle(1.5)
    made.shot("6-empty-light")
    made.begin(
        "csb",
        "smitsimax:depth=30,memory=4096,budget=20000it",
        "smitsimax:depth=30,memory=4096,budget=20000it",
    )
    made.until(lambda: any(t is not None and t.snapshot.full for t in control.moment.thoughts()))
    made.settle()
    made.shot("6-memory-full-light")
    _error(made)
    _lists(made)
    _preparing(made)


def _error(made: Studio) -> None:
    control = made.controller
    usual, algorithms()["smitsimax"] = algorithms()["smitsimax"], Breaking
    try:
        Breaking._done = 0
        made.begin("csb", "smitsimax:budget=4000it", "smitsimax:budget=4000it")
        made.until(lambda: control.moment.status.activity == FAILED)
        made.settle()
        made.both("6-error")
    finally:
        algorithms()["smitsimax"] = usual
        made.begin("csb", "smitsimax:budget=4000it", "smitsimax:budget=4000it")


def _lists(made: Studio) -> None:
    """What fits and why not, a tooltip, and the keys."""
    window = made.controller.window
    combo = window.setup.seats[0].algorithm
    combo.showPopup()
    made.settle(0.4)
    made.shot("6-what-fits-light", combo.view().window())
    combo.hidePopup()
    slider = window.setup.findChild(ParamSlider)
    if slider is not None:
        QToolTip.showText(window.mapToGlobal(QPoint(60, 300)), slider.bar.toolTip(), slider.bar)
        made.settle(0.4)
        for top in QApplication.topLevelWidgets():
            if top.inherits("QTipLabel") and top.isVisible():
                made.shot("6-tooltip-light", top)
        QToolTip.hideText()
    made.controller.appearance.show_keys()
    made.settle(0.4)
    for dialog in window.findChildren(KeysDialog):
        dialog.resize(QSize(520, 600))
        made.settle(0.2)
        made.shot("6-keys-light", dialog)
        dialog.close()
    made.controller.palette.ask()
    made.settle(0.3)
    made.shot("6-find-a-command-light")
    made.controller.palette.hide()


def _preparing(made: Studio) -> None:
    """A first start: kernels that were never compiled, into a cache of their own."""
    before = os.environ.get("SMITSILAB_CACHE")
    with tempfile.TemporaryDirectory(prefix="smitsilab-cache-") as cache:
        os.environ["SMITSILAB_CACHE"] = cache
        try:
            game = games()["csb"].configure(thrusts="full_half_coast", shield="no")
            made.controller.setup.begin(make_setup(game, ("smitsimax", "smitsimax"), 4))
            made.until(
                lambda: (
                    made.controller.moment.status.activity == PREPARING
                    and made.controller.moment.status.seconds > 2
                )
            )
            made.settle(0.2)
            made.both("6-preparing")
            made.controller.session.cancel_preparing()
            made.settle(0.5)
        finally:
            os.environ.pop("SMITSILAB_CACHE")
            if before is not None:
                os.environ["SMITSILAB_CACHE"] = before
