"""A match as CodinGame's own runner writes it: the JSON of its class GameResult, which brutaltester
and arenas keep as a match's log.

A *round* is one question to one player, and one more at the end. Lists over rounds: `outputs` and
`errors` per player (null where another was asked; the first entry answers no question) and for
"referee", `views`, `summaries`. The view of our module "smitsilab" holds a replay's header in the
first round and after each turn the checksum of the position, so that the file opens here like a
replay.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engines.game import FORFEIT, Game, State
from lab.files.codec import checksum
from lab.files.replay import header
from lab.match.decide import Decision
from lab.match.play import MatchResult, Turn

MODULE = "smitsilab"
FAILED = -1  # a score
_FINE = 1000  # the best score of a game for one


def game_result(game: Game, result: MatchResult, names: Sequence[str], seed: int) -> dict[str, Any]:
    """The GameResult of a match between players of these names."""
    seats = [str(seat) for seat in range(game.seats)]
    outputs: dict[str, list[str | None]] = {"referee": [], **{seat: [None] for seat in seats}}
    errors: dict[str, list[str | None]] = {"referee": [], **{seat: [""] for seat in seats}}
    views = [_key_frame(0, result.initial, {MODULE: header(result.setup, result.initial)})]
    summaries = [_summary(game, result.initial)]
    tooltips = []
    for turn in result.turns:
        asked = [decision for decision in turn.decisions if decision is not None]
        for decision in asked:
            last = decision is asked[-1]
            for seat in seats:
                mine = seat == str(decision.seat)
                outputs[seat].append(_answer(decision) if mine else None)
                errors[seat].append(decision.stderr if mine else None)
            if decision.error:
                tooltips.append(
                    {"text": decision.error, "event": decision.seat, "turn": len(views)}
                )
            views.append(
                _key_frame(len(views), turn.state) if last else f"INTERMEDIATE_FRAME {len(views)}\n"
            )
            summaries.append(_summary(game, turn.state) if last else "")
    outputs["referee"], errors["referee"] = ["" for _ in views], ["" for _ in views]
    return {
        "errors": errors,
        "outputs": outputs,
        "summaries": summaries,
        "views": views,
        "scores": dict(enumerate(scores(game, result))),
        "uinput": [f"seed={seed}"],
        "gameParameters": [f"seed={seed}"],
        "refereeInput": f"seed={seed}\n",
        "metadata": None,
        "tooltips": tooltips,
        "ids": dict(enumerate(range(game.seats))),
        "agents": [{"index": k, "agentId": k, "name": name} for k, name in enumerate(names)],
        "failCause": None,
    }


def scores(game: Game, result: MatchResult) -> list[int]:
    """A score for each seat, higher is better: 2 for each opponent behind it and 1 for each level
    with it.

    A seat that is last because its program failed has -1. In a game for one player the outcome is
    scaled to 0 to 1000.
    """
    failed = {
        seat for seat in failures(game, result) if result.outcome[seat] == min(result.outcome)
    }
    scale = 2 * (game.seats - 1) if game.seats > 1 else _FINE
    return [
        FAILED if seat in failed else round((x + 1) / 2 * scale)
        for seat, x in enumerate(result.outcome)
    ]


def failures(game: Game, result: MatchResult) -> Mapping[int, str]:
    """The seats whose program failed, and the first sentence that says why.

    A seat with a single legal action left that sends another has lost by the rules, not by an
    error.
    """
    found: dict[int, str] = {}
    before = result.initial
    for turn in result.turns:
        for decision in turn.decisions:
            if (
                decision is not None
                and decision.error
                and decision.seat not in found
                and _has_failed(game, before, turn, decision.seat)
            ):
                found[decision.seat] = decision.error
        before = turn.state
    return found


def _has_failed(game: Game, before: State, turn: Turn, seat: int) -> bool:
    decision = turn.decisions[seat]
    if (
        decision is None
        or len(decision.lines) < game.answer_lines(before, seat)
        or (decision.overrun_ms > 0 and not decision.warning)
    ):
        return True
    out = np.zeros(game.max_actions, np.int64)
    pairs = zip(game.agents_of(seat), decision.choice, strict=True)
    return any(
        action == FORFEIT and game.rules.legal(before, agent, out) > 1 for agent, action in pairs
    )


def _answer(decision: Decision) -> str | None:
    """The answer that counted: a late one does not, unless it was warned."""
    lines = decision.lines if decision.overrun_ms <= 0 or decision.warning else ()
    return "".join(f"{line}\n" for line in lines) or None


def _key_frame(number: int, state: State, whole: Mapping[str, Any] | None = None) -> str:
    frame = {MODULE: checksum(state)}
    data: Mapping[str, Any] = frame if whole is None else {"global": whole, "frame": frame}
    return f"KEY_FRAME {number}\n{json.dumps(data, separators=(',', ':'))}"


def _summary(game: Game, state: State) -> str:
    return "".join(
        f"${seat} {text}\n" for seat in range(game.seats) if (text := game.standing(state, seat))
    )
