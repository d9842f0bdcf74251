"""Who plays and how long they may think: the texts of games, seats and budgets, read and written.

A seat is written `smitsimax:c=0.3,depth=6,w.lead=0.5,preset=NAME,budget=20ms`: an algorithm (or
`human`), its parameters, the game's evaluation weights after `w.`, named presets, and a budget of
its own. Later values win. A program is written `cmd:./mybot arg` or `cmd:./mybot arg,patience=2`. A
game is written `uttt:tie_break=draw`. Commas within parentheses or quotation marks belong to a
value: `textbook:tree=MAX(3,MIN(2,a)),values="a=4,b=5"`.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from engines import game_named, games
from engines.game import Game, spec_of
from engines.knobs import (
    KnobError,
    NoParams,
    Value,
    changed,
    did_you_mean,
    knobs,
    make,
    split_items,
    written,
)
from lab.match.records import SeatSpec, Setup
from lab.programs.spec import PROGRAM, Program, parse_program
from search import algorithm_named, algorithms
from search.base import Search

HUMAN = "human"
TIME, ITERATIONS, NODES = "ms", "it", "nodes"  # kinds of budget
SUITING = ("smitsimax", "uct")  # for simultaneous games, for games of turns

_UNITS = {
    "ms": TIME,
    "s": "s",
    "it": ITERATIONS,
    "iterations": ITERATIONS,
    "n": NODES,
    "nodes": NODES,
}
_MOST = {TIME: 3_600_000.0, ITERATIONS: 1e9, NODES: 1e9}


@dataclass(frozen=True)
class Budget:
    """How long one decision may take: milliseconds ("ms"), iterations ("it") or tree nodes
    ("nodes").
    """

    kind: str
    amount: float

    @classmethod
    def parse(cls, text: str) -> Self:
        """The budget written "20ms", "2s", "2000it" or "50000n"; KnobError says what is wrong."""
        number = r"[0-9]+(?:_[0-9]+)*(?:\.[0-9]+)?"
        found = re.fullmatch(rf"({number})\s*([a-z]+)", text.strip().lower())
        if found is None or found[2] not in _UNITS:
            raise KnobError(
                f"The budget {text} is not understood: write 20ms, 2s, 2000it or 50000n."
            )
        kind, amount = _UNITS[found[2]], float(found[1])
        if kind == "s":
            kind, amount = TIME, amount * 1000
        if not 1 <= amount <= _MOST[kind]:
            raise KnobError(
                f"The budget {text} is outside its range, {cls(kind, 1).words} to "
                f"{cls(kind, _MOST[kind]).words}."
            )
        if kind != TIME and amount != int(amount):
            raise KnobError(f"The budget {text} should be a whole number.")
        return cls(kind, amount)

    @property
    def text(self) -> str:
        """As on the command line: "4000it", "20ms", "2s", "50000n"."""
        if self.kind == TIME and self.amount % 1000 == 0:
            return f"{self.amount / 1000:.0f}s"
        return f"{_plain(self.amount)}{'n' if self.kind == NODES else self.kind}"

    @property
    def words(self) -> str:
        """For people: "4,000 iterations", "20 ms per move", "50,000 nodes"."""
        if self.kind != TIME:
            name = "iteration" if self.kind == ITERATIONS else "node"
            return f"{self.amount:,.0f} {name}{'' if self.amount == 1 else 's'}"
        return (
            f"{_plain(self.amount / 1000)} s per move"
            if self.amount >= 1000
            else f"{_plain(self.amount)} ms per move"
        )


DEFAULT_BUDGET = Budget(ITERATIONS, 2000)


def _plain(amount: float) -> str:
    return f"{amount:.3f}".rstrip("0").rstrip(".")


def parse_game(text: str) -> Game:
    """The configured game written "uttt:tie_break=draw"; KnobError on a bad name or value."""
    name, _, rest = text.partition(":")
    kind = game_named(name)
    if kind is None:
        raise KnobError(f"There is no game {name or 'without a name'}{did_you_mean(name, games())}")
    return kind.configure(**dict(_items(rest, text)))


def parse_algorithm(name: str, others: Sequence[str] = ()) -> type[Search]:
    """The algorithm of that name; KnobError with the nearest name if there is none, where `others`
    could be meant too.
    """
    kind = algorithm_named(name)
    if kind is None:
        raise KnobError(
            "There is no algorithm "
            f"{name or 'without a name'}{did_you_mean(name, [*algorithms(), *others])}"
        )
    return kind


def suiting(game: Game) -> str:
    """The search that plays a game unless somebody says otherwise: the best measured one, else the
    first that fits; "" if none does.
    """
    wanted = (game.best, *(SUITING if game.simultaneous else SUITING[::-1]), *algorithms())
    known = (algorithms()[name] for name in wanted if name in algorithms())
    return next((each.name for each in known if each.searches and each.supports(game) is None), "")


def parse_seat(text: str, game: Game, budget: Budget | None = None) -> SeatSpec:
    """The seat written `text` in `game`; `budget` stands where the text gives none. KnobError says
    what is wrong.
    """
    name, _, rest = text.partition(":")
    if name == HUMAN:
        if rest:
            raise KnobError("A human seat takes no parameters.")
        return SeatSpec(HUMAN)
    if name == PROGRAM:
        return SeatSpec(PROGRAM, parse_program(rest, game))
    algorithm = parse_algorithm(name, (HUMAN,))
    refusal = algorithm.supports(game)
    if refusal:
        raise KnobError(f"{algorithm.title} does not fit {game.title}: {refusal}")
    values: dict[str, Value] = {}
    for key, value in _items(rest, text):
        if key == "budget":
            budget = Budget.parse(value)
        elif key == "preset":
            values.update(_preset(algorithm, value))
        else:
            values[key] = value
    return make_seat(algorithm, game, values, budget)


def make_seat(
    algorithm: type[Search], game: Game, values: Mapping[str, Value], budget: Budget | None = None
) -> SeatSpec:
    """The seat with these values: parameters by their names, evaluation weights as "w.NAME"."""
    weights = {key[2:]: value for key, value in values.items() if key.startswith("w.")}
    params = {key: value for key, value in values.items() if not key.startswith("w.")}
    known = [f"w.{knob.name}" for knob in knobs(game.EvalParams)]
    strange = next((key for key in values if key.startswith("w.") and key not in known), None)
    if strange is not None:
        raise KnobError(
            f"{game.title} has no evaluation weight {strange}{did_you_mean(strange, known)}"
        )
    usual = dict(game.defaults.get(algorithm.name, {}))
    return SeatSpec(
        algorithm.name,
        make(algorithm.Params, usual | params),
        make(game.EvalParams, weights),
        budget,
    )


def format_seat(spec: SeatSpec, game: Game | type[Game], with_budget: bool = True) -> str:
    """The text that `parse_seat` reads back: only what differs from the defaults in this game."""
    if isinstance(spec.params, Program):
        return f"{PROGRAM}:{spec.params.text}"
    usual = game.defaults.get(spec.algorithm)
    items = [
        f"{name}={_word(value)}"
        for name, value in changed(spec.params or NoParams(), usual).items()
    ]
    items += [
        f"w.{name}={_word(value)}" for name, value in changed(spec.weights or NoParams()).items()
    ]
    if with_budget and spec.budget is not None:
        items.append(f"budget={spec.budget.text}")
    return f"{spec.algorithm}:{','.join(items)}" if items else spec.algorithm


def title_of(spec: SeatSpec) -> str:
    """What people call who plays a seat; "" for a person."""
    if isinstance(spec.params, Program):
        return spec.params.name
    return (
        algorithms()[spec.algorithm].title
        if spec.algorithm in algorithms()
        else ""
        if spec.algorithm == HUMAN
        else spec.algorithm
    )


def make_setup(
    game: Game, seats: Sequence[SeatSpec | str], seed: int, budget: Budget | str | None = None
) -> Setup:
    """A whole match from texts or specs; every search gets a budget. KnobError if the number of
    seats is wrong.
    """
    common = Budget.parse(budget) if isinstance(budget, str) else budget or DEFAULT_BUDGET
    if len(seats) != game.seats:
        raise KnobError(
            f"{game.title} has {game.seats} seat{'s' * (game.seats != 1)}, but {len(seats)} "
            f"{'is' if len(seats) == 1 else 'are'} given."
        )
    if seed < 0:
        raise KnobError(f"The seed {seed} should be 0 or more.")
    specs = (parse_seat(s, game, common) if isinstance(s, str) else s for s in seats)
    filled = (
        s if s.algorithm in (HUMAN, PROGRAM) or s.budget is not None else replace(s, budget=common)
        for s in specs
    )
    return Setup(game.name, game.options, tuple(filled), seed)


def game_of(setup: Setup) -> Game:
    """The configured game of a setup."""
    return games()[setup.game](setup.options)


def command(setup: Setup) -> str:
    """The command line that plays `setup`: "smitsilab match csb --seat smitsimax --seat scripted
    --budget 4000it --seed 4".
    """
    budgets = [s.budget for s in setup.seats if s.budget is not None]
    common = budgets[0] if budgets and all(b == budgets[0] for b in budgets) else None
    words = ["smitsilab", "match", spec_of(setup.game, setup.options)]
    for seat in setup.seats:
        words += ["--seat", format_seat(seat, games()[setup.game], with_budget=common is None)]
    if common is not None:
        words += ["--budget", common.text]
    return shlex.join([*words, "--seed", str(setup.seed)])


def _items(rest: str, whole: str) -> list[tuple[str, str]]:
    pairs = [item.partition("=") for item in split_items(rest) if item]
    for key, equals, value in pairs:
        if not (key and equals and value):
            raise KnobError(f"In {whole}, {key or equals} should read NAME=VALUE.")
    return [(key.strip(), value.strip().strip('"')) for key, _, value in pairs]


def _preset(algorithm: type[Search], name: str) -> Mapping[str, Value]:
    if name not in algorithm.presets:
        raise KnobError(
            f"{algorithm.title} has no preset {name}{did_you_mean(name, algorithm.presets)}"
        )
    return algorithm.presets[name]


def _word(value: Value) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else written(value)
