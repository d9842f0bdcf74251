"""The trees of a recorded decision, node by node, as rows or in Graphviz' language DOT: its search
is repeated exactly, and its arena read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from engines.game import Game
from lab.export.cells import Cell
from lab.export.match_rows import Part, PlayedHere, turns_of, whose
from lab.export.schema import Row
from lab.files.replay import Replay, ReplayError
from lab.files.verify import UNWATCHED, Repetition, Watch
from lab.match.decide import Decision, Player
from lab.match.nodes import NodeNames
from lab.words.known import counted, signed_value
from lab.words.numerals import NOTHING
from search.branches import Branches, Known, Wish

LEAST = 10  # visits of a node that is exported
MOST_NODES = 2_000_000  # of one tree
MOST_WORDS = 100_000  # nodes of one tree that have words: each is played by the rules
PROVEN = {1: "win", -1: "loss", 2: "draw"}


@dataclass(frozen=True)
class WholeTree:
    """One tree of one decision: the nodes with enough visits, and their words by path."""

    game: Game
    turn: int
    seat: int
    part: Branches
    words: tuple[str | None, ...]  # by row
    counted: str  # what one of the visits is


def trees(
    replay: Replay, part: Part, least: int = LEAST, beat: Callable[[], None] = lambda: None
) -> Iterator[WholeTree]:
    """The trees of all searches in a part of the match; ReplayError if there is none."""
    again, count = Repetition(replay, beat), 0
    for here in turns_of(replay, part):
        for decision in here.turn.decisions:
            if decision is not None and part.has(decision.seat) and not decision.of_program:
                player, _ = again.watched(here.number, decision.seat, UNWATCHED)
                for tree in trees_of(player, here.turn.turn, part, least):
                    count += 1
                    yield tree
    if not count:
        raise ReplayError("No search of these turns grows a tree.")


def repeated(
    replay: Replay, here: PlayedHere, seat: int, watch: Watch, beat: Callable[[], None]
) -> Decision:
    """The decision of one seat made again, with somebody looking."""
    return Repetition(replay, beat).watched(here.number, seat, watch)[1]


def trees_of(player: Player, turn: int, part: Part, least: int) -> Iterator[WholeTree]:
    """The trees of a search as they are now."""
    game, snapshot = player.game, player.search.snapshot()
    lines = {stats.agent: tuple(stats.pv.tolist()) for stats in snapshot.agents}
    names, seen = NodeNames(game, player.view), set[int]()
    for agent in range(game.agents):
        for whole in _whole(player, agent, least):
            if whole.agent in seen or not (whole.common or part.has_agent(whole.agent)):
                continue
            seen.add(whole.agent)
            known = names.words(whole, lines, MOST_WORDS)
            words = tuple(known.get(path) for path in paths(whole))
            counted = next((s.counted for s in snapshot.agents), "visit")
            yield WholeTree(game, turn, player.seat, whole, words, counted)


def _whole(player: Player, agent: int, least: int) -> Iterator[Branches]:
    """The nodes of a tree with `least` visits; none where the search has no tree of the agent."""
    for root in player.search.branches(Wish((agent,), most=1)):
        share = (least - 0.5) / max(1, root.full_visits)
        wish = Wish((agent,), least=share, most=MOST_NODES)
        for part in player.search.branches(wish):
            yield visited(part, least)


def visited(part: Branches, least: int) -> Branches:
    """The part without nodes of fewer visits, and without what is below them."""
    kept = part.visits >= least
    kept[0] = True
    for row in range(1, len(part)):
        kept[row] &= kept[part.parent[row]]
    number = np.cumsum(kept, dtype=np.int32) - 1
    above = part.parent[kept]
    ledger = part.ledger
    if ledger is not None:
        ledger = replace(ledger, **{name: getattr(ledger, name)[kept] for name in _LEDGER})
    return replace(
        part,
        ledger=ledger,
        parent=np.where(above < 0, -1, number[above]).astype(np.int32),
        **{name: getattr(part, name)[kept] for name in _ROWS if getattr(part, name).size},
    )


_ROWS = (
    *("node", "depth", "mover", "action", "visits", "mean", "rest", "rest_visits"),
    *("explore", "proven"),
)
_LEDGER = ("known", "best", "skipped", "bound", "cause", "source", "seat")


def paths(part: Branches) -> list[tuple[int, ...]]:
    """The path of each row."""
    found = [part.focus]
    for row in range(1, len(part)):
        found.append((*found[int(part.parent[row])], int(part.action[row])))
    return found


def nodes(tree: WholeTree) -> Iterator[Row]:
    """A row for each node, parents before children. Of a root only the visits are counted."""
    part = tree.part
    bounds = part.bounds()
    head = whose(tree.game, tree.turn, tree.seat, part.agent)
    for row in range(len(part)):
        yield {**head, **_node(tree, row), "bound": float(bounds[row])}


def _node(tree: WholeTree, row: int) -> dict[str, Cell]:
    part = tree.part
    found: dict[str, Cell] = {
        "id": row,
        "depth": int(part.depth[row]),
        "visits": int(part.visits[row]),
        "counted": tree.counted,
        "proven": PROVEN.get(int(part.proven[row])) if part.proven.size else None,
    }
    if row == 0:
        return found
    return found | {
        "parent": int(part.parent[row]),
        "mean": float(part.mean[row]),
        "mean_kind": part.kind.value,
        "mover": int(part.mover[row]) + 1 if part.mover[row] >= 0 else None,
        "action": int(part.action[row]),
        "words": tree.words[row],
        **_ledger(part, row),
    }


def _ledger(part: Branches, row: int) -> dict[str, Cell]:
    """What a depth-first search says of a node besides its value."""
    if part.ledger is None:
        return {}
    known = Known(int(part.ledger.known[row])).name.lower().replace("_", " ")
    return {"known": known, "mean_seat": int(part.ledger.seat[row]) + 1}


MOST = 500  # nodes; more are no drawing that anybody can read


def dot(tree: WholeTree) -> str:
    """The drawing; ReplayError if the tree is too large for one."""
    if len(tree.part) > MOST:
        raise ReplayError(
            f"The tree has {len(tree.part):,} nodes, a drawing at most {MOST}: take "
            f"--least {_fitting(tree):,}."
        )
    return "".join(f"{line}\n" for line in _lines(tree))


def _fitting(tree: WholeTree) -> int:
    """The visits that few enough nodes have."""
    return int(np.sort(tree.part.visits)[-MOST - 1]) + 1


def _lines(tree: WholeTree) -> Iterator[str]:
    part = tree.part
    yield "digraph tree {"
    yield f"  label={_quoted(_title(tree))}; labelloc=t; fontname=Helvetica;"
    yield "  node [shape=box, fontname=Helvetica];"
    for row in range(len(part)):
        yield f"  {row} [label={_quoted(_label(tree, row))}];"
    for row in range(1, len(part)):
        yield f"  {int(part.parent[row])} -> {row};"
    yield "}"


def _title(tree: WholeTree) -> str:
    game = tree.game
    whose = "" if tree.part.common else f", {game.agent_name(tree.part.agent)}"
    return f"{game.turn_word.capitalize()} {tree.turn}, seat {tree.seat + 1}{whose}"


def _label(tree: WholeTree, row: int) -> str:
    part = tree.part
    visits, mean = f"{int(part.visits[row]):,} {counted(part)}", float(part.mean[row])
    if row == 0:
        return f"root\n{visits}"
    words = tree.words[row] or str(int(part.action[row]))
    if part.ledger is not None:
        return f"{words}\n{visits}\n{signed_value(part, row, 3)}"
    return f"{words}\n{visits}\nmean {NOTHING if np.isnan(mean) else f'{mean:.3g}'}"


def _quoted(text: str) -> str:
    """A text as one of DOT's strings."""
    safe = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + safe.replace("\n", "\\n") + '"'
