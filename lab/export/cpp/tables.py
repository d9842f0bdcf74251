"""The tables of rules in C++: short ones as they are, random ones by their generator, all others
packed into one text.
"""

from __future__ import annotations

import ast
import base64
import inspect
import zlib
from collections.abc import Iterable, Iterator, Sequence
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lab.export.cpp.kinds import kind_of, literal, stored
from lab.export.cpp.unit import Unit
from search.tree import root_logs

SHORT = 320  # characters of a table that is written out
DRAWS = 1 << 15  # of a generator that are looked through
WIDE = 96  # characters of a line


def written(unit: Unit, modules: Iterable[ModuleType]) -> Iterator[str]:
    """The declarations of all tables, and `make_tables`, which fills those that are not written
    out. `modules` are where their generators are named.
    """
    streams, fills, packed = _streams(modules), list[str](), list[tuple[str, bytes]]()
    for name, values in unit.tables.values():
        size = max(1, values.size)
        if values.dtype.names is not None:
            yield f"static {unit.cell(values.dtype)} {name}[{size}];"
            if any(values.tobytes()):
                packed.append((name, values.tobytes()))
            continue
        text = _listed(values)
        if len(text) <= SHORT:
            yield f"static const {stored(values.dtype)} {name}[{size}] = {{{text}}};"
            continue
        yield f"static {stored(values.dtype)} {name}[{size}];"
        if values.size == 1 << 16 and np.array_equal(values, root_logs()):
            fills.append(f"  for (int k = 2; k < {size}; k++) {name}[k] = (float)std::sqrt(log(k));")
        elif (found := _drawn(values, streams)) is not None:
            seed, skipped = found
            fills.append(f"  drawn({name}, {size}, {seed}, {skipped});")
        elif any(values.tobytes()):
            packed.append((name, values.tobytes()))
    yield from _packed(packed, fills)


def _listed(values: NDArray[Any]) -> str:
    kind = kind_of(values.dtype)
    return ", ".join(literal(each, kind) for each in values.reshape(-1)[: SHORT + 1])


def _packed(tables: Sequence[tuple[str, bytes]], fills: Sequence[str]) -> Iterator[str]:
    content = b"".join(data for _, data in tables)
    if content:
        squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
        text = base64.b85encode(squeezed.compress(content) + squeezed.flush(), pad=True).decode()
        yield "static const char PACKED[] ="
        for k in range(0, len(text), WIDE):
            yield f'  "{text[k : k + WIDE]}"'
        yield "  ;"
    yield "static void make_tables() {"
    yield from fills
    if content:
        yield f"  static unsigned char bytes[{len(content)}];"
        yield "  unpack(PACKED, sizeof PACKED - 1, bytes);"
    at = 0
    for name, data in tables:
        yield f"  std::memcpy({name}, bytes + {at}, {len(data)});"
        at += len(data)
    yield "}"


def _streams(modules: Iterable[ModuleType]) -> dict[int, bytes]:
    """What the generators draw that the modules make with a number as their seed."""
    seeds = set[int]()
    for module in modules:
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if (
                isinstance(node, ast.Call)
                and ast.unparse(node.func).endswith("SFC64")
                and node.args
                and isinstance(node.args[0], ast.Constant)
            ):
                seeds.add(int(node.args[0].value))
    return {seed: np.random.SFC64(seed).random_raw(DRAWS).tobytes() for seed in sorted(seeds)}


def _drawn(values: NDArray[Any], streams: dict[int, bytes]) -> tuple[int, int] | None:
    """The seed of the generator that draws these numbers, and how many it draws before."""
    if values.dtype == np.uint64:
        for seed, draws in streams.items():
            at = draws.find(values.tobytes())
            if at >= 0 and at % 8 == 0:
                return seed, at // 8
    return None
