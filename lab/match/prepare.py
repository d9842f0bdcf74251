"""Has kernels ready before they are needed: checks for them, loads them, and compiles them in a
process that can be cancelled.

Compiling in the window's own process would freeze it for seconds and could not be stopped. So
another process fills the disk cache, pair by pair, and this one only loads from it.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import platform
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from engines import games
from engines.cache_folder import cache_folder
from engines.calling import called_by
from engines.game import Game
from engines.jit import digest, is_disabled
from engines.knobs import KnobError, Value, make
from engines.own_files import LOAD, digest_of, file_of, home_of, with_files
from lab.again import environment
from lab.check.run import playable, remarks
from lab.match.decide import Decision, Player
from lab.match.play import deciding, first_frame, frame, make_turn, resolved, step
from lab.match.seat import SearchSeat
from lab.match.seats import make_seat, parse_algorithm, parse_game, presets_of, read_need
from search import algorithm_named, algorithms
from search.base import Search
from search.branches import Wish
from search.random import Random

USUAL_S = 20.0  # until a first compilation has been timed
SILENT_S = 0.3  # a shorter preparation is not shown
_loaded: set[tuple[object, ...]] = set()
_loading = threading.Lock()
_stamped: set[Path] = set()  # caches that hold something; a look at a large one takes milliseconds
LATE = 0.99  # a share of the budget at which every search is past its plans for other seats


def warm(game: Game, algorithm: type[Search], apart: str = "") -> None:
    """Compiles every kernel that a match of this pair calls, or loads it from the cache; those of
    `apart` too, if the algorithm has such settings.
    """
    load(game, algorithm, *(n for n in algorithm.apart if n == apart))


def pairs(names: Sequence[str] = (), only: Sequence[str] = ()) -> list[tuple[Game, type[Search]]]:
    """The compatible pairs of these games ("uttt:tie_break=draw") and algorithms; all of them if
    none are named.
    """
    chosen = [parse_game(name) for name in names or games()]
    wanted = [parse_algorithm(name) for name in only or algorithms()]
    return [
        (game, algorithm)
        for game in chosen
        for algorithm in wanted
        if algorithm.supports(game) is None
    ]


def warm_all(
    todo: Sequence[tuple[Game, type[Search]]], apart: str = ""
) -> Iterator[tuple[int, str]]:
    """Warms each pair; yields (number done, next pair) before each one and (total, "") at the
    end.
    """
    for done, (game, algorithm) in enumerate(todo):
        yield done, f"{algorithm.title} for {game.title}"
        warm(game, algorithm, apart)
    yield len(todo), ""


def is_ready(game: Game, algorithm: type[Search], apart: str = "") -> bool:
    """Whether the kernels of this pair are in memory, on disk, or not needed; cheap enough for the
    window's thread. `apart` names some that only certain settings need (`Search.apart`).
    """
    here = is_disabled() or _own_key(game, algorithm, apart) in _loaded
    return here or (_any_stamps() and _stamp(game, algorithm, apart).exists())


def load(game: Game, algorithm: type[Search], apart: str = "") -> None:
    """Brings every kernel of this pair into memory, those of `apart` too, compiling if necessary;
    returns at once if already done. The rules alone come first: a person can move once they are
    marked as ready.
    """
    with _loading:
        parts: list[tuple[type[Search], str]] = [(Random, ""), (algorithm, ""), (algorithm, apart)]
        for each, what in dict.fromkeys(parts):
            known = _own_key(game, each, what)
            if known not in _loaded:
                rehearse(game, each, *filter(None, [what]))
                _loaded.add(known)
                if not is_disabled():
                    _mark(game, each, what)


def _apart(algorithm: type[Search], values: Mapping[str, Value]) -> str:
    """The name of the kernels that only such settings need."""
    own = {name: value for name, value in values.items() if not name.startswith("w.")}
    return algorithm.apart_for(make(algorithm.Params, own))


def rehearse(game: Game, algorithm: type[Search], apart: str = "") -> None:
    """Calls everything that a match calls: one turn with a minimal search, and what each search
    does with its tree at the next. With `apart`, only the search with those settings.
    """
    state = game.initial(0)
    first_frame(game, state)
    decisions: list[Decision | None] = [None] * game.seats
    actions = {}
    usual = presets_of(algorithm, game).values()
    named = [algorithm.apart[apart]] if apart else [v for v in usual if not _apart(algorithm, v)]
    for seat, values in itertools.product(deciding(game, state)[:1], named):
        # every kernel that a knob can select is used by some preset
        player = Player(game, seat, make_seat(algorithm, game, values), 0)
        player.begin(state, 0)
        player.advance(2)
        player.search.snapshot()  # adds the trees of several threads up
        player.search.rehearse()
    if apart:
        return
    for seat in deciding(game, state):
        player = Player(game, seat, SearchSeat(algorithm.name), 0)
        player.begin(state, 0)
        player.advance(2)
        player.advance(2, LATE)
        player.search.branches(Wish(tuple(game.agents_of(seat))))
        player.search.kept(Wish(tuple(game.agents_of(seat))))
        decision = decisions[seat] = player.decide()
        actions[seat] = resolved(game, player.view, seat, decision.choice)
    for seat, chosen in actions.items():
        for agent, action in zip(game.agents_of(seat), chosen, strict=True):
            game.explain(state, agent, action)
            game.targets(state, agent)
    turn = make_turn(game, state, 0, decisions, actions, 0)
    frame(game, state, turn)
    step(game, state, np.array(turn.joint, np.int64), 0, 0, log_events=False)
    game.rules.outcome(turn.state, np.zeros(game.seats))


class Preparation:
    """Compiles the kernels of one pair in a process of its own, which `cancel` ends at any
    moment, and which `checks` the file of somebody's own game first.
    """

    def __init__(
        self, game: Game, algorithm: type[Search], apart: str = "", checks: bool = True
    ) -> None:
        self.game, self.algorithm, self.apart = game, algorithm, apart
        which = f"{algorithm.title}, {apart}," if apart else algorithm.title
        self.title = f"{which} for {game.title}"
        self.failure = ""
        self._began = time.monotonic()
        self._usual_s = _durations().get(self._name, USUAL_S)
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - it lives as long as the process, and is closed with it
        command = [
            sys.executable,
            "-m",
            "lab",
            "warm",
            *with_files([game.spec]),
            "--algorithm",
            algorithm.name,
            "--json-lines",
            *(("--apart", apart) if apart else ()),
            *(("--evaluation-apart",) if called_by(type(game)) else ()),
        ]
        variables = environment()
        own = file_of(type(game))  # on the command line, where it is checked first
        if own is not None and checks:
            files = os.environ[LOAD].split(os.pathsep)
            variables[LOAD] = os.pathsep.join(each for each in files if each != str(own))
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._errors,
            env=variables,
            start_new_session=True,
        )

    @property
    def _name(self) -> str:
        return f"{self.need} {self.game.spec}"

    @property
    def need(self) -> str:
        """What it prepares, as `Kernels` names it."""
        return f"{self.algorithm.name}:{self.apart}" if self.apart else self.algorithm.name

    @property
    def seconds(self) -> float:
        """Seconds since it began."""
        return time.monotonic() - self._began

    @property
    def progress(self) -> float:
        """Progress estimated from the time it took before: 0..0.98."""
        return min(0.98, self.seconds / self._usual_s)

    def poll(self) -> bool:
        """True once the process has ended; `failure` then says what went wrong, if anything."""
        code = self._process.poll()
        if code is None:
            return False
        if not self._errors.closed:
            self._close(code)
        return True

    def _close(self, code: int) -> None:
        self._errors.seek(0)
        text = self._errors.read().decode(errors="replace").strip()
        self._errors.close()
        if code != 0:
            said = text.splitlines()[-1:] or [f"the compiling process ended with code {code}"]
            self.failure = said[0].removeprefix("smitsilab: ")
            return
        _mark(self.game, self.algorithm, self.apart)
        with contextlib.suppress(OSError):
            _remember(self._name, self.seconds)

    def cancel(self) -> None:
        """Ends the process and whatever it started."""
        if self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                if hasattr(os, "killpg"):
                    os.killpg(self._process.pid, signal.SIGKILL)
                else:
                    self._process.kill()
            self._process.wait(5)
        self._errors.close()


class Kernels:
    """The kernels that one match needs, and the preparation of those that are missing."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.note = ""
        self.preparation: Preparation | None = None
        self._ready: set[str] = set()
        self._cancelled = False
        self._checked = is_disabled() or file_of(type(game)) is None

    def ready(self, names: Iterable[str]) -> bool:
        """Whether the rules and the searches of these names (`needs`) can run; prepares what is
        missing, unless that was cancelled.

        Stops a preparation that is no longer needed.
        """
        needed = [*names, Random.name]
        if self.preparation is not None and self.preparation.poll():
            self._end(self.preparation)
        if self.preparation is not None and self.preparation.need not in needed:
            self.preparation.cancel()
            self.preparation = None
        missing = [name for name in needed if not self.has(name)]
        if missing and self.preparation is None and not self._cancelled:
            checks = not self._is_checked()
            self.preparation = Preparation(self.game, *read_need(missing[0]), checks)
        if missing or self.preparation is not None:
            return False
        load(self.game, Random)
        return True

    def has(self, name: str) -> bool:
        """Whether an algorithm can run, by name or as in `needs`; a person always can."""
        known, _, apart = name.partition(":")
        if not self._is_checked():
            return False
        if name not in self._ready:
            kind = algorithm_named(known)
            if kind is None or is_ready(self.game, kind, *filter(None, [apart])):
                self._ready.add(name)
        return name in self._ready

    def _is_checked(self) -> bool:
        """Whether the game is the lab's, or its file has passed its check: until then nothing of it
        runs compiled in this process, which it could bring down.
        """
        digest = digest_of(type(self.game))
        if not self._checked and playable(digest):
            self._checked, self.note = True, " ".join(remarks(digest))
        return self._checked

    @property
    def rules_ready(self) -> bool:
        """Whether at least random players can run."""
        return self.has(Random.name)

    def load_rules(self) -> bool:
        """Brings the rules into memory if they are compiled, and returns whether they are: a person
        can then move while a search is still being prepared.
        """
        if self.rules_ready:
            load(self.game, Random)
        return self.rules_ready

    @property
    def shown(self) -> Preparation | None:
        """The preparation, once it has run long enough to be shown."""
        return (
            self.preparation
            if self.preparation is not None and self.preparation.seconds > SILENT_S
            else None
        )

    def _end(self, preparation: Preparation) -> None:
        """If the other process failed, the search's own thread compiles instead."""
        self.preparation = None
        if not self._is_checked():
            raise KnobError(preparation.failure or "The file has changed since it was loaded.")
        self._ready.update((preparation.need, Random.name))
        if preparation.failure:
            self.note = (
                f"Preparing {preparation.title} failed ({preparation.failure}); it is done in "
                "this process instead."
            )

    def cancel(self) -> bool:
        """Stops preparing until `resume`; False if there was nothing to stop."""
        if self.preparation is None:
            return False
        self.preparation.cancel()
        self.preparation, self._cancelled = None, True
        self.note = "Preparing was cancelled. Press play to go on with it."
        return True

    def resume(self) -> None:
        """Lets missing kernels be prepared again."""
        if self._cancelled:
            self._cancelled, self.note = False, ""


def _own_key(game: Game, algorithm: type[Search], apart: str) -> tuple[object, ...]:
    """What a pair is known by in this process, where a file has many versions."""
    return home_of(type(game)), *_key(game, algorithm, apart)


def _key(game: Game, algorithm: type[Search], apart: str) -> tuple[object, ...]:
    return (*game.kernel_key, algorithm.name, *filter(None, [apart]))


def _stamp(game: Game, algorithm: type[Search], apart: str = "") -> Path:
    """The file that marks the pair as compiled for these sources on this machine; it is stored with
    the kernels and is deleted with them.
    """
    key = (*_key(game, algorithm, apart), sys.version_info[:2], platform.node())
    return cache_folder() / f"ready-{digest(key, type(game).__module__, algorithm.__module__)[:20]}"


def _any_stamps() -> bool:
    """Whether anything has ever been compiled here: to name a stamp takes a second on a first
    start.
    """
    folder = cache_folder()
    if folder not in _stamped and next(folder.glob("ready-*"), None) is not None:
        _stamped.add(folder)
    return folder in _stamped


def _mark(game: Game, algorithm: type[Search], apart: str = "") -> None:
    """Marks the pair as on disk; of random play, which needs no more than the rules."""
    with contextlib.suppress(OSError):
        _stamp(game, algorithm, apart).touch()


def _durations() -> dict[str, float]:
    try:
        known = json.loads((cache_folder() / "durations.json").read_text(encoding="utf-8"))
        return {str(name): float(seconds) for name, seconds in known.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def _remember(name: str, seconds: float) -> None:
    """Keeps the longest of the recent times: later compilations find some kernels already
    compiled.
    """
    known = _durations()
    known[name] = max(seconds, 0.5 * known.get(name, 0.0))
    (cache_folder() / "durations.json").write_text(json.dumps(known), encoding="utf-8")
