"""`smitsilab list`: games, algorithms, every parameter with its range, and which pairs do not fit
and why.
"""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import cache, partial
from typing import Any

from engines import games
from engines.game import Game
from engines.knobs import EFFECTS, HasFields, Knob, Value, did_you_mean, knobs
from lab.cli import OK, InputError
from lab.cli.show import show_json, table
from lab.handbook import chapter, formula_letters
from lab.match.seats import parse_game
from lab.rulebook import rules_page, written
from lab.words.numerals import several
from search import algorithms
from search.base import Search
from search.formulas import Formula

WIDTH = 120  # characters per line of prose


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument(
        "what",
        nargs="?",
        default="",
        metavar="games|algorithms|NAME",
        help="games, algorithms, or the name of one",
    )
    parser.add_argument(
        "--matrix",
        action="store_true",
        help="which algorithm fits which game, and why not, as a table",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Prints the list."""
    as_json, text = (_fits_json, _matrix) if args.matrix else _found(args.what)
    if args.json:
        show_json(as_json())
    else:
        print(text())
    return OK


def _found(what: str) -> tuple[Callable[[], dict[str, Any]], Callable[[], str]]:
    """What makes the list of everything, or of what is named, as JSON and as text."""
    if not what:
        return _all_json, _all
    if what == "games":
        return _games_json, _games
    if what == "algorithms":
        return _algorithms_json, _algorithms
    if what in algorithms():
        algorithm = algorithms()[what]
        return partial(_algorithm_json, algorithm), partial(_algorithm, algorithm)
    if what.partition(":")[0] in games():
        game = parse_game(what)
        return partial(_game_json, game), partial(_game, game)
    raise InputError(
        f"There is no game or algorithm {what}{did_you_mean(what, [*games(), *algorithms()])}"
    )


@cache
def _usual_games() -> dict[str, Game]:
    """Each game with its usual options."""
    return {name: game() for name, game in games().items()}


def _fits() -> dict[str, dict[str, str]]:
    """By game, by algorithm: why it does not fit, "" if it does."""
    return {
        name: {a: each.supports(game) or "" for a, each in algorithms().items()}
        for name, game in _usual_games().items()
    }


def _fits_json() -> dict[str, Any]:
    return {
        "fits": {game: {a: not why for a, why in row.items()} for game, row in _fits().items()},
        "why_not": _why_not(),
    }


def _why_not() -> dict[str, dict[str, str]]:
    return {game: {a: why for a, why in row.items() if why} for game, row in _fits().items()}


def _matrix() -> str:
    """Algorithms down, games across; a number refers to the reason below."""
    fits = _fits()
    reasons = list(dict.fromkeys(why for row in fits.values() for why in row.values() if why))
    signs = {"": "x"} | {why: str(k + 1) for k, why in enumerate(reasons)}
    rows = [["", *fits], *([a, *(signs[fits[game][a]] for game in fits)] for a in algorithms())]
    notes = "\n".join(f"  {k + 1}  {why}" for k, why in enumerate(reasons))
    return f"x: the algorithm plays the game\n{table(rows, indent='  ')}\n\n{notes}"


# -- text ------------------------------------------------------------------------------------------


def _all() -> str:
    return f"{_games()}\n\n{_algorithms()}\n\n{_misfits()}"


def _games() -> str:
    rows = [[name, game.title, ", ".join(_facts(game))] for name, game in _usual_games().items()]
    return f"Games\n{table(rows, indent='  ')}"


def _algorithms() -> str:
    rows = [[name, each.title, each.note] for name, each in algorithms().items()]
    return f"Algorithms\n{table(rows, indent='  ')}"


def _misfits() -> str:
    found = [
        (each, name, why)
        for name, game in _usual_games().items()
        for each in algorithms().values()
        if (why := each.supports(game))
    ]
    rows = [[f"{each.name} with {name}", why] for each, name, why in found]
    return (
        f"Pairs that do not fit\n{table(rows, indent='  ')}"
        if rows
        else "Every algorithm fits every game."
    )


def _game(game: Game) -> str:
    parts = [f"{game.title} ({game.name}): {', '.join(_facts(game))}."]
    parts.append(textwrap.indent(written(rules_page(game), WIDTH - 2), "  "))
    parts.append(_parameters(f"Options, as {game.name}:NAME=VALUE", game.Options, live=False))
    parts.append(
        _parameters("Evaluation weights, as --seat ALGORITHM:w.NAME=VALUE", game.EvalParams)
    )
    usual = [[name, _settings(values)] for name, values in game.defaults.items()]
    parts.append(f"Defaults of its own\n{table(usual, indent='  ')}" if usual else "")
    found = [
        [f"{name}:preset={preset}", _settings(values)]
        for name, named in game.presets.items()
        for preset, values in named.items()
    ]
    parts.append(f"Presets of its own\n{table(found, indent='  ')}" if found else "")
    fits = {game.best: "fits; first choice by matches at equal time"}
    rows = [
        [each.name, each.title, each.supports(game) or fits.get(each.name, "fits")]
        for each in algorithms().values()
    ]
    parts.append(f"Algorithms\n{table(rows, indent='  ')}")
    return "\n\n".join(part for part in parts if part)


def _algorithm(algorithm: type[Search]) -> str:
    told = chapter(algorithm)
    parts = [f"{algorithm.title} ({algorithm.name}): {_about(algorithm)}"]
    named = (
        ("Limits", told.limits),
        ("The write-up behind it", told.seed),
        ("Papers", told.source),
    )
    parts += [
        f"{title}\n{textwrap.fill(text, WIDTH, initial_indent='  ', subsequent_indent='  ')}"
        for title, text in named
        if text
    ]
    parts.append(
        _parameters(f"Parameters, as --seat {algorithm.name}:NAME=VALUE", algorithm.Params)
    )
    if told.formulas:
        letters = formula_letters(told.formulas)
        lines = [f"  {letters}"] * bool(letters) + [_formula(each) for each in told.formulas]
        parts.append("\n".join(["Formulas", *lines]))
    presets = [[name, _settings(values)] for name, values in algorithm.presets.items()]
    if presets:
        parts.append(f"Presets, as preset=NAME\n{table(presets, indent='  ')}")
    rows = [
        [name, game.title, algorithm.supports(game) or "fits"]
        for name, game in _usual_games().items()
    ]
    parts.append(f"Games\n{table(rows, indent='  ')}")
    return "\n\n".join(part for part in parts if part)


def _settings(values: Mapping[str, Value]) -> str:
    return ", ".join(f"{name}={value}" for name, value in values.items())


def _formula(formula: Formula) -> str:
    """One formula: what it belongs to, the formula, its letters and its source."""
    knob = "=".join(filter(None, (formula.knob, formula.value)))
    head = f"  {formula.title} ({knob}):  {formula.text}"
    indent, words = " " * 6, f"{formula.words} {formula.source}."
    filled = textwrap.fill(
        words, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )
    return f"{head}\n{filled}"


def _parameters(title: str, params: type[HasFields], live: bool = True) -> str:
    """Name, range, default and help of each; `live` ones also say what a change during a search
    does.
    """
    lines = [title]
    for knob in knobs(params):
        unit = f" {knob.unit}" if knob.unit else ""
        effect = f" {EFFECTS[knob.effect]}" if live else ""
        lines.append(f"  {knob.name}  {knob.range_text}{unit}, default {_default(knob)}.{effect}")
        lines.append(f"      {knob.help}")
    return "\n".join(lines) if len(lines) > 1 else ""


def _default(knob: Knob) -> str:
    if isinstance(knob.default, bool):
        return "yes" if knob.default else "no"
    return f"{knob.default:g}" if isinstance(knob.default, float) else str(knob.default)


def _facts(game: Game) -> list[str]:
    one_each = game.agents == game.seats
    seats = several(game.seats, "seat")
    facts = [seats if one_each else f"{seats} with {game.agents} agents"]
    facts.append("simultaneous" if game.simultaneous else "in turn")
    facts += ["chance"] * game.chance + ["hidden information"] * game.hidden
    return [*facts, f"at most {several(game.most_turns, game.turn_word)}"]


def _about(algorithm: type[Search]) -> str:
    return " ".join((algorithm.__doc__ or "").split())


# -- JSON ------------------------------------------------------------------------------------------


def _all_json() -> dict[str, Any]:
    return {"games": _games_json(), "algorithms": _algorithms_json()}


def _games_json() -> dict[str, Any]:
    return {name: _game_json(game) for name, game in _usual_games().items()}


def _algorithms_json() -> dict[str, Any]:
    return {name: _algorithm_json(each) for name, each in algorithms().items()}


def _game_json(game: Game) -> dict[str, Any]:
    flags = (
        "seats",
        "agents",
        "simultaneous",
        "chance",
        "hidden",
        "zero_sum",
        "max_actions",
        "longest",
        "contest",
        "best",
    )
    about: dict[str, Any] = {"title": game.title, "rules": written(rules_page(game), WIDTH)}
    about |= {name: getattr(game, name) for name in flags}
    fits = {each.name: each.supports(game) for each in algorithms().values()}
    about["defaults"] = {name: dict(values) for name, values in game.defaults.items()}
    about["presets"] = {
        name: {preset: dict(values) for preset, values in named.items()}
        for name, named in game.presets.items()
    }
    return about | {
        "options": _knobs_json(game.Options),
        "weights": _knobs_json(game.EvalParams),
        "does_not_fit": _only_reasons(fits),
    }


def _algorithm_json(algorithm: type[Search]) -> dict[str, Any]:
    fits = {name: algorithm.supports(game) for name, game in _usual_games().items()}
    told = chapter(algorithm)
    return {
        "title": algorithm.title,
        "about": _about(algorithm),
        "limits": told.limits,
        "seed": told.seed,
        "source": told.source,
        "formulas": [asdict(each) for each in told.formulas],
        "parameters": _knobs_json(algorithm.Params),
        "presets": {name: dict(values) for name, values in algorithm.presets.items()},
        "does_not_fit": _only_reasons(fits),
    }


def _only_reasons(fits: dict[str, str | None]) -> dict[str, str]:
    return {name: why for name, why in fits.items() if why}


def _knobs_json(params: type[HasFields]) -> dict[str, Any]:
    return {knob.name: _knob_json(knob) for knob in knobs(params)}


def _knob_json(knob: Knob) -> dict[str, Any]:
    about: dict[str, Any] = {
        "title": knob.title,
        "help": knob.help,
        "kind": knob.kind,
        "default": knob.default,
        "effect": knob.effect,
    }
    if knob.kind == "choice":
        return about | {"choices": dict(knob.choices)}
    if knob.kind == "switch":
        return about
    return about | {
        "low": knob.low,
        "high": knob.high,
        "step": knob.step,
        "log": knob.log,
        "unit": knob.unit,
    }
