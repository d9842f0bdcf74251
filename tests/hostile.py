"""Positions with overwritten fields: every rule of the game must survive whatever `Game.check`
accepts.

`python -m tests.hostile --states 100000` tries that many, in a process of its own for each game, so
that a crash or an endless loop is reported with the game, the number of the try and the changed
fields. Tries are numbered; `--first N --states 1 --games GAME` repeats one of them.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import selectors
import subprocess
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from engines import game_named, games
from engines.game import FORFEIT, PASS, Game, State
from tests.matches import generator, legal, movers, option_sets
from tests.records import quicken

Draw = Callable[[int], int]  # a uniform number from 0 to below n

MATCHES = 3  # of each configured game, from which positions are taken
LONGEST = 120  # turns of one
TURNS = 5  # played on from a position that passes
STRANGE = (0, 1, 2, -3, 63, 64, 255, 1 << 31, (1 << 63) - 1, -(1 << 63))  # actions


class Forged(NamedTuple):
    """A position, and what was overwritten in it: field, index, new value."""

    game: Game
    state: State
    changes: list[tuple[str, int, str]]


# -- positions -------------------------------------------------------------------------------------


@cache
def configured(name: str) -> tuple[Game, ...]:
    """The game in each of its option sets."""
    kind = game_named(name)
    assert kind is not None
    return tuple(kind.configure(**options) for options in option_sets(kind))


@cache
def reached(game: Game, seed: int) -> tuple[State, ...]:
    """The positions of a match, the last one included: scripts with some random moves play the
    first, random moves alone the others.
    """
    state, states = game.initial(seed), []
    for turn in range(LONGEST):
        states.append(state)
        if game.rules.is_over(state):
            break
        state = state.copy()
        rng, joint = generator(seed, turn), np.full(game.agents, PASS, np.int64)
        for agent in movers(game, state):
            joint[agent] = _chosen(game, state, agent, rng, seed > 0 or turn % 3 == 2)
        game.rules.step(state, joint, rng, None)
    return tuple(states)


def _chosen(game: Game, state: State, agent: int, rng: Any, at_random: bool) -> int:
    if game.rules.policy is not None and not at_random:
        return game.resolve(state, agent, int(game.rules.policy(state, agent, rng)))
    actions = legal(game, state, agent) or [PASS]
    return game.resolve(state, agent, actions[int(rng.random() * len(actions))])


def seen(game: Game, state: State, seat: int, rng: Any = None) -> State:
    """What the seat may see; with `rng` what it cannot see is redrawn."""
    view = state.copy()
    if game.rules.observe is not None:
        game.rules.observe(view, seat)
    if game.rules.sample is not None and rng is not None:
        game.rules.sample(view, seat, rng)
    return view


def forged(name: str, draw: Draw) -> Forged:
    """A position of a match of the game, as it is or as a seat sees it, in which one to three
    numbers are overwritten.
    """
    sets = configured(name)
    game = sets[draw(len(sets))]
    states = reached(game, draw(MATCHES))
    state, view = states[draw(len(states))].copy(), draw(4)
    if view < 2:
        seat = draw(game.seats)
        state = seen(game, state, seat, generator(seat) if view else None)
    bounds, changes = game.bounds(), []
    for _ in range(1 + draw(3)):
        field = state.dtype.names[draw(len(state.dtype.names))]
        values = np.array(state[field]).reshape(-1)
        at = draw(values.size)
        values[at] = _strange(values, at, bounds[field], draw)
        state[field] = values.reshape(state.dtype[field].shape)
        changes.append((field, at, str(values[at])))
    return Forged(game, state, changes)


def _strange(values: Any, at: int, bounds: tuple[float, float], draw: Draw) -> Any:
    """A number in place of `values[at]`: within the bounds, at their edges, at those of its type,
    with a bit flipped, or copied from elsewhere in the field.
    """
    kind = values.dtype
    bits = values[at : at + 1].view(f"u{kind.itemsize}")[0].item()
    flipped = np.array([bits ^ 1 << draw(8 * kind.itemsize)], f"u{kind.itemsize}").view(kind)[0]
    either = [flipped, values[draw(values.size)]]
    if kind.kind == "f":
        edges = [*bounds, np.nextafter(bounds[0], -np.inf), np.nextafter(bounds[1], np.inf)]
        within = bounds[0] + (bounds[1] - bounds[0]) * draw(1000) / 999
        number = [*edges, within, within, np.nan, np.inf, -np.inf, 1e300, -1e-300, *either]
        return number[draw(len(number))]
    low, high = (int(bound) for bound in bounds)
    limits, within = np.iinfo(kind), low + draw(high - low + 1)
    whole = [low - 1, high + 1, low, high, within, within, limits.min, limits.max, 0, -1, 1]
    number = [*whole, *(int(each) for each in either)]
    wrapped = number[draw(len(number))] & (1 << 8 * kind.itemsize) - 1
    return np.array([wrapped], f"u{kind.itemsize}").view(kind)[0]


# -- the rules -------------------------------------------------------------------------------------


def survive(game: Game, state: State, seed: int, closed: bool = False) -> None:
    """Asks the rules all that the lab asks, here and for some turns on; with `closed` every
    position on the way, and each seat's view of it with the unknown redrawn, must pass `check` too.
    """
    rng = generator(seed)
    state = seen(game, state, 0, rng) if closed else state
    for turn in range(TURNS):
        asked = [state, *(seen(game, state, seat, each) for seat, each in _views(game, rng))]
        for position in asked if closed else ():
            assert game.check(position) == "", f"after {turn} turns"
        for position in asked[: 1 if turn else None]:
            _ask(game, position, rng)
        if game.rules.is_over(state):
            return
        joint = np.array([_answer(game, state, agent, rng) for agent in range(game.agents)])
        _count(game, state, joint)
        state = state.copy()
        game.rules.step(state, joint, rng, game.new_log())


def _views(game: Game, rng: Any) -> Iterator[tuple[int, Any]]:
    if game.rules.observe is not None:
        yield from ((seat, each) for seat in range(game.seats) for each in (None, rng))


def _answer(game: Game, state: State, agent: int, rng: Any) -> int:
    """An action as a match may get it: mostly a legal one."""
    actions = legal(game, state, agent)
    if not actions or rng.random() < 0.1:
        return PASS if rng.random() < 0.5 else FORFEIT
    return game.resolve(state, agent, actions[int(rng.random() * len(actions))])


def _ask(game: Game, state: State, rng: Any) -> None:
    """Every rule and every word about one position."""
    rules, values = game.rules, np.zeros(game.agents)
    for hint in (rules.key, rules.quiet, rules.to_move):
        if hint is not None:
            hint(state)
    rules.outcome(state, np.zeros(game.seats))
    for worth in (rules.value, rules.lasting):
        if worth is not None:
            worth(state, game.weights(), values)
    for agent in range(game.agents):
        _ask_agent(game, state, agent, rng)
    for seat in range(game.seats):
        for said in (game.view, game.intro, game.standing, game.prompt, game.advantage):
            said(state, seat)
    for shown in (game.scene, game.reason, game.unvalued):
        shown(state)
    if rules.prepare is not None:
        rules.prepare(state.copy(), game.weights())


def _ask_agent(game: Game, state: State, agent: int, rng: Any) -> None:
    """The rules about an agent's actions."""
    rules, actions = game.rules, legal(game, state, agent)
    for action in (*STRANGE, *rng.integers(-(1 << 63), 1 << 63, 4).tolist()):
        rules.is_legal(state, agent, action)
    for choose in (rules.random_action, rules.policy):
        if choose is not None and actions:
            choose(state, agent, rng)
    if rules.rest is not None and actions:
        rules.rest(state, agent)
    for action in actions:
        game.label(state, agent, action)
        for hint in (rules.is_legal, rules.order, rules.place):
            if hint is not None:
                hint(state, agent, action)
    if rules.prior is not None and actions:
        rules.prior(state, agent, np.array(actions), len(actions), np.zeros(game.max_actions))
    game.explain(state, agent, FORFEIT)
    game.targets(state, agent)
    game.position(state, agent)


def _count(game: Game, state: State, joint: Any) -> None:
    """The outcomes of a joint action, where they can be counted."""
    if game.rules.chance is None or game.rules.settle is None:
        return
    count = int(game.rules.chance(state, joint, np.zeros(game.max_outcomes)))
    for k in range(count):
        game.rules.settle(state.copy(), joint, k)


# -- many of them ----------------------------------------------------------------------------------


def attempt(name: str, number: int) -> Forged:
    """The try with this number."""
    return forged(name, random.Random(f"{name} {number}").randrange)


def work(name: str, numbers: range, closed: bool) -> None:
    """Makes tries in this process: prints each as a line of JSON before the rules see it, and its
    outcome afterwards.
    """
    for number in numbers:
        game, state, changes = attempt(name, number)
        print(json.dumps([number, game.spec, changes]), flush=True)
        try:
            refusal = game.check(state)
            if not refusal:
                survive(game, state, number, closed)
            print(json.dumps("refused" if refusal else "survived"), flush=True)
        except Exception:
            print(json.dumps(traceback.format_exc()), flush=True)


class Watch:
    """Runs `work` for one game and restarts it after a try that ends or hangs its process."""

    def __init__(self, name: str, numbers: range, patience_s: float, *more: str) -> None:
        self.name, self.numbers, self.patience_s, self.more = name, numbers, patience_s, more
        self.counts: Counter[str] = Counter()
        self.failures: list[str] = []

    def run(self) -> None:
        """Makes all tries."""
        left = self.numbers
        while left:
            left = range(self._run(left) + 1, self.numbers.stop)

    def _run(self, numbers: range) -> int:
        """Runs one process; the number of the last try that it began."""
        command = [sys.executable, "-W", "error", "-m", "tests.hostile", "--worker", self.name]
        command += ["--first", str(numbers.start), "--states", str(len(numbers)), *self.more]
        begun: list[Any] = [numbers.start - 1, self.name, "nothing was tried"]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            for said in _lines(process, self.patience_s):
                if isinstance(said, list):
                    begun = said
                elif said in ("refused", "survived"):
                    self.counts[said] += 1
                else:
                    self._fail(begun, said)
        if process.returncode:
            self._fail(begun, f"the process ended with {process.returncode}")
        number: int = begun[0] if begun[0] >= numbers.start else numbers.stop
        return number

    def _fail(self, begun: Sequence[Any], why: str) -> None:
        self.counts["failed"] += 1
        self.failures.append(f"{self.name} {begun[0]} ({begun[1]}): {begun[2]}\n{why}")


def _lines(process: subprocess.Popen[bytes], patience_s: float) -> Iterator[Any]:
    """What a worker prints; one that is silent for too long is killed."""
    assert process.stdout is not None
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        rest = b""
        while True:
            if not selector.select(patience_s):
                process.kill()
            read = os.read(process.stdout.fileno(), 1 << 16)
            if not read:
                return
            *lines, rest = (rest + read).split(b"\n")
            yield from (json.loads(line) for line in lines)


def main() -> int:
    """Prints the counts of each game and every failure; 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=int, default=1000, help="tries, over all games")
    parser.add_argument("--games", default="", help="names with commas between them; all")
    parser.add_argument("--first", type=int, default=0, help="the number of the first try")
    parser.add_argument("--patience", type=float, default=300.0, help="seconds without a word")
    parser.add_argument("--closed", action="store_true", help="what follows must pass check too")
    parser.add_argument("--worker", default="", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.worker:
        quicken()
        work(asked.worker, range(asked.first, asked.first + asked.states), asked.closed)
        return 0
    names, failures = asked.games.split(",") if asked.games else sorted(games()), []
    each = -(-asked.states // len(names))
    for name in names:
        numbers = range(asked.first, asked.first + each)
        watch = Watch(name, numbers, asked.patience, *(["--closed"] if asked.closed else []))
        watch.run()
        print(name, *(f"{n} {what}" for what, n in sorted(watch.counts.items())), flush=True)
        failures += watch.failures
    print(*failures, sep="\n")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
