"""How large the house is and how it hangs together, as one table:

    python -m tests.measures [FOLDER]
    python -m tests.measures window     what the eye meets on each page (tests.ranks)

Lines are told by kind; a token is what Python's tokenizer finds, comments, line ends and
indentation left out. A room is a folder of modules. A floor is a step of the longest way down
through rooms that import one another, where rooms of a circle are one. A file has a single importer
if one file of its own folder imports it and no other file of the product does.
"""

from __future__ import annotations

import argparse
import ast
import io
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

PRODUCT = ("engines", "search", "lab")
ROOT = Path(__file__).parent.parent
ROOMS = Path(__file__).parent / "rooms.txt"  # how many lines each may have
STEP = 50  # lines that a room may grow by before anybody has to say why
LAYOUT = frozenset(
    {
        *(tokenize.ENCODING, tokenize.ENDMARKER, tokenize.NL, tokenize.NEWLINE),
        *(tokenize.INDENT, tokenize.DEDENT, tokenize.COMMENT),
    }
)
MANY = 7  # parameters
# what a named tuple offers is not private, nor is os._exit
OPEN = {"_replace", "_asdict", "_make", "_fields", "_exit"}
REPEATED = {"Params", "Options", "Weights", "EvalParams"}  # that each game or search has


@dataclass(frozen=True)
class SourceFile:
    """One module: its text, and what its syntax tree says."""

    path: Path  # from the root of the house
    text: str = field(repr=False)

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax."""
        return ast.parse(self.text)

    @property
    def name(self) -> str:
        """As it is imported."""
        parts = self.path.with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def room(self) -> str:
        """The folder it is in."""
        return ".".join(self.path.parent.parts)

    @cached_property
    def kinds(self) -> Counter[str]:
        """How many lines there are of each kind."""
        kind = dict.fromkeys(range(1, len(self.text.splitlines()) + 1), "code")
        for number, line in enumerate(self.text.splitlines(), 1):
            if not line.strip():
                kind[number] = "blank"
            elif line.strip().startswith("#"):
                kind[number] = "comment"
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                kind.update(_lines(node, "import"))
            body = getattr(node, "body", None)
            first = body[0] if isinstance(body, list) and body else None
            if _is_text(first) and isinstance(node, DOCUMENTED):
                kind.update(_lines(first, "docstring"))
        return Counter(kind.values())

    @cached_property
    def tokens(self) -> int:
        """Tokens of its text."""
        reader = io.StringIO(self.text).readline
        return sum(each.type not in LAYOUT for each in tokenize.generate_tokens(reader))

    @property
    def large_room(self) -> str:
        """The folder below its package that it is in; of lab's window, the one below that."""
        folders = self.path.parts[:-1]
        return "/".join(folders[: 3 if folders[:2] == ("lab", "ui") else 2])

    @property
    def functions(self) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
        """All functions and methods."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node

    @property
    def public_classes(self) -> list[str]:
        """Classes of the module itself whose names do not begin with an underscore."""
        found = [node.name for node in self.tree.body if isinstance(node, ast.ClassDef)]
        return [name for name in found if not name.startswith("_")]

    @cached_property
    def reached_into(self) -> int:
        """How often it takes a private part of something else than `self`, `cls` or a module's own
        class.
        """
        own = {"self", "cls", *(n.name for n in self.tree.body if isinstance(n, ast.ClassDef))}
        return sum(
            isinstance(node, ast.Attribute)
            and node.attr.startswith("_")
            and not node.attr.startswith("__")
            and node.attr not in OPEN
            and not (isinstance(node.value, ast.Name) and node.value.id in own)
            and not (isinstance(node.value, ast.Call) and _called(node.value) == "super")
            for node in ast.walk(self.tree)
        )

    def imports(self, known: Mapping[str, object]) -> set[str]:
        """The modules of the house that it imports, also where only types are meant."""
        found = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found |= {each.name for each in node.names if each.name in known}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                for each in node.names:
                    whole = f"{node.module}.{each.name}"
                    found |= {whole} & known.keys() or {node.module} & known.keys()
        return found - {self.name}


DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def _lines(node: Any, kind: str) -> dict[int, str]:
    return dict.fromkeys(range(node.lineno, node.end_lineno + 1), kind)


def _is_text(node: object) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


class House:
    """Some packages below a folder, and the figures of their modules."""

    def __init__(self, packages: Iterable[str], root: Path = ROOT) -> None:
        paths = [path for each in packages for path in sorted((root / each).rglob("*.py"))]
        self.files = [
            SourceFile(path.relative_to(root), path.read_text("utf-8"))
            for path in paths
            if "__pycache__" not in path.parts and not any(p.startswith(".") for p in path.parts)
        ]

    @cached_property
    def kinds(self) -> Counter[str]:
        """Lines by kind."""
        return sum((file.kinds for file in self.files), Counter[str]())

    @property
    def lines(self) -> int:
        """All lines."""
        return self.kinds.total()

    @cached_property
    def tokens(self) -> int:
        """All tokens."""
        return sum(file.tokens for file in self.files)

    @cached_property
    def importers(self) -> dict[str, set[str]]:
        """Who imports each module."""
        known = {file.name: file for file in self.files}
        found: dict[str, set[str]] = {name: set() for name in known}
        for file in self.files:
            for name in file.imports(known):
                found[name].add(file.name)
        return found

    @cached_property
    def single(self) -> list[str]:
        """Files with a single importer."""
        room = {file.name: file.room for file in self.files}
        package = {file.name for file in self.files if file.path.name == "__init__.py"}
        return sorted(
            name
            for name, by in self.importers.items()
            if name not in package and len(by) == 1 and room[next(iter(by))] == room[name]
        )

    @cached_property
    def arrows(self) -> dict[str, set[str]]:
        """Which rooms a room imports."""
        room = {file.name: file.room for file in self.files}
        found: dict[str, set[str]] = defaultdict(set)
        for name, by in self.importers.items():
            for other in by:
                if room[other] != room[name]:
                    found[room[other]].add(room[name])
        return {each: found.get(each, set()) for each in sorted(set(room.values()))}

    @cached_property
    def circles(self) -> list[set[str]]:
        """Rooms that import one another, each circle once."""
        below = {room: _reached(self.arrows, room) for room in self.arrows}
        same = {room: {x for x in below[room] if room in below[x]} for room in below}
        return [set(c) for c in {frozenset(c | {room}) for room, c in same.items()} if len(c) > 1]

    @cached_property
    def floors(self) -> int:
        """The longest way down."""
        circle = {room: min(each) for each in self.circles for room in each}
        arrows: dict[str, set[str]] = defaultdict(set)
        for room, others in self.arrows.items():
            arrows[circle.get(room, room)] |= {circle.get(x, x) for x in others}
        deep: dict[str, int] = {}

        def depth(room: str) -> int:
            if room not in deep:
                deep[room] = 1 + max((depth(x) for x in arrows[room] - {room}), default=0)
            return deep[room]

        return max(depth(room) for room in list(arrows))

    @cached_property
    def reached_into(self) -> float:
        """Private parts of others taken, for each 1,000 lines."""
        return 1000 * sum(file.reached_into for file in self.files) / self.lines

    @cached_property
    def twice(self) -> list[str]:
        """Names of public classes that stand in more than one module."""
        count = Counter(name for file in self.files for name in file.public_classes)
        return sorted(name for name, n in count.items() if n > 1 and name not in REPEATED)

    @cached_property
    def crowded(self) -> int:
        """Functions of MANY parameters and more."""
        return sum(
            len([*f.args.posonlyargs, *f.args.args, *f.args.kwonlyargs]) >= MANY
            for file in self.files
            for f in file.functions
        )

    @cached_property
    def large_rooms(self) -> dict[str, int]:
        """The lines of each package's rooms, of lab's window those of its own."""
        found: Counter[str] = Counter()
        for file in self.files:
            found[file.large_room] += file.kinds.total()
        return dict(sorted(found.items()))

    @property
    def longest(self) -> tuple[int, int]:
        """Lines of the longest file and of the longest function."""
        long = [(f.end_lineno or f.lineno) - f.lineno + 1 for x in self.files for f in x.functions]
        return max(file.kinds.total() for file in self.files), max(long, default=0)


def _reached(arrows: Mapping[str, set[str]], start: str) -> set[str]:
    found, waiting = set[str](), [start]
    while waiting:
        for each in arrows[waiting.pop()] - found:
            found.add(each)
            waiting.append(each)
    return found


FIGURES = (
    ("files", lambda h: f"{len(h.files):,}"),
    ("lines", lambda h: f"{h.lines:,}"),
    *(
        (f"  {kind}", lambda h, kind=kind: f"{h.kinds[kind]:,} ({h.kinds[kind] / h.lines:.1%})")
        for kind in ("code", "docstring", "comment", "blank", "import")
    ),
    ("tokens", lambda h: f"{h.tokens:,}"),
    ("files with a single importer", lambda h: f"{len(h.single):,}"),
    ("private access / 1,000 lines", lambda h: f"{h.reached_into:.2f}"),
    ("public class names twice", lambda h: f"{len(h.twice):,}"),
    (f"functions of {MANY} parameters or more", lambda h: f"{h.crowded:,}"),
    ("rooms", lambda h: f"{len(h.arrows):,}"),
    ("floors", lambda h: f"{h.floors:,}"),
    ("circles of rooms", lambda h: f"{len(h.circles):,}"),
    ("longest file, function", lambda h: "{:,}, {:,}".format(*h.longest)),
)


def table(root: Path = ROOT) -> str:
    """The figures of the product, its packages and the tests, side by side."""
    houses = {"product": House(PRODUCT, root)}
    houses |= {name: House([name], root) for name in (*PRODUCT, "lab/ui", "tests")}
    rows = [("", *houses), *((title, *map(of, houses.values())) for title, of in FIGURES)]
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            text.ljust(wide) if k == 0 else text.rjust(wide)
            for k, (text, wide) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def allowed(path: Path = ROOMS) -> dict[str, int]:
    """The most lines of each room."""
    rows = (line.rsplit(maxsplit=1) for line in path.read_text(encoding="utf-8").splitlines())
    return {room: int(lines) for room, lines in rows}


def main() -> None:
    """Prints the table, or writes how many lines each room may have from now on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT)
    parser.add_argument("--rooms", action="store_true", help=f"write tests/{ROOMS.name}")
    args = parser.parse_args()
    if args.folder == Path("window"):
        from tests.ranks import table as window_table

        print(window_table())
    elif args.rooms:
        rooms = House(PRODUCT, args.folder).large_rooms.items()
        rows = (f"{room} {-(-lines // STEP) * STEP}\n" for room, lines in rooms)
        ROOMS.write_text("".join(rows), encoding="utf-8")
    else:
        print(table(args.folder))


if __name__ == "__main__":
    main()
