"""numba's side of `engines.draws`: compiled code that steps SFC64 in numpy's own memory."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload, typeof_impl

from engines.draws import LOW, draw_below, refuse_others
from engines.seeding import SeededGenerator

# the same for every generator: making it takes longer than a short call
_KIND = types.NumPyRandomGeneratorType("rng")
SeededGenerator._numba_type_ = _KIND


@typeof_impl.register(np.random.Generator)  # type: ignore[untyped-decorator]  # numba has no types
def _typeof(rng: np.random.Generator, context: object) -> Any:
    """The type that numba has for one of another class: asked for at each call from Python."""
    refuse_others(rng)
    return _KIND


@overload(draw_below, strict=False)  # type: ignore[untyped-decorator]  # numba has no types
def _draw_below(rng: Any, n: Any) -> Any:
    return lambda rng, n: _share(rng, np.uint64(n))


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _share(context: Any, rng: Any, n: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        drawn = _next(context, builder, rng, arguments[0])
        kept = builder.and_(drawn, ir.Constant(drawn.type, ~LOW))
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(kept, wide), builder.zext(arguments[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), drawn.type)

    return types.int64(rng, types.uint64), code


def _next(context: Any, builder: Any, kind: Any, rng: Any) -> Any:
    """Code that steps the four words of SFC64 as numpy does; the next 64 bits."""
    word, source = ir.IntType(64), types.NumPyRandomBitGeneratorType("bit_generator")
    held = cgutils.create_struct_proxy(kind)(context, builder, value=rng).bit_generator
    state = cgutils.create_struct_proxy(source)(context, builder, value=held).state
    words = builder.inttoptr(state, word.as_pointer())
    places = [builder.gep(words, [word(k)]) for k in range(4)]
    a, b, c, counter = (builder.load(place) for place in places)
    drawn = builder.add(builder.add(a, b), counter)
    turned = builder.or_(builder.shl(c, word(24)), builder.lshr(c, word(40)))
    after = (
        builder.xor(b, builder.lshr(b, word(11))),
        builder.add(c, builder.shl(c, word(3))),
        builder.add(turned, drawn),
        builder.add(counter, word(1)),
    )
    for place, value in zip(places, after, strict=True):
        builder.store(value, place)
    return drawn
