"""Pictures of the Textbook page: the worked example in its fifth step, chance, a deep tree, another
search, the graph of growth.
"""

from __future__ import annotations

from engines.textbook.tree import EXAMPLES
from lab.lesson import ORDERS
from lab.ui.shell.workspaces import MATCH, TEXTBOOK
from lab.ui.studio import USUAL, Studio
from lab.ui.textbook.page import TextbookPage
from lab.ui.textbook.side import GROWTH, STEPS, TABLE

SIZES = {"": USUAL, "-1280x800": (1280, 800)}


def textbook(made: Studio) -> None:
    """All of them."""
    page = made.window.show_workspace(TEXTBOOK)
    assert isinstance(page, TextbookPage)
    _worked(made, page)
    for k, text in enumerate(list(EXAMPLES)[1:]):
        _lesson(made, page, text, "alphabeta")
        page.steps.go(
            page.lesson.cuts[0]
            if page.lesson is not None and page.lesson.cuts
            else page.steps.count // 2
        )
        made.settle(0.3)
        made.both(f"4-textbook-example-{k + 2}")
    _large(made, page)
    _growth(made, page)
    made.window.show_workspace(MATCH)


def _lesson(
    made: Studio, page: TextbookPage, text: str, search: str, order: str = "written"
) -> None:
    assert order in ORDERS
    page.show_tree(text)
    if search in ("alphabeta", "minimax") and "P3" in text:
        search = "maxn"
    page.panel.choose(search, order)
    page.ask()
    made.until(lambda: page.lesson is not None and page.lesson.question == page.panel.question)


def _worked(made: Studio, page: TextbookPage) -> None:
    worked = next(iter(EXAMPLES))
    _lesson(made, page, worked, "alphabeta")
    page.steps.go(4)
    for suffix, size in SIZES.items():
        made.resize(size)
        made.settle(0.3)
        made.both(f"4-alphabeta{suffix}")
    made.resize(USUAL)
    page.side.set_view(TABLE)
    made.settle(0.3)
    made.shot("4-alphabeta-table-light")
    page.side.set_view(STEPS)
    _lesson(made, page, worked, "minimax")
    page.steps.to_last()
    made.settle(0.3)
    made.shot("4-minimax-letter-light")
    _lesson(made, page, worked, "alphabeta", "best")
    page.steps.to_last()
    made.settle(0.3)
    made.shot("4-alphabeta-best-order-light")


def _large(made: Studio, page: TextbookPage) -> None:
    """64 leaves: every number readable, and the whole tree."""
    leaves = iter(range(64))
    text = "MAX({})".format(
        ", ".join(
            "MIN({})".format(
                ", ".join(
                    "MAX({})".format(", ".join(str(37 * next(leaves) % 99) for _ in range(4)))
                    for _ in range(4)
                )
            )
            for _ in range(4)
        )
    )
    _lesson(made, page, text, "alphabeta")
    page.steps.go(page.steps.count // 2)
    made.settle(0.3)
    made.both("4-textbook-large")
    page.tree.show_whole()
    made.settle(0.3)
    made.shot("4-textbook-large-whole-light")


def _growth(made: Studio, page: TextbookPage) -> None:
    _lesson(made, page, next(iter(EXAMPLES)), "alphabeta")
    page.steps.go(4)
    page.side.set_view(GROWTH)
    made.until(lambda: page.side.plot.growth is not None)
    for suffix, size in SIZES.items():
        made.resize(size)
        made.settle(0.3)
        made.both(f"4-textbook-growth{suffix}")
    made.resize(USUAL)
    page.side.set_view(STEPS)
