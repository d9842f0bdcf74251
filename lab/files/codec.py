"""Between the lab's records and the plain objects of a replay's lines; `lab.files.replay` documents
the format.
"""

from __future__ import annotations

import contextlib
import dataclasses
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engines import game_named, games
from engines.game import Game, State
from engines.knobs import HasFields, KnobError, did_you_mean, make
from engines.own_files import absent, differing, origins
from engines.records import kept_names
from lab.match.budget import Budget
from lab.match.decide import Change, Decision, turned
from lab.match.play import Turn, fingerprint
from lab.match.seat import HUMAN, Person, ProgramSeat, SearchSeat, SeatSpec
from lab.match.seats import parse_algorithm
from lab.programs.spec import LIMITS, PROGRAM, limited
from lab.words.asked import values_of
from search.base import DRAW, LOSS, WIN, AgentStats, Snapshot
from search.equilibrium import EXPLOITABILITY
from search.measure import Kind, SeatValue, ValueKind, kind_of
from search.nash import NASH_CONV

_INTS = ("actions", "visits", "pv", "depth")  # arrays of AgentStats that are kept
_FLOATS = ("mean", "error")
_PLAIN = ("agent", "best", "nodes", "capacity", "mean_depth", "scale", "unsettled", "low", "high")
# of Snapshot
_SCALARS = {"exploitability": EXPLOITABILITY, "nash_conv": NASH_CONV}
_COUNTS = ("iterations", "turns", "nodes", "memory_bytes", "reused", "full", "agreed")


# what malformed lines raise
UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, OverflowError, RecursionError)
MOST_ITERATIONS = 1_000_000_000  # of one decision, as of a budget


class OddLine(ValueError):
    """Something in a file that is wrong, as a clause for use within a sentence."""


def why(error: Exception) -> str:
    """What is wrong with a line, as a clause; Python's own message on a bad value would help
    nobody.
    """
    if isinstance(error, OddLine | KnobError):
        return str(error).rstrip(".")
    if isinstance(error, KeyError) and error.args and isinstance(error.args[0], str):
        return f"{error.args[0]} is missing"
    return "a value is of another kind than it should be"


def rounded(number: Any) -> Any:
    """A number as written to a file: a Python number, floats to six digits, None if not finite."""
    if isinstance(number, np.generic):
        number = number.item()
    if not isinstance(number, float):
        return number
    return float(f"{number:.6g}") + 0.0 if math.isfinite(number) else None


# -- positions -------------------------------------------------------------------------------------


def checksum(state: State) -> str:
    """Eight hex digits of all fields of the position, without the padding between them."""
    return f"{fingerprint(state):08x}"


def encode_state(state: State) -> dict[str, Any]:
    """The position field by field."""
    return {name: state[name].tolist() for name in kept_names(state.dtype)}


def decode_state(game: Game, fields: Mapping[str, Any]) -> State:
    """The position from its fields; OddLine if they are not the fields of the game's state, or if
    the position is impossible: compiled rules do not check their input.
    """
    state = game.blank()
    if not isinstance(fields, Mapping) or set(fields) != set(kept_names(state.dtype)):
        raise OddLine("the position has other fields than this game's")
    for name, value in fields.items():
        shape = state.dtype[name].shape
        filled = np.array(value, state.dtype[name].base)
        if filled.shape != shape:
            raise OddLine(f"the field {name} of the position has another size")
        state[name] = filled
    refusal = game.check(state)
    if refusal:
        raise OddLine(f"its start position is impossible ({refusal})")
    return state


# -- games -----------------------------------------------------------------------------------------


class AbsentGame(OddLine):
    """A game that is not known here; `file` is the name of the file that it was in, "" if it was
    in none.
    """

    def __init__(self, name: str, files: Any) -> None:
        told = absent(name, files)
        super().__init__(f"there is no game {name}{told or did_you_mean(name, games())}")
        self.file = str(files[name]["file"]) if told else ""


def files_of(*kinds: type[Any] | None) -> dict[str, Any]:
    """What a line says of games and searches that are in single files: `files`, by their names the
    `file` and a `digest` of its code; nothing of those that the lab comes with.
    """
    found = origins(kinds)
    return {"files": found} if found else {}


def decode_game(line: Mapping[str, Any]) -> tuple[Game, str]:
    """The configured game of a line, and a sentence if its file has changed. AbsentGame if it is
    not known here: no file is loaded because another one names it.
    """
    name = line["game"]
    if not isinstance(name, str):
        raise OddLine("its game is no name")
    kind = game_named(name)
    if kind is None:
        raise AbsentGame(name, line.get("files"))
    return kind.configure(**line.get("options", {})), differing(kind, line.get("files"))


# -- seats -----------------------------------------------------------------------------------------


def encode_seat(game: Game, seat: SeatSpec) -> dict[str, Any]:
    """A seat with every parameter, including the defaults, which may change one day."""
    params: HasFields | None = None
    weights: HasFields | None = None
    needs: Mapping[str, str] = {}
    match seat:
        case ProgramSeat(program):
            params = program
        case SearchSeat():
            params, weights = seat.settings(game)
            with contextlib.suppress(KnobError):  # what has gone since it played
                needs = seat.kind.needs(game, params) if seat.kind is not None else {}
    return {
        "algorithm": seat.name,
        "params": values_of(params),
        "weights": values_of(weights),
        "budget": seat.budget.text if seat.budget is not None else None,
        **({"needs": dict(needs)} if needs else {}),
        **files_of(seat.kind),
    }


def decode_seat(game: Game, line: Mapping[str, Any]) -> tuple[SeatSpec, str]:
    """The seat and, where something about it is unknown here, a sentence."""
    name, budget = line["algorithm"], line.get("budget")
    if not isinstance(name, str):
        raise OddLine("a seat's algorithm is no name")
    limit = Budget.parse(str(budget)) if budget else None
    if name == HUMAN:
        return Person(), ""
    if name == PROGRAM:
        params = line.get("params", {})
        limits = {knob: value for knob, value in params.items() if knob in LIMITS}
        return ProgramSeat(limited(str(params["command"]), limits)), ""
    try:
        kind = parse_algorithm(name)
        params = make(kind.Params, line.get("params", {}))
        weights = make(game.EvalParams, line.get("weights", {}))
        refusal = kind.supports(game) or _changed(line.get("needs", {}), kind.needs(game, params))
    except KnobError as error:
        refusal = str(error)
    if refusal:
        refusal = absent(name, line.get("files")).removeprefix(", ") or refusal
        said = f"The search of seat {name} cannot be repeated here: {refusal}"
        return SearchSeat(name, budget=limit), said
    return SearchSeat(name, params, weights, limit), ""


def _changed(recorded: Any, here: Mapping[str, str]) -> str:
    """A sentence where what a search needs is not what it played with, "" where it is."""
    if not isinstance(recorded, dict):
        raise OddLine("what a seat needs is no list of names")
    for name, digest in here.items():
        if name in recorded and recorded[name] != digest:
            return f"it played with the {name} {str(recorded[name])[:40]}, and {digest} is here."
    return ""


def knobs_turned(
    game: Game, base: Sequence[SeatSpec], before: Sequence[SeatSpec], line: Mapping[str, Any]
) -> tuple[SeatSpec, ...]:
    """The settings after a turn line, from those `before` it and its changes: a new search begins
    with those of `base`.
    """
    found = [*before]
    for each in line.get("decisions", ()):
        with contextlib.suppress(*UNREADABLE):  # whoever plays the turn says what is wrong
            spec = (base if each.get("fresh") else found)[each["seat"]]
            for _, values in each.get("changes", ()):
                spec = turned(game, spec, values) if isinstance(spec, SearchSeat) else spec
            found[each["seat"]] = spec
    return tuple(found)


def is_known(seat: SeatSpec) -> bool:
    """Whether a seat from a file describes its player fully: one that this version cannot repeat is
    read without its parameters.
    """
    return not isinstance(seat, SearchSeat) or seat.params is not None


# -- turns -----------------------------------------------------------------------------------------


def encode_turn(turn: Turn) -> dict[str, Any]:
    """One turn as one line."""
    line: dict[str, Any] = {
        "turn": turn.turn,
        "joint": list(turn.joint),
        "state": checksum(turn.state),
        "values": [encode_value(v) for v in turn.values],
        "decisions": [encode_decision(d) for d in turn.decisions if d is not None],
    }
    if not turn.joint:
        line["position"] = encode_state(turn.state)
    if turn.errors:
        line["errors"] = list(turn.errors)
    return line


def encode_value(value: SeatValue) -> dict[str, Any]:
    """A seat's value."""
    return {
        "number": rounded(value.number),
        "kind": value.kind.value,
        "low": rounded(value.low),
        "high": rounded(value.high),
        "view": value.view,
        "proven": value.proven,
    }


def decode_value(line: Any, seats: int, graded: bool = False) -> SeatValue:
    """A seat's value; in files of version 1 a bare number whose kind is not known. In `graded`
    games older versions called payoffs scores.
    """
    if not isinstance(line, Mapping):
        return SeatValue(math.nan if line is None else float(line), ValueKind.UNKNOWN, -1.0, 1.0)
    view, number, proven = line["view"], line["number"], line.get("proven", "")
    if view is not None and view not in range(seats):
        raise OddLine("a value is the view of a seat that is not in this game")
    if proven not in ("", WIN, LOSS, DRAW):
        raise OddLine("a value is proved to be what no match can end with")
    ends = float(line["low"]), float(line["high"])
    if not math.isfinite(ends[0]) or not math.isfinite(ends[1]) or ends[0] >= ends[1]:
        raise OddLine("the range of a value is empty")
    plain = math.nan if number is None else float(number)
    kind = ValueKind(line["kind"])
    kind = ValueKind.PART if graded and kind is ValueKind.SCORE else kind
    return SeatValue(plain, kind, *ends, view, proven)


def encode_decision(decision: Decision) -> dict[str, Any]:
    """How a seat chose."""
    said = {
        "lines": list(decision.lines),
        "limit_ms": rounded(decision.limit_ms),
        "stderr": decision.stderr,
        "error": decision.error,
        "warning": decision.warning,
    }
    return {
        "seat": decision.seat,
        "choice": list(decision.choice),
        "iterations": decision.iterations,
        "calls": [list(call) for call in decision.calls],
        "changes": [[change.iteration, dict(change.values)] for change in decision.changes],
        "fresh": decision.fresh,
        "cpu_s": rounded(decision.cpu_s),
        "seconds": rounded(decision.seconds),
        "overrun_ms": rounded(decision.overrun_ms),
        "search": encode_snapshot(decision.snapshot),
    } | {name: value for name, value in said.items() if value}


def encode_snapshot(snapshot: Snapshot) -> dict[str, Any]:
    """A search's summary."""
    line = {name: rounded(getattr(snapshot, name)) for name in _COUNTS}
    line["value"] = encode_value(snapshot.value) if snapshot.value is not None else None
    agents = []
    for stats in snapshot.agents:
        agent: dict[str, Any] = {name: rounded(getattr(stats, name)) for name in _PLAIN}
        agent |= {"kind": stats.kind.value, "counted": stats.counted}
        agent |= {
            name: [rounded(x) for x in getattr(stats, name).tolist()] for name in (*_INTS, *_FLOATS)
        }
        if stats.policy is not None:
            agent |= {"policy": [rounded(x) for x in stats.policy.tolist()], "drawn": stats.drawn}
        agents.append(agent)
    for name, scalar in _SCALARS.items():
        if scalar in snapshot.scalars:
            line[name] = rounded(snapshot.scalars[scalar])
    return line | {"agents": agents}


def decode_decision(line: Mapping[str, Any], graded: bool = False) -> Decision:
    """The decision as far as the file keeps it."""
    iterations, calls = _count(line["iterations"]), line.get("calls", ())
    _count(sum(_count(n) for n, _ in calls))
    return Decision(
        seat=int(line["seat"]),
        choice=tuple(int(v) for v in line["choice"]),
        iterations=iterations,
        calls=tuple((int(n), _share(spent)) for n, spent in calls),
        changes=tuple(
            Change(int(iteration), dict(values)) for iteration, values in line.get("changes", ())
        ),
        snapshot=decode_snapshot(line["search"], int(line["seat"]), graded),
        cpu_s=float(line.get("cpu_s") or 0.0),
        seconds=float(line.get("seconds") or 0.0),
        overrun_ms=float(line.get("overrun_ms") or 0.0),
        fresh=bool(line.get("fresh", False)),
        lines=tuple(str(text) for text in line.get("lines", ())),
        limit_ms=float(line.get("limit_ms") or 0.0),
        stderr=str(line.get("stderr", "")),
        error=str(line.get("error", "")),
        warning=str(line.get("warning", "")),
    )


def _count(number: Any) -> int:
    """A number of iterations; OddLine if no budget allows it."""
    if not 0 <= int(number) <= MOST_ITERATIONS:
        raise OddLine(
            f"a decision has {float(number):.3g} iterations, not 0 to {MOST_ITERATIONS:,}"
        )
    return int(number)


def _share(spent: Any) -> float:
    if not 0.0 <= float(spent) <= 1.0:
        raise OddLine("a call spent a share of its budget that is not between 0 and 1")
    return float(spent)


def decode_snapshot(line: Mapping[str, Any], seat: int, graded: bool = False) -> Snapshot:
    """The summary; what a file does not keep is NaN."""
    known = {name: line[name] for name in _COUNTS if name in line}
    value = line.get("value")
    scalars = {scalar: line.get(name) for name, scalar in _SCALARS.items()}
    return Snapshot(
        generation=0,
        seat=seat,
        agents=tuple(_decode_agent(a, graded) for a in line.get("agents", ())),
        value=decode_value(value, seat + 1, graded) if value is not None else None,
        scalars={name: float(found) for name, found in scalars.items() if found is not None},
        **known,
    )


def _decode_agent(line: Mapping[str, Any], graded: bool) -> AgentStats:
    numbers = {f.name: float("nan") for f in dataclasses.fields(AgentStats) if f.name in _PLAIN}
    plain: dict[str, Any] = numbers | {
        name: line[name] for name in _PLAIN if line.get(name) is not None
    }
    arrays: dict[str, Any] = {name: np.array(line[name], np.int64) for name in _INTS}
    unknown = np.full(len(line["actions"]), np.nan)
    arrays |= {
        name: np.array([np.nan if x is None else x for x in line.get(name, unknown)], np.float64)
        for name in _FLOATS
    }
    kind = kind_of(str(line.get("kind", line.get("unit"))))  # older files name the unit in words
    kind = Kind.PART if graded and kind is Kind.SHARE else kind
    counted = str(line.get("counted", "visit"))
    if "policy" in line:
        arrays["policy"] = np.array(line["policy"], np.float64)
        if arrays["policy"].shape != arrays["actions"].shape:
            raise OddLine("a mixed strategy has another number of actions")
    drawn = bool(line.get("drawn", False))
    return AgentStats(**plain, **arrays, kind=kind, counted=counted, drawn=drawn)
