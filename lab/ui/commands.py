"""The handler of each command of the window."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from lab.live.recorder import data_folder
from lab.ui.shell.workspaces import ALGORITHMS, ARENA, ESTIMATORS, LESSONS, MATCH, NETWORK, TUNER

if TYPE_CHECKING:
    from lab.ui.controller import Controller

Handlers = dict[str, Callable[[], object]]
TRANSPORT = (
    "back",
    "forward",
    "back10",
    "forward10",
    "first",
    "play_from",
    "other_line",
    "restart",
    "redo",
    "swap",
)
LOOKS = ("system", "light", "dark", "larger", "smaller", "usual")


def handlers(lab: Controller) -> Handlers:
    """What every command of `lab.ui.shell.actions` calls, by its name."""
    return {
        **_of_files(lab),
        **_of_the_match(lab),
        **_of_searches(lab),
        **_of_the_view(lab),
        **{name: partial(lab.window.show_workspace, name) for name in _PAGES},
        "experiments": lab.experiments.show_questions,
        "explore": lab.experiments.show_sweeps,
        "palette": lab.palette.ask,
        "keys": lab.appearance.show_keys,
        "prepare": lab.lessons.prepare_all,
        "first_steps": lab.first_steps.begin,
    }


_PAGES = (MATCH, ARENA, LESSONS, ALGORITHMS, ESTIMATORS, TUNER, NETWORK)


def _of_files(lab: Controller) -> Handlers:
    return {
        "new": lab.setup.new_match,
        "open": lab.files.open,
        "past": lab.past.show,
        "paste": lab.positions.ask,
        "save": lab.files.save,
        "export": lab.export.open,
        "film": lab.export.open_film,
        "bot": lab.bots.export,
        "copy": lab.copy,
        "folder": open_folder,
        "quit": lab.window.close,
    }


def _of_the_match(lab: Controller) -> Handlers:
    drive = lab.transport
    return {
        **{name: getattr(drive, name) for name in TRANSPORT},
        "play": drive.toggle_play,
        "last": drive.to_head,
        "hint": lab.person.ask_hint,
        "edit": lab.editor.open,
        "review": lab.review.toggle,
        "undo": drive.undo,
        "branches": lab.branches.toggle,
        "comment": lab.node_actions.comment,
    }


def _of_searches(lab: Controller) -> Handlers:
    drive, choose = lab.transport, lab.selecting
    return {
        "think": drive.toggle_think,
        "one": drive.one,
        "hundred": drive.hundred,
        "run": drive.toggle_run,
        "compare": lab.compare.toggle,
        "step_through": lab.lessons.from_match,
        "maps": lab.maps.toggle,
        "only": lab.node_actions.only,
        "all_moves": lab.node_actions.all_moves,
        "freeze": choose.toggle_freeze,
        "whose": choose.next_whose,
        "uncover": lab.moment.toggle_cover,
        "up": choose.up,
        "down": choose.down,
        "let_go": lab.clear_selection,
    }


def _of_the_view(lab: Controller) -> Handlers:
    look, choose = lab.appearance, lab.selecting
    return {
        **{name: getattr(look, name) for name in LOOKS},
        **{f"agent{i}": partial(choose.show_agent, i - 1) for i in range(1, 10)},
        "all": choose.show_all,
        "mode": choose.next_mode,
        "joint": choose.toggle_map,
        "tree": lab.views.toggle_tree,
        "watch": partial(lab.views.show, MATCH),
        "find_node": lab.exploring.find,
        "explain": lab.pages.explain,
        "rules": lab.pages.show_rules,
        "glossary": lab.pages.show_glossary,
        "guide": lab.pages.show_guide,
        "paths": look.toggle_paths,
        "names": look.toggle_names,
        "detail": look.toggle_detail,
        "setup": look.toggle_setup,
        "trees_left": look.toggle_sides,
        "region": look.next_region,
        "lecture": lab.lecture.toggle,
        "quiz": lab.lecture.toggle_hiding,
    }


def open_folder() -> None:
    """Opens the folder of saved matches in the desktop's file manager."""
    folder = data_folder() / "matches"
    folder.mkdir(parents=True, exist_ok=True)
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
