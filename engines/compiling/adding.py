"""numba's side of `engines.adding`: compiled code that keeps sums in registers."""

from __future__ import annotations

from functools import partial
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from engines.adding import WIDTH, add_rows, change_rows

LANES = 32  # int16 that are added at once: a register of 512 bits, or two of 256
PARTS = range(WIDTH // LANES)
WORD, SHORT = ir.IntType(64), ir.IntType(16)
LANE = ir.VectorType(SHORT, LANES)


@overload(add_rows, strict=False)  # type: ignore[untyped-decorator]  # numba has no types
def _add_rows(start: Any, table: Any, rows: Any, count: Any, out: Any) -> Any:
    return lambda start, table, rows, count, out: _added(start, table, rows, count, out)


@overload(change_rows, strict=False)  # type: ignore[untyped-decorator]  # numba has no types
def _change_rows(start: Any, table: Any, rows: Any, count: Any, out: Any) -> Any:
    return lambda start, table, rows, count, out: _changed(start, table, rows, count, out)


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _added(context: Any, start: Any, table: Any, rows: Any, count: Any, out: Any) -> Any:
    kinds = start, table, rows, types.int64, out
    return types.void(*kinds), partial(_sum, False)


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _changed(context: Any, start: Any, table: Any, rows: Any, count: Any, out: Any) -> Any:
    kinds = start, table, rows, types.int64, out
    return types.void(*kinds), partial(_sum, True)


def _sum(signed: bool, context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    start, table, rows, out = (
        context.make_array(signature.args[k])(context, builder, arguments[k]).data
        for k in (0, 1, 2, 4)
    )
    before, count = builder.block, arguments[3]
    sums = [_load(builder, start, WORD(k)) for k in PARTS]
    loop, end = map(builder.append_basic_block, ("rows", "added"))
    builder.cbranch(builder.icmp_signed(">", count, WORD(0)), loop, end)
    builder.position_at_end(loop)
    k, so_far = builder.phi(WORD), [builder.phi(LANE) for _ in PARTS]
    row = builder.load(builder.gep(rows, [k]))
    sign = builder.ashr(row, WORD(63))
    if signed:
        row = builder.sub(builder.sub(builder.xor(row, sign), sign), WORD(1))
    added, first = [], builder.mul(row, WORD(len(PARTS)))
    for part, known in zip(PARTS, so_far, strict=True):
        values = _load(builder, table, builder.add(first, WORD(part)))
        if signed:
            every = _everywhere(builder, builder.trunc(sign, SHORT))
            values = builder.sub(builder.xor(values, every), every)
        added.append(builder.add(known, values))
    after = builder.add(k, WORD(1))
    for phi, old, new in zip((k, *so_far), (WORD(0), *sums), (after, *added), strict=True):
        phi.add_incoming(old, before)
        phi.add_incoming(new, loop)
    builder.cbranch(builder.icmp_signed("<", after, count), loop, end)
    builder.position_at_end(end)
    for part, old, new in zip(PARTS, sums, added, strict=True):
        found = builder.phi(LANE)
        found.add_incoming(old, before)
        found.add_incoming(new, loop)
        sums[part] = found
    for part in PARTS:
        builder.store(sums[part], _place(builder, out, WORD(part))).align = 2
    return context.get_dummy_value()


def _place(builder: Any, data: Any, lane: Any) -> Any:
    return builder.gep(builder.bitcast(data, LANE.as_pointer()), [lane])


def _load(builder: Any, data: Any, lane: Any) -> Any:
    """The numbers of a lane, which need not lie at a multiple of its size."""
    return builder.load(_place(builder, data, lane), align=2)


def _everywhere(builder: Any, value: Any) -> Any:
    one, places = ir.IntType(32), ir.VectorType(ir.IntType(32), LANES)
    empty = ir.Constant(LANE, ir.Undefined)
    single = builder.insert_element(empty, value, one(0))
    return builder.shuffle_vector(single, empty, ir.Constant(places, [0] * LANES))
