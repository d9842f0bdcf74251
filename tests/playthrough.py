"""One random match of every game as readable text: documentation, debugger and regression test in
one.

`python -m tests.playthrough --write GAME` writes tests/playthroughs/GAME.txt, or those of all games
without a name; test_playthroughs.py compares.
"""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator
from pathlib import Path

from engines import games
from engines.game import PASS, Game, Joint, State
from tests.matches import legal, movers, outcome, random_match

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 1
TURNS = 40  # shown at most
FACTS = (
    "agents",
    "owner",
    "simultaneous",
    "chance",
    "hidden",
    "zero_sum",
    "legal_depends_on_others",
    "max_actions",
    "most_turns",
)


def playthrough(game: Game) -> str:
    """The match as text; what cannot be seen by a seat is in none of its views."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: Game) -> Iterator[str]:
    yield f"{game.title} ({game.spec}), random match {SEED}, {game.position_note(SEED)}"
    yield from (f"{name}: {getattr(game, name)}" for name in FACTS)
    state = game.initial(SEED)
    for seat in range(game.seats):
        yield from _block(f"seat {seat + 1} reads once", game.intro(state, seat))
    for turn, (before, joint, after) in enumerate(random_match(game, SEED, TURNS)):
        yield f"\n{game.turn_word} {turn + 1}"
        yield from _turn(game, before, joint)
        state = after
    yield "\nafterwards"
    yield from _seats(game, state)
    if game.rules.is_over(state):
        yield f"outcome {' '.join(f'{x:+g}' for x in outcome(game, state))}: {game.reason(state)}"


def _turn(game: Game, state: State, joint: Joint) -> Iterator[str]:
    yield from _seats(game, state)
    asked = [a for a in movers(game, state) if joint[a] != PASS]
    for seat in sorted({game.owner[a] for a in asked}):
        yield from _block(f"seat {seat + 1} reads", game.view(state, seat))
        yield f"seat {seat + 1}: {game.prompt(state, seat)}"
    for agent in asked:
        labels = [game.label(state, agent, action) for action in legal(game, state, agent)]
        yield from textwrap.wrap(
            f"{game.agent_name(agent)} may play {'; '.join(labels)}", 120, subsequent_indent="    "
        )
        yield f"{game.agent_name(agent)} plays {game.label(state, agent, int(joint[agent]))}"


def _seats(game: Game, state: State) -> Iterator[str]:
    for seat in range(game.seats):
        yield (
            f"seat {seat + 1}: {game.standing(state, seat) or 'no score'}, advantage "
            f"{game.advantage(state, seat):+.3f}"
        )


def _block(title: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield from textwrap.wrap(f"{title}: {' | '.join(lines)}", 120, subsequent_indent="    ")


def main() -> None:
    """Writes or prints the playthroughs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all if none is named")
    parser.add_argument("--write", action="store_true", help="write the files instead of printing")
    given = parser.parse_args()
    for name in given.games or games():
        text = playthrough(games()[name]())
        if given.write:
            (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
        else:
            print(text)


if __name__ == "__main__":
    main()
