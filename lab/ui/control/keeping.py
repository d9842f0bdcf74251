"""Keeps finished matches of the window in the store, in a thread of their own."""

from __future__ import annotations

import logging
import threading
from functools import partial
from pathlib import Path

from engines.knobs import KnobError
from lab.experiments.series import keep_match
from lab.match.play import MatchResult
from lab.store.store import Store

CLOSE_S = 0.5  # the last match may still be on its way to the disk
log = logging.getLogger("lab")


class MatchKeeper:
    """Takes finished matches in any thread; `path` is the store's, None for the user's own. A match
    that cannot be kept is logged: it is saved as a replay all the same.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._thread: threading.Thread | None = None

    def take(self, result: MatchResult) -> None:
        """Keeps a match soon."""
        self._thread = threading.Thread(
            target=partial(self._keep, result, self._thread), name="store", daemon=True
        )
        self._thread.start()

    def _keep(self, result: MatchResult, before: threading.Thread | None) -> None:
        if before is not None:
            before.join()
        try:
            with Store(self._path) as store:
                keep_match(store, result)
        except (OSError, KnobError) as error:
            log.warning("A match was not kept in the store: %s", error)

    def close(self) -> None:
        """Waits a moment for the last match."""
        if self._thread is not None:
            self._thread.join(CLOSE_S)
