"""Networks that learned to evaluate positions: their file, and how kernels ask them.

A position is a list of active rows (`Rules.features`). A hidden unit is the bias plus the sum of
these rows of a table, clipped to [0, 1] and weighed; the last unit goes past the clipping. The sum
is the logit of winning for the seat to move, and the value its hyperbolic tangent at half, in
[-1, 1] like an outcome. All numbers are int16, so a sum is the same in any order and on any
computer: 1 is UNIT in tables, HEAD in weights. Shapes: [R] rows, [H] hidden units.
"""

from __future__ import annotations

import hashlib
import io
import json
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.adding import WIDTH, add_rows, change_rows
from engines.game import Game, cached_per_game
from engines.jit import inlined, keep, plain, rule
from engines.knobs import KnobError
from resources import path as resource
from search.base import generator
from search.cells import build_cells, random_positions

HIDDEN = WIDTH  # [H] as many as fit into two lines of memory a row
UNIT, HEAD = 1 << 10, 1 << 12
BIN = 0.25  # of values: one part of the calibration that a file says
LEVELS, STEP = 4096, 14  # of the table of values, and the shift from a logit to its place there
MOST_BYTES, MOST_UNPACKED = 1 << 20, 1 << 22
MOST_ROWS = MOST_BYTES // 100  # of a row of 128 bytes about 87 are left in the file
# what reading damaged bytes may raise
DAMAGED = (
    *(ValueError, KeyError, TypeError, SyntaxError, OSError, EOFError, RuntimeError, MemoryError),
    *(zipfile.BadZipFile, zlib.error, struct.error),
)
MEMBERS = ("rows", "bias", "head", "about")
VALUES = np.tanh((np.arange(LEVELS + 1) - LEVELS // 2) / 512.0).astype(np.float32)

Shorts = NDArray[np.int16]


class NetworkError(KnobError):
    """A network that cannot be had; the text is a sentence for the user."""


class Net(NamedTuple):
    """The numbers of a network as kernels borrow them."""

    rows: Shorts  # [R, H] in UNITs
    bias: Shorts  # [H] in UNITs
    head: Shorts  # [H] in HEADs; the last is 0, since that unit goes past


NO_NET = Net(
    np.zeros((1, HIDDEN), np.int16), np.zeros(HIDDEN, np.int16), np.zeros(HIDDEN, np.int16)
)


@dataclass(frozen=True, eq=False)
class Network:
    """A network with where it comes from: `game`, `features` (their digest), and what its maker
    says: `seed`, `generation`, `positions`, `command`.
    """

    net: Net
    about: Mapping[str, Any] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """A name that no other network has; equal numbers have the same."""
        parts = [str(self.about.get(each, "")).encode() for each in ("game", "features")]
        parts += [np.ascontiguousarray(each).tobytes() for each in self.net]
        return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]

    def save(self, file: str | Path) -> None:
        """Writes it; the same network gives the same bytes."""
        about = np.frombuffer(json.dumps(self.about, sort_keys=True).encode(), np.uint8)
        values: list[NDArray[Any]] = [*self.net, about]
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, each in zip(MEMBERS, values, strict=True):
                raw = io.BytesIO()
                np.lib.format.write_array(raw, each, allow_pickle=False)
                member = zipfile.ZipInfo(f"{name}.npy")
                packed.writestr(member, raw.getvalue(), zipfile.ZIP_DEFLATED)


# -- the gate --------------------------------------------------------------------------------------


def read(file: str | Path, game: Game) -> Network:
    """The network of a file, checked; NetworkError says in a sentence why it is none of `game`."""
    place = Path(file)
    if not place.is_file():
        raise NetworkError(f"There is no network {place}.")
    with place.open("rb") as opened:
        data = opened.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise NetworkError(f"{place} is larger than a network may be, {MOST_BYTES:,} bytes.")
    try:
        net, about = _unpacked(data)
    except DAMAGED as e:
        raise NetworkError(f"{place} is no network, or damaged ({_short(e)}).") from e
    if about.get("game") != game.name:
        raise NetworkError(
            f"{place} is a network of {str(about.get('game'))[:40]}, not {game.name}."
        )
    if about.get("features") != features_digest(game) or len(net.rows) != sight(game).rows:
        raise NetworkError(f"{place} learned other features than {game.title} has here.")
    return Network(net, about)


def _unpacked(data: bytes) -> tuple[Net, dict[str, Any]]:
    """The members of a file; ValueError and the like where they are not as they should be."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        sizes = {each.filename: each.file_size for each in packed.infolist()}
        if sorted(sizes) != sorted(f"{name}.npy" for name in MEMBERS):
            raise ValueError("it has other parts")
        if sum(sizes.values()) > MOST_UNPACKED:
            raise ValueError("it unpacks to more than a network may have")
        raw = [packed.read(f"{name}.npy") for name in MEMBERS]
    found = [np.lib.format.read_array(io.BytesIO(each), allow_pickle=False) for each in raw]
    rows, bias, head, about = found
    if {each.dtype for each in found[:3]} != {np.dtype(np.int16)} or about.dtype != np.uint8:
        raise ValueError("its numbers are of another kind")
    if rows.shape[1:] != (HIDDEN,) or bias.shape != (HIDDEN,) or head.shape != (HIDDEN,):
        raise ValueError("its tables have other shapes")
    if head[-1] != 0:
        raise ValueError("its last unit is weighed")
    told = json.loads(about.tobytes())
    if not isinstance(told, dict):
        raise ValueError("it does not say where it comes from")
    return Net(*map(np.ascontiguousarray, (rows, bias, head))), told


def _short(error: Exception) -> str:
    return str(error).splitlines()[0][:80] if str(error) else type(error).__name__


class Sight(NamedTuple):
    """What a network sees of a game: its own features, or where it has none its state's cells."""

    features: Callable[..., int]  # as in `Rules`
    changes: Callable[..., int] | None
    rows: int
    most: int  # listed at once
    turned: NDArray[np.int32]  # as `Game.symmetries`


@cached_per_game
def sight(game: Game) -> Sight:
    """What there is to see of a game; NetworkError where that is nothing, or too much."""
    rules = game.rules
    if rules.features is None:
        found = _cells_of(game)
    else:
        counts = game.feature_rows, game.most_features
        found = Sight(rules.features, rules.changes, *counts, game.symmetries())
    if not 0 < found.rows <= MOST_ROWS:
        said = "more than a network can look at" if found.rows else "nothing"
        raise NetworkError(f"{game.title} has {said} in the cells of its positions that changes.")
    return found


def _cells_of(game: Game) -> Sight:
    features, changes, rows, most = build_cells(game)
    key = (*game.kernel_key, "cells")
    for each in (features, changes):
        keep(each, f"{game.name}.{each.__name__}", (*key, each.__name__), *_sources(game))
    return Sight(features, changes, rows, most, np.arange(rows, dtype=np.int32)[None])


def _sources(game: Game) -> tuple[str, str]:
    return type(game).__module__, __name__


@cached_per_game
def features_digest(game: Game) -> str:
    """What the rows of a game mean, as a digest of some of those in a match: two versions of the
    rules with other rows differ.
    """
    seen = sight(game)
    found = hashlib.sha256(repr((seen.rows, seen.most)).encode())
    rng = generator(1)
    if game.rules.features is not None:
        game = type(game)()  # options that choose other features have another number of rows
        seen = sight(game)
    rules, out = game.rules, np.zeros(seen.most, np.int64)
    with plain():
        for state in islice(random_positions(game, 1, rng), 3, None, 8):
            if not rules.is_over(state):
                count = seen.features(state, max(0, int(rules.to_move(state))), out)
                found.update(np.sort(out[:count]).tobytes())
    return found.hexdigest()[:16]


def shipped(game: Game) -> Path:
    """Where the network is that comes with the game, if there is one."""
    return resource("nets", f"{game.name}.npz")


def refusal(game: Game) -> str:
    """Why nothing can learn to evaluate this game, in a sentence; "" if it can."""
    opposed = game.owner == (0, 1) and game.zero_sum and not game.graded
    if opposed and not (game.chance or game.hidden):
        return ""
    return (
        "A network evaluates games of two agents with opposed interests that win, lose or draw, "
        "without chance or hidden things."
    )


def network_for(game: Game, file: str = "") -> Network:
    """The network of a file, or the one that comes with the game; NetworkError where there is
    none.
    """
    if sentence := refusal(game):
        raise NetworkError(sentence)
    place = Path(file) if file else shipped(game)
    if not file and not place.is_file():
        raise NetworkError(
            f"No network comes with {game.title}; smitsilab learn {game.name} makes one."
        )
    try:
        changed = place.stat().st_mtime_ns
    except OSError:
        changed = 0
    return _kept(changed, place, game)


@lru_cache(maxsize=16)
def _read_once(key: tuple[type[Game], str, int, Path]) -> list[Network]:
    """A place for the network of this game and file, both as they were then: what is loaded anew
    under the same name may see other rows.
    """
    return []


def _kept(changed: int, place: Path, game: Game) -> Network:
    known = _read_once((type(game), game.spec, changed, place))
    if not known:
        known.append(read(place, game))
    return known[0]


# -- in kernels ------------------------------------------------------------------------------------


@inlined
def worth_of(hidden: Any, head: Any) -> float:
    """The value in [-1, 1], for the seat whose rows were added."""
    total = np.int32(0)
    for j in range(HIDDEN):
        unit = min(max(hidden[j], np.int16(0)), np.int16(UNIT))
        total = np.int32(total + np.int32(np.int32(unit) * np.int32(head[j])))
    logit = np.int64(total) + np.int64(hidden[HIDDEN - 1]) * HEAD
    place: Any = min(max((logit >> STEP) + LEVELS // 2, 0), LEVELS)
    found: Any = VALUES[np.uint64(place)]
    return found


@rule
def _no_changes(before: Any, after: Any, action: int, out: Any) -> int:
    """Stand-in for `changes`, never called."""
    return 0


def build_worth(game: Game) -> tuple[Any, Any]:
    """The jitted (state, seat, net, rows[K], hidden[H]) that adds up what the seat sees, and
    (before, after, action, net, rows, base[H], hidden) -> the value of `after` for the seat that
    moves there, where `base` is what it saw before.
    """
    seen, to_move = sight(game), game.rules.to_move
    features, changes, knows = seen.features, seen.changes or _no_changes, seen.changes is not None

    @inlined
    def look(state: Any, seat: int, net: Any, rows: Any, hidden: Any) -> None:
        table, bias, _ = net
        add_rows(bias, table, rows, features(state, seat, rows), hidden)

    @inlined
    def ahead(
        before: Any, after: Any, action: int, net: Any, rows: Any, base: Any, hidden: Any
    ) -> float:
        table, _, head = net
        if knows and to_move(after) != to_move(before):
            change_rows(base, table, rows, changes(before, after, action, rows), hidden)
        else:
            look(after, to_move(after), net, rows, hidden)
        return worth_of(hidden, head)

    return look, ahead
