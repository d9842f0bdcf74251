"""The page of a network in the window: has it learned in another process, and shows what the run's
files say, whoever wrote them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from engines import games
from engines.knobs import KnobError
from lab.files.codec import UNREADABLE, decode_state, why
from lab.learning.question import LearnQuestion
from lab.learning.run import RUN, LearnedGeneration, game_of, kept_question, kept_run
from lab.learning.training import Misjudged
from lab.learning.work import learn
from lab.live.recorder import data_folder
from lab.match.seats import parse_game
from lab.store.store import Store
from lab.ui.control.run_page import TICK_MS, RunControl
from lab.ui.control.setup import SetupControl
from lab.ui.network.page import NetworkPage
from lab.ui.network.says import LearnView
from lab.ui.parts.combos import Entry
from lab.ui.setup.usual import usual_setup
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import MATCH, NETWORK
from lab.words.settings import Settings
from search.network import refusal

FOLDER = "networks"  # of the person's own, in the folder of the lab's data
Generations = tuple[LearnedGeneration, ...]


def usual_question(game: str) -> LearnQuestion:
    """The question that the page begins with."""
    return LearnQuestion(game, str(data_folder() / FOLDER / f"{game.partition(':')[0]}.npz"))


def entries() -> list[Entry]:
    """The games that can be learned."""
    return [Entry(name, kind.title) for name, kind in games().items() if not refusal(kind())]


def kept(_store: Store, question: LearnQuestion) -> Generations:
    """What the files of a run say."""
    return kept_run(question)


def runs(_store: Store) -> tuple[str, ...]:
    """The files of the networks in the usual folder that were learned there, the latest first."""
    found = [*(data_folder() / FOLDER).glob(f"*.learning/{RUN}")]
    found.sort(key=lambda file: file.stat().st_mtime, reverse=True)
    return tuple(str(file.parent.with_suffix(".npz")) for file in found)


def reopened(_store: Store, file: str) -> LearnQuestion:
    """The question of a run; KnobError where there is none."""
    return kept_question(Path(file))


def ready(_store: Store, question: LearnQuestion) -> LearnQuestion:
    """Makes the folder that a run is kept in; KnobError where its file is another network's, or
    where its game is not known here.
    """
    game_of(question)
    file = Path(question.out)
    if not question.out:
        raise KnobError("Name a file for the network.")
    if file.exists() and not question.folder.is_dir():
        raise KnobError(f"{file} is there already: name another file.")
    file.parent.mkdir(parents=True, exist_ok=True)
    return question


class NetworkControl(RunControl):
    """Learns one network at a time."""

    told = Signal(str)  # a sentence for the status bar

    def __init__(
        self, window: Window, seating: SetupControl, settings: Settings, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._seating, self._settings = window, seating, settings
        self._known: tuple[str, ...] = ()
        able, own = [entry.name for entry in entries()], seating.game.name
        self._first = usual_question(own if own in able else able[0])
        self.view = LearnView(self._first)
        window.add_workspace(NETWORK, lambda: self.page)

    @cached_property
    def page(self) -> NetworkPage:
        """The page, made when it is first shown."""
        page = NetworkPage(self.view.question)
        panel = page.panel
        panel.changed.connect(self._edited)
        panel.opened.connect(self._open)
        panel.start_asked.connect(self.start)
        panel.pause_asked.connect(self.pause)
        panel.copy_asked.connect(
            lambda: QGuiApplication.clipboard().setText(self.view.question.command())
        )
        page.opened.connect(self.put_on_board)
        page.generation_picked.connect(lambda number: self._show(replace(self.view, chosen=number)))
        page.error.chosen.connect(self._answered)
        page.shown.connect(self._shown)
        page.ended.connect(self.end)
        self.store.look(runs, then=self._list)
        return page

    # -- the question ------------------------------------------------------------------------------

    def _list(self, known: tuple[str, ...]) -> None:
        """Begins with the latest run, if there is one."""
        self._known = known
        if self.view.question is not self._first:  # a person was quicker
            self.page.panel.show_question(self.view.question, entries(), known)
        elif known and not self.view.generations and not self.play.running:
            self.open(known[0])
        else:
            self._ask(self.view.question)

    def _edited(self, question: LearnQuestion) -> None:
        """The boxes have changed: another game has a file of its own."""
        before = self.view.question
        if question.game != before.game and question.out == usual_question(before.game).out:
            question = replace(question, out=usual_question(question.game).out)
        self._ask(question)

    def _ask(self, question: LearnQuestion) -> None:
        """Shows a question, and looks up what is known of it."""
        self.page.panel.show_question(question, entries(), self._known)
        self._problem("")
        self.looks.drop()
        self._show(LearnView(question))
        self._look()

    def _open(self, file: str) -> None:
        if not file:
            folder = str(Path(self.view.question.out).parent)
            words = "Open a network that was learned", folder, "Networks (*.npz)"
            file, _ = QFileDialog.getOpenFileName(self.page, *words)
        if file:
            self.open(file)

    def open(self, file: str) -> None:
        """Shows what was learned into a file."""
        self.store.look(reopened, file, then=self._ask, otherwise=self._problem)

    # -- what is known -----------------------------------------------------------------------------

    def tick(self) -> None:
        """A newer view, while it learns here or elsewhere."""
        self._look()
        self._show(self.view)

    def _look(self) -> None:
        question = self.view.question
        then, otherwise = partial(self._looked, question), self._problem
        self.looks.look(question, kept, question, then=then, otherwise=otherwise)

    def _looked(self, question: LearnQuestion, found: Generations) -> None:
        if question == self.view.question:
            chosen = self.view.chosen if len(found) == len(self.view.generations) else 0
            self._show(replace(self.view, generations=found, chosen=chosen))

    def _show(self, view: LearnView) -> None:
        """Shows a view as what is running makes it."""
        step, on = self.play.step, self.play.running
        note = "stopping" if self.play.stopped else step.note
        share = step.done / max(1, step.total)
        view = replace(view, running=on, note=note if on else "", share=share if on else 0.0)
        if view != self.view:
            self.view = view
            self.page.set_view(view)
        self._settle()

    def _settle(self) -> None:
        if not self.page.isVisible() and not self.play.running:
            self._timer.stop()

    def _shown(self, on: bool) -> None:
        """Looks only while the page is visible or something is learned."""
        if on or self.play.running:
            self._timer.start(TICK_MS)

    def _problem(self, sentence: str) -> None:
        self.page.panel.set_problem(sentence)

    # -- learning ----------------------------------------------------------------------------------

    def start(self) -> None:
        """Learns, or goes on."""
        if not (self.play.running or self.view.complete):
            self.store.ask(ready, self.view.question, then=self._begin, otherwise=self._problem)

    def _begin(self, question: LearnQuestion) -> None:
        if not self.play.running and question == self.view.question:
            self._problem("")
            self.play.begin(partial(learn, question, self.play.stepped))
            self._timer.start(TICK_MS)
            self._show(self.view)

    def pause(self) -> None:
        """Ends the process; every generation that was finished is kept."""
        self.play.stop()
        self._show(self.view)

    def _ended(self, why: str) -> None:
        if why:
            self._failed(why)
        self._look()
        self._show(self.view)

    def _failed(self, sentence: str) -> None:
        kept = "Every finished generation is kept."
        said = f"{sentence} {kept}", "", ("Start again", "Close this")
        self.page.error.show_error("The learning has stopped", *said)

    def _answered(self, button: int) -> None:
        self.page.error.hide()
        if button == 0:
            self.start()

    # -- a position --------------------------------------------------------------------------------

    def put_on_board(self, each: Misjudged) -> None:
        """Begins a match of the same game in a position that was misjudged, and waits there."""
        try:
            game = parse_game(self.view.question.game)
            state = decode_state(game, each.position)
        except UNREADABLE as error:
            self.told.emit(f"The position cannot be shown: {why(error)}.")
            return
        setup = self._seating.setup
        if (setup.game, setup.options) != (game.name, game.options):
            setup = replace(usual_setup(game.name, self._settings), options=game.options)
        self._window.show_workspace(MATCH)
        self._seating.begin(setup, state, "misjudged position")
