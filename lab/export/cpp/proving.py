"""Proves a bot: its rules and its search, compiled, against the lab's own, field by field."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.game import PASS, Joint, State
from engines.knobs import KnobError
from lab.export.cpp.bot import BotCode, reader
from lab.export.cpp.searches.memory import owner_of, room_of, started
from lab.match.bot import Bot
from lab.match.budget import ITERATIONS, Allowance, Budget
from lab.match.decide import SEARCH, derive, movers, seen
from lab.match.play import deciding
from lab.match.seats import format_seat
from search.base import generator, turn_generator

COMPILERS = ("g++", "clang++", "c++")
ILLEGAL = 0.002  # share of forfeits and of actions that are not legal
FLAGS = ("-std=c++17", "-O2", "-shared", "-fPIC")


@dataclass(frozen=True)
class Proof:
    """What was compared and found equal, and the CPU seconds that the same iterations took."""

    turns: int  # of random games
    decisions: int
    answers: int  # to the contest's text
    lab_s: float
    bot_s: float


class NotEqual(Exception):
    """A difference between the bot and the lab, as a sentence."""


def compiler() -> str:
    """A compiler of C++; KnobError where there is none."""
    found = next(filter(None, map(shutil.which, COMPILERS)), None)
    if found is None:
        raise KnobError(f"There is no compiler to verify with: none of {', '.join(COMPILERS)}.")
    return found


class TrialLibrary(ctypes.CDLL):
    """A bot as a library with the functions of a trial, begun, with memory of its own."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path
        for name in ("to_move", "legal", "is_legal", "is_over"):
            getattr(self, f"trial_{name}").restype = ctypes.c_int64
        self.trial_iterate.restype = ctypes.c_int64
        self.trial_block.restype = ctypes.c_void_p
        self.trial_tables()

    def twin(self) -> TrialLibrary:
        """The same bot with other memory."""
        handle, name = tempfile.mkstemp(".so", dir=self.path.parent)
        os.close(handle)
        return TrialLibrary(Path(shutil.copy(self.path, name)))


def built(code: BotCode, folder: Path, flags: tuple[str, ...] = FLAGS) -> TrialLibrary:
    """The bot as a library with the functions of a trial; KnobError with the compiler's words."""
    return TrialLibrary(_compiled(code.text(trial=True), folder / f"trial{len(flags)}.so", flags))


def program(code: BotCode, folder: Path, flags: tuple[str, ...] = ("-std=c++17", "-O2")) -> Path:
    """The bot as a program; KnobError with the compiler's words."""
    return _compiled(code.text(), folder / "bot", flags)


def _compiled(text: str, made: Path, flags: tuple[str, ...]) -> Path:
    source = made.with_suffix(".cpp")
    source.write_text(text, encoding="utf-8")
    command = [compiler(), *flags, "-o", str(made), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise KnobError(f"The compiler refuses the bot: {done.stderr[:500]}")
    return made


def pointer(array: Any) -> ctypes.c_void_p:
    """The address of an array's first element."""
    return ctypes.c_void_p(array.__array_interface__["data"][0])


def compare_rules(code: BotCode, bot: TrialLibrary, games: int, seed: int = 1) -> int:
    """Plays random matches by both and compares every field after every turn, who moves, what is
    legal, results and values; the turns that were played.
    """
    turns = 0
    for k in range(games):
        turns += _compared_match(code, bot, seed + k)
    return turns


def _compared_match(code: BotCode, bot: TrialLibrary, seed: int) -> int:
    game, rules, rng = code.game, code.game.rules, generator(seed, 9)
    weights = code.search.searches[0].weights
    mine = game.initial(seed)
    theirs = np.frombuffer(bytearray(mine.tobytes()), mine.dtype)
    where, turn = pointer(theirs), 0
    legal, listed = (np.zeros(game.max_actions, np.int64) for _ in range(2))
    results, expected = np.zeros(game.agents), np.zeros(game.agents)

    def check(what: str, one: Any, other: Any) -> None:
        if not _equal(one, other):
            at = f"in game {seed}, {game.turn_word} {turn}"
            raise NotEqual(f"The bot differs {at}: {what} is {other}, not {one}.")

    while True:
        for name in mine.dtype.names or ():
            check(name, mine[name], theirs[0][name])
        over = bool(rules.is_over(mine))
        check("is_over", over, bool(bot.trial_is_over(where)))
        rules.outcome(mine, expected[: game.seats])
        bot.trial_outcome(where, pointer(results))
        check("outcome", expected[: game.seats], results[: game.seats])
        rules.value(mine, weights, expected)
        bot.trial_value(where, pointer(results))
        check("value", expected, results)
        if over:
            return turn
        check("to_move", int(rules.to_move(mine)), bot.trial_to_move(where))
        joint = np.full(game.agents, PASS, np.int64)
        for agent in movers(game, mine):
            count = int(rules.legal(mine, agent, legal))
            check("legal", count, bot.trial_legal(where, ctypes.c_int64(agent), pointer(listed)))
            check("legal", legal[:count], listed[:count])
            joint[agent] = legal[int(rng.random() * count)]
            guess = int(rng.random() * (int(legal[:count].max()) + 3)) - 1
            told = bot.trial_is_legal(where, ctypes.c_int64(agent), ctypes.c_int64(guess))
            check("is_legal", bool(rules.is_legal(mine, agent, guess)), bool(told))
            if rng.random() < ILLEGAL:
                joint[agent] = -2
        rules.step(mine, joint, generator(seed, turn), None)
        bot.trial_seed(ctypes.c_uint64(seed), ctypes.c_uint64(turn))
        bot.trial_step(where, pointer(joint))
        turn += 1


def _equal(one: Any, other: Any) -> bool:
    return bool(np.array_equal(np.asarray(one), np.asarray(other), equal_nan=_is_float(one)))


def _is_float(value: Any) -> bool:
    return np.asarray(value).dtype.kind == "f"


class Twins:
    """The bot's search and the lab's on the same positions. Each seat has a bot of its own, since
    it may keep something from turn to turn.
    """

    def __init__(self, code: BotCode, bot: TrialLibrary) -> None:
        self.code, self.game = code, code.game
        self._bots = [bot.twin() for _ in range(code.game.seats)]
        self.searches: list[Any] = [
            started(code.game, code.spec, seat) for seat in range(code.game.seats)
        ]
        self.lab_s = self.bot_s = 0.0
        # the bots' memory, which stays where it is, by seat and name
        self._found: dict[tuple[int, str], NDArray[Any]] = {}

    def decide(
        self, state: State, seat: int, seed: int, iterations: int, last: Joint | None
    ) -> list[int]:
        """Both searches on one position after the joint action `last`, compared in every field of
        their records and in every number of their trees; the move.
        """
        search, bot = self.searches[seat], self._bots[seat]
        last = None if self.game.hidden else last
        search.seed = seed
        search.start(state, seat, last)
        where = np.frombuffer(bytearray(state.tobytes()), state.dtype)
        moves = None if last is None else pointer(last)
        bot.trial_begin(pointer(where), ctypes.c_int64(seat), ctypes.c_uint64(seed), moves)
        allowance = Allowance(Budget(ITERATIONS, iterations), search.divides)
        while n := allowance.steady():  # in the parts that a match has
            spent = round(allowance.spent, 4)
            begin = time.thread_time()
            done = search.advance(n, spent)
            self.lab_s += time.thread_time() - begin
            begin = time.thread_time()
            bot.trial_iterate(ctypes.c_int64(n), ctypes.c_double(spent))
            self.bot_s += time.thread_time() - begin
            allowance.took(n, 1.0, done)
        theirs = partial(self._theirs, seat)
        for what, one, other in self.code.search.pairs(search, theirs):
            if not _equal(one, other):
                raise NotEqual(f"The bot's search differs in {what}: {other}, not {one}.")
        out = np.zeros(self.game.agents, np.int64)
        bot.trial_choose(pointer(out))
        own = self.game.agents_of(seat)
        chosen = [int(a) for a in search.choice()]
        if chosen != out[: len(own)].tolist():
            raise NotEqual(f"The bot plays {out[: len(own)].tolist()}, not {chosen}.")
        return chosen

    def _theirs(self, seat: int, what: str, model: NDArray[Any], copy: int = 0) -> NDArray[Any]:
        """The memory of a seat's bot where `model` is in the lab's, by its name."""
        if (seat, what) not in self._found:
            self._found[seat, what] = self._located(seat, model, copy)
        return self._found[seat, what]

    def _located(self, seat: int, model: NDArray[Any], copy: int) -> NDArray[Any]:
        owner = owner_of(model)
        names = list(self.code.search.blocks)
        address = self._bots[seat].trial_block(ctypes.c_int64(names.index(id(owner))))
        offset = model.__array_interface__["data"][0] - owner.__array_interface__["data"][0]
        size = owner.nbytes - offset
        content = (ctypes.c_char * size).from_address(address + copy * room_of(owner) + offset)
        return np.ndarray(model.shape, model.dtype, content, 0, model.strides)


def compare_texts(
    code: BotCode, program: Path, matches: int, iterations: int, seed: int = 1
) -> int:
    """Whole matches of programs that read the contest's text, answer by answer against the lab's
    own bot with the same search; how many answers.
    """
    game, answers = code.game, 0
    for k in range(matches):
        state, match_seed = game.initial(seed + k), seed + k
        players = [
            _Reading(code, program, iterations, match_seed, game.intro(state, seat))
            for seat in range(game.seats)
        ]
        turn = 0
        while not game.rules.is_over(state):
            joint = np.full(game.agents, PASS, np.int64)
            for seat in deciding(game, state):
                lines = players[seat].answer(game.view(state, seat))
                answers += 1
                joint[list(game.agents_of(seat))] = game.parse(state, seat, lines).actions
            game.rules.step(state, joint, turn_generator(game, match_seed, 1, turn), None)
            turn += 1
        for player in players:
            player.close()
    return answers


class _Reading:
    """A seat's program and the lab's bot, which read the same lines."""

    def __init__(
        self, code: BotCode, program: Path, iterations: int, seed: int, intro: list[str]
    ) -> None:
        spec = format_seat(code.spec, code.game, with_budget=False)
        self._lines: deque[str] = deque(intro)
        self._lab = Bot(code.game, spec, Budget.parse(f"{iterations}it"), seed)
        self._process = subprocess.Popen(
            [str(program), str(iterations), str(seed)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._tell(intro)
        self._lab.listen(self._lines.popleft)

    def _tell(self, lines: list[str]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{line}\n" for line in lines))
        self._process.stdin.flush()

    def answer(self, lines: list[str]) -> list[str]:
        """Both answers to a text, which have to be equal."""
        self._lines.extend(lines)
        expected = self._lab.answer(self._lines.popleft)
        self._tell(lines)
        assert self._process.stdout is not None
        found = [self._process.stdout.readline().rstrip("\n") for _ in expected]
        if found != expected:
            raise NotEqual(
                f"The bot answers {found}, not {expected}, to {' / '.join(lines)[:200]}."
            )
        return found

    def close(self) -> None:
        """Ends the program."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def compare_matches(
    code: BotCode, bot: TrialLibrary, matches: int, iterations: int, seed: int = 1
) -> tuple[int, float, float]:
    """Whole matches in which both searches make every decision: how many decisions, and the CPU
    seconds of the lab's search and of the bot's.
    """
    twins, game, decisions = Twins(code, bot), code.game, 0
    for k in range(matches):
        state, turn, match_seed = game.initial(seed + k), 0, seed + k
        last: Joint | None = None
        while not game.rules.is_over(state):
            joint = np.full(game.agents, PASS, np.int64)
            for seat in deciding(game, state):
                view = seen(game, state, seat, match_seed, turn)
                its_seed = derive(match_seed, SEARCH, seat, turn)
                chosen = twins.decide(view, seat, its_seed, iterations, last)
                decisions += 1
                for agent, action in zip(game.agents_of(seat), chosen, strict=True):
                    joint[agent] = game.resolve(state, agent, action)
            game.rules.step(state, joint, turn_generator(game, match_seed, 1, turn), None)
            turn, last = turn + 1, joint
    return decisions, twins.lab_s, twins.bot_s


def proved(
    code: BotCode,
    games: int,
    matches: int,
    iterations: int,
    folder: Path,
    tell: Callable[[str], object] = str,
) -> Proof:
    """Compares all that can be compared; NotEqual, and KnobError where nothing compiles. `tell`
    hears what is done, since it may take minutes.
    """
    tell("compiling the bot")
    bot = built(code, folder)
    tell("playing random games")
    turns = compare_rules(code, bot, games)
    answers = 0
    if reader(code.game) is not None:
        tell("answering the contest's text")
        made = program(code, folder)
        answers = compare_texts(code, made, matches, max(1, iterations // 5))
        answers += compare_texts(code, made, 1, 1)  # what is answered when nothing is known
    tell("playing matches")
    decisions, lab_s, bot_s = compare_matches(code, bot, matches, iterations)
    return Proof(turns, decisions, answers, lab_s, bot_s)
