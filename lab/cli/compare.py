"""`smitsilab compare`: two players on one position, and where they differ."""

from __future__ import annotations

import argparse
from dataclasses import replace

from engines.game import Game, State
from engines.knobs import KnobError
from lab.cli import OK
from lab.cli.options import add_options, asked_by
from lab.cli.show import say, show_json, table
from lab.compare.facts import LETTERS, AgentComparison, Comparison, compare
from lab.compare.numbers import numbers
from lab.compare.words import (
    CompareAsked,
    apart_words,
    as_json,
    axis_words,
    line_words,
    share_words,
    side_words,
    value_of,
    verdict,
)
from lab.files.replay_position import positions_in
from lab.match.budget import DEFAULT_BUDGET, Budget
from lab.match.decide import Player, think
from lab.match.play import deciding
from lab.match.prepare import load as load_kernels
from lab.match.program_player import ProgramPlayer
from lab.match.records import Contender, Contesting, Ply, Thought, answer_words
from lab.match.seat import Person, ProgramSeat, SearchSeat
from lab.match.seats import parse_algorithm, parse_game, parse_seat
from lab.match.thinking import Thinker
from lab.words import numerals


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    add_options(parser, CompareAsked)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")


def run(args: argparse.Namespace) -> int:
    """Lets both think about the position, one after the other, and prints where they differ."""
    asked = asked_by(args, CompareAsked)
    game, budget = parse_game(asked.game), Budget.parse(asked.budget)
    specs = [_player(text, game, budget) for text in (asked.a, asked.b)]
    past = _position(game, asked)
    seat = _seat(game, past[-1], asked.seat)
    first, second = (contend(game, spec, seat, past, asked.seed) for spec in specs)
    names = tuple(game.agent_name(agent) for agent in range(game.agents))
    found = compare(first, second, names)
    if args.json:
        show_json(as_json(found, game))
    else:
        say(text_of(found, game))
    return OK


def _player(text: str, game: Game, budget: Budget) -> Contesting:
    spec = parse_seat(text, game, budget)
    if isinstance(spec, Person) or (isinstance(spec, SearchSeat) and not spec.searches):
        raise KnobError(f"{text} does not search: there is nothing to compare.")
    if isinstance(spec, ProgramSeat):
        spec.program.check()
        return spec
    return replace(spec, budget=spec.budget or budget)


def _position(game: Game, asked: CompareAsked) -> tuple[State, ...]:
    """The positions up to the one that is compared."""
    if asked.start is None:
        if asked.turn is not None or asked.branch:
            option = "--branch is" if asked.turn is None else "--turn counts the turns"
            raise KnobError(f"{option} of a replay: name it with --from.")
        return (game.initial(asked.seed),)
    return positions_in(asked.start, asked.turn, game, asked.branch)


def _seat(game: Game, state: State, wanted: int | None) -> int:
    """The seat that both think for."""
    deciders = () if game.rules.is_over(state) else deciding(game, state)
    if not deciders:
        raise KnobError("The match is over in this position: there is nothing to compare.")
    if wanted is None:
        return deciders[0]
    if wanted - 1 not in deciders:
        raise KnobError(f"Seat {wanted} has nothing to choose in this position.")
    return wanted - 1


def text_of(comparison: Comparison, game: Game) -> str:
    """The whole comparison as text."""
    where = f"{game.title}, {game.turn_word} {comparison.turn}, for seat {comparison.seat + 1}"
    sides = [
        f"{letter}  {side_words(side, game)}"
        for letter, side in zip(LETTERS, comparison.sides, strict=True)
    ]
    parts = [
        "\n".join([where, *sides]),
        f"Where they differ\n{_differences(comparison)}\n{verdict(comparison, game)}",
        "Best lines, the first difference in brackets\n" + _lines(comparison),
        f"Root actions   {axis_words(comparison)}\n{_actions(comparison)}",
        "Numbers\n" + _numbers(comparison, game),
    ]
    return "\n\n".join(parts)


def _differences(comparison: Comparison) -> str:
    rows = [["", "A would play", "B would play", "overlap", "path apart"]]
    rows += [
        [agent.name, *agent.moves, numerals.percent(agent.overlap), apart_words(agent)]
        for agent in comparison.agents
    ]
    return table(rows, right=(3, 4))


def _lines(comparison: Comparison) -> str:
    rows = [
        [agent.name if side == 0 else "", letter, line_words(agent, side)]
        for agent in comparison.agents
        for side, letter in enumerate(LETTERS)
    ]
    return table(rows)


def _actions(comparison: Comparison) -> str:
    rows = [["", "", "A", "", "B", ""]]
    for agent in comparison.agents:
        rows += _rows(agent)
    return table(rows, right=(2, 3, 4, 5))


def _rows(agent: AgentComparison) -> list[list[str]]:
    rows: list[list[str]] = []
    for row in agent.rows:
        cells = [agent.name if not rows else "", row.label]
        for column, facts, ends in zip(agent.columns, row.sides, agent.ends, strict=True):
            mark = "* " if facts is not None and facts.chosen else ""
            cells += [f"{mark}{share_words(facts)}", value_of(column, facts, ends)]
        rows.append(cells)
    return rows


def _numbers(comparison: Comparison, game: Game) -> str:
    rows = [["", "A", "B", ""]]
    rows += [[row.name, row.first, row.second, row.words] for row in numbers(comparison, game)]
    return table(rows, right=(1, 2))


def contend(
    game: Game,
    spec: Contesting,
    seat: int,
    past: tuple[State, ...],
    seed: int,
) -> Contender:
    """What a player says of the last of the positions `past`, after it has used its budget."""
    turn = len(past) - 1
    if isinstance(spec, ProgramSeat):
        return Contender(spec, seat, turn, None, answered(game, spec, seat, past), True)
    thought = _thought(game, spec, seat, past[-1], turn, seed)
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
) -> Thought:
    kind = parse_algorithm(spec.name)
    load_kernels(game, kind, kind.apart_for(spec.params))
    budget = spec.budget or DEFAULT_BUDGET
    player = Player(game, seat, spec, seed, by_cpu=True)
    player.begin(state, turn)
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
