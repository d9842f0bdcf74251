"""Recorded matches of Witch's Brew against the rules: every line read, the result of every answer,
every field of the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from engines.brew.cards import DELTA, FIRST_ORDER, NEED, PRICE, REPEATABLE, TOME
from engines.brew.rules import final_score
from engines.brew.state import BREWED, EMPTY, OUT, SEATS, TURNS, URGENCY, WHOLE, set_out
from engines.brew.text import ids_of, read
from engines.difference import Difference, Pair, fields, first_difference
from engines.game import FORFEIT, Game, State
from engines.reading import with_options

Record = Mapping[str, Any]
REASONS = {BREWED: "brew_goal", TURNS: "max_turns", OUT: "disqualification"}


def replay(game: Game, records: Sequence[Record]) -> Iterator[Difference | None]:
    """Replays a recording; one result per turn."""
    header, end = records[0], records[-1]
    game = with_options(game, league=min(WHOLE, int(header["league"])))
    state = start(game, header)
    wrong = first_difference(0, _begin(header, state))
    for record in records[1:-1]:
        wrong = wrong or first_difference(record["turn"], _turn(game, state, record))
        if wrong is None and record is records[-2]:
            wrong = first_difference(record["turn"], _end(state, end))
        yield wrong
        if wrong is not None:
            return


def start(game: Game, header: Record) -> State:
    """The recorded start."""
    state = game.blank()
    decks = ([row[0] for row in header[name]] for name in ("tome_order", "order_queue"))
    set_out(state, min(int(header["league"]), WHOLE), *decks)
    return game.checked(state)


def _begin(header: Record, state: State) -> Iterator[Pair]:
    """What the header says about each card and about the start."""
    easy = int(state.easy)
    spells = [[n, *DELTA[n].tolist(), int(REPEATABLE[n])] for n, *_ in header["tome_order"]]
    orders = [[n, *(-NEED[easy, n]).tolist(), int(PRICE[n])] for n, *_ in header["order_queue"]]
    yield "tome_order", header["tome_order"], spells
    yield "order_queue", header["order_queue"], orders
    yield "state", header["state"], told(state)


def told(s: State) -> dict[str, Any]:
    """The state in the recordings' format."""
    return {
        "tome": [[int(n), int(tax)] for n, tax in zip(s.tome, s.tax, strict=True) if n != EMPTY],
        "orders": [int(n) for n in s.orders if n >= FIRST_ORDER],
        "tome_deck_left": len(TOME) - int(s.spells_dealt),
        "order_deck_left": int(s.orders_all) - int(s.orders_dealt),
        "bonus_left": [int(n) for n in s.urgent],
        "bonus_value": URGENCY[int(s.moved)].tolist(),
        "players": [_player(s, p) for p in range(SEATS)],
    }


def _player(s: State, p: int) -> dict[str, Any]:
    spells = [
        [number, *DELTA[n].tolist(), int(REPEATABLE[n]), int(s.ready[p]) >> n & 1]
        for n, number in ids_of(s, p).items()
    ]
    active = not int(s.out) >> p & 1
    return {
        "inv": s.inv[p].tolist(),
        "score": int(s.score[p]),
        "brewed": int(s.brewed[p]),
        "active": active,
        "spells": spells,
    }


def _turn(game: Game, s: State, record: Record) -> Iterator[Pair]:
    """Compares the lines both read, the results of their answers, and the state; plays the turn in
    between.
    """
    joint = np.zeros(SEATS, np.int64)
    for seat, player in enumerate(record["players"]):
        lines = player["output"] or []
        action, verdict, _ = read(s, seat, lines[0] if lines else "", game.options)
        result = verdict if action != FORFEIT else "disqualified" if lines else "timeout"
        joint[seat] = game.parse(s, seat, lines).actions[0]
        yield f"input of seat {seat}", player["input"], game.view(s, seat)
        yield f"result of seat {seat}", player["result"], result
        yield f"action of seat {seat}", action, int(joint[seat])
    game.rules.step(s, joint, None, None)
    yield from fields(record["state"], told(s))
    yield "game_over", record["game_over"], bool(s.over) and s.over != TURNS


def _end(s: State, end: Record) -> Iterator[Pair]:
    scores = [int(final_score(s, p)) for p in range(SEATS)]
    ours = {
        "reason": REASONS.get(int(s.over), "still playing"),
        "turns": int(s.turn),
        "score_before_inventory_bonus": s.score.tolist(),
        "inventories": s.inv.tolist(),
        "final_scores": scores,
        "winner": None if scores[0] == scores[1] else int(np.argmax(scores)),
    }
    return ((name, end[name], value) for name, value in ours.items())
