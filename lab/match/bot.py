"""A search as a program: it hears the contest's text, thinks as a seat of a match would, and
answers in the contest's words.

With the same seed and a budget of iterations its moves are those of the lab's own match: what a
search sees, and every random number, is derived from what the text tells (the seat, the turn, the
position as the seat may see it) and the seed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import IO

from engines.game import Game, Heard, Read
from engines.knobs import KnobError
from engines.reading import Reader
from lab.match.budget import TIME, Budget
from lab.match.decide import Decision, Player, think
from lab.match.play import deciding, joint_of, resolved, step
from lab.match.seat import SearchSeat
from lab.match.seats import parse_search, parse_seat

BRIEF = Budget(TIME, 2)
ROUNDS = 3  # of a rehearsal: in the third a tree is kept for the second time
LEAST_MS = 1.0
LONGEST_LINE = 1 << 16

Note = Callable[[Heard, Decision, Sequence[str]], None]  # told of every answer


class Bot:
    """One seat's player that knows only what it hears. KnobError if the algorithm does not fit the
    game.
    """

    def __init__(
        self, game: Game, algorithm: str, budget: Budget, seed: int, note: Note | None = None
    ) -> None:
        spec = parse_seat(algorithm, game, budget)
        if not isinstance(spec, SearchSeat):
            raise KnobError("A bot plays by an algorithm (smitsilab list algorithms).")
        self.game, self.budget = game, spec.budget or budget
        self._algorithm, self._seed, self._note = algorithm, seed, note
        self._player: Player | None = None
        self._heard: Heard | None = None
        self._sent: tuple[int, ...] = ()

    def listen(self, read: Read) -> None:
        """Hears what is told once."""
        self._intro = self.game.listen(read)

    def answer(self, read: Read) -> list[str]:
        """Hears one turn and answers it, [] if the match is over; ValueError with a sentence if
        that is not the contest's text.
        """
        clock = Clock(read)
        heard = self._heard = self.game.heard(self._intro, clock.read, self._heard, self._sent)
        if heard.seat not in deciding(heard.game, heard.state):
            return []
        player = self._seated(heard)
        player.begin(heard.state, heard.turn, heard.joint)
        think(player, self.left(clock.ms))
        decision = player.decide()
        self._sent = resolved(heard.game, player.view, heard.seat, decision.choice)
        lines = heard.game.send(heard.state, heard.seat, self._sent)
        if self._note is not None:
            self._note(heard, decision, lines)
        return lines

    def _seated(self, heard: Heard) -> Player:
        """The player, for the game and the seat that the first turn told."""
        if self._player is None:
            self.game = heard.game
            self._player = Player(
                heard.game, heard.seat, parse_search(self._algorithm, heard.game), self._seed
            )
        return self._player

    def left(self, used_ms: float) -> Budget:
        """What is left of the budget after reading, where it is one of time."""
        timed = self.budget.kind == TIME
        return (
            replace(self.budget, amount=max(LEAST_MS, self.budget.amount - used_ms))
            if timed
            else self.budget
        )


class Clock:
    """Reads lines and knows how long ago the first of them came."""

    def __init__(self, read: Read) -> None:
        self._read, self._came = read, 0.0

    def read(self) -> str:
        """The next line."""
        line = self._read()
        self._came = self._came or time.perf_counter()
        return line

    @property
    def ms(self) -> float:
        """Milliseconds since the first line."""
        return (time.perf_counter() - self._came) * 1000


def serve(bot: Bot, source: IO[bytes], sink: IO[bytes]) -> None:
    """Answers turn after turn until the match or the input ends; ValueError with a sentence if the
    input is not the contest's text.
    """
    lines = iter(partial(source.readline, LONGEST_LINE), b"")
    read = Reader(line.decode(errors="replace").rstrip() for line in lines)
    whole = 0  # lines up to the end of a turn
    try:
        bot.listen(read)
        whole = read.at
        while answer := bot.answer(read):
            sink.write("".join(f"{line}\n" for line in answer).encode())
            sink.flush()
            whole = read.at
    except EOFError:
        if read.at > whole:
            raise ValueError(
                f"The text ends after line {read.at} in the middle of a turn."
            ) from None
    except KnobError:
        raise
    except ValueError as error:
        raise ValueError(f"Line {read.at}: {error}") from None


def rehearse(game: Game, algorithm: str, budget: Budget, seed: int) -> None:
    """Lets such bots play the first rounds of a match among themselves, so that no clock runs while
    kernels are compiled or loaded.
    """
    bots = [Bot(game, algorithm, budget, seed) for _ in range(game.seats)]
    state = game.initial(seed)
    begun = set[int]()
    for turn in range(ROUNDS if game.simultaneous else ROUNDS * game.seats):
        if game.rules.is_over(state):
            return
        actions = {}
        for seat in deciding(game, state):
            bots[seat].budget = BRIEF
            if seat not in begun:
                bots[seat].listen(Reader(game.intro(state, seat)))
            begun.add(seat)
            answer = bots[seat].answer(Reader(game.view(state, seat)))
            actions[seat] = game.parse(state, seat, answer).actions
        state, _ = step(
            game, state, joint_of(game, state, actions)[0], seed, turn, log_events=False
        )
