"""Pictures of what each algorithm shows, of the joint-action map, and of the workspaces next to the
match.
"""

from __future__ import annotations

from engines import games
from lab.match.records import PREPARING
from lab.ui.algorithms.page import AlgorithmsPage
from lab.ui.algorithms.reading import ReaderPage
from lab.ui.estimators.page import EstimatorsPage
from lab.ui.setup.usual import usual_budget
from lab.ui.shell.workspaces import ALGORITHMS, ESTIMATORS, GLOSSARY, GUIDE, MATCH, RULES
from lab.ui.studio import STILL_S, USUAL, Studio
from search import algorithms
from search.base import Search
from search.estimators import estimators as kinds

SIZES = {"": USUAL, "-1280x800": (1280, 800)}
GAMES = ("connect_four", "csb", "uttt", "textbook")  # the first that fits is shown
SUITING = {
    "beam": "csb",
    "genetic": "csb",
    "annealing": "csb",
    "shooting": "csb",
    "joint": "matrix",
    "maxn": "textbook",
}
SAMPLES = 50_000
SEARCH_S = 4.0
READ = ("smitsimax", "alphabeta")


def beside(made: Studio) -> None:
    """All of them."""
    for name in [name for name, each in algorithms().items() if each.searches]:
        algorithm(made, name)
    joint(made)
    pages(made)
    estimators(made)


def game_for(kind: type[Search]) -> str:
    """A game that shows what an algorithm can do."""
    wanted = (SUITING.get(kind.name, ""), *(("csb",) if kind.joint else ()), *GAMES, *games())
    fitting: list[str] = [
        name for name in wanted if name in games() and kind.supports(games()[name]()) is None
    ]
    return fitting[0]


def algorithm(made: Studio, name: str) -> None:
    """What one algorithm shows in the third turn of a match."""
    game = games()[game_for(algorithms()[name])]()
    _searched(
        made, game.name, *(f"{name}:budget={usual_budget(algorithms()[name]).text}",) * game.seats
    )
    _everywhere(made, f"7-{name}")


def _searched(made: Studio, game: str, *seats: str) -> None:
    """A match whose present turn has been searched to its end; one that is over before is shown as
    it ended.
    """
    control = made.controller
    made.begin(game, *seats, seed=1)
    control.transport.set_speed(4)
    moment = control.moment
    made.until(
        lambda: (
            moment.status.activity != PREPARING and (moment.head.turn >= 2 or moment.head.outcome)
        )
    )
    control.session.set_pace(SEARCH_S)  # a budget of iterations is spread over the turn
    made.until(
        lambda: (
            moment.head.outcome
            or any(t and t.turn == moment.turn and not t.live for t in moment.thoughts())
        )
    )
    control.session.set_pace(STILL_S)
    made.settle(0.8)
    # of the next turn, if that had begun before
    made.until(lambda: moment.head.outcome or any(moment.thoughts()))


def _everywhere(made: Studio, name: str) -> None:
    """A picture at every size in light and dark."""
    for suffix, size in SIZES.items():
        made.resize(size)
        made.both(f"{name}{suffix}")
    made.resize(USUAL)


def joint(made: Studio) -> None:
    """Two agents' root actions against each other, as means, as visits and as numbers."""
    control, dock = made.controller, made.window.trees
    _searched(made, "csb", "smitsimax:c=1,budget=20000it", "smitsimax:c=1,budget=20000it")
    dock.set_view("map")
    page = dock.joint_page
    made.until(lambda: page.data is not None)
    made.settle()
    if page.data is not None:
        page.map.move_to((1, 2))
    made.settle()
    _everywhere(made, "8-joint-means")
    for what in ("visits", "table"):
        page.set_what(what)
        made.settle(0.3)
        made.both(f"8-joint-{what}")
    page.set_what("mean")
    dock.set_view("graphs")
    control.selection.clear_selection()


def pages(made: Studio) -> None:
    """The pages about algorithms."""
    page = made.window.show_workspace(ALGORITHMS)
    assert isinstance(page, AlgorithmsPage)
    for name in READ:
        page.show_algorithm(name)
        made.settle(0.3)
        _everywhere(made, f"9-about-{name}")
    made.window.show_workspace(MATCH)
    reading = made.window.show_workspace(RULES)
    assert isinstance(reading, ReaderPage)
    for view, name in ((RULES, "xmasrush"), (GLOSSARY, ""), (GUIDE, "")):
        reading.open_view(view, name)
        _everywhere(made, f"9-reading-{name or view}")
    made.window.show_workspace(MATCH)


def estimators(made: Studio) -> None:
    """Each estimator's picture, and the interval that narrows."""
    page = made.window.show_workspace(ESTIMATORS)
    assert isinstance(page, EstimatorsPage)
    for name in kinds():
        page.choose(name)
        page.speed.set_value(SAMPLES)
        page.step(SAMPLES)
        made.until(
            lambda: (
                page.sampler is not None
                and page.sampler.snapshot is not None
                and page.sampler.snapshot.n == SAMPLES
            )
        )
        made.settle(0.3)
        _everywhere(made, f"9-estimator-{name}")
    made.window.show_workspace(MATCH)
