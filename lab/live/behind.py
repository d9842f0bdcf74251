"""What is compiled behind a match of somebody's own file: kernels that call its evaluation, so that
the next edit of that takes effect at once; and where such kernels play, those that have it inside.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Sequence

from engines.calling import called_by, calling
from engines.game import Game
from engines.jit import is_disabled
from engines.knobs import KnobError
from lab.check.evaluation import Evaluator
from lab.match.prepare import Kernels, load
from lab.match.seats import read_need

POLL_S = 0.1


class Behind:
    """The work for one version of a game and the searches of these names, as `Kernels` has them, in
    a thread of its own. `kind` is the game with its evaluation inside, once it can take over from
    one that calls it; `ready` says that kernels are there which call it, and `error` in a
    sentence why it cannot.
    """

    def __init__(self, game: Game, names: Sequence[str], evaluator: Evaluator) -> None:
        self.game, self.names, self._evaluator = game, tuple(names), evaluator
        self.kind: type[Game] | None = None
        self.ready = False  # kernels that call the evaluation are there
        self.error = ""
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="behind", daemon=True)

    def start(self) -> None:
        """Begins, if there is anything to compile."""
        if not is_disabled() and self.names:
            self._thread.start()

    def stop(self) -> None:
        """Ends it; nothing of it takes effect any more."""
        self._stopped = True

    def is_for(self, game: Game, names: Sequence[str]) -> bool:
        """Whether it is for this version and these searches."""
        return type(game) is type(self.game) and tuple(names) == self.names

    def _run(self) -> None:
        try:
            self._work()
        except Exception as error:
            self.error = str(error) or type(error).__name__

    def _work(self) -> None:
        called = called_by(type(self.game))
        if called is not None:
            self.ready = True
            if self._compiled(called.whole(self.game.options)):
                self.kind = called.whole
            return
        kernels = Kernels(self.game)
        while not all(map(kernels.has, self.names)):  # the match prepares them
            if self._stopped:
                return
            time.sleep(POLL_S)
        try:
            kind = calling(type(self.game))
        except KnobError:  # its file is another one by now, of which somebody else says more
            return
        if kind is None or self._stopped:
            return
        with contextlib.suppress(KnobError):
            self._evaluator.ask(self.game)
        self.ready = self._compiled(kind(self.game.options))

    def _compiled(self, game: Game) -> bool:
        """Whether the kernels of a game are ready, and in memory."""
        kernels = Kernels(game)
        while not kernels.ready(self.names):
            if self._stopped:
                kernels.cancel()
                return False
            time.sleep(POLL_S)
        for name in self.names if not self._stopped else ():
            load(game, *read_need(name))
        return not self._stopped
