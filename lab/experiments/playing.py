"""Plays a question on this computer, for programs that import the lab: commands and pages bring a
store and hands of their own.
"""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from lab.batch.local import LocalHands
from lab.experiments.keeping import OnStep
from lab.experiments.running import Question, Run
from lab.store.store import Store


class Named(Question, Protocol):
    """A question that knows what it is called in the store."""

    @property
    def name(self) -> str:
        """The experiment's name."""


def play_here(
    question: Named,
    kind: str,
    about: str,
    store: str | Path | None = None,
    processes: int | None = None,
    on_step: OnStep = lambda step: None,
) -> None:
    """Plays what the store lacks in `processes` processes, one for each core if it is None. Games
    are kept in the file `store`, and found there again; without one they are forgotten. `kind` and
    `about` are the experiment's there.
    """
    with ExitStack() as stack:
        if store is None:
            store = Path(stack.enter_context(TemporaryDirectory())) / "games.db"
        games = stack.enter_context(Store(Path(store)))
        hands = stack.enter_context(closing(LocalHands(processes)))
        games.experiment(question.name, kind, about)
        Run(question.name, question, games, hands, on_step).play()
