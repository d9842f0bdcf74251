"""Lets a search think about one position within its budget, for comparisons without a window."""

from __future__ import annotations

from engines.game import Game, Joint, State
from lab.match.budget import DEFAULT_BUDGET
from lab.match.decide import Player, think
from lab.match.play import deciding
from lab.match.prepare import load as load_kernels
from lab.match.program_player import ProgramPlayer
from lab.match.records import Contender, Contesting, Ply, Thought, answer_words
from lab.match.seat import ProgramSeat, SearchSeat
from lab.match.seats import parse_algorithm
from lab.match.thinking import Thinker


def contend(
    game: Game,
    spec: Contesting,
    seat: int,
    past: tuple[State, ...],
    seed: int,
    last_joint: Joint | None = None,
) -> Contender:
    """What a player says of the last of the positions `past`, after it has used its budget."""
    turn = len(past) - 1
    if isinstance(spec, ProgramSeat):
        return Contender(spec, seat, turn, None, answered(game, spec, seat, past), True)
    thought = _thought(game, spec, seat, past[-1], turn, seed, last_joint)
    return Contender(spec, seat, turn, thought, (), True)


def answered(game: Game, spec: ProgramSeat, seat: int, past: tuple[State, ...]) -> tuple[Ply, ...]:
    """A program's answer in the last position, after it was sent those before it."""
    player = ProgramPlayer(game, seat, spec.program)
    try:
        for turn, state in enumerate(past[:-1]):
            if seat in deciding(game, state):
                player.begin(state, turn)
                player.decide()
        player.begin(past[-1], len(past) - 1)
        decision = player.decide()
    finally:
        player.close()
    return answer_words(game, past[-1], seat, decision.choice)


def _thought(
    game: Game,
    spec: SearchSeat,
    seat: int,
    state: State,
    turn: int,
    seed: int,
    last_joint: Joint | None,
) -> Thought:
    load_kernels(game, parse_algorithm(spec.name))
    budget = spec.budget or DEFAULT_BUDGET
    player = Player(game, seat, spec, seed, by_cpu=True)
    player.begin(state, turn, last_joint)
    search = player.search
    thinker = Thinker(
        game,
        player.view,
        seat,
        turn,
        search.title,
        budget.words,
        line=search.line,
        iteration_word=search.iteration_word,
    )
    think(player, budget, thinker.sample)
    return thinker.thought(search.snapshot(), player.cpu_s, False)
