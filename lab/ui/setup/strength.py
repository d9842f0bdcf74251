"""Strength in three words, for a match against a search: each stands for the search that the game
opens with, or that plays it best, and for a budget.
"""

from __future__ import annotations

from dataclasses import replace

from engines.game import Game
from lab.match.budget import ITERATIONS, Budget
from lab.match.seat import SearchSeat, SeatSpec
from lab.match.seats import parse_search, suiting
from lab.ui.parts.combos import Entry
from search.base import Search

EASY, MEDIUM, STRONG, CUSTOM = "easy", "medium", "strong", "custom"
# of the search's usual iterations; a person beats the first with some care
SHARES = {EASY: 1 / 200, MEDIUM: 1 / 10, STRONG: 4.0}


def levels(game: Game) -> dict[str, SearchSeat]:
    """The player of each word, weakest first; empty where no search plays the game."""
    text = game.opens_with or suiting(game)
    if not text:
        return {}
    seat = parse_search(text, game)
    usual = (seat.kind or Search).usual_iterations
    return {
        word: replace(seat, budget=Budget(ITERATIONS, max(2, round(share * usual))))
        for word, share in SHARES.items()
    }


def level_of(spec: SeatSpec, game: Game) -> str:
    """The word for a player, CUSTOM where none fits."""
    if not isinstance(spec, SearchSeat):
        return CUSTOM
    params, weights = spec.settings(game)
    whole = replace(spec, params=params, weights=weights)
    return next((word for word, each in levels(game).items() if each == whole), CUSTOM)


def entries(game: Game) -> list[Entry]:
    """The words, and what each sets."""
    found = [Entry(word, word.capitalize(), _sets(spec)) for word, spec in levels(game).items()]
    return [*found, Entry(CUSTOM, "Custom", "the budget and the settings below")] if found else []


def _sets(spec: SearchSeat) -> str:
    """What a level sets, in words: "UCT, 100 iterations a move"."""
    amount = round(spec.budget.amount) if spec.budget is not None else 0
    word = spec.kind.iteration_word if spec.kind is not None else "iteration"
    return f"{spec.title}, {amount:,} {word}s"
