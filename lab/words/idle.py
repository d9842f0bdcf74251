"""When a knob does nothing, and why: other knobs, and facts of the game, that `Knob.idle_if`
names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engines.game import Game
from engines.knobs import Knob, Value, knobs, shown
from search.evaluation import VALUED
from search.network import refusal

# where a knob does nothing that depends on the fact
WHERE = {
    "game.simultaneous": "where players move in turn",
    "game.chance": "in a game without chance",
    "game.hidden": "in a game that hides nothing",
    "game.alone": "in a game for one",
    "game.teams": "where each seat has one agent",
    "game.lasting": "in a game that names no part of a value that lasts",
    "game.key": "in a game whose positions have no keys",
    "game.quiet": "in a game that does not say which positions are quiet",
    "game.policy": "in a game without a scripted player",
    "game.network": "in a game that no network can evaluate",
}


def weighing(game: Game) -> list[Knob]:
    """The weights of a game's evaluation, as knobs that do nothing where a network evaluates."""
    return [replace(each, idle_if={**each.idle_if, **VALUED}) for each in knobs(game.EvalParams)]


def facts(game: Game) -> dict[str, Value]:
    """What `idle_if` may ask about a game."""
    rules = game.rules
    asked = {
        "simultaneous": game.simultaneous,
        "chance": game.chance,
        "hidden": game.hidden,
        "alone": game.seats == 1,
        "teams": game.agents > game.seats,
        "network": not refusal(game),
        **{
            name: getattr(rules, name) is not None for name in ("lasting", "key", "quiet", "policy")
        },
    }
    return {f"game.{name}": bool(value) for name, value in asked.items()}


def why_idle(knob: Knob, known: Mapping[str, Value], among: Iterable[Knob]) -> str:
    """Why it does nothing at these values of the knobs `among` which it is, and of facts; "" where
    it does something.
    """
    found = (name for name in knob.idle_if if name in known and knob.is_idle({name: known[name]}))
    if not (name := next(found, "")):
        return ""
    if name in WHERE:
        return f"Does nothing {WHERE[name]}."
    other = next(each for each in among if each.name == name)
    return f"Does nothing with {other.title}: {_words(other, known[name])}."


def _words(knob: Knob, value: Value) -> str:
    if knob.top and value == knob.high:
        return knob.top
    return knob.choices.get(str(value), shown(value))
