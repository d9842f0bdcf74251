"""Pictures of what looks into a search: the trees node by node, two searches on one position, the
branches of a match, its review, the position editor.
"""

from __future__ import annotations

import dataclasses

from engines.knobs import replace
from lab.match.records import Contesting
from lab.match.seat import SearchSeat
from lab.ui.compare.page import ACTIONS, TREES
from lab.ui.maps.page import MATCH_VIEW, POSITION
from lab.ui.studio import USUAL, Studio

SIZES = {"": USUAL, "b-1280x800": (1280, 800), "c-1920x1080": (1920, 1080)}
SEATS = "smitsimax:budget=24000it", "smitsimax:c=0.5,depth=5,budget=24000it"


def analysis(made: Studio) -> None:
    """All of them."""
    made.begin("csb", *SEATS)
    made.controller.transport.set_speed(float("inf"))
    made.until(lambda: made.controller.moment.head.turn >= 30)
    made.controller.session.pause()
    _editor(made)
    _compare(made)
    _maps(made)
    _export(made)
    _branches(made)
    _trees(made)
    _review(made)
    _ledger(made)


def _trees(made: Studio) -> None:
    """The trees of a held position, with a node three turns ahead."""
    lab, page = made.controller, made.window.trees.pages.tree
    lab.do("tree")
    lab.do("think")
    made.until(lambda: len(page._trees) == 4)
    made.until(lambda: all(tree.part.iterations > 24_000 for tree in page._trees))
    lab.do("run")
    made.settle(1.0)
    part, row, path = page._trees[0].part, 0, []
    for place in (0, 0, 1):
        below = part.children(row)
        row = int(below[(-part.visits[below]).argsort(kind="stable")[place]])
        path.append(int(part.action[row]))
    page._choose(part.agent, tuple(path))
    made.settle(1.0)
    for suffix, size in SIZES.items():
        made.resize(size)
        made.both(f"9{suffix}-tree")
    made.resize(USUAL)
    lab.appearance.set_text(150)
    made.settle()
    made.shot("9-tree-text-150")
    lab.appearance.set_text(100)
    lab.do("tree")
    lab.transport.think_on(False)


def _compare(made: Studio) -> None:
    """Smitsimax and DUCT at equal iterations."""
    lab = made.controller
    lab.do("compare")
    made.until(lambda: len(lab.session.compared) == 2)
    made.until(lambda: all(one.finished for one in lab.session.compared))
    made.settle()
    made.both("9-compare")
    lab.compare._set(1, replace_search(lab.compare._specs[0], c=3.0))
    lab.compare.page.show_view(TREES)
    made.until(lambda: all(lab.compare.page.trees.shown))
    made.until(lambda: all(one.finished for one in lab.session.compared))
    made.settle()
    made.both("9-compare-trees")
    lab.compare.page.show_view(ACTIONS)
    lab.do("compare")


def replace_search(spec: Contesting, **knobs: float) -> SearchSeat:
    """The same search with other knobs."""
    assert isinstance(spec, SearchSeat)
    params = spec.params
    assert params is not None
    for name, value in knobs.items():
        params = replace(params, name, value)
    return dataclasses.replace(spec, params=params)


def _export(made: Studio) -> None:
    """The dialog, with a film of the match."""
    lab = made.controller
    lab.export.open_film()
    dialog = lab.export.dialog
    assert dialog is not None
    made.settle(2.0)
    for scheme in ("light", "dark"):
        made.look(scheme)
        made.shot(f"9-export-{scheme}", dialog)
    made.look("light")
    dialog.close()


def _ledger(made: Studio) -> None:
    """The tree of alpha-beta: where its nodes went, and what was refuted."""
    made.begin("connect_four", "alphabeta:budget=400000it", "alphabeta:budget=400000it")
    lab, page = made.controller, made.window.trees.pages.tree
    lab.session.pause()
    lab.do("tree")
    lab.do("think")
    made.until(lambda: len(page._trees) == 1 and page._trees[0].part.iterations > 400_000)
    lab.do("run")
    made.settle(1.0)
    part = page._trees[0].part
    page._choose(part.agent, part.line[:2])
    made.settle(1.0)
    made.both("9-tree-alphabeta")
    lab.do("tree")
    lab.transport.think_on(False)


def _maps(made: Studio) -> None:
    """What is expected and what the choice hangs on, then how the choices of the match formed."""
    lab = made.controller
    lab.do("maps")
    page, panel = lab.maps.page, lab.maps.page.expecting
    made.until(lambda: lab.maps.hanging.done and panel.distances.view is not None)
    made.settle()
    made.both("9-maps")
    page.show_view(MATCH_VIEW)
    made.until(lambda: lab.maps.over_match.done)
    made.settle()
    made.both("9-maps-match")
    page.show_view(POSITION)
    lab.do("maps")


def _branches(made: Studio) -> None:
    """Two other lines, with other settings of seat 1."""
    lab = made.controller
    for turn, c in ((20, 0.1), (24, 2.0)):
        lab.setup.turn_knob(0, "c", c)
        lab.setup.show_seat(0)
        lab.session.play_from(turn)
        made.until(lambda: lab.moment.head.turn < 30)
        made.until(lambda: lab.moment.head.turn >= 30)
        lab.session.pause()
    made.settle(1.0)
    made.both("9-branches")


def _editor(made: Studio) -> None:
    """The position of turn 30, open for changes."""
    lab = made.controller
    lab.do("edit")
    made.settle()
    made.both("9-editor")
    lab.editor.leave()


def _review(made: Studio) -> None:
    """A match between a strong and a weak search, at its first mistake, with the better line."""
    made.begin("uttt", "uct:budget=2000it", "uct:budget=30it")
    lab = made.controller
    lab.transport.set_speed(float("inf"))
    made.until(lambda: lab.moment.head.outcome)
    lab.do("review")
    runner = lab.review.search.runner
    made.until(lambda: runner.running)
    made.until(lambda: not runner.running)
    lab.review._do("next mistake")
    made.settle(1.0)
    if lab.review.page.show_line.isEnabled():
        lab.review._do("line")
        made.until(lambda: runner.running)
        made.until(lambda: not runner.running)
    made.settle(1.0)
    for suffix, size in SIZES.items():
        made.resize(size)
        made.both(f"9{suffix}-review")
    made.resize(USUAL)
    lab.appearance.set_text(150)
    made.settle()
    made.shot("9-review-text-150")
    lab.appearance.set_text(100)
    lab.do("review")
