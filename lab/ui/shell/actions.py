"""Every command of the window, defined once: menus, shortcuts, the list of keys and the search for
commands are all made from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from lab.ui.shell.called import ALSO

# switches, which a held key must not turn twice
ONCE = ("play", "think", "hint", "freeze", "compare", "maps", "review", "lecture", "quiz")
MENUS = ("File", "Match", "Search", "View", "Help")


@dataclass(frozen=True)
class Command:
    """One command: `does` completes "this key does"; a `check` command is on or off; `group` names
    commands of which one is on.
    """

    name: str
    menu: str
    title: str
    keys: tuple[str, ...] = ()
    does: str = ""
    check: bool = False
    group: str = ""
    line: bool = False  # a separator is above it
    # it works in every workspace; the others are disabled while the match is out of sight
    anywhere: bool = False

    @property
    def words(self) -> str:
        """What it does, for the list of keys."""
        return self.does or self.title[0].lower() + self.title[1:].removesuffix(" ...")

    @property
    def also(self) -> str:
        """Other words by which people look for it."""
        return ALSO.get(self.name, "")


def _agents() -> tuple[Command, ...]:
    return tuple(
        Command(f"agent{i}", "", f"Agent {i}", (str(i),), f"show agent {i} alone")
        for i in range(1, 10)
    )


def _workspace(name: str, key: str, what: str) -> Command:
    does, title = f"go to {what}", name.capitalize()
    return Command(name, "View", title, (key,), does, True, "workspace", anywhere=True)


COMMANDS: tuple[Command, ...] = (
    Command("new", "File", "New match", ("Ctrl+N",), anywhere=True),
    Command("open", "File", "Open a replay ...", ("Ctrl+O",), anywhere=True),
    Command(
        "paste",
        "File",
        "Paste a position ...",
        ("Ctrl+V",),
        "show a contest's text as a position and think about it",
        anywhere=True,
    ),
    Command("past", "File", "Past matches ...", ("Ctrl+H",), anywhere=True),
    Command("save", "File", "Save the replay ...", ("Ctrl+S",)),
    Command(
        "export",
        "File",
        "Export ...",
        ("Ctrl+E",),
        "export a picture of any view, a film, or tables",
        line=True,
        anywhere=True,
    ),
    Command("film", "File", "Export the match as a film ...", ("Ctrl+Shift+E",)),
    Command("copy", "File", "Copy as a command line", ("Ctrl+Shift+C",), line=True, anywhere=True),
    Command("quit", "File", "Quit", ("Ctrl+Q",), line=True, anywhere=True),
    Command("play", "Match", "Play or pause", ("Space",)),
    Command("back", "Match", "One turn back", ("Left",)),
    Command("forward", "Match", "One turn forward", ("Right",)),
    Command("back10", "Match", "Ten turns back", ("Shift+Left",)),
    Command("forward10", "Match", "Ten turns forward", ("Shift+Right",)),
    Command("first", "Match", "First turn", ("Home",)),
    Command("last", "Match", "Latest turn", ("End",)),
    Command(
        "play_from",
        "Match",
        "Play on from this turn",
        (),
        "play on from here as a branch; Undo brings the later turns back",
        line=True,
    ),
    Command(
        "other_line",
        "Match",
        "Next line",
        ("Ctrl+Alt+Z",),
        "show the next line of the match: the main line or a branch",
    ),
    Command("edit", "Match", "Edit this position", ("E",), "set up any position", line=True),
    Command(
        *("review", "Match", "Review this match", ("R",)),
        "search each move again: what did it lose?",
        check=True,
        anywhere=True,
    ),
    Command("restart", "Match", "Restart this match"),
    Command("swap", "Match", "Swap sides"),
    Command("hint", "Match", "Hint", ("H",), "what a search would play here, and why", line=True),
    Command("undo", "Match", "Undo", ("Ctrl+Z",)),
    Command("redo", "Match", "Redo", ("Ctrl+Shift+Z",)),
    Command(
        "think", "Search", "Think on", ("T",), "hold the position, keep searching it", check=True
    ),
    Command("one", "Search", "One iteration", (".",)),
    Command("hundred", "Search", "A hundred iterations", (">", ":")),
    Command(
        "run",
        "Search",
        "Run on or pause",
        ("Return", "Enter"),
        "let the search run on, or pause it",
    ),
    Command("only", "Search", "Search only these root moves", ("O",), line=True),
    Command("all_moves", "Search", "Search all root moves", ("Shift+O",)),
    Command(
        "compare",
        "Search",
        "Compare",
        ("C",),
        "compare any two players on this position, or go back to the match",
        check=True,
        line=True,
        anywhere=True,
    ),
    Command("maps", "Search", "Maps", ("Ctrl+M",), "maps of this position", True, anywhere=True),
    Command("step_through", "Search", "Step through this search", ("L",), "open its lesson here"),
    Command(
        "freeze",
        "Search",
        "Freeze the graphs",
        ("F",),
        "freeze the graphs, not the search",
        check=True,
        line=True,
    ),
    Command(
        "uncover",
        "Search",
        "Show covered searches",
        (),
        "show what a search is about to choose before you have decided",
        check=True,
    ),
    Command("whose", "Search", "Whose search", ("G",), "own seat, seat 1, seat 2"),
    Command("up", "Search", "Choose the action above", ("Up",), line=True),
    Command("down", "Search", "Choose the action below", ("Down",)),
    Command("let_go", "Search", "Clear the choice of action", ("Esc",)),
    _workspace("match", "Ctrl+1", "the match"),
    _workspace("arena", "Ctrl+2", "the arenas: pools of bots and their games"),
    _workspace("experiments", "Ctrl+3", "the experiments: claims, ablations and sweeps"),
    _workspace("lessons", "Ctrl+4", "the lessons: a search of a small tree, step by step"),
    _workspace("algorithms", "Ctrl+5", "the pages about algorithms"),
    _workspace("estimators", "Ctrl+6", "the estimators"),
    Command(
        "explore",
        "View",
        "Explore",
        ("Ctrl+Shift+3",),
        "go to the maps of parameters, which are the sweeps of the experiments",
        anywhere=True,
    ),
    Command(
        *("tuner", "View", "Tune a player ..."),
        does="find the values of a player's knobs that score best",
        anywhere=True,
    ),
    Command(
        "mode", "View", "Graphs or table", ("V",), "graphs, table, or joint actions", line=True
    ),
    Command(
        "joint",
        "View",
        "Joint actions",
        ("J",),
        "show the root actions of two agents against each other, or the graphs again",
    ),
    Command(
        "tree",
        "View",
        "Tree",
        ("Y",),
        "show the trees themselves, node by node, or the graphs again",
    ),
    Command(
        "find_node",
        "View",
        "Find in the trees",
        ("Ctrl+F",),
        "find an action in the trees, place by place",
    ),
    Command("all", "View", "All agents", ("0",)),
    *_agents(),
    Command("branches", "View", "Branches", ("B",), "show the lines of a match", True, line=True),
    Command("comment", "View", "Comment", ("M",), "write a comment on the turn on show", True),
    Command("paths", "View", "Predicted paths", ("P",), check=True, line=True),
    Command("names", "View", "Names", ("N",), check=True),
    Command(
        "detail",
        "View",
        "Full detail",
        ("F8",),
        "show everything, or what a first look needs",
        check=True,
        anywhere=True,
    ),
    Command("setup", "View", "Set-up", ("F9",), "show or hide Set-up", check=True, line=True),
    Command(
        "trees_left",
        "View",
        "Trees on the left",
        (),
        "swap the sides of Set-up and Trees",
        check=True,
    ),
    Command("region", "View", "Next region", ("F6",)),
    Command("lecture", "View", "Lecture mode", ("F11",), "large text only", True, anywhere=True),
    Command("quiz", "View", "Lecture that asks first", ("Shift+F11",), "", True, anywhere=True),
    Command("system", "View", "System theme", (), "", True, "theme", True, anywhere=True),
    Command("light", "View", "Light theme", (), check=True, group="theme", anywhere=True),
    Command("dark", "View", "Dark theme", (), check=True, group="theme", anywhere=True),
    Command("larger", "View", "Larger text", ("Ctrl++", "Ctrl+="), line=True, anywhere=True),
    Command("smaller", "View", "Smaller text", ("Ctrl+-",), anywhere=True),
    Command("usual", "View", "Text at 100 %", ("Ctrl+0",), anywhere=True),
    Command(
        "rules",
        "Help",
        "Rules of the game",
        ("F1",),
        "how the game on the board is played",
        anywhere=True,
    ),
    Command("guide", "Help", "Guide", (), "how the lab is used", anywhere=True),
    Command("glossary", "Help", "Words of the lab", (), "what the labels mean", anywhere=True),
    Command(
        "explain",
        "Help",
        "About this algorithm",
        ("Shift+F1",),
        "explain the algorithm of the search on show",
        anywhere=True,
    ),
    Command(
        "tour", "Help", "Take the tour", (), "show the five regions of the window", anywhere=True
    ),
    Command(
        "prepare",
        "Help",
        "Prepare all lessons now",
        does="compile what the lessons need now, so that none of them has to wait later",
        line=True,
        anywhere=True,
    ),
    Command("palette", "Help", "Find a command ...", ("Ctrl+K",), line=True, anywhere=True),
    Command("keys", "Help", "Keys ...", ("?",), "list all keys", anywhere=True),
    Command("folder", "Help", "Open the folder of saved matches", line=True, anywhere=True),
)

ANYWHERE = {command.name for command in COMMANDS if command.anywhere}


class Actions(QObject):
    """The QActions of all commands. `asked` carries the name of a command that the user gave, and
    its state.
    """

    asked = Signal(str, bool)

    def __init__(self, window: QWidget, keys: Mapping[str, Sequence[str]] | None = None) -> None:
        super().__init__(window)
        self.by_name: dict[str, QAction] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._away, self._senseless = False, set[str]()
        for command in COMMANDS:
            self.by_name[command.name] = self._make(command, window)
        for name, sequences in (keys or {}).items():
            if name in self.by_name:
                self._bind(name, sequences)

    def _make(self, command: Command, window: QWidget) -> QAction:
        action = QAction(command.title, window)
        action.setAutoRepeat(command.name not in ONCE)
        action.setObjectName(command.name)
        action.setCheckable(command.check)
        action.setToolTip(command.words)
        action.setStatusTip("")
        if command.group:
            group = self._groups.setdefault(command.group, QActionGroup(self))
            group.addAction(action)
        action.setShortcuts([QKeySequence(key) for key in command.keys])
        action.triggered.connect(self._told)
        window.addAction(action)
        return action

    def _told(self, checked: bool) -> None:
        sender = self.sender()
        if sender is not None:
            self.asked.emit(sender.objectName(), checked)

    def fill(self, bar: QMenuBar) -> dict[str, QMenu]:
        """Puts the menus into the bar."""
        menus = {name: bar.addMenu(name) for name in MENUS}
        for command in COMMANDS:
            if command.menu:
                if command.line and not menus[command.menu].isEmpty():
                    menus[command.menu].addSeparator()
                menus[command.menu].addAction(self.by_name[command.name])
        return menus

    def set(self, name: str, on: bool) -> None:
        """Shows a command as on or off, silently."""
        self.by_name[name].setChecked(on)  # no signal: only the user's own commands emit `asked`

    def enable(self, name: str, on: bool) -> None:
        """Whether a command makes sense now."""
        (self._senseless.discard if on else self._senseless.add)(name)
        self._show_able(name)

    def set_away(self, away: bool) -> None:
        """Disables the match's commands and their keys while another workspace is on show."""
        self._away = away
        for command in COMMANDS:
            self._show_able(command.name)

    def _show_able(self, name: str) -> None:
        on = name not in self._senseless and (name in ANYWHERE or not self._away)
        if self.by_name[name].isEnabled() != on:
            self.by_name[name].setEnabled(on)

    # -- keys --------------------------------------------------------------------------------------

    def keys(self, name: str) -> tuple[str, ...]:
        """The key sequences of a command, as people read them."""
        return tuple(
            key.toString(QKeySequence.SequenceFormat.NativeText)
            for key in self.by_name[name].shortcuts()
        )

    def rebind(self, name: str, key: str) -> str:
        """Gives a command another key ("" for none); returns why it is refused, or ""."""
        holder = next(
            (
                c
                for c in COMMANDS
                if c.name != name and key and QKeySequence(key) in self.by_name[c.name].shortcuts()
            ),
            None,
        )
        if holder is not None:
            return f"{key} already does: {holder.words}. Give that another key first."
        self._bind(name, [key] if key else [])
        return ""

    def _bind(self, name: str, sequences: Sequence[str]) -> None:
        self.by_name[name].setShortcuts(
            [QKeySequence(key) for key in sequences if isinstance(key, str)]
        )

    def reset(self) -> None:
        """Restores all keys to their defaults."""
        for command in COMMANDS:
            self._bind(command.name, command.keys)

    def changed_keys(self) -> dict[str, list[str]]:
        """The bindings that differ from the defaults, for the settings."""
        found = {}
        for command in COMMANDS:
            now = [key.toString() for key in self.by_name[command.name].shortcuts()]
            if now != [QKeySequence(key).toString() for key in command.keys]:
                found[command.name] = now
        return found


Handlers = Mapping[str, Callable[[bool], None]]
