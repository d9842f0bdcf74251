"""What can be chosen in the view Tree: what widths and tints show, in the words of the searches on
show.
"""

from __future__ import annotations

from lab.ui.parts.combos import Entry
from lab.ui.parts.segments import Choice
from lab.ui.trees.tree_parts import TINTS, Tint
from lab.words.icicle import Width

WIDTHS = {
    Width.VISITS: "As wide as the share of its parent's visits, or of the nodes searched below it.",
    Width.SOFTENED: "A power of that, so that rare moves can be seen.",
    Width.LINE: "The same, but the selected line stays wide enough for its words.",
}
SEARCHED = {  # what the nodes of a depth-first search have
    Tint.MEAN: "value",
    Tint.GAIN: "gain over the best sibling",
    Tint.RECENT: "nodes in the last second",
}


def width_choices(searched: bool = False, short: bool = False) -> list[Choice]:
    """The widths; `searched` if only trees of depth-first searches are on show, `short` where there
    is little room.
    """
    words = {Width.SOFTENED: "soft", Width.LINE: "line"} if short else {}
    words |= {Width.VISITS: "nodes"} if searched else {}
    return [Choice(w, words.get(w, w.value), f"{tip}\nKey: W") for w, tip in WIDTHS.items()]


def tint_entries(searched: bool = False) -> list[Entry]:
    """The tints, likewise."""
    titles = SEARCHED if searched else {tint: tint.value for tint in TINTS}
    return [Entry(tint, title) for tint, title in titles.items()]
