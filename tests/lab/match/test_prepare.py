"""Kernels: knowing whether they are there, and compiling them in another process that can be
cancelled.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numba
import pytest

from engines import games
from engines.game import Game
from engines.knobs import Value, make
from lab.live.session import Session
from lab.match import prepare
from lab.match.prepare import Kernels, Preparation, _stamp
from lab.match.records import OVER, PREPARING
from lab.match.seats import make_setup, needs
from search import algorithms
from search.base import Search
from search.learned_moves import LEARNING
from search.random import Random
from search.smitsimax import Smitsimax
from search.uct import UCT
from tests import waiting
from tests.lab.toys import Toy, until

ROOT = Path(__file__).parents[3]
COMPILES_S = 300.0  # a guard against hanging


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game of which nothing has been compiled."""
    monkeypatch.setenv("SMITSILAB_CACHE", str(tmp_path))
    monkeypatch.setattr(prepare, "_loaded", set())
    monkeypatch.setitem(algorithms(), "toy", Toy)
    return games()["tictactoe"]()


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_a_second_process_prepares_and_its_duration_is_remembered(
    game: Game, tmp_path: Path
) -> None:
    assert not prepare.is_ready(game, Random)
    preparation = Preparation(game, Random)
    assert preparation.title == "Random for Tic-tac-toe"
    waiting.until(preparation.poll, COMPILES_S)
    assert not preparation.failure and 0 < preparation.progress < 1
    assert prepare.is_ready(game, Random)
    assert list(tmp_path.glob("*.nbi"))
    assert prepare._durations()["random tictactoe"] > 0


def test_loading_makes_a_pair_ready_and_with_it_the_rules(game: Game) -> None:
    prepare.load(game, Toy)
    assert prepare.is_ready(game, Toy) and prepare.is_ready(game, Random)


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_a_cache_is_listed_until_it_is_known_to_hold_something(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window that waits for kernels asks twenty times a second."""
    listed, glob = list[str](), Path.glob
    monkeypatch.setattr(Path, "glob", lambda *args: listed.append(args[1]) or glob(*args))
    assert not prepare.is_ready(game, UCT) and not prepare.is_ready(game, UCT)
    prepare._mark(game, UCT)
    assert prepare.is_ready(game, UCT) and not prepare.is_ready(game, Random)
    assert len(listed) == 3


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_the_rules_are_ready_before_the_search_is(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process sees by the marks what this one has compiled so far."""
    seen = []

    def note(_game: Game, algorithm: type[Search]) -> None:
        ready = [name for name in ("random", "toy") if _stamp(game, algorithms()[name]).exists()]
        seen.append((algorithm.name, ready))

    monkeypatch.setattr(prepare, "rehearse", note)
    prepare.load(game, Toy)
    assert seen == [("random", []), ("toy", ["random"])]
    assert Kernels(game).rules_ready and Kernels(game).has("toy")


def test_cancelling_ends_the_process(game: Game) -> None:
    preparation = Preparation(game, Random)
    assert not preparation.poll()
    preparation.cancel()
    assert preparation._process.returncode is not None
    preparation.cancel()


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_what_nobody_asks_for_any_more_is_not_prepared_on(game: Game) -> None:
    """Another player has taken the seat: the match waits for that one only."""
    kernels = Kernels(game)
    assert not kernels.ready(["toy"]) and kernels.preparation is not None
    first = kernels.preparation
    assert (
        not kernels.ready([])
        and kernels.preparation is not None
        and kernels.preparation is not first
    )
    assert kernels.preparation.algorithm is Random and first._process.poll() is not None
    assert kernels.cancel()


def test_where_the_other_process_fails_this_one_goes_on_and_says_so(game: Game) -> None:
    kernels = Kernels(game)
    # an algorithm that only this process knows
    waiting.until(lambda: kernels.ready(["toy"]), COMPILES_S)
    assert "Preparing Toy for Tic-tac-toe failed" in kernels.note
    assert kernels.has("human") and kernels.rules_ready


def test_a_damaged_memory_of_durations_is_no_trouble(game: Game, tmp_path: Path) -> None:
    (tmp_path / "durations.json").write_text("[1, 2")
    assert prepare._durations() == {}
    (tmp_path / "durations.json").write_text('{"a": "b"}')
    assert prepare._durations() == {}
    prepare._remember("toy tictactoe", 3.0)
    prepare._remember("toy tictactoe", 0.1)
    assert prepare._durations() == {"toy tictactoe": 1.5}


@pytest.fixture
def unready(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Names of algorithms that pass for uncompiled, and a process that never ends."""
    names: set[str] = set()
    monkeypatch.setitem(algorithms(), "toy", Toy)
    monkeypatch.setattr(prepare, "is_ready", lambda game, algorithm: algorithm.name not in names)
    monkeypatch.setattr(Preparation, "poll", lambda self: False)
    return names


def session(folder: Path, *seats: str) -> Session:
    opened = Session(
        make_setup(games()["tictactoe"](), seats, 0, "20it"), pace_s=0.0, save_folder=folder
    )
    opened.play()
    return opened


def test_after_cancelling_chance_plays(unready: set[str], tmp_path: Path) -> None:
    unready.add("toy")
    match = session(tmp_path, "toy", "random")
    until(match, lambda: match.status.activity == PREPARING)
    status = match.status
    assert (
        status.preparing == "Toy for Tic-tac-toe" and status.seconds > 0 and 0 < status.progress < 1
    )
    assert match.frames[0].scene.items == ()  # the board is there meanwhile
    match.cancel_preparing()
    until(match, lambda: match.status.activity == OVER)
    assert [s.name for s in match.setup.seats] == ["random", "random"]
    match.close()


def test_after_cancelling_the_match_waits_where_not_even_the_rules_are_there(
    unready: set[str], tmp_path: Path
) -> None:
    unready.update(("toy", "random"))
    match = session(tmp_path, "toy", "random")
    until(match, lambda: match.status.activity == PREPARING)
    match.cancel_preparing()
    until(match, lambda: not match.status.playing)
    assert match.status.activity != PREPARING and any(
        "cancelled" in note for note in match.status.notes
    )
    match.play()
    until(match, lambda: match.status.activity == PREPARING)
    unready.clear()
    match.close()


def test_closing_while_preparing_leaves_no_process(unready: set[str], tmp_path: Path) -> None:
    unready.add("toy")
    match = session(tmp_path, "toy", "random")
    until(match, lambda: match.status.activity == PREPARING)
    preparation = match._conductor.kernels.preparation
    assert preparation is not None
    match.close()
    assert preparation._process.returncode is not None


def test_a_rehearsal_goes_beyond_the_plans_for_other_seats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A search that plans for others first compiles the rest only later: that must not be left to
    the thread of a match.
    """
    told: list[float] = []

    class Planner(Toy):
        name = "planner"

        def advance(self, n, spent=0.0):
            told.append(spent)
            return super().advance(n, spent)

        def snapshot(self):
            told.append(-1.0)
            return super().snapshot()

    monkeypatch.setitem(algorithms(), "planner", Planner)
    prepare.rehearse(games()["tictactoe"](), Planner)
    late = [k for k, spent in enumerate(told) if spent > 0.9]
    assert late and -1.0 in told[late[-1] :], "and looks at what was found then"


def test_threads_that_grow_one_tree_need_kernels_of_their_own() -> None:
    seats = ("uct:threads=2,parallel=tree", "smitsimax:threads=3,parallel=root")
    setup = make_setup(games()["goofspiel"](), seats, 0, "20it")
    found = [needs(spec) for spec in setup.seats]
    assert found == [["uct", "uct:one tree"], ["smitsimax"]]
    one = make_setup(games()["tictactoe"](), ("uct:parallel=tree", "human"), 0, "20it")
    assert [needs(spec) for spec in one.seats] == [["uct"], ["human"]], "but one thread"


@pytest.mark.parametrize(
    ("knobs", "options"),
    [
        ("widening=true", True),
        ("rave=100", True),
        ("playout=mast", True),
        ("playout=mast,playout_depth=0", False),
        ("c=0.5,reuse=false,playout=scripted,threads=2", False),
    ],
)
def test_what_an_option_asks_for_is_prepared_with_it_alone(knobs: str, options: bool) -> None:
    (seat, _) = make_setup(games()["tron"](), (f"uct:{knobs}", "random"), 0, "20it").seats
    assert needs(seat) == ["uct", *(["uct:options"] if options else [])]
    assert UCT(games()["tron"](), seat.params)._features.grown == options


@pytest.mark.parametrize(
    ("seat", "learns"),
    [
        ("smitsimax:expansion=one,playout=mast", True),
        ("smitsimax:expansion=one,playout=nst,threads=2,parallel=tree", True),
        ("smitsimax:playout=mast", False),
        ("duct:playout=mast", True),
        ("duct:playout=nst,threads=2,parallel=tree", True),
        ("duct:playout=scripted", False),
    ],
)
def test_kernels_that_learn_are_needed_only_where_playouts_do(seat: str, learns: bool) -> None:
    setup = make_setup(games()["goofspiel"](), (seat, "random"), 0, "20it")
    name = seat.partition(":")[0]
    assert needs(setup.seats[0]) == [name, *([f"{name}:{LEARNING}"] if learns else [])]


def test_what_learns_and_asks_a_network_has_kernels_for_both() -> None:
    knobs = {"expansion": "one", "playout": "mast", "evaluation": "network"}
    apart = Smitsimax.apart_for(make(Smitsimax.Params, knobs))
    assert Smitsimax.apart[apart] == knobs
    assert apart not in {Smitsimax.apart_for(make(Smitsimax.Params, {n: knobs[n]})) for n in knobs}


@pytest.mark.parametrize(
    "knobs",
    [
        {"rule": "exp3"},
        {"rule": "puct", "playout": "nst"},
        {"rule": "regret", "evaluation": "network"},
        {"rule": "ucb1_tuned", "threads": 2, "parallel": "tree"},
    ],
)
def test_other_rules_than_ucb1_have_kernels_of_their_own(knobs: dict[str, Value]) -> None:
    kind = algorithms()["duct"]
    apart = kind.apart_for(make(kind.Params, knobs))
    without = kind.apart_for(make(kind.Params, knobs | {"rule": "ucb1"}))
    assert apart != without and kind.apart[apart]["rule"] != "ucb1"
    params = make(kind.Params, {**kind.apart[apart]})
    assert kind.apart_for(params) == apart


def test_a_knob_that_needs_other_kernels_waits_until_they_are_prepared(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would be compiled in the window's process, unseen, and hold it up."""
    there = {"random", "uct"}
    monkeypatch.setattr(
        prepare,
        "is_ready",
        lambda game, algorithm, apart="": (
            (f"{algorithm.name}:{apart}" if apart else algorithm.name) in there
        ),
    )
    monkeypatch.setattr(prepare, "load", lambda game, algorithm: None)
    kernels = Kernels(game)
    assert kernels.ready(["uct"]) and kernels.preparation is None
    assert not kernels.ready(["uct", "uct:one tree"])
    assert kernels.preparation is not None
    assert kernels.preparation.title == "UCT, one tree, for Tic-tac-toe"
    assert kernels.ready(["uct"]), "the knob was turned back"
    assert kernels.preparation is None


LATE = """
import numba.core.dispatcher as dispatcher
from engines import games
from lab.batch.games import GroupJob
from lab.batch.work import play
from lab.match.prepare import load
from search import algorithms

def compiling(self, *args, compile=dispatcher.Dispatcher._compile_for_args):
    print(self.py_func.__name__)
    return compile(self, *args)

load(games()["tictactoe"](), algorithms()["uct"], "options")
play(GroupJob("csb:track=2", ("random", "scripted"), "it", 1, (0,)).line)
dispatcher.Dispatcher._compile_for_args = compiling
for uct in ("uct", "uct:rave=300"):
    play(GroupJob("tictactoe", (uct, "random"), "it", 1, (0, 1), budget="30it").line)
play(GroupJob("csb:track=2", ("random", "scripted"), "it", 2, (0,)).line)
"""


def test_nothing_is_compiled_or_loaded_during_a_match() -> None:
    """Its time would count as the search's, and a contest's time limit would not wait for it."""
    shown = subprocess.run(
        [sys.executable, "-c", LATE], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert shown.stdout.split() == []
