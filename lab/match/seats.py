"""Parses and formats the texts of games and seats.

A seat is written `smitsimax:c=0.3,depth=6,w.lead=0.5,preset=NAME,budget=20ms`: an algorithm (or
`human`), its parameters, the game's evaluation weights after `w.`, named presets, and a budget of
its own. Later values win. A program is written `cmd:./mybot arg` or `cmd:./mybot arg,patience=2`
(twice the time limits), `cmd:./mybot,warnings=2` (two late answers count). A game is written
`uttt:tie_break=draw`. Commas within parentheses or quotation marks belong to a value:
`textbook:tree=MAX(3,MIN(2,a)),values="a=4,b=5"`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

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
from engines.own_files import (
    ENDING,
    ENDINGS,
    given,
    lab_sheet,
    loaded,
    name_in,
    named_in,
    names_a_file,
)
from lab.match.budget import DEFAULT_BUDGET, Budget
from lab.match.records import Setup
from lab.match.seat import HUMAN, Person, ProgramSeat, SearchSeat, SeatSpec
from lab.programs.hints import meant
from lab.programs.spec import PROGRAM, Program, parse_program
from lab.words.asked import GAME, CommandQuestion, option
from lab.words.numerals import several
from search import algorithm_named, algorithms
from search.base import Search

SUITING = ("smitsimax", "uct")  # for simultaneous and for sequential games


def parse_contest(text: str) -> Game:
    """The game of an experiment that counts wins; KnobError also where nobody wins."""
    game = parse_game(text)
    if not game.has_winner:
        raise KnobError(
            f"Nobody wins {game.title}, since each player is paid its own: smitsilab match has "
            "mean payoffs, and tests, tables, sweeps and arenas compare wins."
        )
    return game


def parse_game(text: str) -> Game:
    """The configured game written "uttt:tie_break=draw"; KnobError on a bad name or value."""
    name, _, rest = text.partition(":")
    return parse_kind(name).configure(**dict(_items(rest, text)))


def parse_kind(name: str) -> type[Game]:
    """The game of that name, for any options; KnobError if there is none. Loads no other game."""
    sheet = lab_sheet(name)
    kind = game_named(name_in(sheet) if sheet else name)
    if kind is None:
        file = f"{name}{ENDING}"
        if held := next((p for p in given() if name in named_in(loaded(p))), None):
            raise KnobError(f"{held.name} holds no game: {name} is no engines.game.Game.")
        raise KnobError(
            f"There is no game {name}; write {file} for the file."
            if name and names_a_file(file)
            else f"There is no file {name}."
            if name.endswith(ENDINGS)
            else f"There is no game {name or 'without a name'}{did_you_mean(name, games())}"
        )
    return kind


def parse_algorithm(name: str, others: Sequence[str] = ()) -> type[Search]:
    """The algorithm of that name; KnobError with the nearest name if there is none; `others` are
    further names to suggest.
    """
    kind = algorithm_named(name)
    if kind is None:
        raise KnobError(
            "There is no algorithm "
            f"{name or 'without a name'}{did_you_mean(name, [*algorithms(), *others])}"
        )
    return kind


def title_of(text: str) -> str:
    """What people call the player of a seat's text: "UCT", or the name of a program's file. The
    text itself if it is neither.
    """
    name, _, rest = text.partition(":")
    if name == PROGRAM:
        return Program(rest).name
    kind = algorithm_named(name)
    return kind.title if kind is not None else text


def suiting(game: Game) -> str:
    """A game's default search: the best measured one, else the first that fits; "" if none does."""
    first = (game.best, *(SUITING if game.simultaneous else SUITING[::-1]))
    known = chain(filter(None, map(algorithm_named, filter(None, first))), _all_searches())
    return next((each.name for each in known if each.searches and each.supports(game) is None), "")


def opening(game: Game) -> str:
    """Who sits in a game's first match: the preset it names, else `suiting`; "" if none does."""
    return game.opens_with or suiting(game)


def _all_searches() -> Iterator[type[Search]]:
    """All algorithms, loaded when the first one is asked for."""
    yield from algorithms().values()


def parse_seat(text: str, game: Game, budget: Budget | None = None) -> SeatSpec:
    """The seat written `text` in `game`; `budget` applies if the text gives none. KnobError says
    what is wrong.
    """
    name, _, rest = text.partition(":")
    if name == HUMAN:
        if rest:
            raise KnobError("A human seat takes no parameters.")
        return Person()
    if name == PROGRAM:
        return ProgramSeat(parse_program(rest, game))
    hint = "" if algorithm_named(name) and ";" not in rest else meant(text, (HUMAN, *algorithms()))
    if hint:
        raise KnobError(hint)
    return parse_search(text, game, budget)


def parse_search(text: str, game: Game, budget: Budget | None = None) -> SearchSeat:
    """As `parse_seat`, for an algorithm's seat."""
    name, _, rest = text.partition(":")
    algorithm = parse_algorithm(name, (HUMAN,))
    refusal = algorithm.supports(game)
    if refusal:
        raise KnobError(f"{algorithm.title} does not fit {game.title}: {refusal}")
    values: dict[str, Value] = {}
    for key, value in _items(rest, text):
        if key == "budget":
            budget = Budget.parse(value)
        elif key == "preset":
            values.update(_preset(algorithm, game, value))
        else:
            values[key] = value
    return make_seat(algorithm, game, values, budget)


def make_seat(
    algorithm: type[Search], game: Game, values: Mapping[str, Value], budget: Budget | None = None
) -> SearchSeat:
    """The seat with these values: parameters by their names, evaluation weights as "w.NAME".
    KnobError also where they need what is not there.
    """
    weights = {key[2:]: value for key, value in values.items() if key.startswith("w.")}
    params = {key: value for key, value in values.items() if not key.startswith("w.")}
    known = [f"w.{knob.name}" for knob in knobs(game.EvalParams)]
    strange = next((key for key in values if key.startswith("w.") and key not in known), None)
    if strange is not None:
        raise KnobError(
            f"{game.title} has no evaluation weight {strange}{did_you_mean(strange, known)}"
        )
    usual = dict(game.defaults.get(algorithm.name, {}))
    made = make(algorithm.Params, usual | params)
    algorithm.needs(game, made)
    return SearchSeat(algorithm.name, made, make(game.EvalParams, weights), budget)


def presets_of(
    algorithm: type[Search], game: Game | type[Game]
) -> Mapping[str, Mapping[str, Value]]:
    """Settings by their names: the algorithm's own, then those found for this game; evaluation
    weights as "w.NAME".
    """
    return {**algorithm.presets, **game.presets.get(algorithm.name, {})}


def format_seat(spec: SeatSpec, game: Game | type[Game], with_budget: bool = True) -> str:
    """The text that `parse_seat` reads back: only what differs from the defaults in this game."""
    match spec:
        case Person():
            return spec.name
        case ProgramSeat(program):
            return f"{spec.name}:{program.text}"
        case SearchSeat():
            return _format_search(spec, game, with_budget)


def _format_search(spec: SearchSeat, game: Game | type[Game], with_budget: bool) -> str:
    usual = game.defaults.get(spec.name)
    items = [
        f"{name}={written(value)}"
        for name, value in changed(spec.params or NoParams(), usual).items()
    ]
    items += [
        f"w.{name}={written(value)}" for name, value in changed(spec.weights or NoParams()).items()
    ]
    if with_budget and spec.budget is not None:
        items.append(f"budget={spec.budget.text}")
    return f"{spec.name}:{','.join(items)}" if items else spec.name


def make_setup(
    game: Game, seats: Sequence[SeatSpec | str], seed: int, budget: Budget | str | None = None
) -> Setup:
    """A match setup from texts or specs; every search gets a budget. KnobError if the number of
    seats is wrong.
    """
    common = Budget.parse(budget) if isinstance(budget, str) else budget or DEFAULT_BUDGET
    if len(seats) != game.seats:
        raise KnobError(
            f"{game.title} has {several(game.seats, 'seat')}, but {len(seats)} "
            f"{'is' if len(seats) == 1 else 'are'} given."
        )
    if seed < 0:
        raise KnobError(f"The seed {seed} should be 0 or more.")
    specs = (parse_seat(s, game, common) if isinstance(s, str) else s for s in seats)
    filled = (
        replace(s, budget=common) if isinstance(s, SearchSeat) and s.budget is None else s
        for s in specs
    )
    return Setup(game.name, game.options, tuple(filled), seed)


def game_of(setup: Setup) -> Game:
    """The configured game of a setup."""
    return parse_kind(setup.game)(setup.options)


@dataclass(frozen=True)
class MatchAsked(CommandQuestion):
    """A match as its command asks for it."""

    kind = "match"

    game: str = option(GAME, flag="")
    seat: tuple[str, ...] = option(
        "one for each seat: smitsimax:c=0.3,depth=6,w.NAME=1, or a program: "
        '"cmd:./mybot,patience=2" (with twice the time that the contest allows)',
        (),
        metavar="SPEC",
    )
    budget: str = option(
        "for each decision: 20ms, 2s, 2000it or 50000n (nodes)", DEFAULT_BUDGET.text, always=True
    )
    seed: int = option("of the first match", 1, high=1 << 62, always=True)


def command(setup: Setup) -> str:
    """The command line that plays `setup`: "smitsilab match csb --seat smitsimax --seat scripted
    --budget 4000it --seed 4".
    """
    budgets = [s.budget for s in setup.seats if s.budget is not None]
    common = budgets[0] if budgets and all(b == budgets[0] for b in budgets) else None
    game, kind = spec_of(setup.game, setup.options), parse_kind(setup.game)
    seats = tuple(format_seat(seat, kind, with_budget=common is None) for seat in setup.seats)
    return MatchAsked(game, seats, common.text if common else "", setup.seed).command()


def _items(rest: str, whole: str) -> list[tuple[str, str]]:
    pairs = [item.partition("=") for item in split_items(rest) if item]
    for key, equals, value in pairs:
        if not (key and equals and value):
            raise KnobError(f"In {whole}, {key or equals} should read NAME=VALUE.")
    return [(key.strip(), value.strip().strip('"')) for key, _, value in pairs]


def _preset(algorithm: type[Search], game: Game, name: str) -> Mapping[str, Value]:
    known = presets_of(algorithm, game)
    if name not in known:
        raise KnobError(f"{algorithm.title} has no preset {name}{did_you_mean(name, known)}")
    return known[name]


def needs(spec: SeatSpec) -> list[str]:
    """What a seat needs before it can play, as `prepare` names it: "uct", "uct:one tree"."""
    apart = ""
    if isinstance(spec, SearchSeat) and spec.kind is not None:
        apart = spec.kind.apart_for(spec.params)
    return [spec.name, f"{spec.name}:{apart}"] if apart else [spec.name]


def read_need(name: str) -> tuple[type[Search], str]:
    """The algorithm, and its kernels apart, of one of `needs`."""
    known, _, apart = name.partition(":")
    return parse_algorithm(known), apart
