"""Which games a tuning asks for, what they say so far, and how one goes on where it stopped, with
other ranges, more games or another method.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from lab.batch.faults import Faults, add_games
from lab.batch.games import GameRecord, LineUp
from lab.experiments.running import Ask, Course
from lab.experiments.tuner.answer import Belief, TuningAnswer, alone, answer
from lab.experiments.tuner.course import Sums, TrialGroup, TrialSequence, Tried
from lab.experiments.tuner.methods import method_named
from lab.experiments.tuner.plan import PlayedSettings, Remembered, TunePlan
from lab.experiments.tuner.space import Setting
from lab.experiments.verdicts import SAME, distinct
from lab.store.store import Store


class _Games:
    """How settings played the groups that several of them played."""

    def __init__(self) -> None:
        self._kinds: dict[int, set[object]] = {}  # of games, by the number of the group
        self._settings: dict[int, set[Setting]] = {}

    def add(self, group: TrialGroup, games: Sequence[GameRecord]) -> None:
        """Takes the games of a group against a benchmark."""
        self._kinds.setdefault(group.number, set()).add(tuple(map(_played, games)))
        self._settings.setdefault(group.number, set()).add(group.setting)

    @property
    def same(self) -> bool:
        """Whether all settings played alike wherever several played one seed, and not because all
        games look alike anyway.
        """
        shared = [self._kinds[k] for k, each in self._settings.items() if len(each) > 1]
        alike = len(shared) >= SAME and all(len(kinds) == 1 for kinds in shared)
        return alike and len(set().union(*shared)) > 1


def _played(game: GameRecord) -> object:
    """What is equal in two games that were played alike."""
    seats = tuple((seat.outcome, seat.iterations, seat.nodes) for seat in game.seats)
    return game.turns, game.reason, seats


class TuneQuestion:
    """Asks for the groups of the method's sequence. A setting that equals the only benchmark scores
    half of the points against it, and is not played.
    """

    def __init__(self, plan: TunePlan) -> None:
        self.plan = plan
        steps = method_named(plan.method).steps(plan.hunt)
        self.sequence = TrialSequence(steps)
        self.points: dict[TrialGroup, float] = {}  # of the groups that are in; NaN where one failed
        self.began: dict[TrialGroup, float] = {}  # seconds since 1970
        self.faults: dict[str, Faults] = {}  # by player, whatever its setting
        self._spoiled: set[TrialGroup] = set()
        self._games = _Games()
        self._moves: dict[Setting, list[str]] = {}
        self._met: dict[tuple[Setting, int], list[float]] = {}  # points, by benchmark
        self._asked: list[TrialGroup] = []
        self._taken = 0
        self._parts: dict[Setting, int] = {}

    @property
    def ended(self) -> bool:
        """Whether every group that the method wants is in."""
        return self.sequence.ended and len(self.points) == len(self.sequence.trials)

    @property
    def total(self) -> int:
        """Most games."""
        return self.plan.groups * self.plan.seatings

    @property
    def played(self) -> int:
        """Games that count, those of earlier plans among them; a group that failed has none."""
        groups = sum(not math.isnan(self.points[group]) for group in self.began)
        return self.plan.seatings * (self.plan.past.groups + groups)

    @property
    def note(self) -> str:
        """What the method is doing: "race 2"."""
        return self.sequence.plays[-1].stage if self.sequence.plays else ""

    def next(self, course: Course) -> Ask | None:
        """The next group."""
        self.take(course)
        while (group := self.sequence.next(self.points.get)) is not None:
            if not self.knows(group):
                self._asked.append(group)
                return self._ask(group)
        return None

    def knows(self, group: TrialGroup) -> bool:
        """Whether a group need not be played: that of a setting against itself."""
        even = group.rival is None and group.setting in self.plan.even
        if even:
            self.points[group] = 0.5
        return even

    def take(self, course: Course) -> None:
        """Counts the groups that have come in."""
        while self._taken < len(course.groups):
            came = course.groups[self._taken]
            self.count(self._asked[self._taken], () if came.failed else came.games)
            self._taken += 1

    def count(self, group: TrialGroup, games: Sequence[GameRecord]) -> None:
        """Takes the games of a group, none where it failed."""
        points = [game.points(0) for game in games]
        self.points[group] = sum(points) / len(points) if points else math.nan
        if games and group.rival is None:
            self._games.add(group, games)
            self._moves.setdefault(group.setting, []).extend(game.moves for game in games)
            which = group.number % max(1, len(self.plan.against))
            self._met.setdefault((group.setting, which), []).append(self.points[group])
        if any(game.spoiled for game in games):
            self._spoiled.add(group)
        add_games(self.faults, games, self._names(group))
        self.began[group] = min((game.started for game in games), default=0.0)

    def _ask(self, group: TrialGroup) -> Ask:
        part = self._parts.setdefault(group.setting, len(self._parts))
        return Ask(part, *self.plan.meeting(group.setting, group.number, group.rival))

    # what is known

    @property
    def tried(self) -> Sequence[Tried]:
        """What came of every play so far."""
        return self.sequence.tried(self.points.get)

    @property
    def answer(self) -> TuningAnswer | None:
        """What may be said so far; None before the first game, since the benchmark alone says
        nothing.
        """
        found = answer(self.plan.hunt, self.tried) if self.played else None
        if found is None or (not self._games.same and not self._spoiled):
            return found
        if self._games.same:
            return replace(found, state="same")
        left = self.sequence.tried(self._unspoiled)
        clean = answer(self.plan.hunt, left) if any(play.groups for play in left) else None
        stays = clean and (clean.state, clean.setting) == (found.state, found.setting)
        return found if stays else replace(found, state="spoiled")

    def distinct(self, setting: Setting) -> tuple[int, int]:
        """How many games of a setting are distinct, of how many."""
        return distinct((0, moves) for moves in self._moves.get(setting, ()))

    def by_benchmark(self, setting: Setting) -> list[tuple[str, Belief]]:
        """What a setting scored against each benchmark, of those that it met in these games."""
        found = ((name, self._met.get((setting, k))) for k, name in enumerate(self.plan.against))
        return [
            (name, alone(Sums(len(x), sum(x), sum(v * v for v in x)))) for name, x in found if x
        ]

    def _unspoiled(self, group: TrialGroup) -> float | None:
        return math.nan if group in self._spoiled else self.points.get(group)

    def _names(self, group: TrialGroup) -> list[str]:
        """What the sides of a group's games are called."""
        sides = self.plan.meeting(group.setting, group.number, group.rival)[0].sides
        return [self.plan.seat, *(side.text for side in sides[1:])]

    def past(self) -> PlayedSettings:
        """All that is known, for a tuning of the same player that goes on with other ranges."""
        plan = self.plan
        names = [knob.name for knob in plan.space.knobs]
        found = [
            Remembered(tuple(zip(names, setting, strict=True)), sums)
            for setting, sums in plan.hunt.everything(self.tried).items()
            if setting not in plan.even
        ]
        begin = max(plan.past.begin, self.sequence.end)
        return PlayedSettings((*plan.past.outside(plan.space), *found), begin)


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
