"""How the window's width is shared among its regions, in pixels at 100 % unless said otherwise."""

from __future__ import annotations

TABS, DRAWER = 1240, 1080  # widths at 100 % below which trees become tabs, and Set-up a drawer
SETUP, TREES, NARROW_TREES, WIDE_TREES, ONE_TREE = (232, 256, 280), (524, 564), 360, 760, 441
LEAST_CENTRE, FULL_CENTRE = 480, 880
EXPLORING = (372, 500)  # of board and node card, while trees are looked into


def shares(width: int, scale: float, one_tree: bool) -> tuple[int, int]:
    """The widths of Set-up and Trees in a window `width` pixels wide; the rest belongs to the
    centre. 0 for a drawer.

    Growth goes first to the board, up to 854 x 480, then to the columns of Trees, up to 160 each.
    """
    at_100 = width / scale
    if at_100 < TABS:
        setup = SETUP[0] if at_100 >= DRAWER else 0
        trees = NARROW_TREES
    else:
        setup = (
            _between(at_100, 1280, 1440, SETUP[0], SETUP[1])
            if at_100 < 1440
            else _between(at_100, 1440, 1920, SETUP[1], SETUP[2])
        )
        trees = _between(at_100, 1280, 1440, *TREES)
        trees = (
            ONE_TREE
            if one_tree
            else max(trees, min(WIDE_TREES, round(at_100) - setup - FULL_CENTRE))
        )
    while trees > NARROW_TREES and at_100 - setup - trees < LEAST_CENTRE / scale:
        trees -= 4
    return round(setup * scale), round(trees * scale)


def node_share(width: int, scale: float) -> int:
    """The width of the board and the node card while trees are looked into."""
    return round(_between(width / scale, 1024, 1920, *EXPLORING) * scale)


def _between(x: float, x0: float, x1: float, y0: int, y1: int) -> int:
    return round(y0 + (y1 - y0) * min(1.0, max(0.0, (x - x0) / (x1 - x0))))
