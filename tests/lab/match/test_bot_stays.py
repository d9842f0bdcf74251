"""A bot never leaves a match that goes on: whatever a referee sends and whatever breaks in a
search, each turn has a legal answer, and what was wrong is said.
"""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import pytest

from engines import games
from engines.game import FORFEIT, Game, State
from engines.reading import Reader
from lab.match.bot import Bot, scripted, serve
from lab.match.budget import Budget
from lab.match.decide import Player
from lab.match.play import deciding, joint_of, step
from lab.match.seats import parse_game
from search.random import Random
from tests.lab.match.test_bot import CONTESTS

TURNS = 8
BUDGET = Budget.parse("1it")

Spoil = Callable[[list[str]], list[str]]


def word(text: list[str]) -> list[str]:
    """A word where a number should be, in the last line."""
    return [*text[:-1], "hello"]


def first(text: list[str]) -> list[str]:
    """Nonsense in the first line, so that most of the turn is not read."""
    return ["\x1b[2J \x00", *text[1:]]


def far(text: list[str]) -> list[str]:
    """Numbers that are not in the game, all of them readable."""
    return [" ".join("99999" if x.lstrip("-").isdigit() else x for x in text[-1].split())]


def emptied(text: list[str]) -> list[str]:
    """A line without anything."""
    return ["", *text[1:]]


def longer(text: list[str]) -> list[str]:
    """More lines than there should be."""
    return [*text[:-1], "x", "y", "z"]


SPOILS = [word, first, far, emptied, longer]


class Wire:
    """A referee's two pipes to a bot in a thread of its own."""

    def __init__(self, game: Game, algorithm: str) -> None:
        self.said: list[str] = []
        self.faults = -1
        heard, self._to = os.pipe()
        self._from, told = os.pipe()
        self._source, self._sink = os.fdopen(heard, "rb"), os.fdopen(told, "wb")
        self._answers = os.fdopen(self._from, "rb")
        bot = Bot(game, algorithm, BUDGET, 1)
        self._thread = threading.Thread(target=self._serve, args=(bot,))
        self._thread.start()

    def _serve(self, bot: Bot) -> None:
        with self._source, self._sink:
            self.faults = serve(bot, self._source, self._sink, self.said.append)

    def ask(self, text: Sequence[str], lines: int) -> list[str]:
        """Sends a turn in one go and reads its answer."""
        os.write(self._to, "".join(f"{line}\n" for line in text).encode())
        return [self._answers.readline().decode().rstrip("\n") for _ in range(lines)]

    def close(self) -> None:
        """Ends the input, and with it the bot."""
        os.close(self._to)
        self._thread.join()
        self._answers.close()


@contextmanager
def wired(game: Game, algorithm: str = "random") -> Iterator[Wire]:
    wire = Wire(game, algorithm)
    try:
        yield wire
    finally:
        wire.close()


def moved(game: Game, state: State, seat: int, answer: Sequence[str], turn: int) -> State:
    """The position after a bot's answer, the others playing by the script."""
    actions = {
        s: tuple(game.resolve(state, a, scripted(game, state, a, turn)) for a in game.agents_of(s))
        for s in deciding(game, state)
    }
    actions[seat] = game.parse(state, seat, answer).actions
    return step(game, state, joint_of(game, state, actions)[0], 3, turn, log_events=False)[0]


@pytest.mark.parametrize("spoil", SPOILS, ids=lambda spoil: spoil.__name__)
@pytest.mark.parametrize("name", CONTESTS)
def test_a_turn_that_is_not_understood_is_answered_and_the_next_one_played(
    name: str, spoil: Spoil
) -> None:
    """The second and the third answer of the bot go to a spoilt text."""
    game = games()[name]()
    state, asked, legal = game.initial(3), 0, list[bool]()
    with wired(game) as wire:
        for turn in range(TURNS):
            if game.rules.is_over(state):
                break
            if 0 not in deciding(game, state):
                state = moved(game, state, 1, game.send(state, 1, [_only(game, state, 1)]), turn)
                continue
            view = game.view(state, 0)
            text = view if asked not in (1, 2) else spoil(view)
            intro = game.intro(state, 0) if asked == 0 else []
            answer = wire.ask([*intro, *text], game.answer_lines(state, 0))
            legal.append(FORFEIT not in game.parse(state, 0, answer).actions)
            said = len(wire.said)
            asked += 1
            if not legal[-1]:
                break
            state = moved(game, state, 0, answer, turn)
    assert wire.faults == len(wire.said) == said <= 2
    assert asked >= 2 and legal[0]
    assert all(line.startswith("Line ") for line in wire.said)
    if asked > 3:
        assert legal[3]


def _only(game: Game, state: State, seat: int) -> int:
    [agent] = game.agents_of(seat)
    return game.resolve(state, agent, scripted(game, state, agent, 1))


@pytest.mark.parametrize("name", CONTESTS)
def test_an_opening_that_is_not_understood_is_answered(name: str) -> None:
    game = games()[name]()
    state = game.initial(3)
    with wired(game) as wire:
        wire.ask(["what?", *game.view(state, 0)], game.answer_lines(state, 0))
        wire.ask(["what?", *game.view(state, 0)], game.answer_lines(state, 0))
    assert wire.faults == 2


@pytest.mark.parametrize("name", CONTESTS)
def test_a_search_that_breaks_is_replaced_by_the_script_and_asked_again(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = iter([True, False])
    usual = Random.start

    def start(self: Random, *args: object) -> None:
        if next(broken):
            raise IndexError("out of range")
        usual(self, *args)  # type: ignore[arg-type]  # passed on as they came

    monkeypatch.setattr(Random, "start", start)
    game = games()[name]()
    state = game.initial(3)
    with wired(game) as wire:
        lines = game.answer_lines(state, 0)
        answer = wire.ask([*game.intro(state, 0), *game.view(state, 0)], lines)
        assert FORFEIT not in game.parse(state, 0, answer).actions
        state = moved(game, state, 0, answer, 0)
        while 0 not in deciding(game, state):
            state = moved(game, state, 1, game.send(state, 1, [_only(game, state, 1)]), 1)
        answer = wire.ask(game.view(state, 0), lines)
        assert FORFEIT not in game.parse(state, 0, answer).actions
    assert len(wire.said) == 1
    assert wire.said[0].endswith(": IndexError: out of range. The game's script answers.")


def test_an_impossible_position_is_answered_without_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Readable numbers that no match leads to never reach a search."""
    begun: list[State] = []
    monkeypatch.setattr(Player, "begin", lambda self, state, turn, last: begun.append(state))
    game = parse_game("csb")
    state = game.initial(3)
    text = game.view(state, 0)
    text[1] = " ".join([*text[0].split()[:2], *text[1].split()[2:]])
    text[1] = text[1].replace(text[1].split()[0], str(int(text[0].split()[0]) + 1), 1)
    with wired(game) as wire:
        answer = wire.ask([*game.intro(state, 0), *text], 2)
    assert begun == [] and FORFEIT not in game.parse(state, 0, answer).actions
    assert "The position is impossible (Pod 1 and Pod 2 are 1 units apart" in wire.said[0]


def test_an_algorithm_that_does_not_fit_leaves_the_match_to_the_script() -> None:
    text = "3 0\n1 1 1 1\n5 5 5 5\n9 9 9 9\n"
    said, sink = list[str](), io.BytesIO()
    bot = Bot(parse_game("tron"), "alphabeta", BUDGET, 1)
    assert serve(bot, io.BytesIO(text.encode()), sink, said.append) == 1
    assert sink.getvalue().decode().strip() in ("UP", "DOWN", "LEFT", "RIGHT")
    assert "does not fit" in said[0]


@pytest.mark.parametrize("name", CONTESTS)
def test_what_is_heard_in_a_match_can_be_a_position(name: str) -> None:
    """Else a bot would play the whole match by the script, and nobody would see it."""
    game = games()[name]()
    state = game.initial(4)
    bots = [Bot(game, "random", BUDGET, 1) for _ in range(game.seats)]
    begun = set[int]()
    for turn in range(60):
        if game.rules.is_over(state):
            break
        actions = {}
        for seat in deciding(game, state):
            if seat not in begun:
                bots[seat].listen(Reader(game.intro(state, seat)))
            begun.add(seat)
            answer = bots[seat].answer(Reader(game.view(state, seat)))
            actions[seat] = game.parse(state, seat, answer).actions
        state, _ = step(game, state, joint_of(game, state, actions)[0], 4, turn, log_events=False)
    assert turn > 5
