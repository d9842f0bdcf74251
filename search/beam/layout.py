"""What a beam keeps in memory: layers of states, links back to the root, the table of states seen,
and one scratch record.

Shapes: [A] agents, [O] most agents of one seat, [K] actions, [L] layers held, [C] slots of a layer,
[H] links, [D] depths.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.game import Game, cached_per_game
from engines.records import records
from search.base import Floats, Ints
from search.only import only_fields

DEEPEST = 2048  # [D] depths at most
STREAMS = 64  # fixed random streams; deeper layers reuse them
RUNNING, WON, EXHAUSTED, AT_DEPTH, FULL = range(5)  # why a beam stopped
BEST, ENDED = 0, 1  # rows of `lines`

# of one depth
LEVEL = np.dtype([("best", np.float64), ("kept", np.int64), ("repeats", np.int64)], align=True)
# a state seen in the layer with this epoch
ENTRY = np.dtype([("key", np.uint64), ("epoch", np.int32), ("node", np.int32)], align=True)
FLOOR = np.dtype(
    [
        ("kept", np.int64),  # nodes of the layer
        ("start", np.int64),  # the link of its first
        ("above_score", np.float64),  # beam stack search: nodes down to this one have been explored
        ("above_born", np.int64),
        ("low_score", np.float64),  # the worst node kept
        ("low_born", np.int64),
        ("cut", np.int64),  # whether worse ones were dropped
    ],
    align=True,
)


def seat_agents(game: Game) -> int:
    """[O]."""
    return max(len(game.agents_of(seat)) for seat in range(game.seats))


def most_joint(game: Game, limit: int) -> int:
    """Most joint actions of one seat that are tried in one position."""
    return max(1, min(max(limit, game.max_actions), game.max_actions ** seat_agents(game)))


@cached_per_game
def node_dtype(game: Game) -> np.dtype[Any]:
    """A node of a layer that is being made or expanded."""
    return np.dtype(
        [
            ("score", np.float64),
            ("value", np.float64),  # the seat's, there
            ("lasting", np.float64),
            ("key", np.uint64),
            # its number among the layer's children: on ties the earlier one is kept
            ("born", np.int64),
            ("parent", np.int32),  # a link
            ("first", np.int32),  # which joint action of the root leads here
            ("when", np.int32),  # turns since the root
            ("action", np.int64, (seat_agents(game),)),
        ],
        align=True,
    )


@cached_per_game
def link_dtype(game: Game) -> np.dtype[Any]:
    """A kept node of any layer: its parent, the action that led to it, and how many turns after the
    root it is.
    """
    return np.dtype(
        [
            ("score", np.float64),
            ("action", np.int64, (seat_agents(game),)),
            ("parent", np.int32),
            ("first", np.int32),
            ("when", np.int32),
        ],
        align=True,
    )


@cached_per_game
def scratch_dtype(game: Game) -> np.dtype[Any]:
    """What the kernel keeps between chunks, as one record."""
    agents, own, most = game.agents, seat_agents(game), game.max_actions
    counters = (
        # finished layers; next parent; its next joint action, of how many
        *("depth", "at", "slot", "combos", "product", "stride"),
        # the layer being made
        *("used", "closed", "group", "cap", "dropped", "born", "epoch", "stale"),
        *("linked", "iterations", "turns", "repeats", "layer_repeats", "reached", "status", "won"),
        *(
            "best_first",
            "best_length",
            "ended_first",
            "ended_length",
            "ended_parent",
            "ended_when",
            "ended_fresh",
        ),
        # settings
        *("width", "deepest", "most", "mode", "by_first", "by_stack", "distinct", "stop"),
    )
    shares = ("discounted", "kept")  # settings: how lasting gains count
    return np.dtype(
        [(name, np.int64) for name in counters]
        + [(name, np.float64) for name in ("factor", "bound", "best_score", "ended_score", *shares)]
        + [
            ("ended_action", np.int64, (own,)),
            ("lists", np.int64, (own, most)),  # legal actions of the seat's agents
            ("counts", np.int64, (own,)),
            ("joint", np.int64, (agents,)),
            ("trial", np.int64, (agents,)),  # a rest action for everyone who moves
            ("guess", np.int64, (agents,)),  # what the others are taken to do in this position
            ("actions", np.int64, (most,)),
            ("values", np.float64, (agents,)),
            ("seat_values", np.float64, (game.seats,)),
            *only_fields(agents, most),
        ],
        align=True,
    )


class LayerStore(NamedTuple):
    """All arrays of one beam."""

    room: Any  # [1] scratch
    states: Any  # [L * C]
    words: Any  # [L * C, .] the same memory as unsigned numbers
    masks: Any  # [.] which of their bits belong to declared fields
    nodes: Any  # [L * C]
    order: NDArray[np.int64]  # [L * C] the nodes of each layer, used ones first
    floors: Any  # [L]
    table: Any  # [power of two]
    links: Any  # [H]
    levels: Any  # [D]
    lines: Ints  # [2, D, O + 1] the best sequence and the best ended one: actions, turn
    roots: Ints  # [., O] the root's joint actions
    own: Ints  # [agents of the seat]
    mine: NDArray[np.bool_]  # [A]
    plan: Ints  # [A, .] what the others are assumed to do in each turn, PASS for rest
    buffer: Any  # [1] a state to try replies on
    memory: NDArray[np.uint64]  # [4] the generator's inner state
    streams: NDArray[np.uint64]  # [STREAMS, 4] the states it is reset to
    factors: Floats  # [D + 1] powers of the discount


def field_masks(dtype: np.dtype[Any]) -> NDArray[Any]:
    """Masks of the bytes that belong to fields, as the largest unsigned numbers that divide the
    record. A copy leaves gaps undefined.
    """
    declared = np.zeros(dtype.itemsize, np.uint8)
    _declare(dtype, 0, declared)
    unit = next(u for u in (8, 4, 2, 1) if dtype.itemsize % u == 0)
    return declared.view(f"u{unit}")


def _declare(dtype: np.dtype[Any], offset: int, declared: NDArray[np.uint8]) -> None:
    if dtype.subdtype is not None:
        inner, shape = dtype.subdtype
        for k in range(int(np.prod(shape))):
            _declare(inner, offset + k * inner.itemsize, declared)
    elif dtype.names is not None and dtype.fields is not None:
        for name in dtype.names:
            _declare(dtype.fields[name][0], offset + dtype.fields[name][1], declared)
    else:
        declared[offset : offset + dtype.itemsize] = 255


def table_size(slots: int) -> int:
    """A power of two at least twice `slots`, so that probes stay short."""
    return 1 << int(2 * slots).bit_length()


def layers_of(store: LayerStore) -> tuple[int, int]:
    """L and C."""
    return store.floors.shape[0], store.order.shape[0] // store.floors.shape[0]


def wider(store: LayerStore, slots: int) -> LayerStore:
    """The same layers with `slots` slots each; the kernel refills the table."""
    layers, old = layers_of(store)
    states = records(layers * slots, store.states.dtype)
    nodes = records(layers * slots, store.nodes.dtype)
    order = np.arange(layers * slots)
    for layer in range(layers):
        now, then = slice(layer * slots, layer * slots + old), slice(layer * old, (layer + 1) * old)
        states[now], nodes[now] = store.states[then], store.nodes[then]
        order[now] = store.order[then] + layer * (slots - old)
    store.room[0].stale = 1
    words = words_of(states, store.masks)
    return store._replace(
        states=states,
        words=words,
        nodes=nodes,
        order=order,
        table=records(table_size(slots), ENTRY),
    )


def longer(store: LayerStore, links: int) -> LayerStore:
    """The same links in a longer array."""
    more = records(links, store.links.dtype)
    more[: store.links.shape[0]] = store.links
    return store._replace(links=more)


def words_of(states: Any, masks: NDArray[Any]) -> Any:
    """The memory of states as unsigned numbers."""
    return states.view(np.ndarray).view(masks.dtype).reshape(states.shape[0], masks.size)


@cache
def powers(discount: float) -> Floats:
    """discount^d for every depth; shared and never changed."""
    return np.asarray(discount ** np.arange(DEEPEST + 1.0))


def inner_state(rng: np.random.Generator) -> NDArray[np.uint64]:
    """The four words that SFC64 draws from, [4], as a view: writing them rewinds the generator
    inside a kernel.
    """
    words = (ctypes.c_uint64 * 4).from_address(rng.bit_generator.ctypes.state_address)
    return np.ctypeslib.as_array(words)
