"""A tree as a drawing in Graphviz' language DOT."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lab.export.trees import WholeTree
from lab.files.replay import ReplayError
from lab.words.known import counted, signed_value
from lab.words.numerals import NOTHING

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
