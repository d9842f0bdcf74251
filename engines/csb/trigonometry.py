"""Arc tangent, sine and cosine as the referee computes them, bit for bit the same on every machine.

The referee is written in Go, whose math library follows Stephen Moshier's Cephes; a system's own
functions often differ from it in the last bit. That bit decides whether pods in contact count as
overlapping and are pushed 0.00001 apart, which the recordings show. Angles of a match stay far
below 2^29, so the simple reduction by parts of pi / 4 is exact enough.
"""

from __future__ import annotations

import math

from engines.jit import rule

# pi / 4 in three parts
PART_A = 7.85398125648498535156e-1
PART_B = 3.77489470793079817668e-8
PART_C = 2.69515142907905952645e-15
MORE_BITS = 6.123233995736765886130e-17  # pi / 2 beyond double precision
TAN_67 = 2.41421356237309504880  # tan(3 pi / 8)


@rule
def cos_sin(angle: float) -> tuple[float, float]:
    """The unit vector of an angle."""
    x = abs(angle)
    octant = int(x * (4.0 / math.pi))
    octant += octant & 1
    y = float(octant)
    z = ((x - y * PART_A) - y * PART_B) - y * PART_C
    zz = z * z
    c = 1.58962301576546568060e-10 * zz - 2.50507477628578072866e-8
    c = (
        (c * zz + 2.75573136213857245213e-6) * zz - 1.98412698295895385996e-4
    ) * zz + 8.33333333332211858878e-3
    sine = z + z * zz * (c * zz - 1.66666666666666307295e-1)
    c = -1.13585365213876817300e-11 * zz + 2.08757008419747316778e-9
    c = (
        (c * zz - 2.75573141792967388112e-7) * zz + 2.48015872888517045348e-5
    ) * zz - 1.38888888888730564116e-3
    cosine = 1.0 - 0.5 * zz + zz * zz * (c * zz + 4.16666666666665929218e-2)
    if octant & 2:
        sine, cosine = cosine, -sine
    if octant & 4:
        sine, cosine = -sine, -cosine
    return cosine, -sine if angle < 0.0 else sine


@rule
def arc_tangent(y: float, x: float) -> float:
    """The angle of the vector (x, y), -pi to pi."""
    if y == 0.0:
        return 0.0 if x >= 0.0 else math.pi
    if x == 0.0:
        return math.copysign(math.pi / 2.0, y)
    q = y / x
    q = positive(q) if q > 0.0 else -positive(-q)
    if x < 0.0:
        return q + math.pi if q <= 0.0 else q - math.pi
    return q


@rule
def positive(x: float) -> float:
    """The arc tangent of x > 0, reduced to 0 .. 0.66."""
    if x <= 0.66:
        return small(x)
    if x > TAN_67:
        return math.pi / 2.0 - small(1.0 / x) + MORE_BITS
    return math.pi / 4.0 + small((x - 1.0) / (x + 1.0)) + 0.5 * MORE_BITS


@rule
def small(x: float) -> float:
    z = x * x
    p = (
        (-8.750608600031904122785e-01 * z - 1.615753718733365076637e01) * z
        - 7.500855792314704667340e01
    ) * z
    p = (p - 1.228866684490136173410e02) * z - 6.485021904942025371773e01
    q = (
        (z + 2.485846490142306297962e01) * z + 1.650270098316988542046e02
    ) * z + 4.328810604912902668951e02
    q = (q * z + 4.853903996359136964868e02) * z + 1.945506571482613964425e02
    return x * (z * p / q) + x
