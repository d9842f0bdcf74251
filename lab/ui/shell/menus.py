"""Where the commands are: the menus, what the second row of the window offers for each view, and
the groups of the list of keys. All of it is made of names of commands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtWidgets import QMenu, QMenuBar

from lab.ui.shell.actions import Actions
from lab.ui.shell.commands import COMMANDS, Command
from lab.ui.shell.workspaces import MATCH, TREE

# a command, "" for a line, or a menu within the menu: its title and its entries
MenuEntry = str | tuple[str, "MenuEntries"]
MenuEntries = Sequence[MenuEntry]

AGENTS = ("One agent", ("all", *(f"agent{i}" for i in range(1, 10))))
MENUS: dict[str, MenuEntries] = {
    "File": ("new", "open", "past", "paste", "", "save", "export", "copy", "", "quit"),
    "Edit": ("undo", "redo", "", "edit", "comment", "", "find_node", "palette"),
    "Match": (
        "play",
        ("Go", ("back", "forward", "back10", "forward10", "first", "last")),
        "",
        ("Branches", ("play_from", "branches", "other_line")),
        "",
        *("hint", "swap", "restart"),
        "",
        "bot",
    ),
    "Search": (
        "think",
        ("Step", ("one", "hundred", "run")),
        ("Root actions", ("only", "all_moves", "", "up", "down", "let_go")),
        "",
        *("whose", "freeze", "uncover"),
        "",
        *("step_through", "explain"),
    ),
    "View": (
        *("watch", "tree", "compare", "review", "maps"),
        "",
        ("Show", ("paths", "names", "", "mode", "joint", AGENTS, "", "setup")),
        "detail",
        "",
        (
            "Page",
            (
                *("match", "arena", "experiments", "explore", "tuner", "network"),
                *("lessons", "algorithms", "estimators"),
                "",
                "region",
            ),
        ),
        ("Lecture", ("lecture", "quiz", "", "prepare")),
        (
            "Look",
            (
                *("system", "light", "dark", ""),
                *("larger", "smaller", "usual", "", "trees_left"),
            ),
        ),
    ),
    "Help": ("first_steps", "", "rules", "glossary", "guide", "", "keys", "folder"),
}
BOARD_MENU = ("edit", "play_from", "think", "hint")
# by view: buttons in the row, and what its menu Show has besides the detail
ROW_ACTIONS = {MATCH: ("edit",), TREE: ("edit",)}
SHOWN: dict[str, MenuEntries] = {
    MATCH: (
        *("paths", "names", ""),
        *("mode", "joint", AGENTS, "whose", ""),
        *("setup", "branches", "comment", "", "freeze"),
    ),
    TREE: ("paths", "names", "", "whose", "freeze", "", "setup", "comment"),
}
EVERY_DAY = (
    *("play", "back", "forward", "think", "hint"),
    *("tree", "compare", "review", "detail", "palette", "keys"),
)


def put(menu: QMenu, entries: MenuEntries, actions: Actions) -> None:
    """Puts entries at the end of a menu."""
    for each in entries:
        if not each:
            menu.addSeparator()
        elif isinstance(each, str):
            menu.addAction(actions.by_name[each])
        else:
            put(menu.addMenu(each[0]), each[1], actions)


def fill(bar: QMenuBar, actions: Actions) -> dict[str, QMenu]:
    """Puts the menus into the bar; one in which nothing makes sense now is grey."""
    menus = {title: bar.addMenu(title) for title in MENUS}
    for title, entries in MENUS.items():
        put(menus[title], entries, actions)

    def show_able() -> None:
        for menu in menus.values():
            _show_able(menu)

    actions.able.connect(show_able)
    return menus


def _show_able(menu: QMenu) -> bool:
    on = False
    for action in menu.actions():
        within = action.menu()
        if isinstance(within, QMenu):
            on |= _show_able(within)
        elif not action.isSeparator():
            on |= action.isEnabled()
    if menu.menuAction().isEnabled() != on:
        menu.menuAction().setEnabled(on)
    return on


def named(entries: MenuEntries) -> Iterator[str]:
    """The commands among entries, also those within."""
    for each in entries:
        if isinstance(each, tuple):
            yield from named(each[1])
        elif each:
            yield each


def grouped(commands: Sequence[Command]) -> list[tuple[str, list[Command]]]:
    """Commands under the titles of the list of keys: those of every day, then by menu, then those
    of no menu.
    """
    places = dict.fromkeys((each.name for each in COMMANDS), "Besides")
    places |= {name: title for title, entries in MENUS.items() for name in named(entries)}
    places |= dict.fromkeys(EVERY_DAY, "Every day")
    titles = ("Every day", *MENUS, "Besides")
    found = {title: [c for c in commands if places[c.name] == title] for title in titles}
    found["Every day"].sort(key=lambda command: EVERY_DAY.index(command.name))
    return [(title, group) for title, group in found.items() if group]
