"""The middle of the page: the question, the verdict, the rows, and below them the chosen row as its
games came in and at other budgets; or the games of that row, or what was measured with each seed.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from lab.experiments.arena.standing import GameRow
from lab.experiments.claims.file import ExperimentFile
from lab.experiments.claims.result import Cell, SeedFigure
from lab.experiments.claims.view import ExperimentView
from lab.experiments.claims.words import budget_words
from lab.ui.experiments import says
from lab.ui.experiments.compare import ComparisonPart
from lab.ui.experiments.forest import ForestFoot, ForestTable, ScoreCourse
from lab.ui.experiments.interval_axis import IntervalAxis
from lab.ui.parts import detail, theme
from lab.ui.parts.band import Band
from lab.ui.parts.fields import Field
from lab.ui.parts.games_table import GamesTable
from lab.ui.parts.layout import column, row
from lab.ui.parts.messages import QuestionBar, one_line
from lab.ui.parts.segments import Choice
from lab.ui.parts.table import FieldTable, inside
from lab.ui.shell.three_parts import TabbedCentre
from lab.words import numerals
from lab.words.numerals import several


class FiguresTable(FieldTable[SeedFigure]):
    """The seeds of a row; one can be the current one."""

    gap = 28

    def __init__(self) -> None:
        self._file: ExperimentFile | None = None
        super().__init__("Seeds")

    def set_figures(self, rows: Sequence[SeedFigure], file: ExperimentFile) -> None:
        """Shows other figures, in the unit of the file's measure."""
        self._file = file
        self.set_rows(rows)

    def fields(self) -> Sequence[Field[SeedFigure]]:
        return (
            Field("Seed", lambda row: f"{row.seed}", right=True),
            Field("Measured", self._measured, right=True, bold=True),
            Field("Time", lambda row: f"{numerals.value(row.seconds)} s", right=True),
        )

    def key(self, row: SeedFigure) -> int:
        return row.seed

    def words(self, row: SeedFigure) -> str:
        seconds = numerals.value(row.seconds)
        return f"Seed {row.seed}: {self._measured(row)}, measured in {seconds} s."

    def _measured(self, row: SeedFigure) -> str:
        return says.figure(row.value, self._file) if self._file is not None else ""


LEAST_INTERVAL = 48  # pixels at 100 %


class BudgetsTable(FieldTable[Cell]):
    """The row at each budget; the one on show is on mark."""

    high = 30

    def __init__(self) -> None:
        self._view: ExperimentView | None = None
        super().__init__("The chosen row at other budgets")

    def set_view(self, view: ExperimentView | None) -> None:
        """Shows newer records."""
        self._view = view
        cells = view.others if view is not None else ()
        self.set_rows(cells, next(filter(self.is_marked, cells), None))

    def fields(self) -> Sequence[Field[Cell]]:
        view = self._view
        if view is None:
            return ()
        file, word = view.file, f"{says.group_word(view)}s".capitalize()
        score = "Measured" if view.table.measures else "Score"
        least = LEAST_INTERVAL
        return (
            Field("Budget", lambda cell: budget_words(file, cell.part.budget)),
            Field("", lambda cell: "", paint=self._paint, least=least, rest=True, drops=True),
            Field(score, lambda cell: says.score(cell, file), right=True),
            Field(word, lambda cell: f"{cell.evidence.count:,}", right=True),
        )

    def key(self, row: Cell) -> object:
        return row.part.budget

    def is_marked(self, row: Cell) -> bool:
        return self._view is not None and row.part.budget == self._view.budget

    def words(self, row: Cell) -> str:
        if self._view is None:
            return ""
        file, count = self._view.file, f"{row.evidence.count:,}"
        score, word = says.score(row, file), says.group_word(self._view)
        return f"At {budget_words(file, row.part.budget)}: {score} in {count} {word}s."

    def _paint(self, painter: QPainter, box: QRectF, row: Cell) -> None:
        if self._view is None:
            return
        axis = IntervalAxis.of(self.model_.rows, self._view.file)
        if not self.is_marked(row):
            axis.paint_back(painter, inside(box))
        axis.paint_cell(painter, inside(box), row)


RESULT, GAMES, COMPARE, ABOUT = "result", "games", "compare", "about"
RESULT_CHOICE = Choice(RESULT, "Result", "The rows and what is known of them")
GAMES_CHOICE = Choice(GAMES, "Games", "The games of the chosen row\nKey: Enter")
SEEDS_CHOICE = Choice(GAMES, "Seeds", "What each seed of the chosen row measured\nKey: Enter")
COMPARE_CHOICE = Choice(COMPARE, "Compare", "Up to four experiments side by side")
CHOICES = (RESULT_CHOICE, GAMES_CHOICE, COMPARE_CHOICE)
ABOUT_CHOICE = Choice(ABOUT, "About", "The file, what was played, notes")
COURSE, FOREST = 118, 0.62  # least height of the course at 100 %; most of the height for the rows
GROWS, FIXED = QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed


class RowGames(QWidget):
    """The games of the chosen row, or what was measured with each of its seeds; `watched` carries
    the number of a game.
    """

    watched = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.words, self.watch = one_line("", "note"), QPushButton("Watch")
        self.table, self.figures = GamesTable(), FiguresTable()
        self.watch.setToolTip("Watch this game in the Match page\nKey: Enter")
        foot = row((self.words, 1), self.watch)
        column((self.table, 1), (self.figures, 1), foot, of=self, margins=(0, 4, 0, 0), gap=8)
        self.watch.clicked.connect(self.table.open_current)
        self.table.opened.connect(lambda game: self.watched.emit(game.number))
        self._seed: int | None = None  # whose game is to be the current one
        self.set_games((), "")
        self.show_figures(False)

    def begin_at(self, seed: int) -> None:
        """The games that come next have one of this seed, which is the current one."""
        self._seed = seed

    def show_figures(self, on: bool) -> None:
        """Whether there are figures of seeds in place of games."""
        self.figures.setVisible(on)
        self.table.setVisible(not on)
        self.watch.setVisible(not on)

    def take_focus(self) -> None:
        """The keys go to the table on show."""
        table = self.table if self.figures.isHidden() else self.figures
        table.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_figures(self, rows: Sequence[SeedFigure], row: str, file: ExperimentFile) -> None:
        """Shows what was measured for a row of an experiment."""
        self.figures.set_figures(rows, file)
        if self._seed is not None and rows:
            seed, self._seed = self._seed, None
            self.figures.go_to(lambda figure: figure.seed == seed)
        words = f"{several(len(rows), 'seed')} of {row}"
        self.words.setText(words if rows else "No seeds of this row yet.")

    def set_games(self, games: Sequence[GameRow], row: str, more: bool = False) -> None:
        """Shows games; results are those of the row's player."""
        self.table.set_games(games, row)
        if self._seed is not None and games:
            seed, self._seed = self._seed, None
            self.table.go_to(lambda game: game.seed == seed)
        count = f"The latest {len(games):,} games" if more else several(len(games), "game")
        about = f" of {row}; results are those of its player" if row else ""
        self.words.setText(f"{count}{about}" if games else "No games of this row yet.")
        self.watch.setEnabled(bool(games))


class ResultPart(QWidget):
    """The rows over the course and the budgets, which share the height."""

    def __init__(self) -> None:
        super().__init__()
        self.forest, self.course, self.budgets = ForestTable(), ScoreCourse(), BudgetsTable()
        self.foot = ForestFoot(self.forest)
        self.course_band = Band("As games came in", self.course, "course")
        self.budgets_band = Band("Does it hold at other budgets?", self.budgets, "budgets")
        self.below = QWidget()
        row, column = QHBoxLayout(self.below), QVBoxLayout(self)
        for layout in (row, column):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        row.addWidget(self.course_band, 11)
        row.addWidget(self.budgets_band, 9)
        column.addWidget(self.forest)
        column.addWidget(self.foot)
        column.addWidget(self.below, 1)
        column.addStretch(0)
        for band in (self.course_band, self.budgets_band):
            band.toggled_by_hand.connect(self.fit)
            band.setSizePolicy(GROWS, GROWS)
        self._played = False
        for changed in (theme.changed, detail.changed):
            changed.connect(self.fit)

    def set_view(self, view: ExperimentView) -> None:
        """Shows newer records."""
        played = any(cell.evidence.count for cell in view.cells)
        many = self.forest.view is None or len(view.cells) != len(self.forest.view.cells)
        many = many or played != self._played
        self._played = played
        self.course_band.set_answer(says.score(view.cell, view.file))
        self.budgets_band.set_answer(says.budgets(view))
        self.forest.set_view(view)
        self.course.set_view(view)
        self.budgets.set_view(view)
        self.course_band.set_title(says.course_title(view))
        self.foot.update()
        if many:
            self.fit()

    def fit(self, _event: object = None) -> None:
        """Shares the height out; where it is short, the bands below fold."""
        look = theme.current()
        title = self.course_band.title.sizeHint().height() + 1
        room = self.height() - self.foot.sizeHint().height()
        high = self.forest.fit_rows(max(look.px(90), room - title - look.px(COURSE)))
        on = room - high - title >= look.px(COURSE) - 4
        if not on:
            high = self.forest.fit_rows(max(look.px(60), room - title))
        self.below.setVisible(detail.is_full() or self._played)
        for band in (self.course_band, self.budgets_band):
            usual = on and detail.is_full()
            opened = usual if band.by_hand is None else band.by_hand
            if band.is_open != opened:
                band.set_open(opened)
        opened = self.course_band.is_open or self.budgets_band.is_open
        if opened and not on:
            high = self.forest.fit_rows(max(look.px(60), room // 2))
        self.below.setSizePolicy(GROWS, GROWS if opened else FIXED)
        self.forest.setFixedHeight(high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


class ExperimentCentre(TabbedCentre):
    """Setters in; the tables' own signals out."""

    def __init__(self) -> None:
        super().__init__(CHOICES, ABOUT_CHOICE)
        self.result, self.games = ResultPart(), RowGames()
        self.compare, self.question = ComparisonPart(), QuestionBar()
        self.view: ExperimentView | None = None
        views = (self.result, self.games, self.compare)
        self._stand(views, above=(self.question,))

    # -- setters -----------------------------------------------------------------------------------

    def _show(self) -> None:
        parts: dict[str, QWidget] = {
            RESULT: self.result,
            GAMES: self.games,
            COMPARE: self.compare,
            ABOUT: self.tab,
        }
        part = parts[self.shown]
        self.stack.setCurrentWidget(part if self.view or part is self.tab else self.empty)

    def set_view(self, view: ExperimentView | None) -> None:
        """Shows newer records; None where there are none."""
        self.view = view
        if view is not None:
            measures = view.table.measures
            self._offer([RESULT_CHOICE, SEEDS_CHOICE if measures else GAMES_CHOICE, COMPARE_CHOICE])
            self.games.show_figures(measures)
            self.headline.set_words(view.file.question, " ".join(says.verdict(view)))
            self.result.set_view(view)
            self.compare.set_first(view.file.name, view.budget)
        self._show()

    def set_empty(self, title: str, why: str) -> None:
        """What is said while there is nothing to show."""
        self.headline.set_words(title)
        self.empty.set_words(why)
        self.set_view(None)
