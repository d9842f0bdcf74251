"""Whether tests notice what goes wrong: small faults, drawn by a seed over all rooms, one at a time
in a copy of the house.

    python -m tests.mutants --count 40 --seed 1

The tests of a mutant are those nearest by imports, of its own room first; a mutant that all of them
let live, or that does not end within the time, is a line of the table. Some change nothing that
anybody could see: who reads the table judges.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.measures import PRODUCT, ROOT, House, SourceFile

SWAPPED: dict[type[ast.AST], str] = {
    **{ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "=="},
    **{ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in"},
    **{ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.Div: "*", ast.FloorDiv: "*", ast.Mod: "+"},
    **{ast.LShift: ">>", ast.RShift: "<<", ast.BitAnd: "|", ast.BitOr: "&", ast.BitXor: "|"},
    **{ast.And: "or", ast.Or: "and"},
}
NEAR = 3  # imports between a test and what it tests
OUTCOMES = {0: "lived", 1: "caught"}


@dataclass(frozen=True)
class Mutant:
    """One fault: text to stand in place of what a node of a file's syntax says now."""

    file: SourceFile
    node: ast.AST
    text: str

    @property
    def place(self) -> str:
        """Where it is."""
        return f"{self.file.path}:{getattr(self.node, 'lineno', 0)}"

    @property
    def before(self) -> str:
        """What stands there."""
        return ast.get_source_segment(self.file.text, self.node) or ""

    def source(self) -> str:
        """The whole file with the fault in it."""
        node: ast.expr | ast.stmt = self.node  # type: ignore[assignment]
        lines = self.file.text.encode().splitlines(keepends=True)
        head = b"".join(lines[: node.lineno - 1]) + lines[node.lineno - 1][: node.col_offset]
        last = (node.end_lineno or node.lineno) - 1
        tail = lines[last][node.end_col_offset or 0 :] + b"".join(lines[last + 1 :])
        return (head + self.text.encode() + tail).decode()


def mutants(file: SourceFile) -> Iterator[Mutant]:
    """All that can be made of one module; types and words are left alone."""
    typed = {id(part) for node in ast.walk(file.tree) for part in _kinds(node)}
    for node in ast.walk(file.tree):
        if id(node) in typed:
            continue
        match node:
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in SWAPPED:
                yield Mutant(file, node, f"({_said(left)} {SWAPPED[type(op)]} {_said(right)})")
            case ast.BinOp(left=left, op=op, right=right) if type(op) in SWAPPED:
                yield Mutant(file, node, f"({_said(left)} {SWAPPED[type(op)]} {_said(right)})")
            case ast.BoolOp(op=op, values=values):
                joined = f" {SWAPPED[type(op)]} ".join(_said(each) for each in values)
                yield Mutant(file, node, f"({joined})")
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield Mutant(file, node, _said(operand))
            case ast.Constant(value=bool(value)):
                yield Mutant(file, node, str(not value))
            case ast.Constant(value=int(value)):
                yield Mutant(file, node, str(value + 1))
            case ast.Expr(value=ast.Call()):
                yield Mutant(file, node, "pass")
            case ast.If(test=test):
                yield Mutant(file, test, "False")


def _said(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"


def _kinds(node: ast.AST) -> Iterator[ast.AST]:
    """What only names kinds of values, at a node."""
    kinds = [getattr(node, name, None) for name in ("annotation", "returns")]
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        kinds.append(node)
    for kind in kinds:
        if kind is not None:
            yield from ast.walk(kind)


def drawn(house: House, count: int, seed: int) -> list[Mutant]:
    """`count` mutants, as many of a small room as of a large one."""
    dice, rooms = random.Random(seed), defaultdict[str, list[Mutant]](list)
    for file in house.files:
        rooms[file.large_room] += mutants(file)
    names = [name for name in sorted(rooms) if rooms[name]]
    order = [
        room for _ in range(-(-count // len(names))) for room in dice.sample(names, len(names))
    ]
    return [dice.choice(rooms[room]) for room in order[:count]]


def near_tests(file: SourceFile, house: House) -> list[Path]:
    """The test files that reach a module of `house` within NEAR imports, of its own room first."""
    path = {each.name: each.path for each in house.files}
    away = edge = {file.name: 0}
    for step in range(1, NEAR + 1):
        found = {name for each in edge for name in house.importers[each]}
        edge = dict.fromkeys(found - away.keys(), step)
        away = away | edge
    room = Path("tests", file.path).parent

    def strange(name: str) -> int:
        shared = os.path.commonpath([room, path[name]])
        return -len(Path(shared).parts)

    tests = [name for name in path if path[name].name.startswith("test_")]
    near = [name for name in tests if name in away]
    # or what is imported by a name that only data know
    near = near or [name for name in tests if path[name].parts[1] == file.path.parts[0]]
    return [
        path[name] for name in sorted(near, key=lambda each: (strange(each), away.get(each, 0)))
    ]


def tried(mutant: Mutant, tests: list[Path], copy: Path, seconds: float) -> str:
    """What becomes of a mutant in `copy`: caught, lived, or slow. The copy is whole afterwards."""
    at = copy / mutant.file.path
    command = [sys.executable, "-m", "pytest", "-xq", "-p", "no:xdist", "-p", "no:cacheprovider"]
    env = os.environ | {"PYTHONPATH": str(copy), "QT_QPA_PLATFORM": "offscreen"}
    try:
        at.write_text(mutant.source(), encoding="utf-8")
        done = subprocess.run(
            [*command, *map(str, tests)],
            cwd=copy,
            env=env,
            timeout=seconds,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        (copy.parent / "last.log").write_bytes(done.stdout)
        return OUTCOMES.get(done.returncode, f"caught ({done.returncode})")
    except subprocess.TimeoutExpired:
        return "slow"
    finally:
        at.write_text(mutant.file.text, encoding="utf-8")


def main() -> None:
    """Prints a line for each mutant when its tests have ended."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=600, help="at most, for each mutant")
    parser.add_argument("--only", type=int, nargs="*", help="these of them, from 1 on")
    args = parser.parse_args()
    house = House((*PRODUCT, "tests"))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "house"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "__pycache__", "out"))
        for n, mutant in enumerate(drawn(House(PRODUCT), args.count, args.seed), 1):
            if args.only and n not in args.only:
                continue
            begin = time.monotonic()
            said = tried(mutant, near_tests(mutant.file, house), copy, args.seconds)
            took = f"{time.monotonic() - begin:.0f} s"
            print(n, said, took, mutant.place, repr(mutant.before), "->", mutant.text, flush=True)


if __name__ == "__main__":
    main()
