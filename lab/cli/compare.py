"""`smitsilab compare`: two players on one position, and where they differ."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from engines.game import Game, State
from engines.knobs import KnobError
from lab.cli import OK
from lab.cli.parser import whole
from lab.cli.show import say, show_json, table
from lab.compare.facts import LETTERS, AgentComparison, Comparison, compare
from lab.compare.numbers import numbers
from lab.compare.searching import contend
from lab.compare.words import (
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
from lab.match.budget import Budget
from lab.match.play import deciding
from lab.match.records import Contesting
from lab.match.seat import Person, ProgramSeat, SearchSeat
from lab.match.seats import parse_game, parse_seat
from lab.words import numerals
from lab.words.asked import GAME


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("game", help=GAME)
    for letter in LETTERS:
        parser.add_argument(
            f"--{letter.lower()}",
            required=True,
            metavar="SPEC",
            help=f"player {letter}: smitsimax:c=0.3,depth=6,budget=20ms, or a program: cmd:./mybot",
        )
    parser.add_argument(
        "--budget",
        default="20000it",
        help="for both, where a player names none: 20ms of CPU time, 2s, 20000it or 50000n "
        "(nodes); default 20000it",
    )
    parser.add_argument(
        "--from",
        dest="start",
        type=Path,
        metavar="FILE",
        help="a replay: the position after its last turn, or after --turn; or a position that the "
        "editor keeps; without it the game's start",
    )
    parser.add_argument("--turn", type=whole(0, 100_000), help="turns played before the position")
    parser.add_argument(
        "--branch", default="", metavar="NAME", help="of the replay, in place of its main line"
    )
    parser.add_argument(
        "--seat", type=whole(1, 100), help="who both think for; by default the first to move"
    )
    parser.add_argument(
        "--seed", type=whole(0, 1 << 62), default=1, help="of the start and the searches; default 1"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")


def run(args: argparse.Namespace) -> int:
    """Lets both think about the position, one after the other, and prints where they differ."""
    game = parse_game(args.game)
    budget = Budget.parse(args.budget)
    specs = [_player(text, game, budget) for text in (args.a, args.b)]
    past = _position(game, args)
    seat = _seat(game, past[-1], args.seat)
    first, second = (contend(game, spec, seat, past, args.seed) for spec in specs)
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


def _position(game: Game, args: argparse.Namespace) -> tuple[State, ...]:
    """The positions up to the one that is compared."""
    if args.start is None:
        if args.turn is not None or args.branch:
            option = "--branch is" if args.turn is None else "--turn counts the turns"
            raise KnobError(f"{option} of a replay: name it with --from.")
        return (game.initial(args.seed),)
    return positions_in(args.start, args.turn, game, args.branch)


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
        "Principal variations, the first difference in brackets\n" + _lines(comparison),
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
