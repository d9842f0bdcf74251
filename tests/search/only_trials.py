"""Searches whose root actions are limited to a list, in plain Python: what is wrong with each.

Run with NUMBA_DISABLE_JIT=1, which takes an index beyond an array as an error; prints the faults of
each pair of game and algorithm as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from engines.game import PASS, Game, State
from search import algorithms
from search.base import Search, Snapshot
from search.branches import Wish
from search.forms import Layers, Sequences
from search.only import Only, legal_now
from tests.search.signatures import configured

# turns taken one after the other and all at once; seats of several agents in the last
GAMES = ("tictactoe", "matrix", "goofspiel")
TEAMS = ("csb",)  # slow in plain Python: only with these
TEAM_PLAYERS = ("smitsimax", "uct", "duct", "beam", "genetic", "flat_mc", "greedy")
VARIANTS: tuple[tuple[str, dict[str, object]], ...] = (
    *((name, {}) for name in algorithms()),
    ("uct", {"solver": True, "widening": True, "rave": 100.0}),
    ("uct", {"playout": "scripted", "second": "own"}),
    ("duct", {"rule": "regret"}),
    ("beam", {"variant": "stack", "width": 3, "stack_depth": 3}),
    ("beam", {"variant": "first"}),
    ("smitsimax", {"expansion": "one"}),
)
TRIALS = 9


def search_of(game: Game, name: str, values: dict[str, object]) -> Search:
    kind = algorithms()[name]
    return kind(game, replace(kind.usual(game), **values), seed=7)


def lists(game: Game, state: State, agents: tuple[int, ...]) -> dict[int, np.ndarray]:
    """Every other action of each of these agents that has several; another number of them for
    each.
    """
    legal = {agent: legal_now(game, state, agent) for agent in agents}
    return {agent: x[1 : 6 - agent % 3 : 2] for agent, x in legal.items() if x.size > 1}


def ran(search: Search, state: State, seat: int, only: Only | None) -> Snapshot:
    with np.errstate(all="ignore"):
        search.start(state, seat, None, only)
        search.advance(TRIALS)
        return search.snapshot()


def began(search: Search, agents: tuple[int, ...]) -> Iterator[tuple[int, set[int]]]:
    """(agent, the first actions of what the search has to show besides its root statistics)."""
    for part in search.branches(Wish(agents)):
        if part.mover.size > 1:
            yield int(part.mover[part.children(0)[0]]), set(part.action[part.children(0)].tolist())
    kept = search.kept(Wish(agents))
    if isinstance(kept, Layers):
        for k, agent in enumerate(kept.agents):
            yield agent, set(kept.firsts[:, k].tolist())
    if isinstance(kept, Sequences):
        for agent in kept.agents:
            yield agent, set(kept.actions[:, :1, agent].ravel().tolist())


def faults(game: Game, name: str, values: dict[str, object], others: bool) -> list[str]:
    """What is wrong when the own agents are limited, or those of the other seats where the search
    chooses for them.
    """
    state, search = game.bench_position(), search_of(game, name, values)
    mover = int(game.rules.to_move(state))
    seat, agents = (0 if mover < 0 else game.owner[mover]), tuple(range(game.agents))
    own = game.agents_of(seat)
    only = lists(game, state, tuple(a for a in agents if (a in own) != others))
    if others and (not only or not search.everyone or game.hidden):
        return []
    snapshot, found = ran(search, state, seat, only), []
    if not others:
        for agent, action in zip(own, search.choice(), strict=True):
            if agent in only and int(action) not in only[agent]:
                found.append(f"agent {agent} would play {action}")
    for stats in snapshot.agents:
        listed = only.get(stats.agent)
        if listed is not None and sorted(stats.actions) != sorted(listed):
            found.append(f"agent {stats.agent} has {stats.actions}, not {listed}")
        if listed is not None and int(stats.actions[stats.best]) not in listed:
            found.append(f"agent {stats.agent}: the best is {stats.actions[stats.best]}")
    for agent, actions in began(search, agents):
        if agent in only and actions - {PASS} - set(only[agent].tolist()):
            found.append(f"agent {agent} shows {actions}")
    return found + (_whole(game, name, values) if not others else [])


def _whole(game: Game, name: str, values: dict[str, object]) -> list[str]:
    """Whether a list of all actions is the same search as none, also after a limited one."""
    state = game.bench_position()
    mover = int(game.rules.to_move(state))
    seat = 0 if mover < 0 else game.owner[mover]
    own = game.agents_of(seat)
    legal = {a: x for a in own if (x := legal_now(game, state, a)).size}
    free, whole = (search_of(game, name, values) for _ in range(2))
    if (name in ("uct", "beam") and game.name in TEAMS) or "playout" in values:
        return []  # what they do where nothing is known yet is on no list
    ran(whole, state, seat, lists(game, state, own))
    described = partial(ran, state=state, seat=seat)
    plain, listed, again = (
        described(free, only=None),
        described(whole, only=legal),
        described(whole, only=None),
    )
    return [] if _told(plain) == _told(listed) == _told(again) else ["all actions are not none"]


def _told(snapshot: Snapshot) -> list[object]:
    """Its numbers, to be compared."""
    return [snapshot.iterations, snapshot.turns] + [
        (s.agent, s.actions.tolist(), s.visits.tolist(), s.mean.tobytes(), s.best, s.pv.tolist())
        for s in snapshot.agents
    ]


def main() -> None:
    """Prints the faults."""
    found: dict[str, list[str]] = {}
    for title in (*GAMES, *TEAMS):
        game = configured(title)
        for name, values in VARIANTS:
            wanted = title in GAMES or (name in TEAM_PLAYERS and not values)
            if wanted and algorithms()[name].supports(game) is None:
                for others in (False, True):
                    key = f"{title} {name} {values or ''}{' others' * others}"
                    found[key] = faults(game, name, values, others)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
