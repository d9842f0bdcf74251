"""The explicit stack of a depth-first search: one frame for each open node, so that the search can
stop and go on after any node.

Shapes: [P] frames, [A] agents, [S] seats, [K] actions, [M] outcomes of a turn, [L] plies of a line.
Frame 0 is above the root; frame p + 1 holds the node after the p-th ply, and `states[p]` the
position of frame p.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.game import PASS, Game, cached_per_game
from engines.jit import inlined
from engines.records import records
from search.only import confined, only_fields
from search.playout import build_move

CHANCE = -1  # the agent of a frame that weighs the outcomes of a turn
LONGEST_LINE = 64  # plies of a principal variation
LEVELS = 128  # depths that are counted separately
HISTORY = 1024  # history counters per agent
# what is known about a value; of root actions never AT_LEAST
UNSEEN, EXACT, AT_MOST, AT_LEAST = 0, 1, 2, 3
# what `descend` leads to: a new position, the next agent of the same turn, the outcomes of a turn
FRESH, MIDTURN, LOTTERY = 0, 1, 2
LISTED, GAME, LEARNED = 0, 1, 2  # move orders
OPEN, SEE, CUT, CLOSE = 0, 1, 2, 3  # kinds of events
# with the full window, with a null window, and again because it beat the null window
NOT_ASKED, ASKED, AGAIN = 0, 1, 2
# how a recorded search uses its windows: a value outside is returned as it is, or as the bound; or
# children after the first get null windows
SOFT, HARD, NULL = "soft", "hard", "null"

EVENT = np.dtype(
    [
        ("kind", np.int8),
        ("ply", np.int32),  # 0 for the root
        # the agent to move, CHANCE where there is none; for a leaf the one that would move, or
        # CHANCE
        ("agent", np.int32),
        # what led into the node (the number of the outcome below a chance node), PASS at the root
        ("action", np.int64),
        # nodes are numbered as they are visited, 1 is the root of the first depth
        ("node", np.int64),
        ("parent", np.int64),  # 0 above a root
        ("alpha", np.float64),
        ("beta", np.float64),
        ("value", np.float64),
        ("left", np.int32),  # children not visited
    ],
    align=True,
)


@cached_per_game
def frame_dtype(game: Game) -> np.dtype[Any]:
    """One open node. Alpha, beta and best are from the view of the seat that moves in it (of the
    searching seat in a chance node).
    """
    return np.dtype(
        [
            ("alpha", np.float64),  # what the mover is already sure of
            ("beta", np.float64),  # what the other side can hold it to
            ("best", np.float64),
            ("floor", np.float64),  # alpha when the node was opened
            ("sign", np.float64),  # 1 where the searching seat moves, else -1
            ("choice", np.int64),  # the action that `best` belongs to
            ("next", np.int32),  # children visited
            ("count", np.int32),
            ("agent", np.int32),
            ("slot", np.int32),  # the agent's place in the order of a simultaneous turn
            ("left", np.int32),  # turns to the depth limit
            ("length", np.int32),  # plies in `line`
            ("narrow", np.int32),  # 1: a null window
            ("asked", np.int32),  # NOT_ASKED, ASKED or AGAIN: how the current child is searched
            ("node", np.int64),  # its number
            ("row", np.int64),  # in the ledger, where its ply is recorded
            ("entered", np.int64),  # nodes before it was entered, likewise
            # `horizon` when the node was opened
            ("horizon", np.int64),
            ("key", np.uint64),
            ("actions", np.int64, (max(game.max_actions, game.max_outcomes),)),
            (
                "scores",
                np.float64,
                (max(game.max_actions, game.max_outcomes),),
            ),  # for the move order, or the children's values
            ("chances", np.float64, (game.max_outcomes,)),
            ("joint", np.int64, (game.agents,)),
            ("killers", np.int64, (2,)),
            ("line", np.int64, (LONGEST_LINE,)),  # the principal variation from here
            ("crew", np.int32, (LONGEST_LINE,)),  # the agent that plays each of its actions
            ("vector", np.float64, (game.seats,)),  # the best value so far for each seat
        ],
        align=True,
    )


@cached_per_game
def room_dtype(game: Game) -> np.dtype[Any]:
    """What the search counts and keeps between chunks, as one record."""
    actions = (game.max_actions,)
    return np.dtype(
        [
            ("top", np.int64),  # the open frame
            ("nodes", np.int64),  # visited, over all depths
            ("turns", np.int64),  # simulated
            ("horizon", np.int64),  # leaves at the depth limit
            ("cuts", np.int64),
            ("firsts", np.int64),  # cuts by the first child
            ("hits", np.int64),  # answers from the table
            ("filled", np.int64),  # table entries of this decision
            ("deepest", np.int64),  # the deepest path, in plies
            ("events", np.int64),
            ("seat", np.int64),
            ("cut", np.int64),  # 1: cuts
            ("ordering", np.int64),
            ("scout", np.int64),  # 1: children after the first get null windows
            ("hard", np.int64),  # 1: a recorded search returns no value outside its window
            ("extension", np.int64),  # turns below the limit for a quiescence extension
            ("age", np.int64),  # the decision's number: table entries of another are empty
            ("mask", np.int64),  # table entries minus 1, -1 for no table
            ("first", np.int64),  # the root action to try first, PASS where none is known
            ("blank", np.int64),  # 1: a leaf had no value; the search stopped before it
            ("model", np.int64),  # how expectimax weighs replies, -1 for max^n
            ("share", np.float64),
            ("temperature", np.float64),
            ("joint", np.int64, (game.agents,)),
            ("order", np.int64, (game.agents,)),  # order of choice in simultaneous turns
            ("values", np.float64, (game.agents,)),
            ("leaf", np.float64, (game.seats,)),
            ("root_action", np.int64, actions),
            ("root_value", np.float64, actions),
            ("root_mark", np.int64, actions),  # UNSEEN, EXACT or AT_MOST
            ("root_open", np.int64, actions),  # 1: the depth limit was reached below
            ("root_nodes", np.int64, actions),  # visited below, over all depths
            ("root_depth", np.int64, actions),  # the depth its value belongs to
            ("root_count", np.int64),
            ("entered", np.int64),  # nodes when the current root action was entered
            ("met", np.int64),  # `horizon` at that time
            ("started", np.int64),  # `horizon` when the current depth began
            ("depth", np.int64),  # the current limit, in turns
            ("depth_nodes", np.int64, (LEVELS,)),
            *only_fields(game.agents, game.max_actions),
            ("plies", np.int64),  # recorded in the ledger
            ("rows", np.int64),  # of the ledger in use
        ],
        align=True,
    )


def new_frames(game: Game, plies: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """An empty stack for `plies` plies: (frames, states)."""
    frames = records(plies, frame_dtype(game))
    frames["killers"] = PASS
    frames["joint"] = PASS
    return frames, records(plies, game.dtype)


def opened(function: Any) -> Any:
    """Inlines a rule into its caller: passing arrays to a call costs more than a small rule
    does.
    """
    return inlined(getattr(function, "py_func", function))


def build_present(game: Game) -> Any:
    """The jitted (state, s, g, i) -> whether any agent moves; fills frame `g` with the first agent
    to choose from the i-th place on, and its actions.
    """
    agents, simultaneous = game.agents, game.simultaneous
    to_move, legal = game.rules.to_move, opened(game.rules.legal)

    @inlined
    def present(state: Any, s: Any, g: Any, i: int) -> bool:
        if not simultaneous:
            g.agent = to_move(state)
            g.count = legal(state, g.agent, g.actions)
            return g.count > 0
        for a in range(agents if i == 0 else 0):
            g.joint[a] = PASS
        while i < agents:
            g.agent, g.slot = s.order[i], i
            g.count = legal(state, g.agent, g.actions)
            if g.count > 0:
                return True
            i += 1
        return False

    return present


def build_descend(game: Game) -> Any:
    """The jitted (states, frames, s, p, rng) -> FRESH, MIDTURN or LOTTERY, which goes from frame p
    to its next child.

    In a simultaneous turn the agents choose one after the other; the turn is played when the last
    one has chosen. A turn with several outcomes leads to a frame that weighs them.
    """
    agents, simultaneous, rules = game.agents, game.simultaneous, game.rules.filled()
    step, chance, settle = rules.step, rules.chance, rules.settle
    lottery, present, move = game.rules.chance is not None, build_present(game), build_move(game)

    @inlined
    def descend(states: Any, frames: Any, s: Any, p: int, rng: Any) -> int:
        f = frames[p]
        g = frames[p + 1]
        action = f.actions[f.next]
        f.next += 1
        states[p + 1] = states[p]
        if p == 0:
            g.left = f.left
            return FRESH
        if lottery and f.agent == CHANCE:
            settle(states[p + 1], f.joint, action)
            s.turns += 1
            g.left = f.left - 1
            return FRESH
        if not (simultaneous or lottery):
            move(states[p + 1], s.joint, f.agent, action, rng)
            g.left = f.left - 1
            return FRESH
        for a in range(agents):
            g.joint[a] = f.joint[a] if simultaneous else PASS
        g.joint[f.agent] = action
        if simultaneous and present(states[p + 1], s, g, f.slot + 1):
            if f.left == s.depth:  # still the root's turn
                g.count = confined(s, g.agent, g.actions, g.count)
            g.left = f.left
            return MIDTURN
        if lottery:
            g.count = chance(states[p + 1], g.joint, g.chances)
            if g.count > 1:
                g.left = f.left
                g.agent = CHANCE
                for k in range(g.count):
                    g.actions[k] = k
                return LOTTERY
            settle(states[p + 1], g.joint, 0)
        else:
            step(states[p + 1], g.joint, rng, None)
        s.turns += 1
        g.left = f.left - 1
        return FRESH

    return descend
