"""Games that break one law each: `rows.py` with a change. A mistake of an author is data here: what
is changed, what the check has to say, and in which line of the file.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

BASE = Path(__file__).with_name("rows.py")


@dataclass(frozen=True)
class Mistake:
    """`old` becomes `new`; the check names the line that begins with `line`, by default the first
    changed one, and uses the word `said`. With `plays` a match can be played all the same; with
    `compiled` only compiling shows it.
    """

    name: str
    old: str
    new: str
    said: str
    line: str = ""
    plays: bool = False
    compiled: bool = False
    seed: int = 1  # of a match that shows it

    @property
    def text(self) -> str:
        """The whole file."""
        assert self.old in self.base, self.name
        changed = self.base.replace(self.old, self.new, 1)
        return changed.replace('name = "rows"', f'name = "{self.name}"')

    @property
    def base(self) -> str:
        """The sound game."""
        return BASE.read_text(encoding="utf-8")

    @property
    def number(self) -> int:
        """The line that is named."""
        lines = self.text.splitlines()
        if self.line:
            return next(n for n, text in enumerate(lines, 1) if text.strip().startswith(self.line))
        before = self.base.splitlines()
        changed = self.base.replace(self.old, self.new, 1).splitlines()
        return next(n for n, (a, b) in enumerate(zip(before, changed, strict=False), 1) if a != b)


TURN = "    s.turn += 1\n"
STEP = "    seat = s.mover\n    cell = joint[seat]\n"
MISTAKES = (
    Mistake("field", "return s.mover", "return s.moves", "to_move fails: there is no field moves"),
    Mistake("kind", '("board", np.int8, ', '("board", "U1", ', "board"),
    Mistake("hidden", '("turn", np.int32)', '("size", np.int32)', "size"),
    Mistake("beyond", "            out[n] = cell", "            out[n + 30] = cell", "legal"),
    Mistake("outside", TURN, f"    s.board[CELLS + 9] = 1\n{TURN}", "step"),
    Mistake(
        "loop", TURN, f"{TURN}    while s.turn > 4: s.won = 0\n", "come back", "while s.turn > 4"
    ),
    Mistake("most", "    max_actions = CELLS", "    max_actions = 5", "max_actions is 5"),
    Mistake(
        "twice", "            out[n] = cell", "            out[n] = cell // 2", "twice", "def legal"
    ),
    Mistake(
        "nobody",
        "    if is_over(s) or agent != s.mover",
        "    if s.turn > 3 or agent != s.mover",
        "nobody",
        "def legal",
    ),
    Mistake("endless", " or s.turn == CELLS", "", "longest", "longest = CELLS", seed=27),
    Mistake("long", "    longest = CELLS", "    longest = 4", "longest"),
    Mistake("short", "    s.mover = 1 - seat", "    s.mover = 2 - seat", "agent 2", "def to_move"),
    Mistake(
        "afterwards",
        "    if is_over(s) or agent != s.mover",
        "    if agent != s.mover",
        "after the match",
        "def legal",
    ),
    Mistake(
        "outcome",
        "        lead = 3.0 - 2.0 * s.won",
        "        lead = 4.0 - 2.0 * s.won",
        "outcome",
        "def outcome",
    ),
    Mistake("sum", "    out[1] = -lead", "    out[1] = lead", "in sum", "def outcome"),
    Mistake(
        "wins",
        "        lead = 2.0 * s.lost - 3.0",
        "        lead = 3.0 - 2.0 * s.lost",
        "FORFEIT",
        "def outcome",
        plays=True,
    ),
    Mistake(
        "forfeit",
        "    if not is_legal(s, seat, cell):\n        s.lost = seat + 1\n        return\n",
        "    if cell < 0:\n        cell = 0\n",
        "FORFEIT",
        "def step",
    ),
    Mistake(
        "nan",
        "    out[0] = middle",
        "    out[0] = np.nan * middle",
        "not a number",
        "def value",
        plays=True,
    ),
    Mistake(
        "large",
        "            middle += w[0]",
        "            middle += 9.0",
        "value_range",
        "def value",
        plays=True,
    ),
    Mistake("draws", STEP, f"{STEP}    rng.random()\n", "chance is False", "def step", plays=True),
    Mistake(
        "unsaved",
        "    seat = s.mover\n    cell",
        "    COUNT[0] += 1\n    s.won = int(COUNT[0] % 5 == 4)\n    seat = s.mover\n    cell",
        "differ",
        "def step",
        plays=True,
    ),
    Mistake(
        "still",
        '("turn", np.int32)',
        '("turn", np.int32), ("spare", np.int32)',
        "the field spare of the state is the same",
        plays=True,
    ),
    Mistake(
        "label",
        "        return f\"{'abcd'[action % W]}{action // W + 1}\"",
        "        return f'{9 // (3 - int(state.turn))} {action}'",
        "label",
        plays=True,
    ),
    Mistake("labels", "{action // W + 1}", "", "same label", "def label", plays=True),
    Mistake(
        "scene",
        "        discs = [\n",
        "        assert state.turn != 3, 'x'\n        discs = [\n",
        "picture",
        plays=True,
    ),
    Mistake("colour", 'fill="field"', 'fill="green"', "green", "def scene", plays=True),
    Mistake("ids", 'id=f"d{c}"', 'id="d"', "the id d", "def scene", plays=True),
    Mistake(
        "click",
        "return int(y) * W + int(x)",
        "return int(x) * H + int(y)",
        "click",
        "def cell",
        plays=True,
    ),
    Mistake(
        "target",
        "for c in out[:count]]",
        "for c in out[: count - 1]]",
        "targets",
        "def targets",
        plays=True,
    ),
    Mistake(
        "bounds", '"turn": (0, CELLS)', '"turn": (0, 3)', "turn is 4", "def bounds", plays=True
    ),
    Mistake(
        "unsaid",
        '            "lost": (0, 2),\n',
        "",
        "bounds says nothing of the field lost",
        "def bounds",
        plays=True,
    ),
    Mistake(
        "text",
        'return ["xo"[seat], *rows]',
        'return ["xo"[seat + int(state.turn) // 5], *rows]',
        "text",
        plays=True,
    ),
    Mistake(
        "parse", "return Parsed((action,))", "return Parsed((0,))", "parse", "def parse", plays=True
    ),
    Mistake(
        "reason",
        '        if not self.rules.is_over(state):\n            return ""\n',
        "",
        "reason",
        "def reason",
        plays=True,
    ),
    Mistake(
        "dict",
        TURN,
        f"{TURN}    seen = {{1: 2}}\n    s.turn += seen[1] - 2\n",
        "dict",
        "seen =",
        plays=True,
    ),
    Mistake("prints", TURN, f"{TURN}    print(cell)\n", "prints", "print(cell)", plays=True),
    Mistake(
        "kinds",
        STEP,
        f'{STEP}    note = "a" if cell > 3 else cell\n',
        "compiled",
        "note =",
        compiled=True,
    ),
)
