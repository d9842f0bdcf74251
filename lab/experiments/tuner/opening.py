"""A tuning that goes on where it stopped, with other ranges, more games or another method."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace

from lab.batch.games import GameRecord, LineUp
from lab.experiments.tuner.plan import TunePlan
from lab.experiments.tuner.question import TuneQuestion
from lab.store.store import Store

KIND = "tune"  # of an experiment in the store
# what came of the groups of a line-up by seed: the games of all seatings, none where one failed
Finished = Callable[[LineUp], Mapping[int, tuple[GameRecord, ...]]]


def finished_in(store: Store, name: str) -> Finished:
    """What came of the groups that the tuning of this name had played."""

    def found(lineup: LineUp) -> Mapping[int, tuple[GameRecord, ...]]:
        failed: dict[int, tuple[GameRecord, ...]] = {
            game.seed: () for game in store.failures(lineup, name)
        }
        return failed | store.groups(lineup, None, name)

    return found


def reopened(wanted: TunePlan, file: str, finished: Finished) -> tuple[TunePlan, str]:
    """The plan with all that is known from the tuning of `file`, an earlier one of the same name,
    and what has changed in words. Nothing is known if the game or an algorithm has changed since.
    """
    line = json.loads(file)
    if line["sources"] != wanted.sources:
        return wanted, ""
    before = TunePlan.read(line)
    if before.question == wanted.question:
        return before, ""
    return replace(wanted, past=known(before, finished).past()), changes(before, wanted)


def known(plan: TunePlan, finished: Finished) -> TuneQuestion:
    """What has been played of a plan, without playing. A group that failed counts as failed, so
    what came after it is found too.
    """
    question, lineups = TuneQuestion(plan), dict[LineUp, Mapping[int, tuple[GameRecord, ...]]]()
    while (group := question.sequence.next(question.points.get)) is not None:
        if question.knows(group):
            continue
        lineup, seed = plan.meeting(group.setting, group.number, group.rival)
        if lineup not in lineups:
            lineups[lineup] = finished(lineup)
        if seed in lineups[lineup]:
            question.count(group, lineups[lineup][seed])
    return question


def begun(store: Store, plan: TunePlan) -> TunePlan:
    """The plan with all that is known of it; the store keeps that as the tuning of its name."""
    name = plan.name
    with store.together():
        for kept in store.experiments(name):
            plan, changed = reopened(plan, kept.file, finished_in(store, name))
            if changed:
                store.event(name, "changed", changed)
        store.experiment(name, KIND, plan.file)
    return plan


def changes(before: TunePlan, after: TunePlan) -> str:
    """What is different, for the history: "depth 3 to 8, now 3 to 12"."""
    old = {knob.name: knob.range_text for knob in before.space.knobs}
    new = {knob.name: knob.range_text for knob in after.space.knobs}
    said = [
        f"{name} {old[name]}, now {new[name]}"
        if name in old and name in new
        else f"{name} left out"
        if name in old
        else f"{name} {new[name]} added"
        for name in dict.fromkeys([*old, *new])
        if old.get(name) != new.get(name)
    ]
    said += [f"{after.games:,} games"] * (before.games != after.games)
    said += [f"method {after.method}"] * (before.method != after.method)
    return "; ".join(said)
