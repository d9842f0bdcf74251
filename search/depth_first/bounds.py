"""The walk of minimax, alpha-beta and paranoid search, compiled for one configured game: one value,
the searching seat's.

Values in a frame are seen by the seat that moves there, so every node takes the highest (Knuth and
Moore, "An analysis of alpha-beta pruning", 1975: negamax); between a node of the searching seat and
one of another the sign and the window turn round. Fail-soft: a node that cuts returns the best
value it saw, a bound; a recorded search can be fail-hard, and have null windows without a table.
Chance nodes are the exact mean of their outcomes, each searched with an open
window, so no cut there can be wrong. Shapes as in `frames`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.game import PASS, Game
from engines.jit import borrowed, inlined
from search.depth_first.frames import (
    AGAIN,
    ASKED,
    AT_LEAST,
    AT_MOST,
    CHANCE,
    CLOSE,
    CUT,
    EXACT,
    FRESH,
    GAME,
    LEARNED,
    LEVELS,
    LOTTERY,
    NOT_ASKED,
    OPEN,
    SEE,
    build_descend,
    build_present,
)
from search.depth_first.fringe import build_fringe, families_of
from search.depth_first.ledger import (
    EVALUATED,
    ROWS,
    TABLED,
    close_bounds,
    close_leaf,
    drop_ply,
    enlist,
    enter,
)
from search.depth_first.notes import INFINITY, keep, lead, list_root, note_root, pick, slot_of, tell
from search.depth_first.values import build_ahead, build_rate, build_worth
from search.kernels import kernel_for
from search.only import confined, is_limited


@inlined
def ask(f: Any) -> None:
    """Decides whether the next child of `f` is only asked if it is better than the best."""
    asks = f.next > 0 and f.narrow == 0 and f.asked != AGAIN and f.agent != CHANCE
    f.asked = ASKED if asks else NOT_ASKED


@inlined
def take_back(s: Any, f: Any, p: int) -> None:
    """Stops the search before a leaf whose value is not known."""
    s.blank = 1
    f.next -= 1
    s.depth_nodes[min(p, LEVELS - 1)] -= 1


@inlined
def answer(s: Any, e: Any, g: Any, p: int) -> float:
    """What the table entry `e` says of the position of frame `g`, for the searching seat; NaN where
    it only narrows the window or was searched less deep, and at the root.
    """
    known = np.nan
    if p > 0 and (e.left == g.left or (e.whole != 0 and e.left <= g.left)):
        if e.low >= g.beta or e.low == e.high:
            known = e.low * g.sign
        elif e.high <= g.alpha:
            known = e.high * g.sign
        else:
            g.alpha, g.beta = max(g.alpha, e.low), min(g.beta, e.high)
        if not np.isnan(known):
            s.hits += 1
            s.horizon += e.whole == 0
    return known


@inlined
def mark_of(e: Any, f: Any, g: Any) -> int:
    """What the table's answer `e` for frame `g` says, as the mover of frame `f` sees it."""
    mark = EXACT
    if e.low != e.high:
        mark = AT_LEAST if (e.low >= g.beta) == (f.sign == g.sign) else AT_MOST
    return mark


@inlined
def take(
    s: Any,
    f: Any,
    g: Any,
    p: int,
    action: int,
    x: float,
    below: int,
    nodes: int,
    cut: bool,
    scouts: bool,
) -> None:
    """Frame `f` at depth `p` takes the value `x` of the child by `action`, whose frame is `g`; a
    child that was asked and is better is searched again.
    """
    if scouts and f.asked == ASKED and f.alpha < x < f.beta:
        f.asked = AGAIN
        f.next -= 1
    else:
        if p == 1:
            note_root(s, action, x, EXACT if x > f.alpha else AT_MOST, nodes)
        if x > f.best:
            f.best = x
            f.choice = action
            if x > f.alpha or not cut:
                if cut:
                    f.alpha = x
                lead(f, g, action, below)


def build(game: Game, learned: bool, traced: bool) -> Callable[..., int]:
    """The walk, uncompiled. `learned`: with table, killers and history; `traced`: events are
    written down.
    """
    owner, rules, is_over = np.array(game.owner), game.rules.filled(), game.rules.is_over
    weighs, calm = game.rules.chance is not None, game.rules.quiet is not None
    has_order, quiet, key, place = game.rules.order is not None, rules.quiet, rules.key, rules.place
    asks = learned or traced  # null windows are possible
    quick = not (game.simultaneous or weighs or traced)  # leaves are read in one loop
    present, descend, worth = build_present(game), build_descend(game), build_worth(game)
    rate = build_rate(game, learned)
    hasty = quick and not learned and not game.unknown
    read_leaves, read_twigs, read_boughs = build_fringe(game, present, worth, build_ahead(game))
    families = families_of(game)
    most = families.size

    @inlined
    def ends(child: Any, s: Any, g: Any) -> bool:
        """Whether nothing is searched below: a finished match, or a position at the depth limit."""
        over = is_over(child)
        deep = g.left <= 0 and (not calm or g.left <= -s.extension or quiet(child))
        leaf = over or deep or not present(child, s, g, 0)
        s.horizon += leaf and not over
        return leaf

    @inlined
    def note_cut(events: Any, s: Any, f: Any, p: int, above: int, v: float) -> None:
        """Counts a cut at `f`, whose value is `v`."""
        s.cuts, s.firsts = s.cuts + 1, s.firsts + (f.next == 1)
        if traced:
            tell(events, s, CUT, p, f, f.actions[f.next], f.node, above, v)

    @inlined
    def returned(s: Any, f: Any) -> float:
        """The value of the closing frame `f` for its mover; inside the window if that is hard."""
        best = f.best
        if traced and s.hard != 0:
            best = min(max(best, f.floor), f.beta)
        return best

    @inlined
    def remember(s: Any, f: Any, state: Any, history: Any) -> None:
        """Notes the action that cut in the history and as a killer."""
        history[f.agent, slot_of(place(state, f.agent, f.choice))] += 1.0
        if f.killers[0] != f.choice:
            f.killers[1] = f.killers[0]
            f.killers[0] = f.choice

    @inlined
    def open_window(s: Any, f: Any, g: Any, p: int, kind: int, cut: bool, scouts: bool) -> None:
        """Makes `g` an inner node with its parent's window, seen from its own side."""
        if p > s.deepest:
            s.deepest = p
        g.next = 0
        g.choice = PASS
        if learned:
            g.horizon = s.horizon
        if weighs and kind == LOTTERY:
            g.sign, g.best, g.alpha, g.beta = 1.0, 0.0, -INFINITY, INFINITY
        else:
            g.sign = 1.0 if owner[g.agent] == s.seat else -1.0
            g.best = -INFINITY
            if not cut or (weighs and f.agent == CHANCE):
                g.alpha, g.beta = -INFINITY, INFINITY
            else:
                beta = f.beta
                if scouts and f.asked == ASKED:
                    beta = np.nextafter(f.alpha, INFINITY)
                g.alpha, g.beta = (f.alpha, beta) if g.sign == f.sign else (-beta, -f.alpha)
        if scouts:
            g.asked = NOT_ASKED
            g.narrow = p > 0 and f.agent != CHANCE and (f.narrow != 0 or f.asked == ASKED)

    def walk(
        room: Any,
        states: Any,
        frames: Any,
        table: Any,
        history: Any,
        w: Any,
        rng: Any,
        events: Any,
        ledger: Any,
        n: int,
    ) -> int:
        """Visits up to `n` nodes in place; returns how many: fewer at the root's end (`top` -1)."""
        room, states, frames, table = borrowed((room, states, frames, table))
        history, w, rng, events, ledger = borrowed((history, w, rng, events, ledger))
        s, p, nodes, last = room[0], room[0].top, room[0].nodes, room[0].nodes + n
        cut, scouts, extension = s.cut != 0, asks and s.scout != 0, s.extension
        ranked = (has_order and s.ordering == GAME) or (learned and s.ordering == LEARNED)
        mask = np.uint64(s.mask) if s.mask >= 0 else np.uint64(0)
        plies = s.plies  # nodes so near the root have a row in the ledger
        while p >= 0:
            f = frames[p]
            stopped = cut and f.alpha >= f.beta
            if stopped or f.next == f.count:
                # 1. close a node that is cut or has nothing left
                if p == 0:
                    p = -1
                    break
                v, below = returned(s, f) * f.sign, f.length
                event, mark, source = CLOSE, EXACT, EVALUATED
                if stopped and f.next < f.count:
                    note_cut(events, s, f, p, frames[p - 1].node, v)
                if learned and stopped:
                    remember(s, f, states[p], history)
                whole = p > 1 or not is_limited(s)  # no move is left out here
                if learned and s.mask >= 0 and f.agent != CHANCE and f.slot == 0 and whole:
                    keep(table[int(f.key & mask)], s, f)
                p -= 1
            else:
                # 2. go to the next child
                if nodes == last:
                    break
                if 0 < p < plies and s.rows > ROWS:
                    plies = drop_ply(ledger, frames, s, p)
                above_leaves = p > max(1, plies) and (not calm or extension == 0)
                if quick and above_leaves and f.left == 1:
                    # 3. all children are at the depth limit: evaluate them in a loop of their own
                    nodes += read_leaves(states, s, f, p, w, rng, last - nodes, cut, ranked)
                    if s.blank != 0:
                        break
                    continue
                g, child = frames[p + 1], states[p + 1]
                in_one_go = hasty and above_leaves and not ranked
                # 4. what is left of the last plies in one go, if it cannot exceed `last`
                if in_one_go and 1 < f.left < most and last - nodes > f.count * families[f.left]:
                    if f.left == 2:
                        nodes += read_twigs(states[p], (f, g), s, p, w, rng, cut)
                    else:
                        nodes += read_boughs(states[p], frames, s, p, f.left, w, rng, cut)
                    continue
                if ranked and f.next > 0 and f.agent != CHANCE:
                    pick(f)
                if p == 1:
                    s.entered = s.entered if scouts and f.asked == AGAIN else nodes
                    s.met = s.horizon
                if scouts:
                    ask(f)
                kind = descend(states, frames, s, p, rng)
                nodes += 1
                s.depth_nodes[min(p, LEVELS - 1)] += 1
                g.length, below, v, event, mark, source = 0, 0, 0.0, SEE, EXACT, EVALUATED
                if p <= plies:
                    enter(ledger, f, g, p, nodes)
                if traced:
                    g.node = nodes
                entered = kind != FRESH or not ends(child, s, g)
                if not entered:
                    # 5. evaluate a leaf
                    v = worth(child, s, w)
                    if scouts:
                        f.asked = NOT_ASKED
                    if np.isnan(v):
                        take_back(s, f, p)
                        nodes -= 1
                        break
                else:
                    # 6. open an inner node
                    open_window(s, f, g, p, kind, cut, scouts)
                    best = s.first if p == 0 else PASS
                    if learned and kind == FRESH and s.mask >= 0:
                        # 7. ask the table: an answer, a narrower window, or a move to try first
                        g.key = key(child)
                        e = table[int(g.key & mask)]
                        if e.key == g.key and e.age == s.age:
                            best = e.action if best == PASS else best
                            v = answer(s, e, g, p)
                            entered = np.isnan(v)
                            if p <= plies and not entered:
                                source = TABLED
                                mark = mark_of(e, f, g)
                if entered:
                    g.floor = g.alpha
                    if p == 0:
                        g.count = confined(s, g.agent, g.actions, g.count)
                    if p < plies:
                        enlist(ledger, s, g)
                    if p == 0 and s.root_count == 0:
                        list_root(s, g)
                    if ranked and kind != LOTTERY:
                        rate(child, s, g, best, history)
                    p += 1
                    if traced:
                        came, above = (f.actions[f.next - 1], f.node) if p > 1 else (PASS, 0)
                        tell(events, s, OPEN, p, g, came, nodes, above, np.nan)
                    continue
            # 8. the parent takes the value
            f, g = frames[p], frames[p + 1]
            came, above = (f.actions[f.next - 1], f.node) if p > 0 else (PASS, 0)
            if p <= plies and event == CLOSE:
                close_bounds(ledger, frames, p, v * f.sign, nodes)
            elif p <= plies:
                close_leaf(ledger[g.row], g, v * f.sign, mark, source, nodes)
            if weighs and f.agent == CHANCE and p > 0:
                f.best += f.chances[f.next - 1] * v
            else:
                take(s, f, g, p, came, v * f.sign, below, nodes, cut, scouts)
            if traced:
                tell(events, s, event, p + 1, f, came, g.node, above, v)
        s.top, s.nodes = p, nodes
        return n - (last - nodes)

    return walk


def compiled(game: Game, learned: bool, traced: bool) -> Callable[..., int]:
    """The walk, compiled; kept on disk for this configured game."""
    name = f"depth_first.bounds{'.learned' * learned}{'.traced' * traced}"
    return kernel_for(game, name, build, learned, traced)
