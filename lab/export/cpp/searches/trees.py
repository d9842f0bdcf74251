"""The searches that grow a tree, in C++: UCT, DUCT and Smitsimax."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from engines.records import kept_names
from lab.export.cpp.kinds import (
    GENERATOR,
    INT,
    Array,
    Constant,
    Expression,
    Record,
    array_of,
)
from lab.export.cpp.searches.memory import SearchCode, Theirs, owner_of
from search.tree import best_mean, descend, most_visited, new_tree, plant
from search.uct.growth import features, new_growth
from search.uct.line import LONGEST_LINE, build_follow
from search.uct.search import UctArena, copy_below

RANGES = ("low", "high", "scale")  # of values, which a tree that is kept goes on with
MOST_NODES = 1 << 19  # in an exported arena, which is claimed as it is used
# scratch of the last choice, whose end may hold anything
UNUSED = ("bounds", "ranks", "now_visits", "now_total", "now_memo")


class TreeCode(SearchCode):
    """The C++ of a search whose tree has room for a fixed number of nodes."""

    @staticmethod
    def exported(params: Any) -> dict[str, Any]:
        return {"memory": min(MOST_NODES, int(params.memory))}

    @staticmethod
    def refusal(params: Any) -> str:
        if params.threads > 1:
            return "An exported bot has one thread: threads=1."
        if getattr(params, "final", "") == "sample":
            return "An exported bot draws no move from its shares: final=visits or final=mean."
        return ""

    def _emptied(self) -> Iterator[str]:
        """What playouts learned."""
        if "moves" in self.given:
            head, key = (self.given["moves"].part(name) for name in ("head", "key"))
            assert head is not None and key is not None and isinstance(key.kind, Array)
            known = self.held[0]["moves"]
            for name in ("kind", "greedy", "heat", "epsilon"):
                yield f"  {head.code}[0].{name}_ = {known.head[0][name]};"
            yield f"  std::memset((void*){key.code}, 0, {known.key.nbytes});"

    def _planted(self, roots: int) -> Iterator[str]:
        """Roots without children."""
        for root in range(roots):
            yield f"  {self.called(plant, [self.given['tree'], Expression(str(root), INT)])};"

    def _readied(self) -> Iterator[str]:
        rules = self.game.rules
        if getattr(self.spec.params, "hidden", "") == "each" and rules.sample and rules.observe:
            # every iteration draws the hidden part again
            position = self._record("root")
            yield f"  {self.called(rules.observe, [position, Expression('seat', INT)])};"

    def pairs(self, search: Any, theirs: Theirs) -> Iterator[tuple[str, Any, Any]]:
        """The record of the search, and its nodes."""
        model = self.searches[0]
        for name, mine in vars(search.scratch).items():
            if name not in UNUSED:
                yield name, mine, theirs(name, getattr(model.scratch, name))
        for name, which in self._used(search).items():
            found = theirs(f"tree.{name}", getattr(model.tree, name))
            yield f"tree.{name}", getattr(search.tree, name)[which], found[which]

    def _used(self, search: Any) -> dict[str, Any]:
        """The places of each array of the tree that hold something."""
        return dict.fromkeys(search.tree._fields, np.arange(int(search.scratch.used[0])))


class UctCode(TreeCode):
    """UCT, whose choice is the best path down the tree for the agents of the first turn."""

    def _kernel_name(self, search: Any) -> str:
        asked = features(search.game, search.params)
        return "_valued" if asked.valued else "_grown" if asked.grown else "_plain"

    def _complete(self) -> None:
        self.given.setdefault("w", self._given("w", [self.searches[0].weights]))
        if self._keeps:
            begun = self.searches[0]
            size, asked = begun.tree.size, features(begun.game, begun.params)
            self._now = UctArena(begun.tree, begun.growth)
            self._spare = UctArena(new_tree(size), new_growth(begun.game, asked, size))
            self.given["old"] = self._given("old", [self._now])
            self.given["new"] = self._given("new", [self._spare])

    @property
    def _keeps(self) -> bool:
        """Whether what is below the moves played stays for the next decision."""
        game = self.game
        return bool(self.spec.params.reuse) and not (game.chance or game.hidden)  # type: ignore[union-attr]

    def _driver(self) -> Iterator[str]:
        if not self._keeps:
            return
        game, position, room = self.game, self._record("root"), self._record("room").code
        agents, rng = game.agents, Expression("rng", GENERATOR)
        joint = Expression("joint", array_of(np.dtype(np.int64), (agents,)))
        order = Expression(f"{room}.order_", joint.kind)
        then, nothing = (
            Expression("then", position.kind),
            Expression("", Constant(None), value=None),
        )
        node = Expression("node", INT)
        below = self.called(descend, [self.given["tree"], node, order, joint])
        played = self.called(game.rules.step, [then, joint, rng, nothing])
        # the last joint action, in a game of turns after what the seat itself chose
        taken = "last" if game.simultaneous else "chosen, last"
        yield f"static int64_t chosen[{agents}];"
        yield "static bool begun;"
        yield "// the node that stands for the position, reached by what was played since; -1: none"
        yield "static int64_t kept_node(const State& position, const int64_t* last) {"
        yield f"  State then = {position.code};"
        yield "  int64_t node = 0;"
        yield f"  for (auto moves : std::initializer_list<const int64_t*>{{{taken}}}) {{"
        yield f"    int64_t joint[{agents}];"
        yield "    std::memcpy(joint, moves, sizeof joint);"
        yield f"    node = {below};"
        yield "    if (node < 0) return -1;"
        yield f"    {played};"
        yield "  }"
        yield f"  return {' && '.join(_same('then', 'position', game.dtype))} ? node : -1;"
        yield "}"

    def _iterated(self) -> Iterator[str]:
        asked, proof = features(self.game, self.spec.params), self.given["growth"].part("proof")  # type: ignore[arg-type]
        assert proof is not None
        proven = f"{proof.code}[0] ? 0 : " if asked.solver else ""
        yield f"static int64_t iterate(int64_t n) {{ return {proven}{self.call}; }}"

    def _kept(self) -> Iterator[str]:
        if self._keeps:
            room = self._record("room").code
            yield "  const bool again = begun && last && for_seat == seat;"
            yield "  const int64_t kept = again ? kept_node(position, last) : -1;"
            for name in RANGES:
                yield f"  decltype({room}.{name}_) was_{name};"
                yield f"  std::memcpy(was_{name}, {room}.{name}_, sizeof was_{name});"
            yield "  begun = true;"

    def _emptied(self) -> Iterator[str]:
        played = self.given["growth"].part("played")
        assert played is not None and isinstance(played.kind, Array)
        count = int(np.prod([each or 0 for each in played.kind.shape]))
        yield f"  for (int64_t k = 0; k < {count}; k++) {played.code}[k] = -1;"
        if not self._keeps:
            yield from self._empty()
            return
        yield "  if (kept < 0) {"
        yield from self._empty()
        yield "  } else {"
        yield from self._moved()
        yield "  }"

    def _empty(self) -> Iterator[str]:
        """An empty tree."""
        yield from super()._emptied()
        yield from self._planted(1)
        proof = self.given["growth"].part("proof")
        assert proof is not None
        yield f"  {proof.code}[0] = 0;"

    def _moved(self) -> Iterator[str]:
        """The nodes below `kept`, copied to the spare arena and back to the front of the tree."""
        room, asked = self._record("room"), features(self.game, self.spec.params)  # type: ignore[arg-type]
        assert isinstance(room.kind, Record)
        depths = array_of(*room.kind.dtype["depth_nodes"].subdtype)  # type: ignore[misc]
        solver = Expression("", Constant(asked.solver), value=asked.solver)
        given = [self.given["old"], self.given["new"], Expression("kept", INT), solver]
        call = self.called(copy_below, [*given, Expression(f"{room.code}.depth_nodes_", depths)])
        yield f"  const auto counts = {call};"
        yield f"  {room.code}.used_ = counts.a0, {room.code}.proven_ = counts.a1;"
        for name in RANGES:
            yield f"  std::memcpy({room.code}.{name}_, was_{name}, sizeof was_{name});"
        for here, there, size in self._twins():
            yield f"  std::memcpy({here}, {there}, counts.a0 * {size});"
        tree, implicit = self.given["tree"], self.given["growth"].part("implicit")
        if asked.valued and implicit is not None:
            first, count = (tree.part(name) for name in ("first_child", "child_count"))
            assert first is not None and count is not None
            yield f"  int64_t child = {first.code}[0], beyond = child + {count.code}[0];"
            yield f"  if (child < beyond) {implicit.code}[0] = -INFINITY;"
            yield "  for (; child < beyond; child++)"
            yield f"    {implicit.code}[0] = most({implicit.code}[0], {implicit.code}[child]);"

    def _twins(self) -> Iterator[tuple[str, str, int]]:
        """The blocks of the tree that hold something for each node, those of the spare arena, and
        the bytes for a node.
        """
        found = dict[str, tuple[str, str, int]]()
        arrays: list[tuple[Any, Any]] = [
            *zip(self._now.tree, self._spare.tree, strict=True),
            *zip(self._now.growth[:-1], self._spare.growth[:-1], strict=True),
        ]
        for now, spare in arrays:
            if now.size > 1:
                here, there = (self.blocks[id(owner_of(each))][0] for each in (now, spare))
                found[here] = here, there, owner_of(now).itemsize
        yield from found.values()

    def _choosing(self) -> Iterator[str]:
        game, p = self.game, self.spec.params
        line = Expression("line", array_of(np.dtype(np.int64), (LONGEST_LINE, 2)))
        by_mean = Expression("", Constant(p.final == "mean"), value=p.final == "mean")  # type: ignore[union-attr]
        given = [self.given[name] for name in ("tree", "room", "buffer", "root")]
        walked = [*given, Expression("walking", GENERATOR), by_mean, self.given["growth"], line]
        call = self.called(build_follow(game), walked)
        yield f"  int64_t line[{2 * LONGEST_LINE}], first[{game.agents}];"
        yield "  bool known = false;"
        yield "  Random walking = generator(seed_of_decision);"
        yield f"  for (int a = 0; a < {game.agents}; a++) first[a] = INT64_MIN;"
        yield f"  int64_t plies = {call};"
        again = "" if game.simultaneous else " || known"
        yield f"  for (int64_t k = 0; k < plies && !(first[line[2 * k]] != INT64_MIN{again}); k++)"
        yield "    first[line[2 * k]] = line[2 * k + 1], known = true;"
        yield f"  for (int a = 0; a < {game.agents}; a++)"
        yield "    if (OWNER[a] == seat) *out++ = first[a] != INT64_MIN ? first[a] : any_action(a);"
        if self._keeps:
            yield f"  for (int a = {game.agents - 1}; a >= 0; a--)"
            yield "    chosen[a] = OWNER[a] == seat ? *--out : -1;"


def _same(one: str, other: str, dtype: np.dtype[Any]) -> Iterator[str]:
    """Conditions for two records to be the same position."""
    for name in kept_names(dtype):
        base, shape = dtype[name].subdtype or (dtype[name], ())
        a, b = f"{one}.{name}_", f"{other}.{name}_"
        if base.names is not None:
            yield f"!std::memcmp(&{a}, &{b}, sizeof {a})"
        elif shape:
            yield f"std::equal({a}, {a} + {int(np.prod(shape))}, {b})"
        else:
            yield f"{a} == {b}"


class SmitsimaxCode(TreeCode):
    """Smitsimax, whose choice is each agent's best root action."""

    def _emptied(self) -> Iterator[str]:
        yield from super()._emptied()
        yield from self._planted(self.game.agents)

    def _choosing(self) -> Iterator[str]:
        final = best_mean if self.spec.params.final == "mean" else most_visited  # type: ignore[union-attr]
        tree = self.given["tree"]
        call, action = self.called(final, [tree, Expression("a", INT)]), tree.part("action")
        assert action is not None and isinstance(action.kind, Array)
        yield f"  for (int64_t a = 0; a < {self.game.agents}; a++) {{"
        yield "    if (OWNER[a] != seat) continue;"
        yield f"    int64_t child = {call};"
        step = action.kind.steps[0]
        yield f"    *out++ = child >= 0 ? {action.code}[child * {step}] : any_action(a);"
        yield "  }"


class DuctCode(TreeCode):
    """DUCT, whose choice is each agent's best legal root action, the last of equal ones by visits,
    the first by mean.
    """

    def _enlarge(self, search: Any) -> None:
        size = 1 << (2 * int(search.params.memory) - 1).bit_length()
        entries = np.zeros(size, search.tree.entries.dtype)
        search.tree = search.tree._replace(entries=entries)

    def _emptied(self) -> Iterator[str]:
        yield from super()._emptied()
        entries = self.given["arena"].part("entries")
        assert entries is not None and isinstance(entries.kind, Array)
        size = (entries.kind.shape[0] or 0) * entries.kind.element.itemsize
        yield f"  std::memset((void*){entries.code}, 0, {size});"

    def _used(self, search: Any) -> dict[str, Any]:
        nodes = search.tree.node[: int(search.scratch.inner[0])]
        used = [
            np.arange(first, first + count)
            for firsts, counts in zip(nodes["first"], nodes["count"], strict=True)
            for first, count in zip(firsts, counts, strict=True)
        ]
        slots = np.concatenate([np.zeros(0, np.int64), *used])
        parts: dict[str, Any] = dict.fromkeys(("visits", "total", "action"), slots)
        return parts | {"node": np.arange(nodes.size)}

    def _choosing(self) -> Iterator[str]:
        arena = self.given["arena"]
        node, visits, total, action = (
            part.code
            for name in ("node", "visits", "total", "action")
            if (part := arena.part(name)) is not None
        )
        by_mean = self.spec.params.final == "mean"  # type: ignore[union-attr]
        room = self._record("room").code
        better = "mean > top" if by_mean else "n > most || (n == most && mean >= top)"
        yield f"  for (int64_t a = 0; a < {self.game.agents}; a++) {{"
        yield "    if (OWNER[a] != seat) continue;"
        yield f"    int64_t legal[{self.game.max_actions}], count = legal_now(a, legal), most = -1;"
        yield "    int64_t best = INT64_MIN;"
        yield "    double top = -INFINITY;"
        yield f"    for (int64_t k = 0; {room}.inner_ && k < {node}[0].count_[a]; k++) {{"
        yield f"      int64_t slot = {node}[0].first_[a] + k, n = {visits}[slot];"
        yield "      bool allowed = false;"
        yield f"      for (int64_t j = 0; j < count; j++) allowed |= legal[j] == {action}[slot];"
        yield f"      double mean = {total}[slot] / n;"
        yield f"      if (!allowed || n == 0 || !({better})) continue;"
        yield f"      best = {action}[slot], most = n, top = mean;"
        yield "    }"
        yield "    *out++ = best != INT64_MIN ? best : any_action(a);"
        yield "  }"
