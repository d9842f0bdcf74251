"""A tuning that goes on where it stopped, with other ranges, more games or another method."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from lab.batch.games import GameRecord, LineUp
from lab.experiments.tuner.plan import TunePlan
from lab.experiments.tuner.question import TuneQuestion

# the finished games of a line-up by seed, each in all seatings
Finished = Callable[[LineUp], dict[int, tuple[GameRecord, ...]]]


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
    """What has been played of a plan, without playing."""
    question, lineups = TuneQuestion(plan), dict[LineUp, dict[int, tuple[GameRecord, ...]]]()
    while (group := question.sequence.next(question.points.get)) is not None:
        if question.knows(group):
            continue
        lineup, seed = plan.meeting(group.setting, group.number, group.rival)
        if lineup not in lineups:
            lineups[lineup] = finished(lineup)
        if seed in lineups[lineup]:
            question.count(group, lineups[lineup][seed])
    return question


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
