"""Positions of the board and card games from outside: all that can come up in a match pass `check`,
as they are, as a seat sees them, and as a text tells them; recorded attacks do not.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import games
from engines.game import Game, Heard, State
from engines.knobs import Value
from engines.reading import Reader
from lab.cli.conform import recordings
from lab.files.codec import OddLine, decode_state
from tests.engines.test_hearing import TRACES, configured, opening, played, recorded
from tests.engines.toys.nim import Nim
from tests.hostile import forged, reached, seen, survive
from tests.matches import generator, legal, option_sets, random_match

NAMES = (
    "tictactoe",
    "connect_four",
    "uttt",
    "matrix",
    "goofspiel",
    "textbook",
    "brew",
    "xmasrush",
)
MORE: dict[str, list[dict[str, Value]]] = {
    "brew": [{"league": 2}],
    "xmasrush": [{"league": "0"}, {"league": "1"}],
    "matrix": [{"matrix": "own", "rounds": 4}],
}
CONFIGURED = [
    games()[name].configure(**options)
    for name in NAMES
    for options in (*option_sets(games()[name]), *MORE.get(name, []))
]
HEARD = [game for game in CONFIGURED if type(game).heard is not Game.heard]
CRASHES = Path(__file__).parents[3] / "shared" / "findings" / "hostile-starts"

each = pytest.mark.parametrize("game", CONFIGURED, ids=lambda game: game.spec)
heard = pytest.mark.parametrize("game", HEARD, ids=lambda game: game.spec)


def views(game: Game, state: State) -> Iterator[State]:
    """The position, what each seat sees of it, and what each may draw in place of the rest."""
    yield state
    for seat in range(game.seats if game.rules.observe is not None else 0):
        yield seen(game, state, seat)
        yield seen(game, state, seat, generator(seat))


def accepts(game: Game, state: State) -> None:
    assert not any([game.check(view) for view in views(game, state)]), game.check(state)


@each
@pytest.mark.parametrize("seed", range(2))  # scripts play with the first, random moves alone later
def test_every_position_of_a_match_passes(game: Game, seed: int) -> None:
    """Of random matches and of scripted ones."""
    for state in (*reached(game, seed), *(after for _, _, after in random_match(game, seed))):
        accepts(game, state)


@each
def test_forfeits_and_waiting_pass(game: Game) -> None:
    """Of one agent, of the other, of all, in each turn of a match."""
    for turn, state in enumerate(reached(game, 1)):
        if not game.rules.is_over(state):
            for answers in ((-2, 0), (0, -2), (-2, -2), (-1, -1)):
                actions = [legal(game, state, agent) for agent in range(game.agents)]
                joint = np.full(game.agents, -2, np.int64)
                for agent, answer in enumerate(answers):
                    joint[agent] = answer or next(iter(actions[agent]), -1)
                after = state.copy()
                game.rules.step(after, joint, generator(turn), None)
                accepts(game, after)


@pytest.mark.parametrize("name", [name for name in NAMES if (TRACES / name).is_dir()])
def test_every_position_of_recorded_matches_passes(name: str) -> None:
    for file in recordings(TRACES / name):
        game, steps = recorded(name, file)
        for state, _ in steps:
            accepts(game, state)
        last, joint = steps[-1]
        game.rules.step(last, joint, generator(1), None)
        accepts(game, last)


@heard
@pytest.mark.parametrize("begun", [0, 7, 20])
def test_what_is_heard_passes(game: Game, begun: int) -> None:
    """Alone, and from a turn of the match on; from the first one with one's own moves too."""
    for seat in range(game.seats):
        known: list[Heard | None] = [None, None]
        sent: tuple[int, ...] = ()
        for turn, (state, joint) in enumerate(played(game, 5, begun + 20 if begun else 60)):
            if turn < begun or not legal(game, state, seat):
                continue
            text = game.view(state, seat)
            known = [
                (before.game if before else game).heard([], Reader(text), before, own)
                for before, own in ((known[0], sent), (known[1], ()))
            ]
            for told in (*known, game.heard([], Reader(text))):
                assert told is not None
                accepts(told.game, told.state)
            sent = (int(joint[seat]),) if begun == 0 else ()


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=60)
def test_what_passes_leads_to_what_passes(name: str, data: st.DataObject) -> None:
    """Each position after any answers is again one of the game's."""
    found = forged(name, lambda n: data.draw(st.integers(0, n - 1)))
    if found.game.check(found.state) == "":
        survive(found.game, found.state, data.draw(st.integers(0, 1000)), closed=True)


def with_other_numbers(text: Sequence[str], data: st.DataObject) -> list[str]:
    """A text in which one number or two are others."""
    lines = list(text)
    for _ in range(data.draw(st.integers(1, 2))):
        at = data.draw(st.integers(0, len(lines) - 1))
        words = lines[at].split(" ")
        word = data.draw(st.integers(0, len(words) - 1))
        if words[word].lstrip("-").isdigit():
            words[word] = str(data.draw(st.sampled_from([0, 1, 2, 3, 5, 8, 10, 100, 1000])))
        lines[at] = " ".join(words)
    return lines


@pytest.mark.parametrize("name", sorted({game.name for game in HEARD}))
@given(data=st.data(), known=st.booleans())
@settings(max_examples=150)
def test_what_is_heard_of_a_false_text_is_refused_or_survived(
    name: str, data: st.DataObject, known: bool
) -> None:
    game, steps = configured(name), opening(name)
    apart = 1 if game.simultaneous else game.agents  # turns until the same seat reads again
    turn = data.draw(st.integers(0, len(steps) - 1 - apart))
    before, state = steps[turn][0], steps[turn + apart][0]
    seat = next(seat for seat in range(game.seats) if legal(game, state, seat))
    memory = Heard(game, seat, turn, seen(game, before, seat)) if known else None
    try:
        text = with_other_numbers(game.view(state, seat), data)
        told = game.heard([], Reader(text), memory, ())
    except (EOFError, ValueError):
        return
    if told.game.check(told.state) == "":
        survive(told.game, told.state, turn, closed=True)


CRASHED: list[tuple[str, Mapping[str, Any]]] = [  # fields that ended the process in seed 3
    ("tictactoe", {"rows": 255}),
    ("matrix", {"matrix": (1 << 31) - 1}),
    ("matrix", {"choices": -(1 << 31), "played": -(1 << 31), "last": [-(1 << 31), -1]}),
    ("goofspiel", {"left": (1 << 31) - 1, "split": 127}),
    ("goofspiel", {"left": -(1 << 31)}),
    ("textbook", {"node": 32767}),
    ("textbook", {"seats": 127}),
    ("brew", {"inv": [[127] * 4, [127, -128, 127, 127]], "easy": 127}),
    ("xmasrush", {"deck": (1 << 63) - 1, "pos": [127, 127]}),
]


@pytest.mark.parametrize(("name", "fields"), CRASHED)
def test_starts_that_ended_the_process_are_refused(name: str, fields: Mapping[str, Any]) -> None:
    game = games()[name]()
    state = game.initial(3)
    for field, value in fields.items():
        state[field] = value
    assert game.check(state)


@pytest.mark.skipif(not CRASHES.is_dir(), reason="there are no such recordings here")
@pytest.mark.parametrize("name", NAMES)
def test_recorded_hostile_starts_are_refused(name: str) -> None:
    for file in CRASHES.glob(f"*-{name}-*.jsonl"):
        first = json.loads(file.read_text(encoding="utf-8").partition("\n")[0])
        game = games()[name].configure(**first["options"])
        with pytest.raises(OddLine, match="its start position is impossible"):
            decode_state(game, first["initial"])


def test_a_game_without_bounds_takes_no_position_from_outside() -> None:
    class Open(Nim):
        bounds = Game.bounds

    assert Open().check(Open().initial(1)) == (
        f"{Nim.title} does not say which positions it allows (Game.bounds)"
    )
