"""A page about each algorithm, made from its docstrings, its knobs and what it supports, so that no
second text has to be kept up to date. No Qt.

The module docstring says in its first sentence what the algorithm is; paragraphs that begin
`Seed:`, `Source:` or `Limits:` follow. The class docstring explains in a few sentences how it
works.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engines import games
from engines.knobs import EFFECTS, Knob, Value, knobs, shown
from lab.words.asked import command_line
from lab.words.numerals import capitalised
from search.base import Search
from search.formulas import LETTERS, UCB1, Formula

SEED, SOURCE, LIMITS = "Seed", "Source", "Limits"
_BEGINS = re.compile(r"([A-Z][a-z]+): (.*)")


@dataclass(frozen=True)
class Prose:
    """A docstring in parts: paragraphs, and the named paragraphs by their first word."""

    paragraphs: tuple[str, ...]
    named: Mapping[str, str]


@dataclass(frozen=True)
class KnobLine:
    """One knob in words."""

    name: str
    title: str
    help: str
    range: str
    default: str
    effect: str
    main: bool
    choices: tuple[tuple[str, str], ...] = ()  # value, words


@dataclass(frozen=True)
class Chapter:
    """Everything known about one algorithm."""

    name: str
    title: str
    note: str
    lead: str  # one sentence
    about: tuple[str, ...]  # paragraphs
    seed: str
    source: str
    limits: str
    formulas: tuple[Formula, ...]
    knobs: tuple[KnobLine, ...]
    presets: tuple[tuple[str, str], ...]  # name, what it sets
    usual: tuple[tuple[str, str], ...]  # game, its own defaults for this algorithm
    found: tuple[tuple[str, str], ...]  # name and game, settings found for that game
    fits: tuple[str, ...]  # titles of games
    misfits: tuple[tuple[str, str], ...]  # titles of games, the reason they share
    unit: str  # what one iteration is
    commands: tuple[str, ...]


def chapter(algorithm: type[Search]) -> Chapter:
    """The page of an algorithm."""
    module, own = prose(_told(algorithm)), prose(algorithm.__doc__ or "")
    all_games = {name: game() for name, game in games().items()}
    reasons = {name: algorithm.supports(game) for name, game in all_games.items()}
    fits = [name for name, why in reasons.items() if not why]
    first = (
        command_line("match", fits[0], "--seat", algorithm.name, "--seat", "random") if fits else ""
    )
    return Chapter(
        name=algorithm.name,
        title=algorithm.title,
        note=algorithm.note,
        lead=_lead(module, algorithm.title),
        about=own.paragraphs,
        seed=module.named.get(SEED, ""),
        source=module.named.get(SOURCE, ""),
        limits=module.named.get(LIMITS, ""),
        formulas=algorithm.formulas,
        knobs=tuple(map(knob_line, knobs(algorithm.Params))),
        presets=tuple(
            (name, settings(values) or "the defaults") for name, values in algorithm.presets.items()
        ),
        usual=tuple(
            (g.title, settings(g.defaults[algorithm.name]))
            for g in all_games.values()
            if algorithm.name in g.defaults
        ),
        found=tuple(
            (f"{name}, {g.title}", settings(values))
            for g in all_games.values()
            for name, values in g.presets.get(algorithm.name, {}).items()
        ),
        fits=tuple(all_games[name].title for name in fits),
        misfits=tuple(
            (", ".join(all_games[name].title for name in reasons if reasons[name] == why), why)
            for why in dict.fromkeys(reasons.values())
            if why
        ),
        unit=algorithm.iteration_word,
        commands=tuple(c for c in (command_line("list", algorithm.name), first) if c),
    )


def prose(text: str) -> Prose:
    """A docstring in parts; the lines of a paragraph are joined."""
    blocks: list[str] = []
    named: dict[str, str] = {}
    for i, block in enumerate(re.split(r"\n\s*\n", inspect.cleandoc(text))):
        where: str | None = None
        plain: list[str] = []
        for line in block.splitlines():
            # the first paragraph says what the algorithm is
            begins = _BEGINS.match(line) if i else None
            if begins:
                where = begins[1]
                named[where] = begins[2]
            elif where is not None:
                named[where] += f" {line.strip()}"
            else:
                plain.append(line.strip())
        if plain:
            blocks.append(" ".join(plain))
    return Prose(tuple(blocks), named)


def _told(algorithm: type[Search]) -> str:
    """The docstring of the algorithm's own file, or of its folder if that says more."""
    parts = algorithm.__module__.split(".")
    names = [".".join(parts[:k]) for k in range(len(parts), 0, -1)]
    found = [(sys.modules[name].__doc__ or "") for name in names if name in sys.modules]
    return next(
        (text for text in found if any(tag in prose(text).named for tag in (SEED, SOURCE, LIMITS))),
        found[0] if found else "",
    )


def _lead(module: Prose, title: str) -> str:
    """The first sentence, without the name, which the heading already shows."""
    first = module.paragraphs[0] if module.paragraphs else ""
    head, colon, rest = first.partition(": ")
    text = rest if colon and len(head) <= len(title) + 12 else first
    return capitalised(text)


def knob_line(knob: Knob) -> KnobLine:
    """A knob in words."""
    unit = f" {knob.unit}" if knob.unit else ""
    return KnobLine(
        name=knob.name,
        title=knob.title,
        help=knob.help,
        range=""
        if knob.choices
        else f"{_range(knob)}{unit}{', on a log scale' if knob.log else ''}",
        default=value_words(knob.default, knob) or "empty",
        effect=EFFECTS[knob.effect],
        main=knob.main,
        choices=tuple(knob.choices.items()),
    )


def _range(knob: Knob) -> str:
    if knob.kind not in ("number", "integer"):
        return knob.range_text
    return f"{knob.low:,.10g} to {knob.high:,.10g}{f' ({knob.top})' if knob.top else ''}"


def formula_letters(formulas: Sequence[Formula]) -> str:
    """What letters mean that several formulas share, "" if they are not used."""
    return LETTERS if UCB1.title in {each.title for each in formulas} else ""


def formula_knob(formula: Formula, lines: Sequence[KnobLine]) -> str:
    """The parameter and the choice that a formula belongs to, in words: "Selection: UCB1"."""
    line = next((each for each in lines if each.name == formula.knob), None)
    if line is None:
        return ""
    chosen = dict(line.choices).get(formula.value, "")
    return f"{line.title}: {chosen}" if chosen else line.title


def value_words(value: Value, knob: Knob | None = None) -> str:
    """A value in words."""
    if knob is not None and knob.choices:
        return knob.choices.get(str(value), str(value))
    whole = isinstance(value, int) and not isinstance(value, bool)
    return f"{value:,}" if whole else shown(value)


def settings(values: Mapping[str, Value]) -> str:
    """Values as on the command line: "c=0.05,scaling=fixed"."""
    return ", ".join(f"{name}={shown(value)}" for name, value in values.items())
