"""One sweep in the window: what the store has of it, and its games while they are played."""

from __future__ import annotations

import contextlib
import json
import time
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engines.knobs import KnobError
from lab.batch.errors import BatchError
from lab.batch.games import canonical
from lab.batch.workplace import Workplace
from lab.experiments.importing.files import take_file
from lab.experiments.sweep import SweepPlan, SweepResult
from lab.experiments.sweep.question import SweepQuestion, known
from lab.experiments.sweep.result import Results
from lab.store.kept import KeptExperiment
from lab.store.store import Store
from lab.ui.control.run_page import LockedQuestion, RunControl

SWEEP_MS, SWEEP_SHARE = 400, 20  # between two looks, of which each takes one twentieth of the time
KIND = "sweep"


class SweepRun(RunControl):
    """At most one sweep; `moved` reports something new to show."""

    moved = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.result: SweepResult | None = None
        self.failure = ""
        self._question: LockedQuestion[SweepQuestion] | None = None
        self._begins = False  # what is to be played comes from the store

    @property
    def running(self) -> bool:
        """Whether matches are being played."""
        return self._begins or self.play.running

    @property
    def per_minute(self) -> float:
        """Matches a minute; 0 until there is enough to measure."""
        return self.play.step.per_minute if self.running else 0.0

    # -- what is known -----------------------------------------------------------------------------

    def show(self, plan: SweepPlan) -> None:
        """Shows what the store has of a plan, if anything."""
        name = SweepQuestion(plan).name
        self.looks.look(name, _known, name, plan, then=self._found)

    def show_kept(self, kept: KeptExperiment) -> None:
        """Shows a sweep of the store."""
        self.looks.look(kept.name, _of_kept, kept, then=self._found)

    def show_latest(self) -> None:
        """Shows the latest sweep of the store, if there is one."""
        self.looks.look("", _latest, then=self._found)

    def open(self, path: Path) -> None:
        """Takes a file of results into the store, and shows it."""
        self.looks.drop()
        self.store.ask(_taken, path, then=self._found)

    def forget(self) -> None:
        """Shows nothing: another sweep is being set up."""
        self.looks.drop()
        self.result, self.failure = None, ""
        self.moved.emit()

    def tick(self) -> None:
        """Shows what has come since."""
        began = time.monotonic()
        if self._question is not None:
            result = self._question.moment.result
            # earlier games are counted again first
            if self.result is None or result.matches >= self.result.matches:
                self.result = result
        self._rest(time.monotonic() - began, SWEEP_SHARE, SWEEP_MS)
        self.moved.emit()

    def _found(self, result: SweepResult | None) -> None:
        if not self.running:
            self.result, self.failure = result, ""
            self.moved.emit()

    # -- playing -----------------------------------------------------------------------------------

    def start(self, plan: SweepPlan, place: Workplace) -> None:
        """Plays what a plan still lacks."""
        if self.running:
            return
        self.looks.drop()
        if self.result is not None and self.result.plan.question != plan.question:
            self.result = None
        self.failure, self._begins = "", True
        self.store.ask(_begun, plan, then=partial(self._begin, place))
        self.moved.emit()

    def _begin(self, place: Workplace, question: SweepQuestion) -> None:
        if self._begins:  # else it was stopped meanwhile
            self._begins, self._question = False, LockedQuestion(question)
            self._play(question.name, self._question, place)
            self.moved.emit()

    def stop(self) -> None:
        """Pauses; every finished game is kept."""
        if self._begins:
            self._begins = False
            self.moved.emit()
        self.play.stop()

    def _ended(self, why: str) -> None:
        self._timer.stop()
        self.failure = why
        self.tick()
        self._question = None

    def _failed(self, sentence: str) -> None:
        self._begins, self.failure = False, sentence
        self.moved.emit()


def plan_of(kept: KeptExperiment) -> SweepPlan:
    """The plan of a sweep of the store."""
    return SweepPlan.read(json.loads(kept.file))


def kept_sweeps(store: Store) -> list[KeptExperiment]:
    """The sweeps of the store that vary something and have games, the latest first."""
    found = []
    for kept in store.experiments()[::-1]:
        with contextlib.suppress(ValueError, KeyError, TypeError):  # a file of another version
            if kept.kind == KIND and kept.games and plan_of(kept).vary:
                found.append(kept)
    return found


def _known(store: Store, name: str, plan: SweepPlan) -> SweepResult | None:
    played = known(store, name, plan) if store.experiments(name) else {}
    return SweepResult(plan.grid, Results(plan, played)) if played else None


def _of_kept(store: Store, kept: KeptExperiment) -> SweepResult | None:
    return _known(store, kept.name, plan_of(kept))


def _latest(store: Store) -> SweepResult | None:
    for kept in kept_sweeps(store):
        try:
            return _of_kept(store, kept)
        except KnobError:  # its players or rules are not here any more
            continue
    return None


def _taken(store: Store, path: Path) -> SweepResult | None:
    name = take_file(store, path).experiment
    (kept,) = store.experiments(name)
    if kept.kind != KIND:
        raise BatchError(f"{path} holds no results of a sweep.")
    return _of_kept(store, kept)


def _begun(store: Store, plan: SweepPlan) -> SweepQuestion:
    question = SweepQuestion(plan)
    store.experiment(question.name, KIND, canonical(plan.line))
    return question
