"""A game whose rules are a sheet. Each sheet is a subclass, made by `game_of`; all share the same
compiled rules, whose kernels depend on sizes alone.

Roles are agents and seats. Goals from 0 to 100 become results from -1 to 1; where they always have
one sum, what a role has more than the mean counts.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from engines import jit
from engines.checking import WORD, Bounds
from engines.game import FORFEIT, LEARNED, PASS, Game, Parsed, State
from engines.gdl import picture, rules
from engines.gdl.editing import SheetEditing
from engines.gdl.layout import W_COUNT
from engines.gdl.lines import cut
from engines.gdl.reading import SheetError, terms_of
from engines.gdl.sheet import Sheet, memory_of, sheet_of
from engines.gdl.terms import Term, spoken, written
from engines.gdl.words import NO_WORDS, SheetWords, words_beside
from engines.knobs import HasFields
from engines.scene import Scene, Target
from resources import path as resource

# Classes of sheets, since each has its own kernels: the most moves, facts and numbers of working
# memory. Larger ones take up address space alone, only what a sheet uses is copied.
CLASSES = (
    (1 << 8, 1 << 8, 1 << 12),
    (1 << 12, 1 << 10, 1 << 15),
    (1 << 12, 1 << 13, 1 << 18),
    (1 << 17, 1 << 16, 1 << 21),
)
FEWEST = 16  # moves where roles move at once: searches list what they do together
LEAST_TURNS, TURNS = 64, (1 << 8, 1 << 11)
OUTCOMES = (1, 1 << 3, 1 << 6)
FEW = 64  # outcomes of chance that searches weigh one by one
_BITS = np.arange(32, dtype=np.uint32)

jit.keep(rules.finish, "gdl.finish", (), rules.MODULE)


def _class_of(*sizes: int) -> tuple[int, ...]:
    """The sizes of the smallest class; powers of two where all are too small."""
    for each in CLASSES:
        if all(size <= most for size, most in zip(sizes, each, strict=True)):
            return each
    return tuple(map(_power, sizes))


def _power(count: int) -> int:
    """The next power of two."""
    return 1 << (count - 1).bit_length()


def _least(sizes: Sequence[int], count: int) -> int:
    """The smallest size that holds so many."""
    return next(size for size in sizes if count <= size)


class SheetGame(Game):
    """A configured game of a sheet; `text` is the sheet's."""

    text: ClassVar[str]
    home: ClassVar[str]  # the name of the module under which its file was loaded
    words: ClassVar[SheetWords] = NO_WORDS  # what the file beside the sheet says
    about: ClassVar[str] = ""  # a line about the game
    zero_sum = False
    legal_depends_on_others = True

    def __init__(self, options: HasFields | None = None) -> None:
        super().__init__(options)
        sheet = self.sheet = _sheet(type(self).text)
        seen, players = sheet.survey, len(sheet.players)
        self.agents, self.owner = players, tuple(range(players))
        self.simultaneous = seen.at_once
        self.chance = sheet.chance
        self.zero_sum = players > 1 and seen.ended > 0 and seen.low == seen.high > 0
        self.draws = seen.even or not seen.ended
        self.graded = seen.graded or not self.zero_sum
        self.has_winner = self.zero_sum
        most, facts = max(map(len, sheet.moves)), len(sheet.facts)
        self.max_actions, self.most_features, memory = _class_of(most, facts, sheet.start.size)
        if self.simultaneous and most <= FEWEST:
            self.max_actions = FEWEST
        self.most = max(LEAST_TURNS, _power(seen.longest + seen.longest // 2))
        self.longest = _least(TURNS, self.most)
        drawn = len(sheet.moves[-1]) if sheet.chance else 1
        self.max_outcomes = _least(OUTCOMES, drawn) if drawn <= FEW else 1
        self.feature_rows = 2 * self.most_features  # a network sees a game of two
        self.dtype = np.dtype(
            [
                ("net_", np.int64),
                ("size_", np.int64),
                ("used_", np.int64),
                ("hash_", np.uint64),
                ("turn", np.int32),
                ("most_", np.int32),
                ("zero_", np.int32),
                ("mover_", np.int32),
                ("over_", np.int32),
                ("lost", np.int32),
                ("chosen", np.int32, (players,)),
                ("points_", np.int32, (len(sheet.roles),)),
                ("facts", np.uint32, (self.most_features // 32,)),
                ("w_", np.int32, (memory,)),
            ],
            align=True,
        )
        self._kind = (not self.simultaneous, self.chance, drawn <= FEW)
        self.rules = rules.rules_for(*self._kind)
        self._labels = [_labels(moves) for moves in sheet.moves]
        self._numbers = [{move: k for k, move in enumerate(moves)} for moves in sheet.moves]
        self._drawing: picture.SheetPicture | None = None
        self._editing: SheetEditing | None = None

    @property
    def most_turns(self) -> int:
        return self.most

    @property
    def kernel_key(self) -> tuple[object, ...]:
        """Sheets of one key share their kernels."""
        sizes = (self.max_actions, self.longest, self.max_outcomes)
        return ("gdl", *self._kind, self.agents, *sizes, self.most_features, self.dtype["w_"].shape)

    # -- states ------------------------------------------------------------------------------------

    @cached_property
    def _first(self) -> bytes:
        state = self.blank()
        self.set_facts(state, self.fact_flags(self.sheet.start))
        self.restore(state)
        first: bytes = state.tobytes()
        return first

    def initial(self, seed: int) -> State:
        """The position of `init`."""
        return self.load(self._first)

    def blank(self) -> State:
        """A record whose tables are set."""
        state = super().blank()
        state.chosen[:] = PASS
        return self._address(state)

    def load(self, data: bytes) -> State:
        """As `Game.load`; the address of the tables is this process's own."""
        return self._address(super().load(data))

    def _address(self, state: State) -> State:
        state.net_, state.size_ = self.sheet.tables.ctypes.data, self.sheet.tables.size
        state.most_, state.zero_ = self.most, self.zero_sum
        state.used_ = self.dtype.itemsize - state.w_.nbytes + self.sheet.start.nbytes
        return state

    def fact_flags(self, memory: NDArray[np.int32]) -> NDArray[np.uint8]:
        """Which facts [F] hold in a working memory."""
        return (memory[: len(self.sheet.facts)] & 1).astype(np.uint8)

    def flags(self, state: State) -> NDArray[np.uint8]:
        """Which facts [F] hold."""
        bits = (np.asarray(state.facts)[:, None] >> _BITS) & 1
        return bits.ravel()[: len(self.sheet.facts)].astype(np.uint8)

    def set_facts(self, state: State, flags: NDArray[np.uint8]) -> None:
        """Sets the facts alone; `check` works the rest out."""
        whole = np.zeros(state.facts.size * 32, np.uint32)
        whole[: flags.size] = flags
        state.facts[:] = (whole.reshape(-1, 32) << _BITS).sum(axis=1, dtype=np.uint32)

    def facts(self, state: State) -> list[Term]:
        """The facts that hold, in order."""
        return [self.sheet.facts[k] for k in np.flatnonzero(self.flags(state))]

    def restore(self, state: State) -> None:
        """Works out everything that follows from the facts."""
        flags, sheet = self.flags(state), self.sheet
        self._address(state)
        state.w_[:] = 0
        state.w_[: sheet.start.size] = memory_of(sheet.tables, sheet.blank, flags)
        state.hash_, state.points_[:] = 0, 0
        for fact in np.flatnonzero(flags).tolist():
            state.hash_ ^= rules.key_of(sheet.tables, fact)
        rules.finish(sheet.tables, state)

    def bounds(self) -> Bounds:
        """Of the fields that files hold; the others are worked out anew."""
        anything = {name: (-(2.0**64), 2.0**64) for name in self.dtype.names or ()}
        return anything | {
            "hash_": WORD,
            "turn": (0, self.most),
            "lost": (0, 2**self.agents - 1),
            "chosen": (PASS, self.max_actions - 1),
            "facts": (0, 2**32 - 1),
        }

    def contradiction(self, state: State) -> str:
        """Facts that the sheet does not know, or choices that nobody has. What follows from the
        facts is worked out anew: the working memory of a position from outside is not trusted.
        """
        known = self.flags(state)
        if sum(int(word).bit_count() for word in state.facts) != int(known.sum()):
            return f"the sheet has {known.size} facts, and others hold"
        self.restore(state)
        chosen = [agent for agent in range(self.agents) if state.chosen[agent] >= 0]
        if not chosen:
            return ""
        t = self.sheet.tables
        free = [a for a in range(self.agents) if state.w_[t[W_COUNT] + a] > 1]
        if self.simultaneous or chosen != free[: len(chosen)] or len(chosen) == len(free):
            return "roles have chosen a move that are not to move"
        for agent in chosen:
            state.mover_ = agent
            if not state.over_ and not self._is_legal(state, agent, int(state.chosen[agent])):
                return "a role has chosen a move that is not legal"
        state.mover_ = free[len(chosen)]
        return ""

    def _is_legal(self, state: State, agent: int, action: int) -> bool:
        return bool(self.rules.is_legal(state, agent, action))

    def editing(self) -> SheetEditing:
        """Facts changed by hand."""
        drawing = self.drawing
        if self._editing is None or self._editing.drawing is not drawing:
            self._editing = SheetEditing(self)
        return self._editing

    # -- words -------------------------------------------------------------------------------------

    def agent_name(self, agent: int) -> str:
        """The role's name."""
        names = [spoken(role) for role in self.sheet.roles]
        name = self.words.role(names[agent])
        return (
            name[:1].upper() + name[1:] if names.count(names[agent]) == 1 else f"{name} {agent + 1}"
        )

    def label(self, state: State, agent: int, action: int) -> str:
        """The move's term, without its parentheses where that is clear."""
        return self._labels[agent][action]

    def row_words(self, row: int, /) -> str:
        """The fact that a row of a network is, whichever seat sees it."""
        return spoken(self.sheet.facts[row % self.most_features])

    def row_corner(self, row: int, /) -> tuple[float, float] | None:
        """The upper left corner of the cell that this fact is about, if it is about one."""
        return self.drawing.corner(self.sheet.facts[row % self.most_features])

    def standing(self, state: State, seat: int) -> str:
        """The points of a match that is over."""
        return f"{max(0, int(state.points_[seat]))} points" if state.over_ else ""

    def reason(self, state: State) -> str:
        """The goals."""
        if not self.rules.is_over(state):
            return ""
        if state.lost:
            return "a player gave no legal answer"
        points = [max(0, int(state.points_[agent])) for agent in range(self.agents)]
        told = ", ".join(f"{self.agent_name(a)} {points[a]}" for a in range(self.agents))
        cut = state.turn >= self.most
        return f"goals: {told}{f', cut off after {self.most} turns' if cut else ''}"

    # -- text --------------------------------------------------------------------------------------

    def intro(self, state: State, seat: int, /) -> list[str]:
        """The seat's role, then how many roles there are and which."""
        roles = [written(role) for role in self.sheet.players]
        return [roles[seat], str(len(roles)), *roles]

    def view(self, state: State, seat: int, /) -> list[str]:
        """How many facts hold and which, then how many moves are legal and which."""
        facts = [written(fact) for fact in self.facts(state)]
        moves = [written(self.sheet.moves[seat][k]) for k in self.legal_actions(state, seat)]
        return [str(len(facts)), *facts, str(len(moves)), *moves]

    def parse(self, state: State, seat: int, lines: Sequence[str], /) -> Parsed:
        """The term of a legal move, in any case."""
        text = lines[0] if lines else ""
        try:
            (term,) = terms_of(text)
        except (SheetError, ValueError):
            return Parsed((FORFEIT,), f"{cut(text, 40)} is no move" if text else "no move was sent")
        action = self._numbers[seat].get(term, FORFEIT)
        if action == FORFEIT or not self._is_legal(state, seat, action):
            return Parsed((FORFEIT,), f"{cut(written(term), 40)} is not legal here")
        return Parsed((action,))

    def send(self, state: State, seat: int, actions: Sequence[int], /) -> list[str]:
        """The move's term."""
        return [written(self.sheet.moves[seat][action]) for action in actions]

    def legal_actions(self, state: State, agent: int) -> list[int]:
        """The legal moves of a role that is asked."""
        out = np.zeros(self.max_actions, np.int64)
        return [int(action) for action in out[: self.rules.legal(state, agent, out)]]

    # -- picture -----------------------------------------------------------------------------------

    @property
    def drawing(self) -> picture.SheetPicture:
        """The picture of all positions; the words beside the sheet may change during a match."""
        if self._drawing is None or self._drawing.words is not self.words:
            self._drawing = picture.SheetPicture(self.sheet, self.words)
        return self._drawing

    def _choices(self, state: State) -> list[list[int]]:
        if self.rules.is_over(state):
            return [[] for _ in range(self.agents)]
        return [self.legal_actions(state, agent) for agent in range(self.agents)]

    def scene(self, state: State) -> Scene:
        """Boards, bars, a table of the other facts, and buttons for moves without a place."""
        return self.drawing.scene(self.facts(state), self._choices(state))

    def targets(self, state: State, agent: int) -> Sequence[Target]:
        """A cell, a column, a part of the cell that a piece goes to, or a button for each move."""
        return self.drawing.targets(self.facts(state), self._choices(state), agent)

    def cell(self, state: State, agent: int, x: float, y: float) -> int | None:
        """The move whose place it is."""
        for each in self.targets(state, agent):
            if each.x <= x < each.x + each.w and each.y <= y < each.y + each.h:
                return each.action
        return None


@lru_cache(maxsize=64)
def _sheet(text: str) -> Sheet:
    return sheet_of(text)


def _labels(moves: Sequence[Term]) -> list[str]:
    """Words for moves, each different from the others'."""
    told = [spoken(move) for move in moves]
    twice = {each for each in told if told.count(each) > 1} if len(set(told)) < len(told) else ()
    return [written(m) if t in twice else t for m, t in zip(moves, told, strict=True)]


def game_of(text: str, path: Path, home: str) -> type[SheetGame]:
    """The game of a sheet's text, named after its file. Nothing of the sheet is read yet."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", path.stem)
    words = " ".join(re.split(r"[\W_]+", words)).strip()
    name = re.sub(r"\W+", "_", path.stem.lower()).strip("_") or "sheet"
    name = name if name.isidentifier() and not keyword.iskeyword(name) else f"sheet_{name}"
    name = name if name.isascii() else f"sheet_{name.encode().hex()[:16]}"
    said, _ = words_beside(path, text)
    facts: dict[str, Any] = {
        "name": name,
        "title": said.title or words[:1].upper() + words[1:] or name,
        "words": said,
        "about": said.about,
        "text": text,
        "home": home,
        "presets": LEARNED if resource("nets", f"{name}.npz").is_file() else {},
        "__module__": __name__,
        "__doc__": f"The game of {path.name}.",
    }
    return type("SheetOfFile", (SheetGame,), facts)
