"""One seat's thinking: its search through a match, its budget, and the record of how each decision
was made.

Everything a decision depends on is derived from (match seed, seat, turn), so the same calls of
`advance` and the same parameter changes repeat it (`Decision.calls`, `Decision.changes`).

Knobs that are turned while a search runs: what changes, and what a search refuses.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engines.game import SIMULTANEOUS, Game, Joint, State
from engines.knobs import KnobError, Value, shown
from engines.knobs import replace as replace_knob
from engines.seeding import seed_words
from lab.match.budget import NODES, TIME, Allowance, Budget
from lab.match.seat import SearchSeat
from lab.match.seats import parse_algorithm
from lab.words.numerals import several
from search.base import Search, Snapshot, generator
from search.only import Only

BEFORE = -1  # `Change.iteration` of a change before the decision began
STEP, SEARCH, SAMPLE = 1, 2, 3  # which stream of random numbers
Watched = bool | Callable[[], bool]  # whether somebody looks at decisions, always or now


def turn_to(player: Player, wanted: SearchSeat) -> tuple[str, str]:
    """Sets the player's knobs to those of `wanted`; returns what changed ("c 0.3 to 0.5"; "" for
    nothing), and why it was refused or "".
    """
    turned = differences(player, wanted)
    if not turned:
        return "", ""
    try:
        refusal = player.change({name: new for name, _, new in turned})
    except KnobError as error:
        refusal = str(error)
    if refusal:
        return "", refusal
    return ", ".join(
        f"{name.removeprefix('w.')} {shown(old)} to {shown(new)}" for name, old, new in turned
    ), ""


def differences(player: Player, wanted: SearchSeat) -> list[tuple[str, Value, Value]]:
    """(name, old, new) of every knob in which the player's parameters and weights differ from those
    of `wanted`.
    """
    before, after = player.spec.values(player.game), wanted.values(player.game)
    return [(name, old, after[name]) for name, old in before.items() if old != after[name]]


@dataclass(frozen=True)
class Change:
    """Parameters ("c") and evaluation weights ("w.lead") changed together after `iteration`
    iterations.
    """

    iteration: int
    values: Mapping[str, Value]


@dataclass(frozen=True)
class Decision:
    """How one seat chose, and what it found.

    `calls` are the calls of `advance` that made it, as (iterations, share of the budget spent). If
    they are unknown (), any chunks that add up to `iterations` give the same tree, provided the
    search does not divide its budget. `seconds` are those that count against a budget of time.
    """

    seat: int
    choice: tuple[int, ...]  # one search action per agent of the seat
    iterations: int
    calls: tuple[tuple[int, float], ...]
    changes: tuple[Change, ...]
    snapshot: Snapshot  # what the search knew at the end; counts alone where nobody looks at it
    cpu_s: float
    seconds: float
    overrun_ms: float = 0.0
    fresh: bool = False  # the search started fresh: nothing was kept from an earlier turn
    view: State = None  # what the seat saw; not kept in replays
    lines: tuple[str, ...] = ()  # a program's answer, verbatim
    limit_ms: float = 0.0  # a program's time limit for its answer
    stderr: str = ""  # a program's standard error since its last decision
    error: str = ""  # what was wrong with a program's answer, a sentence
    warning: str = ""  # that a program's answer came late, and counts all the same

    @property
    def of_program(self) -> bool:
        """Whether a program made it: only programs answer in lines or have faults."""
        return bool(self.lines or self.error)


def said_of(decisions: Sequence[Decision | None]) -> tuple[str, ...]:
    """What was wrong with answers of programs, and what they were warned of."""
    return tuple(text for d in decisions if d is not None for text in (d.warning, d.error) if text)


class Player:
    """One seat's search through a match, with a record of its calls. `fresh` until its first
    decision.

    With `by_cpu` a budget of milliseconds counts only the CPU time of the iterations, not time
    taken by other programs on the same cores or by preparation in Python. Its decisions then carry
    no statistics: copying them can take as long as a short search. Where it is not `watched`,
    decisions carry counts alone; a function is asked after each of them. A `search` is as good as
    new.
    """

    def __init__(
        self,
        game: Game,
        seat: int,
        spec: SearchSeat,
        seed: int,
        by_cpu: bool = False,
        watched: Watched = True,
        search: Search | None = None,
    ) -> None:
        self.game, self.seat, self.spec, self.seed, self.by_cpu = game, seat, spec, seed, by_cpu
        self.watched = watched
        self.search = search or parse_algorithm(spec.name)(game, spec.params, spec.weights, seed)
        self.fresh, self.begun = True, False
        self.shared_s = 0.0  # CPU seconds of the last call, where threads shared it
        self._changes: list[Change] = []
        self._calls: list[tuple[int, float]] = []

    @property
    def iterations(self) -> int:
        """Iterations asked for in this decision."""
        return sum(n for n, _ in self._calls)

    @property
    def elapsed_s(self) -> float:
        """Wall seconds since the decision began."""
        return time.perf_counter() - self._began

    @property
    def used_s(self) -> float:
        """What counts against a budget of milliseconds."""
        return self.cpu_s - self._prepared_s if self.by_cpu else self.elapsed_s

    def begin(
        self, state: State, turn: int, last_joint: Joint | None = None, only: Only | None = None
    ) -> None:
        """Starts the decision after `turn` played turns, from what the seat may see of `state`,
        with root actions limited to the lists of `only`.
        """
        self._calls, self._began, self.begun = [], time.perf_counter(), True
        cpu = time.thread_time()
        self.state, self.view = state, seen(self.game, state, self.seat, self.seed, turn)
        self.search.seed = derive(self.seed, SEARCH, self.seat, turn)
        # rivals' actions are hidden too
        last = None if self.game.hidden else last_joint
        if only:
            self.search.start(self.view, self.seat, last, only)
        else:
            self.search.start(self.view, self.seat, last)
        self.cpu_s = self._prepared_s = time.thread_time() - cpu

    def advance(self, n: int, spent: float = 0.0) -> bool:
        """Runs up to `n` iterations more; True when more would change nothing."""
        spent = round(min(spent, 1.0), 4)  # as it is written to a replay
        helped_s, cpu = self.search.helped_s, time.thread_time()
        done = self.search.advance(n, spent)
        helped_s = self.search.helped_s - helped_s
        cpu_s = time.thread_time() - cpu + helped_s
        self.cpu_s += cpu_s
        self.shared_s = cpu_s if helped_s > 0 else 0.0
        if self.search.searches:
            self._calls.append((n, spent))
        return done

    def change(self, values: Mapping[str, Value]) -> str | None:
        """Changes parameters or weights ("w.NAME") in the running search. Returns a sentence if the
        search refuses; KnobError if a value is wrong.
        """
        spec = turned(self.game, self.spec, values)
        if spec.params != self.spec.params and spec.params is not None:
            refusal = self.search.update(spec.params)
            if refusal:
                return refusal
        if spec.weights != self.spec.weights and spec.weights is not None:
            self.search.weigh(spec.weights)
        self.spec = spec
        self._changes.append(Change(self.iterations if self.begun else BEFORE, dict(values)))
        return None

    def decide(self, snapshot: Snapshot | None = None) -> Decision:
        """Ends the decision with what the search would play now."""
        used, budget = self.used_s, self.spec.budget
        over = used * 1000 - budget.amount if budget is not None and budget.kind == TIME else 0.0
        choice = tuple(int(a) for a in self.search.choice())
        decision = Decision(
            seat=self.seat,
            choice=choice,
            iterations=self.iterations,
            calls=tuple(self._calls),
            changes=tuple(self._changes),
            snapshot=snapshot or self._known(),
            cpu_s=self.cpu_s,
            seconds=used,
            overrun_ms=max(0.0, over),
            fresh=self.fresh,
            view=self.view,
        )
        self._changes, self.fresh, self.begun = [], False, False
        return decision

    @property
    def _is_watched(self) -> bool:
        return self.watched() if callable(self.watched) else self.watched

    def _known(self) -> Snapshot:
        if self.by_cpu:
            return Snapshot(self.search.generation, self.seat, self.iterations, 0, 0, 0)
        return self.search.snapshot() if self._is_watched else self.search.counts()


def turned(game: Game, spec: SearchSeat, values: Mapping[str, Value]) -> SearchSeat:
    """`spec` with some parameters and weights ("w.NAME") changed; KnobError if one does not exist
    or is out of range.
    """
    params, weights = spec.settings(game)
    for name, value in values.items():
        if name.startswith("w."):
            weights = replace_knob(weights, name[2:], value)
        else:
            params = replace_knob(params, name, value)
    return replace(spec, params=params, weights=weights)


def derive(*seeds: int) -> int:
    """One 63-bit seed from several."""
    return int(seed_words(1, seeds)[0]) >> 1


def ended(game: Game, turns: int) -> str:
    """Why nothing can follow so many turns, whatever the position, as a clause; "" if it can."""
    most = several(game.most_turns, game.turn_word)
    return f"a match has at most {most}" if turns >= game.most_turns else ""


def movers(game: Game, state: State) -> tuple[int, ...]:
    """The agents that have an action to choose in `state`."""
    mover = int(game.rules.to_move(state))
    if mover != SIMULTANEOUS:
        return (mover,)
    out = np.zeros(game.max_actions, np.int64)
    return tuple(a for a in range(game.agents) if game.rules.legal(state, a, out))


def seen(game: Game, state: State, seat: int, seed: int, turn: int) -> State:
    """A copy of `state` in which everything hidden from the seat is blanked, then drawn at random
    from what is consistent.
    """
    view = game.copy(state)
    if game.rules.observe is not None:
        game.rules.observe(view, seat)
    if game.rules.sample is not None:
        game.rules.sample(view, seat, generator(seed, SAMPLE, seat, turn))
    return view


def think(player: Player, budget: Budget, look: Callable[[Snapshot], object] | None = None) -> None:
    """Runs the search of a player that has begun until its budget is used; `look` gets what it
    knows after each part of it.
    """
    allowance = Allowance(budget, player.search.divides or look is not None)
    while True:
        allowance.used_s = player.used_s
        if budget.kind == NODES:
            allowance.saw(player.search.counts())
        n = allowance.steady()
        if n == 0:
            return
        done = player.advance(n, allowance.spent)
        allowance.took(n, player.used_s - allowance.used_s, done, player.shared_s)
        if look is not None:
            look(player.search.snapshot())
