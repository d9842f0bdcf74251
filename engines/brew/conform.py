"""Recorded matches of Witch's Brew against the rules: every line read, what became of every answer,
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
from engines.game import FORFEIT, Difference, Game, State

Record = Mapping[str, Any]
REASONS = {BREWED: "brew_goal", TURNS: "max_turns", OUT: "disqualification"}


def replay(game: Game, records: Sequence[Record]) -> Iterator[Difference | None]:
    """Plays a recording again; one result a turn."""
    header, end = records[0], records[-1]
    state = start(game, header)
    wrong = next(
        (d for d in _first(0, cards(header, state) | {"state": (header["state"], told(state))})),
        None,
    )
    for record in records[1:-1]:
        wrong = wrong or _turn(game, state, record)
        if wrong is None and record is records[-2]:
            wrong = next(_first(record["turn"], _end(state, end)), None)
        yield wrong
        if wrong is not None:
            return


def start(game: Game, header: Record) -> State:
    """The recorded start."""
    state = game.blank()
    decks = ([row[0] for row in header[name]] for name in ("tome_order", "order_queue"))
    set_out(state, min(int(header["league"]), WHOLE), *decks)
    return state


def cards(header: Record, state: State) -> dict[str, tuple[Any, Any]]:
    """What the header says about each card, beside our tables."""
    easy = int(state.easy)
    spells = [[n, *DELTA[n].tolist(), int(REPEATABLE[n])] for n, *_ in header["tome_order"]]
    orders = [[n, *(-NEED[easy, n]).tolist(), int(PRICE[n])] for n, *_ in header["order_queue"]]
    return {
        "tome_order": (header["tome_order"], spells),
        "order_queue": (header["order_queue"], orders),
    }


def told(s: State) -> dict[str, Any]:
    """The state as the recordings write it."""
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


def _turn(game: Game, s: State, record: Record) -> Difference | None:
    joint = np.zeros(SEATS, np.int64)
    for seat, player in enumerate(record["players"]):
        lines = player["output"] or []
        action, verdict, _ = read(s, seat, lines[0] if lines else "", game.options)
        result = verdict if action != FORFEIT else "disqualified" if lines else "timeout"
        joint[seat] = game.parse(s, seat, lines).actions[0]
        pairs = {
            "input": (player["input"], game.view(s, seat)),
            "result": (player["result"], result),
            "action": (action, int(joint[seat])),
        }
        found = next(
            _first(
                record["turn"], {f"{name} of seat {seat}": pair for name, pair in pairs.items()}
            ),
            None,
        )
        if found is not None:
            return found
    game.rules.step(s, joint, None, None)
    ours, recorded = told(s), record["state"]
    pairs = {name: (recorded[name], ours[name]) for name in recorded}
    return next(
        _first(
            record["turn"],
            pairs | {"game_over": (record["game_over"], bool(s.over) and s.over != TURNS)},
        ),
        None,
    )


def _end(s: State, end: Record) -> dict[str, tuple[Any, Any]]:
    scores = [int(final_score(s, p)) for p in range(SEATS)]
    winner = None if scores[0] == scores[1] else int(np.argmax(scores))
    ours = {
        "reason": REASONS.get(int(s.over), "still playing"),
        "turns": int(s.turn),
        "score_before_inventory_bonus": s.score.tolist(),
        "inventories": s.inv.tolist(),
        "final_scores": scores,
        "winner": winner,
    }
    return {name: (end[name], value) for name, value in ours.items()}


def _first(turn: int, pairs: Mapping[str, tuple[Any, Any]]) -> Iterator[Difference]:
    for name, (wanted, got) in pairs.items():
        if wanted != got:
            yield Difference(turn, name, wanted, got)
            return
