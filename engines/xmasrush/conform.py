"""Recorded matches of Xmas Rush against the rules: every line that players read, every frame, every
state, the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from engines.difference import Difference, Pair, fields, first_difference
from engines.game import FORFEIT, Game, State
from engines.reading import with_options
from engines.xmasrush.deal import digits_of, lay
from engines.xmasrush.state import (
    ALL_QUESTS,
    CELLS,
    DEADLOCK,
    DISQUALIFIED,
    LEAGUES,
    LONGEST,
    MAX_TURNS,
    NAMES,
    PATIENCE,
    RUNNING,
    SIDE,
    XmasRushLog,
)
from engines.xmasrush.text import board_lines, items, quests_of, spot

REASONS = {
    RUNNING: "still running",
    MAX_TURNS: "max_turns",
    DEADLOCK: "deadlock",
    ALL_QUESTS: "all_quests",
    DISQUALIFIED: "disqualification",
}
Record = Mapping[str, Any]


def replay(game: Game, records: Sequence[Record]) -> Iterator[Difference | None]:
    """One item per turn: None if all is equal; stops after the first Difference."""
    game = with_options(game, league=league_of(records[0]))
    state, log = start(game, records[0]), game.new_log()
    for record in records[1:-1]:
        found = first_difference(record["turn"], _turn(game, state, log, record))
        yield found
        if found is not None:
            return
    found = first_difference(int(state.turn), _end(state, records[-1]))
    if found is not None:
        yield found


def _end(state: State, end: Record) -> Iterator[Pair]:
    scores = [int(x) for x in state.score]
    winner = None if scores[0] == scores[1] else int(np.argmax(scores))
    yield "reason", end["reason"], REASONS[int(state.over)]
    yield "turns", end["turns"], int(state.turn)
    yield "final_scores", end["final_scores"], scores
    yield "winner", end["winner"], winner


def league_of(header: Record) -> str:
    """The option for the recorded league."""
    return max((name for name in LEAGUES if int(name) <= int(header["league"])), key=int)


def start(game: Game, header: Record) -> State:
    """The recorded start; the hidden order of the quests is in the header."""
    s, begin = game.blank(), header["state"]
    tiles = " ".join(begin["board"]).split() + [p["hand"] for p in begin["players"]]
    placed = [(NAMES.index(name), owner, _place(x, y)) for name, owner, x, y in begin["items"]]
    lay(
        s,
        tiles,
        placed,
        [NAMES.index(name) for name in header["quest_order"][0]],
        header["visible_cards"],
    )
    s.patience, s.tries = PATIENCE if game.options.deadlock else 0, game.options.tries
    return game.checked(s)


def _place(x: int, y: int) -> int:
    return SIDE * y + x if x >= 0 else CELLS - 1 - x


def _turn(game: Game, s: State, log: XmasRushLog, record: Record) -> Iterator[Pair]:
    """Compares the lines both read, their answers and the result; plays the turn in between."""
    players = record["players"]
    for p in (0, 1):
        yield f"input of {p}", players[p]["input"], game.view(s, p)
    answers = [game.parse(s, p, player["output"] or []) for p, player in enumerate(players)]
    joint = np.array([answer.actions[0] for answer in answers], np.int64)
    before = [
        -1 if FORFEIT in answer.actions else int(score)
        for answer, score in zip(answers, s.score, strict=True)
    ]
    game.rules.step(s, joint, None, log)
    results = [player["result"] == "ok" for player in players]
    yield "ok", results, [action != FORFEIT for action in joint]
    yield "frames", record["frames"], list(_frames(log, record["type"], before))
    yield from fields(record["state"], _state(s, log))


def _frames(log: XmasRushLog, kind: str, before: Sequence[int]) -> Iterator[dict[str, Any]]:
    """The frames of a turn as recordings write them."""
    last = list(before)
    for f in range(int(log.frames[0])):
        score = log.score[f].tolist()
        frame: dict[str, Any] = {
            "pos": [list(spot(int(cell), 0)) for cell in log.pos[f]],
            "score": score,
            "blocked": [p for p in (0, 1) if log.blocked[f, p]],
            "quests_done": [now - was for now, was in zip(score, last, strict=True)],
        }
        if kind == "PUSH":
            frame["board"] = _rows(log.roads[f].tolist())
            frame["hands"] = [digits_of(hand) for hand in log.hands[f]]
            frame["same_line"] = bool(log.clash[0])
        last = score
        yield frame


def _rows(roads: Sequence[int]) -> list[str]:
    tiles = ["".join(str(board >> cell & 1) for board in roads) for cell in range(CELLS)]
    return [" ".join(tiles[SIDE * y : SIDE * y + SIDE]) for y in range(SIDE)]


def _state(s: State, log: XmasRushLog) -> dict[str, Any]:
    """The state after a turn, before new quests are turned up, as recordings write it."""
    return {
        "board": board_lines(s),
        "items": [[NAMES[name], owner, *spot(place, 0)] for name, owner, place in items(s)],
        "players": [_player(s, log, p) for p in (0, 1)],
        "stale_pushes": int(s.clashes),
        "turns_left": LONGEST - int(s.turn),
    }


def _player(s: State, log: XmasRushLog, p: int) -> dict[str, Any]:
    return {
        "pos": list(spot(int(s.pos[p]), 0)),
        "hand": digits_of(s.kind[s.tile[CELLS + p]]),
        "score": int(s.score[p]),
        "active": int(s.over) != DISQUALIFIED,  # one bad answer ends the match for both
        "revealed": [NAMES[name] for name in quests_of(s, p) if int(log.open[p]) >> name & 1],
        "hidden_left": int(s.quests) - int(log.seen[p]),
    }
