"""A match as CodinGame's own runner writes it: the JSON of its class GameResult, which brutaltester
and arenas keep as a match's log.

A *round* is one question to one player, and one more at the end. Lists over rounds: `outputs` and
`errors` per player (null where another was asked; the first entry answers no question) and for
"referee", `views`, `summaries`. The view of our module "smitsilab" holds a replay's header in the
first round and after each turn the checksum of the position, so that the file opens here like a
replay.

Read are both kinds of CodinGame's JSON, as one plain record: which player was asked, its answer,
and the view.

The site's kind (also what its editor and its replay pages give, maybe inside "success" or
"gameResult") has `frames`, each with `agentId`, `stdout`, `stderr`, `view` and `gameInformation`,
and `ranks`, `scores`, `refereeInput`, `agents`. The kind of the game runner's class GameResult
(brutaltester's logs) has `outputs` and `errors` per player, `views`, `scores`, `uinput` or
`gameParameters`, `agents`. In both, the first entry shows the start and answers no question.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from engines.game import FORFEIT, Game, State
from engines.site import Recording, Round
from lab.files.codec import UNREADABLE, OddLine, checksum, why
from lab.files.replay import ReplayError, file_contents, header
from lab.files.source import parsed
from lab.match.decide import Decision
from lab.match.play import MatchResult, Turn

MOST_PLAYERS = 8  # of a contest
_WRAPPERS = ("success", "gameResult")


def read_recording(path: Path) -> Recording:
    """The recording in a file; ReplayError with one sentence if it is none."""
    found = _content(path)
    for name in _WRAPPERS:
        if isinstance(found, dict) and isinstance(found.get(name), dict):
            found = found[name]
    known = found if isinstance(found, dict) else {}
    try:
        recording = (
            _site(known) if "frames" in known else _runner(known) if "outputs" in known else None
        )
    except UNREADABLE as error:
        raise ReplayError(
            f"{path} is no CodinGame replay that can be read ({why(error)})."
        ) from error
    if recording is None:
        raise ReplayError(f"{path} is not a replay, neither of Smitsilab nor of CodinGame.")
    if not recording.rounds:
        raise ReplayError(f"{path} holds no turn.")
    return recording


def _content(path: Path) -> Any:
    """The value of a file of JSON, packed or not; ReplayError if it is none."""
    data, whole = file_contents(path)
    try:
        return parsed(data if whole else b"")
    except ValueError as error:
        what = (
            "is cut short or damaged"
            if b'"frames"' in data or b'"outputs"' in data
            else "is not a replay, neither of Smitsilab nor of CodinGame"
        )
        raise ReplayError(f"{path} {what}.") from error


def _site(found: Mapping[str, Any]) -> Recording:
    rounds = [
        Round(
            seat=int(frame.get("agentId", -1)),
            lines=_lines(frame.get("stdout")),
            stderr=str(frame.get("stderr") or ""),
            view=str(frame.get("view") or ""),
            said=str(frame.get("gameInformation") or ""),
        )
        for frame in found["frames"]
    ]
    agents = sorted(found.get("agents") or [], key=lambda agent: int(agent["index"]))
    asked = max((each.seat or 0 for each in rounds), default=0) + 1
    if asked > MOST_PLAYERS:
        raise OddLine(f"player {asked} is asked")
    names = [_name(agent, k) for k, agent in enumerate(agents)] or [
        _name({}, k) for k in range(asked)
    ]
    scores = tuple(float(score) for score in found.get("scores") or ())
    places = tuple(int(place) for place in found.get("ranks") or _places(scores))
    return Recording(
        tuple(names),
        _params(found.get("refereeInput")),
        rounds[0],
        tuple(rounds[1:]),
        places,
        scores,
    )


def _runner(found: Mapping[str, Any]) -> Recording:
    outputs, views = found["outputs"], found["views"]
    errors = found.get("errors") or {}
    seats = sorted(int(key) for key in outputs if key != "referee")
    most = max([len(views), *(len(outputs[str(seat)]) for seat in seats)])
    rounds = [_round(k, seats, outputs, errors, views) for k in range(most)]
    agents = sorted(found.get("agents") or [], key=lambda agent: int(agent["index"]))
    names = [_name(agent, k) for k, agent in enumerate(agents)] or [_name({}, k) for k in seats]
    told = (
        found.get("gameParameters")
        or found.get("uinput")
        or ([found["refereeInput"]] if found.get("refereeInput") else [])
    )
    told_scores = found.get("scores") or {}
    scores = (
        tuple(float(told_scores[str(seat)]) for seat in seats)
        if all(str(seat) in told_scores for seat in seats)
        else ()
    )
    while len(rounds) > 1 and rounds[-1].seat is None and not rounds[-1].view:
        rounds.pop()
    return Recording(
        tuple(names),
        _params("\n".join(told)),
        rounds[0],
        tuple(rounds[1:]),
        _places(scores),
        scores,
    )


def _round(
    k: int,
    seats: Sequence[int],
    outputs: Mapping[str, Any],
    errors: Mapping[str, Any],
    views: Sequence[Any],
) -> Round:
    seat = next((s for s in seats if _at(outputs[str(s)], k) is not None), None)
    asked = (
        seat
        if seat is not None
        else next((s for s in seats if _at(errors.get(str(s), ()), k)), None)
    )
    stderr = str(_at(errors.get(str(asked), ()), k) or "")
    return Round(
        asked,
        _lines(_at(outputs[str(seat)], k)) if seat is not None else None,
        stderr,
        str(_at(views, k) or ""),
    )


def _at(values: Sequence[Any], k: int) -> Any:
    return values[k] if k < len(values) else None


def _lines(text: Any) -> tuple[str, ...] | None:
    """The lines of an answer; an answer of nothing counts as none."""
    return tuple(str(text).removesuffix("\n").replace("\r", "").split("\n")) if text else None


def _name(agent: Mapping[str, Any], k: int) -> str:
    person, boss = agent.get("codingamer") or {}, agent.get("arenaboss") or {}
    return str(
        person.get("pseudo") or boss.get("nickname") or agent.get("name") or f"player {k + 1}"
    )


def _params(text: Any) -> dict[str, str]:
    pairs = (line.partition("=") for line in str(text or "").splitlines())
    return {key.strip(): value.strip() for key, equals, value in pairs if equals}


def _places(scores: Sequence[float]) -> tuple[int, ...]:
    return tuple(sum(other > score for other in scores) for score in scores)


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
