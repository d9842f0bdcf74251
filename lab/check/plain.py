"""A game's file as plain Python: loads it, plays random matches and asks for everything at every
position. A line of the file is known for all that goes wrong.
"""

from __future__ import annotations

import ast
import inspect
import linecache
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import partial
from pathlib import Path

import numpy as np

from engines.game import FORFEIT, Game, State
from engines.own_files import loaded, named_in
from engines.syntax import parsed
from lab.check import laws, shown
from lab.check.blame import METHODS, Flaw, blamed, fields_of, is_grave, line_of, stops
from lab.check.confined import load_alone
from lab.check.deadline import CALL_S, guarded, within
from lab.check.law import BrokenLaw, law
from lab.check.matches import generator, random_joint, stepped

PLAY_S = 10.0  # CPU seconds after which no further match begins
MATCHES, FEW = 30, 4
ENOUGH = 5  # matches after which a field that never changed is one too many
APART = 7  # positions from one whose forfeits are played to the end to the next

ENDING = frozenset({"facts", "play", "actions"})  # nothing can be asked after these
RULING = ENDING | {"end", "hooks", "chance", "forfeit", "hidden"}  # a search may fail by these

Tell = Callable[[Flaw], object]
Asks = Callable[[], object]


def game_in(path: Path) -> type[Game]:
    """The game of a file; ValueError if there is none, KnobError if it cannot be loaded."""
    load_alone(path)
    kinds = [each for each in named_in(loaded(path)).values() if issubclass(each, Game)]
    if not kinds:
        raise ValueError(f"{path} holds no game.")
    return kinds[0]


class PlainCheck:
    """The check of one file: each law is told once, and asked no more."""

    def __init__(self, path: Path, tell: Tell) -> None:
        self.path, self._tell = path.resolve(), tell
        self.matches = self.positions = 0
        self._game: Game | None = None
        self._broken = set[str]()
        self._told = set[tuple[int, str]]()
        self._asked = ""  # the rule or method that came back last
        self._changing = set[str]()  # fields that have had two values
        self._first: State | None = None
        self._range: dict[str, tuple[float, float]] = {}  # of each field, so far
        self._place: tuple[int, int, State | None] = (-1, -1, None)  # seed, turn, position

    def run(self, seed: int, matches: int = MATCHES) -> None:
        """Plays matches from `seed` on; KnobError or ValueError if the file holds no game."""
        kind = game_in(self.path)
        if not self._ask("facts", lambda: self._make(kind)) or self._game is None:
            return
        game, began = self._game, time.process_time()
        if not self._ask("facts", lambda: laws.check_facts(game)):
            return
        for line, said in outside("".join(linecache.getlines(str(self.path)))):
            self._say(Flaw(self.path.name, line, said, plays=True))
        for number in range(matches):
            if number and time.process_time() - began > PLAY_S:
                break
            if not self._match(game, seed + number):
                return
        self._place = (-1, -1, None)
        if type(game).bounds is Game.bounds:
            said = f"bounds is missing; every position so far is within {self._range}"
            self._say(Flaw(self.path.name, line_of(game, "bounds", self.path), said, plays=True))
        if self.matches >= ENOUGH and "forfeit" not in self._broken:
            self._ask("fields", lambda: self._check_fields(game))

    def _make(self, kind: type[Game]) -> None:
        game = kind()
        own = {each.name: getattr(game.rules, each.name) for each in fields(game.rules)}
        made = {n: guarded(r, partial(self._note, n)) for n, r in own.items() if r is not None}
        game.rules = replace(game.rules, **made)
        for name in METHODS:
            method = getattr(game, name, None)
            if inspect.ismethod(method) and method.__code__.co_filename == str(self.path):
                setattr(game, name, guarded(method, partial(self._note, name)))
        self._game = game

    def _note(self, name: str) -> None:
        self._asked = name

    # -- a match -----------------------------------------------------------------------------------

    def _match(self, game: Game, seed: int) -> bool:
        """Plays a random match; whether anything more can be asked."""
        rng = generator(seed)
        self._place = (seed, -1, None)
        for turn, state in enumerate(self._states(game, seed, rng)):
            self._place = (seed, turn, state)
            self._see(state)
            self.positions += 1
            for name, asks in self._laws(game, state, seed, turn, rng):
                self._ask(name, asks)
                if "play" in self._broken:
                    return False
            if self._broken & ENDING:
                return False
        if self._broken & ENDING:
            return False
        self._place = (seed, -1, None)
        self._ask("log", lambda: shown.check_log(game, seed))
        self._ask("repeats", lambda: laws.check_repeats(game, seed))
        self._ask("key", lambda: laws.check_key(game, seed))
        self.matches += 1
        return True

    def _states(self, game: Game, seed: int, rng: np.random.Generator) -> Iterator[State]:
        """The positions of a random match, its end too."""
        found: list[State] = []
        over: list[bool] = []
        if not self._ask("play", lambda: found.append(game.initial(seed))):
            return
        for turn in range(game.most_turns + 2):
            state = found[-1]
            self._place = (seed, turn, state)
            if not self._ask("play", partial(self._end, game, state, over)):
                return
            if over[-1]:
                self._ask("end", partial(laws.check_end, game, state, turn))
                self._ask("picture", partial(shown.check_scene, game, state))
                self._ask("bounds", partial(shown.check_position, game, state))
                self._see(state)
                return
            yield state
            play = partial(self._play, game, found, seed, turn, rng)
            if not self._ask("play", play):
                return

    @staticmethod
    def _end(game: Game, state: State, over: list[bool]) -> None:
        over.append(bool(game.rules.is_over(state)))

    def _play(
        self, game: Game, found: list[State], seed: int, turn: int, rng: np.random.Generator
    ) -> None:
        """Plays a turn from the last of the positions, and adds the one after it."""
        state = found[-1]
        said = f"a match goes on after {turn} turns, and longest is {game.most_turns}"
        law(turn < game.most_turns, "longest", said)
        joint = random_joint(game, state, rng)
        laws.check_turn(joint)
        after = state.copy()
        game.rules.step(after, joint, generator(seed, turn), None)
        found.append(after)

    def _laws(
        self, game: Game, state: State, seed: int, turn: int, rng: np.random.Generator
    ) -> Iterator[tuple[str, Asks]]:
        yield "actions", lambda: laws.check_actions(game, state, rng)
        yield "value", lambda: laws.check_range(game, state)
        yield "hooks", lambda: laws.check_hooks(game, state)
        yield "chance", lambda: laws.check_chance(game, state, seed)
        if turn % APART == 0:
            yield "forfeit", lambda: self._forfeit(game, state)
        yield "words", lambda: shown.check_words(game, state)
        yield "picture", lambda: shown.check_scene(game, state)
        yield "text", lambda: shown.check_text(game, state, seed)
        yield "hidden", lambda: shown.check_hidden(game, state, seed)
        yield "bounds", lambda: shown.check_position(game, state)

    def _forfeit(self, game: Game, state: State) -> None:
        laws.check_forfeit(game, state)
        self._see(stepped(game, state, np.full(game.agents, FORFEIT, np.int64)))

    # -- fields that never change ------------------------------------------------------------------

    def _see(self, state: State) -> None:
        if self._first is None:
            self._first = state.copy()
        for name in state.dtype.names:
            low, high = self._range.get(name, (math.inf, -math.inf))
            values = np.asarray(state[name])
            self._range[name] = (min(low, values.min().item()), max(high, values.max().item()))
        for name in set(state.dtype.names) - self._changing:
            if not np.array_equal(state[name], self._first[name]):
                self._changing.add(name)

    def _check_fields(self, game: Game) -> None:
        declared = {} if type(game).bounds is Game.bounds else game.bounds()
        options = {name for name, (low, high) in declared.items() if np.all(low == high)}
        for name in game.dtype.names or ():
            if name in options:  # its bounds say that it never changes
                continue
            said = f"the field {name} of the state is the same in {self.positions} positions"
            law(name in self._changing, name, f"{said}: no rule changes it")

    # -- what is told ------------------------------------------------------------------------------

    def _ask(self, name: str, asks: Asks) -> bool:
        """Whether the law holds; one that was broken before is not asked."""
        if name in self._broken:
            return False
        self._asked = ""
        try:
            with within(10 * CALL_S):
                asks()
        except BaseException as error:
            self._broken.add(name)
            line, said = blamed(error, self.path, self._game, self._asked)
            seed, turn, state = self._place
            position = fields_of(state) if state is not None else ""
            mild = name == "forfeit" and isinstance(error, BrokenLaw) and error.at == "outcome"
            ends = stops(error, self.path)
            self._broken |= {"play"} if ends else set()
            plays = not ends and (mild or name not in RULING)
            flaw = Flaw(self.path.name, line, said, seed, turn, position, plays, is_grave(error))
            self._say(flaw)
            return False
        return True

    def _say(self, found: Flaw) -> None:
        """Tells what has not been told yet."""
        if (found.line, found.said) not in self._told:
            self._told.add((found.line, found.said))
            self._tell(found)


# -- how rules are written ---------------------------------------------------------------------

DECORATORS = ("rule", "inlined", "inlined_late", "quick")  # the decorators of `engines.jit`
_NODES: dict[type[ast.AST], str] = {
    ast.Dict: "makes a dict",
    ast.DictComp: "makes a dict",
    ast.Set: "makes a set",
    ast.SetComp: "makes a set",
    ast.List: "makes a list",
    ast.ListComp: "makes a list",
    ast.GeneratorExp: "makes a generator",
    ast.JoinedStr: "makes a text",
    ast.Lambda: "makes a function",
    ast.Try: "catches errors",
    ast.With: "opens a context",
    ast.Import: "imports",
    ast.ImportFrom: "imports",
    ast.Yield: "is a generator",
}
_CALLS = {
    **dict.fromkeys(("print", "input", "open"), "reads or prints"),
    **dict.fromkeys(("str", "repr", "format"), "makes a text"),
    **dict.fromkeys(("list", "dict", "set", "sorted"), "makes a list"),
}


def outside(source: str) -> Iterator[tuple[int, str]]:
    """The lines of a file where a rule does what a function that a search calls a million times a
    second must not, although Python and numba may take it; a sentence each without its full stop.
    """
    for function in ast.walk(parsed(source)):
        if isinstance(function, ast.FunctionDef) and any(map(_is_rule, function.decorator_list)):
            for node in _body(function):
                what = _NODES.get(type(node), "")
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    what = _CALLS.get(node.func.id, "")
                if what:
                    line: int = node.lineno  # type: ignore[attr-defined]
                    yield line, f"the rule {function.name} {what}, and rules allocate nothing"


def _is_rule(decorator: ast.expr) -> bool:
    name = getattr(decorator, "id", getattr(decorator, "attr", ""))
    return name in DECORATORS


def _body(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """All of a function but its decorators and the types of its arguments."""
    for statement in function.body:
        yield from ast.walk(statement)
