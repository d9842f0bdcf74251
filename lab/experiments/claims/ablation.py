"""What can be taken away from a player, one part at a time; the list makes itself from the knobs.

Each switch is turned over, each choice takes each other value, each number goes to its `off` value
or to 0 where that is its low end, and so does each evaluation weight. Knobs that do nothing in this
game or at these settings are left out, as are players that would play as the full one does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engines.game import Game
from engines.knobs import (
    Knob,
    KnobError,
    NoParams,
    Value,
    did_you_mean,
    knobs,
    make,
    split_items,
    written,
)
from lab.match.seat import SearchSeat
from lab.match.seats import make_seat, parse_algorithm
from search.base import Search

ALL, KNOBS, WEIGHTS = "all", "knobs", "weights"
LISTS = (ALL, KNOBS, WEIGHTS)
WEIGHT = "w."  # begins the name of an evaluation weight


@dataclass(frozen=True)
class Variant:
    """A player with some values changed."""

    name: str  # what was asked for, as typed: "opponent=none", "width=700,depth=20"
    title: str  # of the first knob that is changed
    seat: SearchSeat


def facts(game: Game) -> dict[str, Value]:
    """What `idle_if` may ask about a game."""
    rules = game.rules
    asked = {
        "simultaneous": game.simultaneous,
        "chance": game.chance,
        "hidden": game.hidden,
        "alone": game.seats == 1,
        "teams": game.agents > game.seats,
        **{
            name: getattr(rules, name) is not None for name in ("lasting", "key", "quiet", "policy")
        },
    }
    return {f"game.{name}": bool(value) for name, value in asked.items()}


def variants(seat: SearchSeat, game: Game, wanted: Sequence[str] = (ALL,)) -> tuple[Variant, ...]:
    """The players that differ from `seat` by one of the `wanted` parts: "all", "knobs", "weights",
    the name of a knob for everything that can be done to it, or changes as "vote=10". KnobError
    names what is unknown, and a change after which the player plays as before.
    """
    met, found = {effective(seat, game)}, list[Variant]()
    for text in wanted:
        made = [changed(seat, game, text)] if "=" in text else _listed(seat, game, text)
        fresh = {effective(variant.seat, game): variant for variant in reversed([*made])}
        if not fresh.keys() - met:
            raise KnobError(f"{text} changes nothing for {seat.name} in {game.title}.")
        found += [variant for same, variant in reversed(fresh.items()) if same not in met]
        met |= fresh.keys()
    return tuple(found)


def changed(seat: SearchSeat, game: Game, text: str) -> Variant:
    """The player with the values of `text`, as in "width=700,w.score=2". A single change that takes
    a part away takes the knobs along that have to follow.
    """
    pairs = [item.partition("=")[::2] for item in split_items(text)]
    values: dict[str, Value] = {name.strip(): value.strip() for name, value in pairs}
    if not all(values) or not all(values.values()):
        raise KnobError(f"In {text}, each change should read NAME=VALUE.")
    made = _variant(seat, game, values)
    if len(values) > 1:
        return made
    (name,) = values
    knob = _known(parse_algorithm(seat.name), game)[name]
    if knob.check(values[name]) not in _removals(knob, _now(seat)[name]):
        return made
    return replace(_variant(seat, game, {**values, **knob.with_}), name=made.name)


def effective(seat: SearchSeat, game: Game) -> SearchSeat:
    """The player with every knob that does nothing at its default: players that are equal so play
    alike.
    """
    known, kind = facts(game) | _values(seat.params), parse_algorithm(seat.name)
    idle = {knob.name: knob.default for knob in kind.knobs(game) if knob.is_idle(known)}
    made = make(kind.Params, _values(seat.params) | idle)
    return replace(seat, params=made) if idle else seat


def _listed(seat: SearchSeat, game: Game, text: str) -> Iterator[Variant]:
    """What can be done to all knobs of a list, or to the knob named so."""
    kind = parse_algorithm(seat.name)
    known = _known(kind, game)
    if text not in LISTS and text not in known:
        raise KnobError(
            f"There is nothing to take away named {text}{did_you_mean(text, [*LISTS, *known])}"
        )
    now, about = _now(seat), facts(game)
    for name, knob in known.items():
        listed = text == ALL or text == (WEIGHTS if name.startswith(WEIGHT) else KNOBS)
        for value in _removals(knob, now[name]) if listed or text == name else ():
            if not knob.is_idle(about | now | {name: value}):
                yield _variant(seat, game, {name: value, **knob.with_})


def _known(kind: type[Search], game: Game) -> dict[str, Knob]:
    """The knobs of the algorithm and the weights of the game, by the names of the command line."""
    weights = {f"{WEIGHT}{knob.name}": knob for knob in knobs(game.EvalParams)}
    return {knob.name: knob for knob in kind.knobs(game)} | weights


def _removals(knob: Knob, now: Value) -> list[Value]:
    """The values that take away what a knob does at the value `now`."""
    if knob.kind == "switch":
        return [not now]
    if knob.kind == "choice":
        return [value for value in knob.choices if value != now]
    off = 0 if knob.off is None and knob.low == 0 else knob.off
    return [] if off is None or off == now or knob.kind == "text" else [off]


def _variant(seat: SearchSeat, game: Game, changes: Mapping[str, Value]) -> Variant:
    """The player with these changes, checked."""
    kind = parse_algorithm(seat.name)
    known = _known(kind, game)
    for name in changes:
        if name not in known:
            raise KnobError(
                f"{kind.title} in {game.title} has nothing named {name}{did_you_mean(name, known)}"
            )
    made = make_seat(kind, game, _now(seat) | dict(changes), seat.budget)
    text = ",".join(f"{name}={written(value)}" for name, value in changes.items())
    return Variant(text, known[next(iter(changes))].title, made)


def _now(seat: SearchSeat) -> dict[str, Value]:
    """The value of every knob and weight, by the names of the command line."""
    weights = {f"{WEIGHT}{name}": value for name, value in _values(seat.weights).items()}
    return _values(seat.params) | weights


def _values(params: Any) -> dict[str, Value]:
    """The value of every knob."""
    params = params or NoParams()
    return {knob.name: getattr(params, knob.name) for knob in knobs(params)}
