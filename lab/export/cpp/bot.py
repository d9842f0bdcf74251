"""A bot as one self-contained file of C++17: the rules of a game, a search, and the text."""

from __future__ import annotations

import inspect
import itertools
import re
import string
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from engines.game import Game
from engines.knobs import KnobError
from engines.records import packed
from lab.export.cpp.kinds import (
    GENERATOR,
    INT,
    Array,
    Constant,
    Expression,
    Kind,
    Record,
    array_of,
    kind_of,
    literal,
)
from lab.export.cpp.searching import exported, refusal, search_code
from lab.export.cpp.unit import Unit, written
from lab.files.source import text_of
from lab.match.budget import ITERATIONS, LEAST_PARTS, LONGEST_PART, MOST_PARTS, NODES, TIME, Budget
from lab.match.seat import SearchSeat
from lab.match.seats import format_seat, parse_algorithm, parse_seat

MOST = 100_000  # characters that a contest takes
SHARE = 0.8  # share of the contest's time limit, if no budget is given
PRAGMAS = (
    '#pragma GCC optimize("O3,wrapv,omit-frame-pointer,inline")',
    '#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")',
)
# a table of the configured game that a reader names
NAMED = re.compile(r"^// constant (\w+) = ([\w.]+)$", re.MULTILINE)
# a table that a function of C++ computes from others, which are names of the game's modules
COMPUTED = re.compile(r"^// table ([\w.]+) = (\w+)\(([\w., ]*)\)$", re.MULTILINE)
# words of C++ outside of its texts, and those that only the translator writes: variables and fields
# end with a line below, functions with _f, tables begin with T_
TOKENS = re.compile(r'"(?:\\.|[^"\\])*"|[A-Za-z_]\w*')
OWN = re.compile(r"[A-Za-z]\w*_(?:f(?:_\d+)?)?|T_\w+")


def reader_file(game: Game) -> Path:
    """The file next to a game's own with `read_intro`, `read_turn` and `write_answer` for its text,
    whether it is there or not: reader.hpp in a folder, else NAME.hpp.
    """
    own = Path(inspect.getfile(type(game)))
    return own.with_name("reader.hpp") if own.stem == "game" else own.with_suffix(".hpp")


def reader(game: Game) -> Path | None:
    """That file, None if there is none."""
    found = reader_file(game)
    return found if found.is_file() else None


def text_code(game: Game) -> str:
    """The C++ that reads and writes this game's text."""
    found = reader(game)
    return _packaged("plain.hpp") if found is None else text_of(found)


def rule_kinds(game: Game, weights: Kind) -> dict[str, tuple[Any, ...]]:
    """The kinds of the arguments of each rule that a file always has."""
    whole, real = np.dtype(np.int64), np.dtype(np.float64)
    state, joint = Record(game.dtype), array_of(whole, (game.agents,))
    actions = array_of(whole, (game.max_actions,))
    return {
        "to_move": (state,),
        "legal": (state, INT, actions),
        "is_legal": (state, INT, INT),
        "step": (state, joint, GENERATOR, Constant(None)),
        "is_over": (state,),
        "outcome": (state, array_of(real, (game.seats,))),
        "value": (state, weights, array_of(real, (game.agents,))),
    }


def bot_code(game: Game, seat: str, budget: str | None, seed: int) -> BotCode:
    """The bot of a seat as it is written; KnobError says what cannot be exported, with the file and
    line of a rule that has no translation.
    """
    usual = Budget(TIME, SHARE * game.turn_ms)
    spec = parse_seat(seat, game, Budget.parse(budget) if budget else usual)
    if not isinstance(spec, SearchSeat):
        raise KnobError(f"A bot plays by an algorithm, and {seat} is none.")
    allowed = spec.budget or usual
    if allowed.kind == NODES:
        raise KnobError("An exported bot counts time or iterations: --budget 45ms or 2000it.")
    its = int(allowed.amount) if allowed.kind == ITERATIONS else 0
    return BotCode(game, spec, SHARE * game.turn_ms if its else allowed.amount, its, seed)


class BotCode:
    """The C++ of one game with one search."""

    def __init__(
        self, game: Game, spec: SearchSeat, milliseconds: float, iterations: int, seed: int
    ) -> None:
        if said := refusal(spec):
            raise KnobError(said)
        self.game, self.spec, self.unit = game, exported(spec), Unit()
        self.milliseconds, self.iterations, self.seed = milliseconds, iterations, seed
        self.unit.struct(game.dtype)
        self.search = search_code(self.unit, game, self.spec)
        self.game = self.search.game

    def text(self, trial: bool = False) -> str:
        """The file; for a trial with functions that the lab calls instead of `main`."""
        roots = list(self.unit.roots)
        searching, rules = list(self.search.code()), list(self._rules())
        ending = list(self._trial() if trial else (*self._start(), *self._main()))
        functions = self.unit.code()
        modules = {sys.modules[each.python.__module__] for each in self.unit.needed()}
        making, computed = self._computed()
        tables, filling = written(self.unit, _with_imports(modules), computed)
        structs = [text for _, text in self.unit.structs.values()]
        runtime = _packaged("runtime.hpp")
        parts = [*self._head(), *PRAGMAS, runtime, *structs, *tables, *making, *filling, functions]
        self.unit.roots = roots  # what was asked for once more is not in the next text
        text = "\n".join([*parts, *searching, *rules, *ending]) + "\n"
        for shorter in (squeezed, renamed):
            text = text if len(text) <= MOST else shorter(text)
        if len(text) > MOST and getattr(self.spec.params, "evaluation", "") == "network":
            raise KnobError(
                f"With its network the file would have {len(text):,} characters, and a site takes "
                f"{MOST:,}; choose another evaluation."
            )
        return text

    def _computed(self) -> tuple[list[str], dict[str, str]]:
        """The code that computes tables of the game when the bot starts, and the call that fills
        each of those that are used.
        """
        path = Path(inspect.getfile(type(self.game))).with_name("tables.hpp")
        if not path.is_file():
            return [], {}
        text, package = text_of(path), type(self.game).__module__.rpartition(".")[0]

        def name(of: str) -> str:
            module, _, attribute = of.strip().partition(".")
            values = getattr(sys.modules[f"{package}.{module}"], attribute)
            return self.unit.constant(attribute, values)

        calls = dict[str, str]()
        for table, function, given in reversed(COMPUTED.findall(text)):
            used = {each for each, _ in self.unit.tables.values()}
            if name(table) in used:
                names = ", ".join(map(name, [table, *given.split(",")]))
                calls[name(table)] = f"{function}({names})"
        return ([text] if calls else []), dict(reversed(calls.items()))

    def _head(self) -> Iterator[str]:
        yield f"// {self.game.title}: {format_seat(self.spec, self.game)}"
        yield "// Made by smitsilab export-bot from the lab's own rules and search. C++17."

    # -- the loop over turns -----------------------------------------------------------------------

    def _rules(self) -> Iterator[str]:
        """The rules that a reader and the loop call, by names of their own."""
        rules, state = self.game.rules, Expression("s", Record(self.game.dtype))
        joint = Expression("joint", array_of(np.dtype(np.int64), (self.game.agents,)))
        rng, nothing = Expression("rng", GENERATOR), Expression("", Constant(None), value=None)
        seat, own = Expression("seat", INT), self.search.called
        draw = Expression("drawing", GENERATOR)
        yield f"static int64_t last[{self.game.agents}];  // the last joint action"
        yield "static bool told;  // whether that is known"
        yield "[[maybe_unused]] static void rule_step(State& s, int64_t* joint) {"
        yield "  std::memcpy(last, joint, sizeof last), told = true;"
        yield f"  {own(rules.step, [state, joint, rng, nothing])};"
        yield "}"
        yield f"static bool rule_is_over(State& s) {{ return {own(rules.is_over, [state])}; }}"
        blank = f"{own(rules.observe, [state, seat])};" if rules.observe is not None else ""
        yield f"static void rule_observe(State& s, int64_t seat) {{ {blank} }}"
        yield "static void hide_and_draw(State& s, int64_t seat, uint64_t seed, int64_t turn) {"
        yield "  rule_observe(s, seat);"
        if rules.sample is not None:
            yield "  Random drawing = generator(seed, (uint64_t)3, (uint64_t)seat, (uint64_t)turn);"
            yield f"  {own(rules.sample, [state, seat, draw])};"
        yield "}"

    def _main(self) -> Iterator[str]:
        """What reads, thinks and answers."""
        game, first = self.game, self.milliseconds * self.game.first_turn_ms / self.game.turn_ms
        most = max(len(game.agents_of(seat)) for seat in range(game.seats))
        yield f"static const int AGENTS = {game.agents};"
        yield f"static const int64_t ITERATIONS = {self.iterations};"
        yield f"static const uint64_t SEED = {self.seed};"
        parts = LEAST_PARTS if parse_algorithm(self.spec.name).divides else 1
        yield f"static const int64_t LEAST_PARTS = {parts}, MOST_PARTS = {MOST_PARTS};"
        yield f"static const int64_t LONGEST_PART = {LONGEST_PART};"
        yield f"static const double FIRST_MS = {first:g}, TURN_MS = {self.milliseconds:g};"
        yield "static State known;"
        yield f"static int64_t own_seat, turn, sent[{max(most, game.agents)}];"
        yield text_code(game)
        yield _packaged("main.hpp")

    def _start(self) -> Iterator[str]:
        """What a reader names."""
        start = np.frombuffer(packed(self.game.initial(0)), np.uint8)
        name = self.unit.constant("start", start)
        yield "[[maybe_unused]] static State start_position() {"
        yield f"  State s;\n  std::memcpy((void*)&s, {name}, sizeof s);\n  return s;\n}}"
        for name, path in NAMED.findall(text_code(self.game)):
            values = np.asarray(attrgetter(path)(self.game))
            kind = kind_of(values.dtype)
            listed = ", ".join(literal(v, kind) for v in values.reshape(-1))
            yield f"static const {kind.cpp} {name}[] = {{{listed}}};"

    def _trial(self) -> Iterator[str]:
        """What the lab calls to compare."""
        weights = self.search.given["w"]
        yield 'extern "C" {'
        for name, kinds in rule_kinds(self.game, weights.kind).items():
            taken, given = list[str](), list[Expression]()
            for k, kind in enumerate(kinds):
                if isinstance(kind, Record):
                    taken.append("State* s")
                    given.append(Expression("(*s)", kind))
                elif kind is INT:
                    taken.append(f"int64_t a{k}")
                    given.append(Expression(f"a{k}", kind))
                elif kind is GENERATOR:
                    given.append(Expression("rng", kind))
                elif isinstance(kind, Constant):
                    given.append(Expression("", kind, value=kind.value))
                elif kind == weights.kind:
                    given.append(weights)
                elif isinstance(kind, Array):
                    taken.append(f"{self.unit.cell(kind.element)}* a{k}")
                    given.append(Expression(f"a{k}", kind))
            call = self.search.called(getattr(self.game.rules, name), given)
            plain = name in ("step", "outcome", "value")
            result, back = ("void", "") if plain else ("int64_t", "return ")
            yield f"{result} trial_{name}({', '.join(taken)}) {{ {back}{call}; }}"
        yield "void trial_tables() { make_tables(), widen_blocks(); }"
        yield "void trial_seed(uint64_t a, uint64_t b) { rng = generator(a, b); }"
        yield "void trial_begin(State* s, int64_t seat, uint64_t seed, int64_t* moves) {"
        yield "  begin(*s, seat, seed, moves);"
        yield "}"
        yield "int64_t trial_iterate(int64_t n, double share) { return spent = share, iterate(n); }"
        yield "void trial_choose(int64_t* out) { choose(out); }"
        yield "void* trial_block(int64_t k) {"
        yield f"  void* blocks[] = {{{', '.join(n for n, *_ in self.search.blocks.values())}}};"
        yield "  return blocks[k];"
        yield "}"
        yield "}"


def squeezed(text: str) -> str:
    """The same file without its comments and the blanks that nothing needs."""
    head, body = text.split("\n", 2)[:2], text.split("\n", 2)[2]
    lines = list[str]()
    for each in body.split("\n"):
        line = each.strip()
        if not line.startswith("#") and '"' not in line:
            line = re.sub(r" *([=,;(){}<>?:|]) *", r"\1", line.split("//")[0].strip())
            line = re.sub(r"(?<![-+/&]) ([-+*&]|&&) (?![-+/&])", r"\1", line)
        if line:
            lines.append(line)
    begin = 1 + max(k for k, line in enumerate(lines) if line.startswith("#include"))
    rest = [re.sub(r"\bint64_t\b", "whole", line) for line in lines[begin:]]
    return "\n".join([*head, *lines[:begin], "using whole=int64_t;", *rest]) + "\n"


def renamed(text: str) -> str:
    """The same file with short names for what the translator named, the frequent and long first."""
    tokens = TOKENS.findall(text)
    counts = Counter(each for each in tokens if OWN.fullmatch(each))
    taken, short = set(tokens), dict[str, str]()
    fresh = (name for name in _short_names() if name not in taken)
    for name in sorted(counts, key=lambda each: (-counts[each] * len(each), each)):
        short[name] = next(fresh)
    return TOKENS.sub(lambda found: short.get(found[0], found[0]), text)


def _short_names() -> Iterator[str]:
    """Names of one letter, of two, and so on; longer ones begin as no word of C++ does."""
    yield from string.ascii_letters
    for more in itertools.count(1):
        for letters in itertools.product(string.ascii_letters, repeat=more):
            yield from (first + "".join(letters) for first in string.ascii_uppercase)


def _packaged(name: str) -> str:
    return text_of(Path(__file__).with_name(name))


def _with_imports(modules: Iterable[ModuleType]) -> set[ModuleType]:
    """The modules, and those of engines whose names they hold."""
    found = set(modules)
    for module in list(found):
        for value in vars(module).values():
            name = getattr(value, "__module__", None) or getattr(value, "__name__", None)
            if isinstance(name, str) and name.startswith("engines.") and name in sys.modules:
                found.add(sys.modules[name])
    return {each for each in found if not each.__name__.startswith(("numpy", "lab."))}
