"""The starting point: who can play a seat, what suits a game, how much a seat may think,
and the match that a game opens with.

Strength in three words, for a match against a search: each stands for the search that the game
opens with, or that plays it best, and for a budget.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines import game_named, games
from engines.game import Game, State
from engines.knobs import KnobError, make
from lab.files.codec import UNREADABLE, decode_state, encode_state
from lab.match.budget import ITERATIONS, Budget
from lab.match.records import Setup
from lab.match.seat import HUMAN, Person, ProgramSeat, SearchSeat, SeatSpec
from lab.match.seats import (
    format_seat,
    game_of,
    opening,
    parse_game,
    parse_kind,
    parse_search,
    parse_seat,
    suiting,
)
from lab.programs.spec import PROGRAM, hears
from lab.ui.parts.combos import Entry
from lab.words.asked import values_of
from lab.words.settings import Settings
from search import algorithm_named, algorithms
from search.base import Search

FIRST_GAME, FIRST_SEED = "csb", 4
FIRST_SEATS = {
    "csb": ("smitsimax:c=0.3,depth=6,budget=4000it", "smitsimax:c=0.5,depth=5,budget=4000it"),
}


def game_entries() -> list[Entry]:
    """All games, by title."""
    return sorted((Entry(name, kind.title) for name, kind in games().items()), key=_title)


def _title(entry: Entry) -> str:
    return entry.title


def players(game: Game) -> list[Entry]:
    """Who can play a seat: a person, a program, the searches, then the others; players that do not
    fit carry the reason.
    """
    best = best_for(game)
    found = sorted(algorithms().values(), key=lambda a: (not a.searches, a.name != best, a.title))
    return [player(name, game) for name in (HUMAN, PROGRAM, *(a.name for a in found))]


def player(name: str, game: Game) -> Entry:
    """One of `players`; of a name that nobody has, the name alone."""
    if name == HUMAN:
        return Entry(HUMAN, "Human")
    if name == PROGRAM:
        mute = "" if hears(game) else f"{game.title} has no text that a program could read"
        return Entry(PROGRAM, "A program ...", "your own, in any language", mute)
    kind = algorithm_named(name)
    if kind is None:
        return Entry(name, name)
    return Entry(name, kind.title, kind.note, kind.supports(game) or "")


def best_for(game: Game) -> str:
    """The search that plays the game by default; a person where none fits."""
    return suiting(game) or HUMAN


def usual_budget(algorithm: type[Search] | None) -> Budget:
    """The default budget of a seat."""
    return Budget.parse(f"{(algorithm or Search).usual_iterations}it")


def fresh(name: str, game: Game) -> SeatSpec:
    """A person, or an algorithm with its defaults in this game."""
    kind = algorithm_named(name) if name != HUMAN else None
    if kind is None:
        return Person()
    return SearchSeat(name, kind.usual(game), game.EvalParams(), usual_budget(kind))


def usual_setup(name: str, settings: Settings) -> Setup:
    """The match that a game opens with: as the user left it, else the game's own first one."""
    kept = settings.matches.get(name, {})
    try:
        kind = parse_kind(name)
        game = kind(make(kind.Options, kept.get("options", {})))
        texts = kept.get("seats") or _first_seats(game)
        seats = tuple(parse_seat(str(t), game) for t in texts)
        if len(seats) != game.seats:
            raise KnobError("The number of seats has changed.")
        seed = int(kept.get("seed", FIRST_SEED if name == FIRST_GAME else 1))
    except (KnobError, TypeError, ValueError, AttributeError):
        game = parse_kind(name)()
        seats, seed = tuple(parse_seat(t, game) for t in _first_seats(game)), 1
    return Setup(name, game.options, tuple(filled(s) for s in seats), max(0, seed))


def leave(setup: Setup, start: State | None, settings: Settings) -> None:
    """Keeps the set-up as the match that the game, and the lab, opens with; `start` is where it
    begins, if not in its seed's position.
    """
    settings.game, game = setup.game, game_of(setup)
    settings.matches[setup.game] = {
        "options": values_of(setup.options),
        "seats": [format_seat(spec, game) for spec in setup.seats],
        "seed": setup.seed,
        **({} if start is None else {"position": encode_state(start)}),
    }


def left_position(setup: Setup, settings: Settings) -> State | None:
    """Where the game's match was left to begin, if not in its seed's position."""
    kept = settings.matches.get(setup.game, {})
    try:
        if "position" not in kept or kept["options"] != values_of(setup.options):
            return None
        return decode_state(game_of(setup), kept["position"])
    except UNREADABLE:
        return None


def _first_seats(game: Game) -> Sequence[str]:
    """Who sits in the first match of a game."""
    return FIRST_SEATS.get(game.name) or (opening(game) or HUMAN,) * game.seats


def filled(spec: SeatSpec) -> SeatSpec:
    """The seat with a budget, unless a person or a program plays it."""
    if isinstance(spec, SearchSeat) and spec.budget is None:
        return replace(spec, budget=usual_budget(spec.kind))
    return spec


def open_with(text: str, settings: Settings) -> None:
    """Has the lab open with the game of a text like "uttt:tie_break=draw", as its match was left
    where the text names no options.
    """
    game = parse_game(text)
    settings.game = game.name
    if ":" in text:
        settings.matches[game.name] = {"options": values_of(game.options)}


def first_setup(settings: Settings) -> Setup:
    """The match that the lab opens with."""
    left = settings.game or FIRST_GAME
    return usual_setup(left if game_named(left) else FIRST_GAME, settings)


def seated(setup: Setup, game: Game) -> Setup:
    """The set-up with as many seats as the game now has: the last player also plays the new
    ones, and who does not fit makes way for the game's first choice.
    """
    seats = (*setup.seats, *(setup.seats[-1:] * game.seats))[: game.seats]
    best = filled(parse_seat(opening(game) or HUMAN, game))
    return replace(setup, seats=tuple(s if _fits(s, game) else best for s in seats))


def _fits(spec: SeatSpec, game: Game) -> bool:
    if isinstance(spec, ProgramSeat):
        return hears(game)
    return spec.kind is None or spec.kind.supports(game) is None


EASY, MEDIUM, STRONG, CUSTOM = "easy", "medium", "strong", "custom"
# of the search's usual iterations; a person beats the first with some care
SHARES = {EASY: 1 / 200, MEDIUM: 1 / 10, STRONG: 4.0}


def levels(game: Game) -> dict[str, SearchSeat]:
    """The player of each word, weakest first; empty where no search plays the game. Where the game
    opens with an evaluation that knows it, only the strongest has that: 50 iterations with a
    network beat 1,000 without.
    """
    plain = suiting(game)
    if not plain:
        return {}
    found = {}
    for word, share in SHARES.items():
        seat = parse_search(opening(game) if word == STRONG else plain, game)
        usual = usual_budget(seat.kind).amount
        found[word] = replace(seat, budget=Budget(ITERATIONS, max(2, round(share * usual))))
    return found


def level_of(spec: SeatSpec, game: Game) -> str:
    """The word for a player, CUSTOM where none fits."""
    if not isinstance(spec, SearchSeat):
        return CUSTOM
    params, weights = spec.settings(game)
    whole = replace(spec, params=params, weights=weights)
    return next((word for word, each in levels(game).items() if each == whole), CUSTOM)


def strength_entries(game: Game) -> list[Entry]:
    """The words, and what each sets."""
    found = [Entry(word, word.capitalize(), _sets(spec)) for word, spec in levels(game).items()]
    return [*found, Entry(CUSTOM, "Custom", "the budget and the settings below")] if found else []


def _sets(spec: SearchSeat) -> str:
    """What a level sets, in words: "UCT, 100 iterations a move"."""
    amount = round(spec.budget.amount) if spec.budget is not None else 0
    word = spec.kind.iteration_word if spec.kind is not None else "iteration"
    return f"{spec.title}, {amount:,} {word}s"
