"""Both kinds of CodinGame's JSON as one plain record: which player was asked, its answer, and the
view.

The site's kind (also what its editor and its replay pages give, maybe inside "success" or
"gameResult") has `frames`, each with `agentId`, `stdout`, `stderr`, `view` and `gameInformation`,
and `ranks`, `scores`, `refereeInput`, `agents`. The kind of the game runner's class GameResult
(brutaltester's logs) has `outputs` and `errors` per player, `views`, `scores`, `uinput` or
`gameParameters`, `agents`. In both, the first entry shows the start and answers no question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engines.site import Recording, Round
from lab.files.codec import UNREADABLE, OddLine, why
from lab.files.replay import ReplayError, file_contents
from lab.files.source import parsed

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
