"""Beam search in C++: the expansion loop is translated; `beam.hpp` is what the lab does in Python,
the beams of the others and whose turn it is.

Every array is as large as it can get, so that nothing has to grow, and there is one for each beam
of a decision: the seat's own, and one for each rival.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.game import PASS
from engines.knobs import KnobError
from engines.records import fields
from lab.export.cpp.calls import as_given
from lab.export.cpp.kinds import (
    DOUBLE,
    GENERATOR,
    INT,
    Array,
    Bundle,
    Constant,
    Expression,
    Record,
    array_of,
    literal,
)
from lab.export.cpp.searches.memory import SearchCode, Theirs
from lab.files.source import text_of
from search.beam.beam import NOBODY, PLANNED, Beam
from search.beam.kernel import build, uses_chance
from search.beam.layers import SPARE, begin_layer
from search.beam.layout import (
    DEEPEST,
    RUNNING,
    STREAMS,
    LayerStore,
    layers_of,
    longer,
    powers,
    seat_agents,
    wider,
)
from search.beam.model import PLAN, build_rest
from search.beam.search import FIRST_ROUND, NO_LIMIT

MOST_LINKS = 1 << 20  # nodes that an exported beam keeps
MOST_BYTES = 1 << 30  # of all beams, which are claimed as they are used
RNG = Expression("*beams[r].rng", GENERATOR)
TRUE, FALSE = (Expression("", Constant(known), value=known) for known in (True, False))
# what `beam.hpp` names
WRITTEN = (
    *("room", "states", "nodes", "order", "floors", "links", "levels", "lines", "roots", "own"),
    *("mine", "plan", "streams"),
)
UNEQUAL = ("epoch", "stale")  # numbers of tables, and whether one has grown


class BeamCode(SearchCode):
    """Beam search with the others' beams."""

    @staticmethod
    def exported(params: Any) -> dict[str, Any]:
        return {"memory": min(MOST_LINKS, int(params.memory))}

    def _prepare(self) -> None:
        """Translates the loop for arrays of which each beam of a decision has its own."""
        game, search = self.game, self.searches[0]
        own: Beam = search.own
        self.modelled = search.params.opponent == "beam" and game.seats > 1
        self.copies = game.seats if self.modelled else 1
        self.settings = own.settings
        self.given["root"] = self._given("root", [np.zeros(1, game.dtype)])
        self.given["w"] = self._given("w", [search.weights])
        self.store = self._roomy(own.store)
        self.given |= {
            name: self._part(name, array) for name, array in self.store._asdict().items()
        }
        parts = tuple(self.given[name] for name in LayerStore._fields)
        kinds = tuple(as_given(part) for part in parts)
        store = Expression("", Bundle(kinds, LayerStore._fields), parts)
        given = [store, self.given["w"], RNG, Expression("n", INT), FALSE]
        self.call = self.called(build(game), given)

    def _roomy(self, store: LayerStore) -> LayerStore:
        """The arrays at their largest. A store with more layers than a beam needs changes
        nothing.
        """
        s, roots = self.settings, len(store.roots)
        self.width = max(1, min(s.width, s.memory // 4 // (roots if s.by_first else 1)))
        widths = [self.width]
        widths += [self.searches[0].params.opponent_width] * self.modelled
        slots = max(width + max(width, SPARE) for width in widths) + roots + 1
        if s.by_first:
            slots += roots * self.width
        layers, least = layers_of(store)
        slots = max(slots, least)
        size = layers * slots * (store.states.itemsize + store.nodes.itemsize)
        if (size + s.memory * store.links.itemsize) * self.copies > MOST_BYTES:
            raise KnobError("These beams are too large for a bot; lower the width or the memory.")
        self.slots, self.layers = slots, layers
        return longer(wider(store, slots), s.memory)

    def _part(self, name: str, array: NDArray[Any]) -> Expression:
        """An array of beam `r`."""
        if name == "memory":
            return Expression("((uint64_t*)beams[r].rng)", array_of(array.dtype, array.shape))
        if name == "masks" or name == "factors":
            values = array if name == "masks" else self._factors()
            kind = array_of(values.dtype, values.shape)
            code = self.unit.constant(name, values)
            return Expression(code, Array(kind.element, kind.shape, kind.strides, fixed=True))
        if name == "streams":
            array = np.zeros((self.stream_words // 4, 4), np.uint64)
        if name == "own":  # seats may have different numbers of agents
            code, kind = self._placed(np.zeros(seat_agents(self.game), np.int64), self.copies)
            alike = len({len(self.game.agents_of(seat)) for seat in range(self.game.seats)}) == 1
            kind = kind if alike else replace(kind, shape=(None,))
            return Expression(code, kind, count="" if alike else "beams[r].agents")
        return Expression(*self._placed(array, self.copies))

    def _factors(self) -> NDArray[np.float64]:
        """The powers of the discount that a match of this length can ask for."""
        known = powers(self.settings.discount).copy()
        known[self.game.longest + 2 :] = 0.0
        return known

    def _recorded(self) -> Iterator[str]:
        yield from ()

    def _readied(self) -> Iterator[str]:
        yield "  begin_beams();"

    def _driver(self) -> Iterator[str]:
        game, s, p = self.game, self.settings, self.searches[0].params
        numbers = {
            "BEAMS": self.copies,
            "SEATS": game.seats,
            "AGENTS_ALL": game.agents,
            "OWN": seat_agents(game),
            "DEEPEST": DEEPEST,
            "PLANNED": PLANNED,
            "PASS": PASS,
            "NOBODY": NOBODY,
            "RUNNING": RUNNING,
            "NO_LIMIT": NO_LIMIT,
            "FIRST_ROUND": FIRST_ROUND,
            "STREAM_WORDS": self.stream_words,
            "LAYERS": self.layers,
            "SLOTS": self.slots,
            "ROOTS": len(self.store.roots),
            "WIDTH": self.width,
            "RIVAL_WIDTH": max(1, min(p.opponent_width, s.memory // 4)),
            "DEPTH": s.depth,
            "RIVAL_DEPTH": p.opponent_depth,
            "MODE": s.mode,
            "PLAN_MODE": PLAN,
            "DISTINCT": int(s.distinct),
            "STOP": int(s.stop),
            "BY_FIRST": int(s.by_first),
            "BY_STACK": int(s.by_stack),
            "AT_ONCE": int(game.simultaneous),
            "MODELLED": int(self.modelled),
            "VOTE": p.vote,
        }
        listed = ", ".join(f"{name} = {literal(value, INT)}" for name, value in numbers.items())
        yield f"static const int64_t {listed};"
        shares = {
            "DISCOUNTED": s.discounted,
            "KEPT": s.kept,
            "SHARE_OF_RIVALS": p.opponent_share,
        }
        listed = ", ".join(f"{name} = {literal(v, DOUBLE)}" for name, v in shares.items())
        yield f"static const double {listed};"
        yield f"static auto& root = {self.given['root'].code}[0];"
        yield from self._rules()
        before, after = text_of(Path(__file__).with_name("beam.hpp")).split("// -- arrays\n")
        yield before
        for name in WRITTEN:
            yield f"static auto* {name}_of(int64_t r) {{ return {self.given[name].code}; }}"
        room = Expression("room_of(r)[0]", self._record("room").kind)
        begun = [room, self.given["floors"], self.given["factors"], TRUE]
        yield f"static void begin_layer_of(int64_t r) {{ {self.called(begin_layer, begun)}; }}"
        yield f"static int64_t expand(int64_t r, int64_t n) {{ return {self.call}; }}"
        yield after

    @property
    def stream_words(self) -> int:
        """Words of the fixed random streams."""
        return 4 * (STREAMS if uses_chance(self.game) else 1)

    def _rules(self) -> Iterator[str]:
        """The rules that `beam.hpp` names."""
        game, rules = self.game, self.game.rules
        state = Expression("s", Record(game.dtype))
        joint = Expression("joint", array_of(np.dtype(np.int64), (game.agents,)))
        values = Expression("values", array_of(np.dtype(np.float64), (game.agents,)))
        actions = Expression("actions", array_of(np.dtype(np.int64), (game.max_actions,)))
        agent, rng = Expression("agent", INT), Expression("rng", GENERATOR)
        nothing, w = Expression("", Constant(None), value=None), self.given["w"]
        lasting = self.called(rules.lasting, [state, w, values]) if rules.lasting else ""
        rest = self.called(build_rest(game), [state, agent, actions, rng])
        heads = {
            "int64_t mover_of(State& s)": f"return {self.called(rules.to_move, [state])}",
            "bool is_over_at(State& s)": f"return {self.called(rules.is_over, [state])}",
            "void value_at(State& s, double* values)": self.called(rules.value, [state, w, values]),
            "void lasting_at(State& s, double* values)": lasting,
            "void step_at(State& s, int64_t* joint, Random& rng)": self.called(
                rules.step, [state, joint, rng, nothing]
            ),
        }
        for head, body in heads.items():
            yield f"[[maybe_unused]] static {head} {{ {body}; }}"
        yield "static int64_t resting(State& s, int64_t agent, Random& rng) {"
        yield f"  int64_t actions[{game.max_actions}];"
        yield f"  return {rest};"
        yield "}"

    def _iterated(self) -> Iterator[str]:
        yield from ()  # beam.hpp has it

    def _choosing(self) -> Iterator[str]:
        yield "  const int64_t first = is_idle ? NOBODY : first_of_all();"
        yield "  Random drawing = generator(seed_of_decision);"
        yield "  for (int a = 0, k = 0; a < AGENTS_ALL; a++) {"
        yield "    if (!owns(seat, a)) continue;"
        yield "    const int64_t rest = moves_now(a) ? resting(root, a, drawing) : PASS;"
        yield "    out[k] = first != NOBODY ? roots_of(0)[first * OWN + k] : rest, k++;"
        yield "  }"

    def pairs(self, search: Any, theirs: Theirs) -> Iterator[tuple[str, Any, Any]]:
        """The own beam's record, links, levels, best sequence and plan; of the others what they
        are taken to play.
        """
        own: Beam = search.own
        model, agents = fields(self.store.room), len(own.own)
        for name, mine in vars(own.scratch).items():
            if name not in UNEQUAL:
                used = slice(agents if name == "ended_action" else None)
                yield name, mine[used], theirs(name, getattr(model, name))[used]
        count, depth, length = own.nodes, own.depth, int(own.scratch.best_length[0])
        links = theirs("links", self.store.links)
        for name in links.dtype.names or ():
            mine, other = own.store.links[name][:count], links[name][:count]
            if name == "action":
                mine, other = mine[:, :agents], other[:, :agents]
            yield f"links.{name}", mine, other
        levels = theirs("levels", self.store.levels)[:depth]
        for name, mine in zip(("best", "kept", "repeats"), own.levels, strict=True):
            yield f"levels.{name}", mine, levels[name]
        lines = theirs("lines", self.store.lines)[0, :length]
        for k in (*range(agents), -1):
            yield "the sequence", own.sequence()[:, k], lines[:, k]
        yield "the others' plan", own.store.plan, theirs("plan", self.store.plan)
        made = theirs("first rival", self.store.room["iterations"], 1) if self.modelled else None
        told = search.snapshot().scalars
        if made is not None and self.game.seats == 2 and "Opponent's expansions" in told:
            yield "the opponent's expansions", told["Opponent's expansions"], float(made[0])
