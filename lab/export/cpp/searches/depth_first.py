"""The depth-first searches in C++: minimax, alpha-beta, paranoid search, expectimax
and max^n.

The walk is translated. What the lab does in Python between two depths is `depth_first.hpp`, with
its numbers in one record, so that they can be compared as the rest is.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from engines.game import PASS
from engines.knobs import KnobError
from engines.records import columns, records
from lab.export.cpp.searches.memory import SearchCode, Theirs
from lab.files.source import text_of
from search.depth_first.frames import HISTORY, LONGEST_LINE, new_frames
from search.depth_first.ledgers import BLANK, CHEAP, DEAR, FEW, FIRST_PLIES, MOST_PLIES, copied

LARGEST_TABLE = 1 << 22  # entries of an exported transposition table
MOST_BYTES = 1 << 28  # of the stack, which is claimed as it is used
# what the lab keeps of the last finished depth, and whether there is more to do
DRIVER = np.dtype(
    [
        ("finished", np.int64),  # depths
        ("done", np.int64),
        ("ready", np.int64),  # frames whose killers are those of this decision
        ("age", np.int64),  # the decision's number
        ("depth", np.int64),
        ("nodes", np.int64),
        ("value", np.float64),
        ("length", np.int64),
        ("line", np.int64, (LONGEST_LINE,)),
        ("crew", np.int64, (LONGEST_LINE,)),
    ],
    align=True,
)


class DepthFirstCode(SearchCode):
    """A depth-first search with one value, the searching seat's."""

    @staticmethod
    def exported(params: Any) -> dict[str, Any]:
        known = getattr(params, "table", 0)
        return {"table": LARGEST_TABLE} if known > LARGEST_TABLE else {}

    def _lay_out(self) -> None:
        """A stack for the deepest depth."""
        search = self.searches[0]
        plies = 3 + self._a_turn * (search.limit + self._extension(search))
        frames, states = new_frames(self.game, plies)
        if frames.nbytes + states.nbytes > MOST_BYTES:
            raise KnobError(f"A stack of {plies:,} plies is too large for a bot; lower the depth.")
        for each in self.held:
            each["frames"], each["states"] = frames, states

    @property
    def _a_turn(self) -> int:
        """Plies of a turn."""
        game = self.game
        return (game.agents if game.simultaneous else 1) + (game.rules.chance is not None)

    def _extension(self, search: Any) -> int:
        return int(getattr(search.params, "quiescence", 0))

    def _complete(self) -> None:
        self.driver = records(1, DRIVER)
        self.given["driver"] = self._given("driver", [self.driver])
        self.given["root"] = self._given("root", [records(1, self.game.dtype)])

    def _emptied(self) -> Iterator[str]:
        yield "  const int64_t age = driver.age_ + 1;"
        yield "  std::memset((void*)&driver, 0, sizeof driver);"
        yield "  driver.age_ = room.age_ = age;"
        history = self.given["history"]
        size = self.game.agents * HISTORY
        yield f"  std::memset({history.code}, 0, {size} * sizeof(double));"

    def _readied(self) -> Iterator[str]:
        over = self.called(self.game.rules.is_over, [self._record("root")])
        yield f"  driver.done_ = {over};"
        deepening = self.searches[0].params.deepening
        yield f"  if (!driver.done_) begin_depth({1 if deepening else 'LIMIT'});"

    def _driver(self) -> Iterator[str]:
        search = self.searches[0]
        for name in ("room", "driver", "root"):
            yield f"static auto& {name} = {self.given[name].code}[0];"
        for name in ("states", "frames", "ledger"):
            yield f"static auto* const {name} = {self.given[name].code};"
        numbers = {
            "LIMIT": search.limit,
            "EXTENSION": self._extension(search),
            "A_TURN": self._a_turn,
            "PASS": PASS,
            "FIRST_PLIES": FIRST_PLIES,
            "MOST_PLIES": MOST_PLIES,
            "FEW": FEW,
            "CHEAP": CHEAP,
            "DEAR": DEAR,
        }
        listed = ", ".join(f"{name} = {value}" for name, value in numbers.items())
        yield f"static const int64_t {listed};"
        yield f"static double value_of_root() {{ return {self._value()}; }}"
        blank = np.frombuffer(BLANK.tobytes(), np.uint8)
        yield f"static const auto& BLANK_ROW = {self.unit.constant('blank', blank)};"
        yield text_of(Path(__file__).with_name("depth_first.hpp"))

    def _value(self) -> str:
        """The searching seat's value once a depth is finished."""
        return "frames[0].best_"

    def _iterated(self) -> Iterator[str]:
        yield f"static int64_t walk(int64_t n) {{ return {self.call}; }}"

    def _choosing(self) -> Iterator[str]:
        """The first turn of the best line known."""
        agents = self.game.agents
        yield "  const bool ahead = is_ahead();"
        yield "  const int64_t length = ahead ? frames[1].length_ : driver.length_;"
        yield f"  int64_t first[{agents}], known = 0;"
        yield f"  for (int a = 0; a < {agents}; a++) first[a] = INT64_MIN;"
        yield "  for (int64_t k = 0; k < length; k++) {"
        yield "    const int64_t agent = ahead ? frames[1].crew_[k] : driver.crew_[k];"
        again = "" if self.game.simultaneous else " || known"
        yield f"    if (first[agent] != INT64_MIN{again}) break;"
        yield "    first[agent] = ahead ? frames[1].line_[k] : driver.line_[k], known = 1;"
        yield "  }"
        yield f"  for (int a = 0; a < {agents}; a++)"
        yield "    if (OWNER[a] == seat) *out++ = first[a] != INT64_MIN ? first[a] : any_action(a);"

    def pairs(self, search: Any, theirs: Theirs) -> Iterator[tuple[str, Any, Any]]:
        """The record of the search, its last finished depth, ledger and table."""
        model = self.searches[0]
        for name, mine in vars(search.scratch).items():
            if name != "age":  # tables are handed on in the lab
                yield name, mine, theirs(name, getattr(model.scratch, name))
        own = theirs("driver", self.driver)[0]
        yield "depths", len(search.finished), own["finished"]
        yield "done", search.advance(0), bool(own["done"])
        if search.finished:
            last = search.finished[-1]
            for name in ("depth", "nodes", "value"):
                yield f"last {name}", getattr(last, name), own[name]
            for name in ("line", "crew"):
                yield f"last {name}", getattr(last, name), own[name][: own["length"]]
        ledger, rows = search._ledgers.current, int(search.scratch.rows[0])
        mine, other = (
            columns(copied(each, rows))
            for each in (ledger, theirs("ledger", self.held[0]["ledger"]))
        )
        for name in ("nodes", "value", "bound", "action", "best", "parent", "known"):
            yield f"ledger.{name}", getattr(mine, name), getattr(other, name)
        yield from self._table_pairs(search, theirs)

    def _table_pairs(self, search: Any, theirs: Theirs) -> Iterator[tuple[str, Any, Any]]:
        ages = int(search.scratch.age[0]), int(theirs("age", self.searches[0].scratch.age)[0])
        tables = search._table.entries, theirs("table", self.held[0]["table"])
        mine, other = (t[t["age"] == age] for t, age in zip(tables, ages, strict=True))
        for name in ("key", "low", "high", "action", "left", "whole"):
            yield f"table.{name}", mine[name], other[name]


class UncutCode(DepthFirstCode):
    """A depth-first search without cuts, whose nodes have a value for each seat, or one in all."""

    def _value(self) -> str:
        return f"frames[0].vector_[{'seat' if self.held[0]['room']['model'][0] < 0 else 0}]"
