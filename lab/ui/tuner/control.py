"""The tuner's page in the window: tunes a player in threads and processes, shows what is known, and
tests and plays what was found.

What is shown is one moment of the tuning, worked out in the thread of the store.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication

from engines import games
from engines.knobs import KnobError
from lab.experiments.better.question import BetterQuestion
from lab.experiments.running import Question
from lab.experiments.tuner.question import TuneQuestion
from lab.experiments.tuner.space import Setting, knobs_of
from lab.live.trust import Trust
from lab.match.budget import Budget
from lab.match.seat import SearchSeat
from lab.match.seats import make_setup, parse_game, parse_seat, suiting
from lab.store.store import Store
from lab.ui.control.run_page import LockedQuestion, RunPageControl
from lab.ui.control.setup import SetupControl
from lab.ui.explore.players import axes_of, player_entries
from lab.ui.setup.usual import game_entries
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import MATCH, TUNER
from lab.ui.tuner import records as says
from lab.ui.tuner import work
from lab.ui.tuner.page import TunerPage
from lab.ui.tuner.records import TunerForm, TunerView

SOON_MS = 250  # from the last edit until what is known of it is looked up
FEW = 8  # games of a run before which nobody knows how fast it is
LOADED = "The best setting is in seat 1."


class TuningControl(RunPageControl[TunerPage]):
    """Tunes one player at a time, or tests what was found."""

    def __init__(
        self, window: Window, seating: SetupControl, trust: Trust, parent: QObject
    ) -> None:
        super().__init__(window, seating, trust, "tuning", parent)
        self.form, self.view = TunerForm(), TunerView()
        self.question: TuneQuestion | None = None  # as last known
        self.tuning: LockedQuestion[TuneQuestion] | None = None  # as it is played
        self.testing: LockedQuestion[BetterQuestion] | None = None
        self._test: BetterQuestion | None = None
        self._wanted: Callable[[], object] = self.start  # or to test; what is asked again
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._look_up)
        window.add_workspace(TUNER, lambda: self.page)

    # -- the page ----------------------------------------------------------------------------------

    def _made(self) -> TunerPage:
        page = TunerPage()
        panel, centre = page.panel, page.centre
        panel.set_games(game_entries())
        panel.changed.connect(self._edited)
        panel.start_asked.connect(self.start)
        panel.pause_asked.connect(self.pause)
        panel.open_asked.connect(self.open)
        panel.copy_asked.connect(lambda: QGuiApplication.clipboard().setText(self.view.command))
        centre.test_asked.connect(self.test)
        centre.load_asked.connect(self.load)
        page.games_wanted.connect(self._list)
        self.open("")
        return page

    def open(self, name: str) -> None:
        """Shows a tuning that is kept; the latest for ""."""
        self.looks.drop()
        self.store.look(work.opened, name, self.form.workplace, then=self._opened)

    def _opened(self, found: work.OpenedTuning) -> None:
        form = found.form
        if form is None:
            game = self._seating.game
            own = next((s for s in self._seating.setup.seats if isinstance(s, SearchSeat)), None)
            seat = (
                own.name if own is not None and axes_of(game, own.name) else suiting(game) or "uct"
            )
            form = work.new_form(game, seat, self.form.workplace)
        self._show_form(form)
        self._found(found)
        if found.form is None:
            self._look_up()

    def _found(self, found: work.OpenedTuning) -> None:
        self.question, self._test = found.question, None
        self.page.panel.set_tunings(found.names)
        self._problem("")
        self._show(found.view)

    def _show_form(self, form: TunerForm) -> None:
        """Fills the boxes; the knobs are those of the player."""
        self.form, panel = form, self.page.panel
        game = parse_game(form.game)
        varied, others = player_entries(game)
        panel.show_form(replace(form, game=game.name), varied, others, game.seats == 1)
        try:
            whole = work.tunable(game, form.seat)
            tuned = knobs_of(game, form.seat, form.knobs)
        except KnobError as error:  # what was there is kept until it is right
            self._problem(str(error))
            return
        panel.set_knobs(whole, tuned, {})
        self._problem("")

    def _edited(self, form: TunerForm) -> None:
        """The boxes have changed: another game or player has knobs of its own."""
        before, player = self.form, form.seat.partition(":")[0]
        if form.game != parse_game(before.game).name:
            game = games()[form.game]()
            form = replace(
                work.new_form(game, suiting(game) or "uct", form.workplace), games=form.games
            )
        elif player != before.seat.partition(":")[0] or work.arguments_of(
            form.seat
        ) != work.arguments_of(before.seat):
            try:
                whole = work.tunable(parse_game(form.game), form.seat)
            except KnobError:
                whole = ()
            form = replace(form, knobs=work.first_knobs(whole))
        self._show_form(form)
        self.looks.drop()
        self._soon.start(SOON_MS)

    def _look_up(self) -> None:
        """What is known of the tuning in the boxes, while none is played."""
        if self.play.running:
            return
        form, found, unknown = self.form, self._found, self._unknown
        self.looks.look(form, work.looked_up, form, then=found, otherwise=unknown)

    def _unknown(self, sentence: str) -> None:
        self.question = None
        self._show(TunerView(knobs=self.view.knobs))
        self._problem(sentence)

    # -- what is known -----------------------------------------------------------------------------

    def _shown(self, on: bool) -> None:
        if on and self.question is not None:
            self._look_up()
        super()._shown(on)

    def tick(self) -> None:
        """A newer view while games are played."""
        if self.play.running:
            self.looks.look("", self._read, then=self._looked)

    def _read(self, store: Store) -> TunerView:
        """In the store's thread: the tuning or its test at this moment."""
        test = self.testing.moment if self.testing is not None else self._test
        if self.tuning is not None:
            return work.seen(store, self.tuning.moment, test)
        return replace(self.view, test=None if test is None else work.bar_of(test))

    def _looked(self, view: TunerView) -> None:
        if not self.play.running:
            return
        if self.testing is None and view.played < self.view.played:
            view = self.view  # earlier games are still being counted
        self._show(view)

    def _show(self, view: TunerView) -> None:
        """Shows a view as what is running makes it."""
        step = self.play.step
        on = self.play.running
        some = on and step.done >= FEW
        self.view = replace(
            view,
            running=on,
            testing=on and self.testing is not None,
            preparing=self.play.preparing if on and not step.done else "",
            per_minute=step.per_minute if some else 0.0,
            left_s=step.left_s if some else None,
            tested=step.done if on and self.testing is not None else 0,
        )
        self.page.set_view(self.view)
        self.page.set_state(says.state(self.view, self.form.workplace), self.view.command)

    # -- playing -----------------------------------------------------------------------------------

    def start(self) -> None:
        """Tunes, or goes on."""
        self._wanted = self.start
        if self.play.running or not self._may_start():
            return
        self._soon.stop()
        self.store.ask(work.started, self.form, then=self._start, otherwise=self._problem)

    def _start(self, question: TuneQuestion) -> None:
        self.testing, self._test = None, None
        self.tuning = LockedQuestion(question)
        self._begin(question.plan.name, self.tuning)

    def test(self) -> None:
        """Tests what was found, on seeds that no tuning uses."""
        self._wanted = self.test
        if self.question is not None and not self.play.running and self._may_start():
            begin, problem = self._start_test, self._problem
            self.store.ask(work.tested, self.question, then=begin, otherwise=problem)

    def _start_test(self, question: BetterQuestion) -> None:
        self.tuning, self.testing = None, LockedQuestion(question)
        self._begin(question.plan.name, self.testing)

    def _begin(self, name: str, question: Question) -> None:
        if not self.play.running:
            self._problem("")
            self.looks.drop()
            self._play(name, question, self.form.workplace)
            self._show(self.view)

    def _may_start(self) -> bool:
        """Whether the programs that play may be started; if not, asks."""
        page, form = self.page, self.form
        try:
            game = parse_game(form.game)
            seats = [parse_seat(text, game) for text in (form.seat, *form.against)]
        except KnobError as error:
            self._problem(str(error))
            return False
        boxes = [page.panel.player, *page.panel.rivals.boxes]
        typed = [s for s, box in zip(seats, boxes, strict=False) if box.typed]
        self._permission.confirm(*typed)
        return self._permission.has(seats, page.error)

    def _retry(self) -> None:
        self._wanted()

    def pause(self) -> None:
        """Stops playing; every finished game is kept."""
        self.play.stop()

    def _ended(self, why: str) -> None:
        if self.tuning is not None:
            self.question = self.tuning.moment
        if self.testing is not None:
            self._test = self.testing.moment
        self.tuning = self.testing = None
        if why:
            self._failed(why)
        self._show(self.view)
        if self.question is not None:
            given = self.question, self._test
            self.looks.look(given, work.left, *given, then=self._whole)

    def _whole(self, found: tuple[TuneQuestion, TunerView]) -> None:
        self.question = found[0]
        self._show(found[1])

    def _problem(self, sentence: str) -> None:
        self.page.panel.set_problem(sentence)

    # -- games and the answer ----------------------------------------------------------------------

    def _list(self, setting: Setting) -> None:
        """Lists the games of a setting."""
        question = self.question or (self.tuning.moment if self.tuning is not None else None)
        if question is None:
            return
        each = next((each for each in self.view.tried if each.setting == setting), None)
        title = says.tried(self.view, each) if each is not None else ""
        games = self.page.centre.games
        self.store.look(
            work.games_of,
            question.plan,
            setting,
            then=lambda rows: games.set_games(title, rows, work.BEST),
        )

    def load(self) -> None:
        """Begins a match of the best setting against the benchmark."""
        question, found = self.question, self.view.found
        if question is None or found is None:
            return
        plan, budget = question.plan, Budget.parse(question.plan.budget)
        game = plan.configured
        others = (plan.against or (plan.seat,)) * game.seats
        texts = (plan.seat_text(found.answer.setting), *others)[: game.seats]
        seats = [parse_seat(text, game, budget) for text in texts]
        self._window.show_workspace(MATCH)
        self._seating.begin(make_setup(game, seats, plan.seed))
        self.games.told.emit(LOADED)

    def end(self) -> None:
        self._soon.stop()
        super().end()
