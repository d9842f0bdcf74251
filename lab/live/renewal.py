"""A newer version of a game's file on its way into the match: looked at, checked as plain Python in
a process of its own while another one compiles its kernels, and only then loaded for good.

The version that plays goes on playing, and stays where anything is wrong.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path

from engines.calling import called_by, calling
from engines.game import Game
from engines.jit import is_disabled
from engines.knobs import KnobError
from engines.own_files import (
    loaded,
    named_in,
    put_back,
    renew,
    version_of,
)
from engines.versions import Version, version_in
from lab.check.evaluation import Evaluator
from lab.check.run import QUICK, Checking, demand_loadable
from lab.live.pace import making_room
from lab.match.prepare import Kernels, Preparation
from lab.match.seats import read_need
from search.random import Random

POLL_S = 0.05
CHECKING = "is checked as plain Python while its kernels are compiled"
EVALUATING = "has its evaluation compiled"
COMPILING = "is compiled"
GOES_ON = "the match goes on as it was until then"


class Renewal:
    """The work for one version, in a thread of its own, for which the match's searches make room.
    `done` once it is over: then `kind` is the game of the new version, or `error` says in a
    sentence why there is none; `doing` is what goes on, in words, `compiles` whether anything has
    to be compiled, and `rules` whether that is more than the evaluation. `names` are what has to be
    compiled, as `Kernels` names it; with `evaluator`, which compiles evaluations apart, those are
    ready that call them.
    """

    def __init__(
        self, game: Game, path: Path, names: Sequence[str], evaluator: Evaluator | None = None
    ) -> None:
        self._evaluator = evaluator
        self._game, self._path, self._names = game, path, list(names)
        self.kind: type[Game] | None = None
        self.error = self.doing = self.remark = ""
        self.done = self.compiles = self.rules = self._stopped = False
        self.before = loaded(path)  # what a version that fails leaves in its place
        self._checking: Checking | None = None
        self._kernels: Kernels | None = None
        self._thread = threading.Thread(target=self._run, name="renewal", daemon=True)

    def start(self) -> None:
        """Begins."""
        self._thread.start()

    def stop(self) -> None:
        """Ends it; nothing of it takes effect any more."""
        self._stopped = True
        if self._checking is not None:
            self._checking.stop()

    def _run(self) -> None:
        try:
            with making_room():
                self._work()
        except SyntaxError as error:
            self.error = f"{self._path.name}:{error.lineno or 1}: {error.msg}."
        except Exception as error:
            self.error = str(error) or type(error).__name__
        if self.error or self._stopped:
            self.kind = None
            if loaded(self._path) is not self.before:
                put_back(self.before)
        self.done = True

    def _work(self) -> None:
        called = called_by(type(self._game))
        old = version_of(type(self._game) if called is None else called.whole)
        if old is None:
            self._prepare()
            return
        asked = self._ask(old)  # before it is known whether that helps: most edits are such
        new = version_in(self._path)
        if new.kernels == old.kernels:
            if new.code != old.code:  # else numbers alone have changed
                demand_loadable(self._path)
            self._renew()
            if called is not None:
                self._call()
                self._address()
        elif asked is not None and "" != old.rest == new.rest:
            self._evaluate(asked, new.around == old.around)
        else:
            self._prepare()

    def _ask(self, before: Version) -> Future[str] | None:
        """What `Evaluator.ask` gives, in a thread of its own; None where kernels call nothing."""
        found, evaluator = Future[str](), self._evaluator
        if evaluator is None or not before.rest:
            return None

        def ask() -> None:
            try:
                found.set_result(evaluator.ask(self._game, before))
            except Exception as error:
                found.set_exception(error)

        threading.Thread(target=ask, name="evaluation", daemon=True).start()
        return found

    def _evaluate(self, asked: Future[str], alone: bool) -> None:
        """Has the evaluation checked and compiled; `alone` if nothing else has changed, so that the
        file can be loaded meanwhile. KnobError says what is wrong.
        """
        self.doing, self.compiles = EVALUATING, True
        if not alone:
            asked.result()
        self._renew()
        version = version_of(self.kind)
        self._call()
        if version is None or version.digest != asked.result():
            raise KnobError(f"{self._path.name} has changed meanwhile.")
        self._address()

    def _call(self) -> None:
        """Has the new version call its evaluation."""
        self.kind = None if self.kind is None else calling(self.kind)
        if self.kind is None:
            raise KnobError(f"The evaluation of {self._path.name} cannot be called any more.")

    def _address(self) -> None:
        """Has that evaluation in memory."""
        assert self.kind is not None
        self.kind(self._game.options).weights()

    def _renew(self) -> Game:
        """The game of the new version, loaded."""
        found = named_in(renew(self._path)).get(self._game.name)
        if found is None or not issubclass(found, Game):
            raise KnobError(f"{self._path.name} holds no game {self._game.name} any more.")
        self.kind = found
        return found()

    def _prepare(self) -> None:
        """Checks and compiles; KnobError says what is wrong."""
        self.doing, self.compiles, self.rules = CHECKING, True, True
        self._checking = Checking(self._path, parts=QUICK)
        first = self._first()
        try:
            report = self._checking.run()
            self.remark = next((each.sentence for each in report.findings if each.plays), "")
            if report.refusal:
                raise KnobError(report.refusal)
            if self._stopped:
                return
            self.doing = COMPILING
            self._kernels = kernels = Kernels(self._renew())
            if first is not None:
                first.game = kernels.game
            kernels.preparation, first = first, None
            while not self._stopped and not self._is_ready(kernels):
                time.sleep(POLL_S)
        finally:
            for each in (first, self._kernels.preparation if self._kernels else None):
                if each is not None:
                    each.cancel()

    def _is_ready(self, kernels: Kernels) -> bool:
        """Whether all is compiled; KnobError where it cannot be."""
        running = kernels.preparation
        if running is not None and running.poll() and running.failure:
            raise KnobError(f"{self._path.name} cannot be compiled: {running.failure}")
        return kernels.ready(self._names)

    def _first(self) -> Preparation | None:
        """Compiling begins while the check runs."""
        if is_disabled():
            return None
        algorithm, apart = read_need((self._names or [Random.name])[0])
        called = called_by(type(self._game))  # they have the evaluation inside
        game = self._game if called is None else called.whole(self._game.options)
        return Preparation(game, algorithm, apart, checks=False)


def checked_on(path: Path, tell: Callable[[str], object]) -> Checking:
    """The whole check, beside the match; `tell` gets a sentence about what is wrong, from another
    thread. `stop` ends it.
    """
    checking = Checking(path)

    def run() -> None:
        with contextlib.suppress(OSError):
            for each in checking.run().findings:
                tell(each.sentence)

    threading.Thread(target=run, name="check", daemon=True).start()
    return checking
