"""What holds on every view of the window: one black button, text in few sizes that is not cut; and
how few things a newcomer meets.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest

from lab.ui.arena.page import ArenaPage
from lab.ui.controller import Controller
from lab.ui.parts import detail, theme
from lab.ui.parts.band import BandTitle
from lab.ui.parts.headline import Headline
from lab.ui.parts.layout import SlimScroll
from lab.ui.shell.workspaces import ARENA, PAGES
from tests.lab.ui.arena.simulated import OTHER, OWN, Simulated, live_games, simulated
from tests.lab.ui.lab_window import opened, until
from tests.ranks import Rank, measure

SETTLED_MS = 500
VIEWS = [view for page in PAGES for view in page.views]
MOST = {  # controls, numbers in Simple
    "match": (40, 40),
    "tree": (25, 120),
    "arena": (26, 10),
    "experiments": (27, 40),
    "explore": (27, 20),
    "tuner": (27, 20),
    "network": (22, 10),
}


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Controller]:
    """A newcomer's window in a match of several turns."""
    folder = tmp_path_factory.mktemp("calm")
    seats = ("smitsimax:budget=300it", "smitsimax:budget=300it")
    with opened(folder, "csb", *seats, detail="simple") as lab:
        until(lab, lambda: lab.moment.head.turn >= 3)
        lab.session.pause()
        yield lab


@pytest.fixture(scope="module")
def made(lab: Controller) -> Simulated:
    """An arena of nine bots."""
    return simulated()


GROWING = ("match", "tree", "maps", "lessons")
SIZES = {theme.TABLE, theme.BODY, theme.TITLE, theme.CLOCK}
RANKS: dict[tuple[str, bool], Rank] = {}  # of the views that were looked at
FEET: dict[str, tuple[str, ...]] = {}  # what stands at the foot of them in Full


def look_at(lab: Controller, view: str, full: bool) -> None:
    """Shows a view, until it is drawn."""
    detail.set_full(full)
    lab.window.resize(1280, 800)
    lab.window.view_asked.emit(view)
    QTest.qWait(SETTLED_MS)


def looked_at(lab: Controller, view: str, full: bool) -> Rank:
    """What the eye meets on a view; it is drawn and measured once for all tests."""
    if (view, full) not in RANKS:
        look_at(lab, view, full)
        rank, status = measure(lab.window), lab.window.status
        if rank.cut:  # on a busy machine it may not have its final form
            QTest.qWait(4 * SETTLED_MS)
            rank = measure(lab.window)
        RANKS[view, full] = rank
        FEET[view] = status.command.text(), status.chosen.text(), status.state.text()
    return RANKS[view, full]


@pytest.mark.parametrize("view", MOST)
def test_a_newcomer_meets_few_things(lab: Controller, view: str) -> None:
    rank = looked_at(lab, view, False)
    controls, numbers = MOST[view]
    assert rank.controls <= controls and rank.numbers <= numbers, rank


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("full", [False, True])
def test_each_view_has_one_thing_to_press(lab: Controller, view: str, full: bool) -> None:
    rank = looked_at(lab, view, full)
    assert rank.fills <= 1, rank


@pytest.mark.parametrize("view", VIEWS)
def test_no_text_is_cut(lab: Controller, view: str) -> None:
    rank = looked_at(lab, view, False)
    assert not rank.cut, rank


@pytest.mark.parametrize("view", [view for view in VIEWS if view not in GROWING])
def test_text_has_one_of_few_sizes(lab: Controller, view: str) -> None:
    """But on boards, whose numbers grow with them, and in code, whose lines are not cut."""
    assert set(looked_at(lab, view, False).sizes) <= SIZES


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("percent", [100, 150])
def test_a_page_ends_where_its_room_ends(lab: Controller, percent: int, full: bool) -> None:
    """In the smallest window the buttons at its foot were below the window, and a panel was wider
    than what scrolls it up and down.
    """
    detail.set_full(full)
    lab.appearance.set_text(percent)
    lab.window.resize(1024, 700)
    beyond = list[str]()
    for view in VIEWS:
        lab.window.view_asked.emit(view)
        QTest.qWait(100)
        page = lab.window.page
        room = page.parentWidget() if page is not None else None
        if page is not None and room is not None and page.height() > room.height():
            beyond.append(view)
        for area in lab.window.findChildren(SlimScroll):
            inside = area.widget()
            if inside and area.isVisible() and inside.width() > area.viewport().width():
                wide = inside.width() - area.viewport().width()
                beyond.append(f"{view}: {area.parentWidget()} by {wide}")
    lab.appearance.set_text(100)
    assert beyond == []


@pytest.mark.parametrize("view", [view for view in VIEWS if view != "tree"])
def test_nor_is_it_in_full(lab: Controller, view: str) -> None:
    """But at the foot, where a whole command or a whole move may stand, and its tooltip says it; a
    tree has cells of any width.
    """
    cut = [text.split("    ")[-1].removesuffix("…") for text in looked_at(lab, view, True).cut]
    assert not [text for text in cut if text[:16] not in " ".join(FEET[view])]  # it goes on


@pytest.mark.parametrize("view", ["arena", "experiments", "explore", "tuner", "network"])
def test_the_answer_stands_over_the_middle(lab: Controller, view: str) -> None:
    """With one line of support at most wide windows, and above whatever else is in the middle."""
    look_at(lab, view, False)
    said = [each for each in lab.window.findChildren(Headline) if each.isVisible()]
    assert len(said) == 1 and said[0].answer and not said[0].answer.endswith(".")


def silent_folds(lab: Controller) -> list[str]:
    """The folds on show that are closed and say nothing."""
    titles = [each for each in lab.window.findChildren(BandTitle) if each.isVisible()]
    return [t.text() for t in titles if not (t.isChecked() or t.answer or t.hint)]


@pytest.mark.parametrize("view", ["arena", "experiments", "explore", "tuner", "network"])
def test_a_closed_fold_says_its_answer(lab: Controller, view: str) -> None:
    look_at(lab, view, False)
    assert silent_folds(lab) == []


@pytest.mark.parametrize("size", [(1024, 700, 100), (1440, 900, 100), (1440, 900, 150)])
def test_an_arena_that_plays_is_as_calm(
    lab: Controller, size: tuple[int, int, int], made: Simulated
) -> None:
    """With nine bots, a test and four games."""
    width, height, percent = size
    lab.appearance.set_text(percent)
    page = lab.window.show_workspace(ARENA)
    assert isinstance(page, ArenaPage)
    detail.set_full(False)
    lab.arena._timer.stop()  # what is shown comes from here
    page.panel.show_form(made.form, [made.form.name])
    page.set_view(made.view)
    page.set_live(live_games(), live=True)
    lab.window.resize(width, height)
    QTest.qWait(SETTLED_MS)
    rank = measure(lab.window)
    assert silent_folds(lab) == []
    lab.appearance.set_text(100)
    assert rank.controls <= 26 and rank.fills <= 1 and not rank.cut, rank
    assert percent != 100 or set(rank.sizes) <= SIZES, rank
    assert page.centre.headline.answer == f"{OWN} is probably better than {OTHER}"
