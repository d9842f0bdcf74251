"""The main window: menu bar, Set-up, centre, Trees and status bar, how they share the room, and the
workspaces.

It knows views, not matches.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar, QPushButton, QWidget

from lab.ui.parts import detail, pictures, theme
from lab.ui.parts.layout import Splitter, SplitterPlace, column
from lab.ui.setup.dock import SetupDock
from lab.ui.shell.actions import Actions
from lab.ui.shell.centre import Centre
from lab.ui.shell.focus import Body
from lab.ui.shell.menus import BOARD_MENU, fill, put
from lab.ui.shell.side import DRAWER, SETUP, SideRegion, node_share, shares
from lab.ui.shell.status import StatusLine
from lab.ui.shell.view_row import ViewRow
from lab.ui.shell.workspaces import (
    ALGORITHMS,
    ARENA,
    ESTIMATORS,
    EXPERIMENTS,
    LESSONS,
    MATCH,
    PAGE_OF,
    PAGES,
    TREE,
    WATCH,
    Corner,
    WorkspacePage,
    Workspaces,
)
from lab.ui.trees.dock import TreesDock
from lab.words.settings import Settings

LEAST = QSize(1024, 680)
FIRST = QSize(1440, 900)
FRAME = QSize(8, 40)  # that the desktop may put around it


class Window(QMainWindow):
    """Setters in, signals out; every part is available under its name."""

    closing = Signal()
    resized = Signal()
    widths_moved = Signal()
    workspace_changed = Signal(str)
    view_asked = Signal(str)  # of a page: the command that leads there
    file_dropped = Signal(object)  # a Path
    text_dropped = Signal(str)

    def __init__(self, settings: Settings | None = None) -> None:
        super().__init__()
        chosen = settings or Settings()
        room = self.screen().availableSize() - FRAME
        self.setMinimumSize(LEAST.width(), min(LEAST.height(), room.height()))
        self.setAcceptDrops(True)
        self._match = QWidget()
        self.setup = SetupDock(self._match)
        self.setup.setAutoFillBackground(True)
        self._room = SplitterPlace(self.setup)
        self.centre = Centre()
        self.trees = TreesDock()
        self.status = StatusLine()
        self.side = SideRegion(self.trees)
        self.actions_ = Actions(self, chosen.keys)
        for name in (ARENA, EXPERIMENTS, LESSONS, ALGORITHMS, ESTIMATORS):
            self.actions_.by_name[name].setVisible(False)  # until there is a page
        self.centre.comment.set_command(self.actions_.by_name["comment"])
        self._one_tree = self._moved = False
        self._last_view, self._shown_views = dict[str, str](), tuple[object, ...]()
        self._drawer_open = self._trees_left = False
        self._setup_shown = True
        self.explores, self._before = False, list[int]()  # trees; and the widths before
        self._build_menu()
        self._build_body()
        self.resize(FIRST.boundedTo(room))
        if chosen.geometry:
            self.restoreGeometry(QByteArray.fromBase64(chosen.geometry.encode()))
        theme.changed.connect(self._restyled)
        detail.changed.connect(self.fit_columns)
        self.centre.setup_asked.connect(lambda: self.toggle_setup(True))
        self.centre.board.menu_asked.connect(self._board_menu)
        self.setup.away_asked.connect(self._hide_setup)
        self._order()
        self.centre.board.setFocus(Qt.FocusReason.MouseFocusReason)

    # -- building ----------------------------------------------------------------------------------

    def _build_menu(self) -> None:
        bar = QMenuBar(self)
        theme.wear(bar)
        bar.setNativeMenuBar(False)
        self.menus = fill(bar, self.actions_)
        self.find_button = QPushButton(f"Find a command   {self.key_text('palette')}", bar)
        self.find_button.setProperty("look", "flat")
        self.find_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.find_button.setToolTip("Every command by its name")
        self.find_button.clicked.connect(self.actions_.by_name["palette"].trigger)
        self.top_right = Corner(self.find_button, bar)
        self.top_right.chosen.connect(self._page_picked)
        bar.setCornerWidget(self.top_right, Qt.Corner.TopRightCorner)
        self.setMenuBar(bar)

    def _build_body(self) -> None:
        body = Body(self.centre.board)
        self._splitter = Splitter(Qt.Orientation.Horizontal)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        for part in (self._room, self.centre, self.side):
            self._splitter.addWidget(part)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.splitterMoved.connect(self._moved_by_hand)
        self.workspaces = Workspaces(self._match)
        self.workspaces.changed.connect(self._workspace_changed)
        self.workspaces.views_changed.connect(self.show_views)
        self.view_row = ViewRow(self.actions_, body)
        self.view_row.chosen.connect(self.view_asked)
        self.view_row.own_chosen.connect(self._own_view_picked)
        self.view_row.menu.aboutToShow.connect(self._offer_choices)
        column(self._splitter, of=self._match)
        self.setup.raise_()
        theme.wear(self.view_row)
        theme.wear(self.status)
        column(self.view_row, (self.workspaces, 1), self.status, of=body, gap=0)
        self.setCentralWidget(body)
        self.show_views()
        self._restyled()

    def _restyled(self) -> None:
        self._fit_corner()
        self._moved = False
        QTimer.singleShot(0, self, self.fit_columns)

    # -- room --------------------------------------------------------------------------------------

    def set_one_tree(self, one: bool) -> None:
        """Whether Trees shows one tree in its whole width, which needs less room."""
        if one != self._one_tree:
            self._one_tree, self._moved = one, False
            self.fit_columns()

    def set_exploring(self, on: bool) -> None:
        """Whether trees are looked into: they take the room of Set-up and of the timeline."""
        if on == self.explores:
            return
        before = self._before = self.widths()
        self.explores, self._drawer_open = on, False
        self.centre.set_exploring(on)
        self.set_widths(before)

    def _moved_by_hand(self, _position: int, _index: int) -> None:
        self._moved = True
        self.widths_moved.emit()

    def widths(self) -> list[int]:
        """The widths of Set-up, centre and Trees if the user has chosen them, else []."""
        if self.explores:
            return self._before
        return (
            [part.width() for part in (self._room, self.centre, self.side)]
            if self._moved and not self.is_drawer
            else []
        )

    def set_widths(self, widths: list[int]) -> None:
        """Widths as the user left them; [] for the defaults."""
        self._before, self._moved = widths, len(widths) == 3 and not self.explores
        if self._moved and not self.is_drawer:
            self._splitter.setSizes(widths if not self._trees_left else widths[::-1])
        else:
            self.fit_columns()

    @property
    def is_drawer(self) -> bool:
        """Whether Set-up covers part of the centre for lack of room."""
        return self.explores or self.width() / theme.current().scale < DRAWER

    def fit_columns(self) -> None:
        """Gives every region its default width."""
        scale = theme.current().scale
        setup, trees = shares(self.width(), scale, self._one_tree)
        if self.explores:
            setup, trees = 0, self.width() - node_share(self.width(), scale)
        self._place_setup(drawer=setup == 0)
        if self._moved and setup:
            return
        setup = setup if self._setup_shown else 0
        sizes = [setup, self.width() - setup - trees - (2 if setup else 1), trees]
        self._splitter.setSizes(sizes if not self._trees_left else sizes[::-1])

    def _place_setup(self, drawer: bool) -> None:
        self._drawer_open = self._drawer_open and drawer
        self._room.setVisible(self._setup_shown and not drawer)
        self._room.updateGeometry()
        if drawer:
            self.setup.setGeometry(0, 0, theme.current().px(SETUP[1]), self._splitter.height())
        self.setup.setVisible(self.setup_shown)
        self._room.fill()
        self.setup.show_away(drawer)
        self.centre.offer_setup(not self.setup_shown)

    def toggle_setup(self, on: bool) -> None:
        """Shows or hides Set-up, as a drawer where the window is narrow."""
        if self.is_drawer:
            self._drawer_open = on
        else:
            self._setup_shown = on
        self._moved = False
        self.fit_columns()
        if on:
            self.setup.game.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _hide_setup(self) -> None:
        self.toggle_setup(False)
        self.centre.setup_button.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def setup_shown(self) -> bool:
        """Whether Set-up is on screen."""
        return self._drawer_open if self.is_drawer else self._setup_shown

    def put_trees_left(self, left: bool) -> None:
        """Swaps the sides of Set-up and Trees."""
        if left == self._trees_left:
            return
        self._trees_left, self._moved = left, False
        order = (
            (self.side, self.centre, self._room) if left else (self._room, self.centre, self.side)
        )
        for place, part in enumerate(order):
            self._splitter.insertWidget(place, part)
        self._splitter.setStretchFactor(1, 1)
        self.fit_columns()

    # -- workspaces --------------------------------------------------------------------------------

    def add_workspace(self, name: str, make: Callable[[], QWidget]) -> None:
        """A page other than the match, or a view of one, reached by the command `name`; `make` is
        called when it is first shown.
        """
        self.workspaces.add(name, make)
        self.actions_.by_name[name].setVisible(True)
        self.show_views()

    def show_workspace(self, name: object) -> QWidget:
        """Goes to a workspace and returns its widget."""
        return self.workspaces.show_one(str(name))

    def _board_menu(self, at: QPoint) -> None:
        """What can be done with the position on the board."""
        menu = QMenu(self.centre)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        put(menu, BOARD_MENU, self.actions_)
        menu.addSeparator()
        pictures.add_entries(menu, self.centre.board)
        menu.popup(at)

    def cover(self, page: WorkspacePage | None) -> None:
        """Puts a page in place of the match, or the match back."""
        self.workspaces.cover(page)

    def _workspace_changed(self, name: str) -> None:
        self.show_views()
        page = self.page
        self.actions_.set_away(page is not None, page.own_keys if page is not None else ())
        self.workspace_changed.emit(name)

    def _page_picked(self, name: str) -> None:
        """Goes to a page, to the view that was last chosen there."""
        if name != PAGE_OF[self.view].name:
            page = next(page for page in PAGES if page.name == name)
            self.view_asked.emit(self._last_view.get(name, next(iter(page.views))))

    def _own_view_picked(self, name: str) -> None:
        if self.page is not None:
            self.page.choose_view(name)

    @property
    def view(self) -> str:
        """The view on show, as the command that leads to it."""
        name, page = self.workspaces.name, self.page
        if name == MATCH and page is None and self.explores:
            return TREE
        return (page.view_name if page is not None else "") or name

    def show_views(self) -> None:
        """The pages and the views of the one on show."""
        view, views = self.view, self.workspaces
        page = PAGE_OF[view]
        self._last_view[page.name] = view
        for each in PAGE_OF:
            self.actions_.set(WATCH if each == MATCH else each, each == view)
        self.actions_.set(MATCH, page.name == MATCH)
        within = self.page
        own = (within.own_views, within.own_view, within.own_actions) if within else ((), "", ())
        if (shown := (views.pages, views.views(page), view, *own)) != self._shown_views:
            self._shown_views = shown
            self.top_right.set_choices(views.pages, page.name)
            self.view_row.set_views(views.views(page), view, *own)
            self._fit_corner()

    def _offer_choices(self) -> None:
        """The menu Show has what Simple leaves out of the page."""
        found = [a for each in self.page.choices for a in each.actions_now()] if self.page else []
        self.view_row.set_shown(self.view, found)

    def _fit_corner(self) -> None:
        """Gives the corner what the menus leave."""
        bar = self.menuBar()
        taken = bar.sizeHint().width() - self.top_right.sizeHint().width()  # by the menus
        self.top_right.set_room(self.width() - taken, self.width())
        bar.setCornerWidget(self.top_right, Qt.Corner.TopRightCorner)

    @property
    def page(self) -> WorkspacePage | None:
        """The page on show, None while that is the match."""
        return self.workspaces.page

    # -- focus -------------------------------------------------------------------------------------

    def _order(self) -> None:
        """Tab goes through Set-up, the match and Trees."""
        centre = self.centre
        bar = centre.transport
        stops = [
            centre.setup_button,
            centre.board,
            *bar.findChildren(QPushButton),
            centre.timeline,
            centre.branches,
            centre.comment.text,
            *centre.comment.marks,
        ]
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)

    # -- events ------------------------------------------------------------------------------------

    def geometry_text(self) -> str:
        """The window's place and size, for the settings."""
        return bytes(self.saveGeometry().toBase64().data()).decode()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_corner()
        self._moved = False
        self.fit_columns()
        self.resized.emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ScreenChangeInternal:
            self.fit_columns()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accepts files and texts wherever they are dropped."""
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            self._take_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        files = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        self._take_copy(event)
        if files:
            self.file_dropped.emit(Path(files[0]))
        elif event.mimeData().hasText():
            self.text_dropped.emit(event.mimeData().text())

    @staticmethod
    def _take_copy(event: QDropEvent) -> None:
        """Accepts a drop as a copy: a source that believes it was a move may delete the file."""
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closing.emit()
        self.workspaces.end()
        super().closeEvent(event)

    def key_text(self, name: str) -> str:
        """The first key of a command, as people read it."""
        sequences = self.actions_.by_name[name].shortcuts()
        return sequences[0].toString(QKeySequence.SequenceFormat.NativeText) if sequences else ""
