"""The contest's text: what a player reads and answers.

Once: the laps, the number of checkpoints, a line `x y` for each. Each turn a line `x y vx vy angle
next` for each own pod, then for each of the opponent's; the angle in whole degrees, -1 before the
first command. Answer, a line per own pod: `x y thrust` with thrust 0 to 200, SHIELD or BOOST, then
any text. Coordinates may be negative and have up to 18 digits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engines.csb.moves import BOOST, SHIELD, command, unpack
from engines.csb.state import FULL_THRUST, whole_degrees
from engines.game import FORFEIT, Game, Parsed, State

ANSWER = re.compile(r"\s*(-?[0-9]{1,18})\s+(-?[0-9]{1,18})\s+(\S+)(?:\s+(.*))?", re.DOTALL)
WORDS = {"SHIELD": SHIELD, "BOOST": BOOST}
NAMES = {order: word for word, order in WORDS.items()}


def intro(game: Game, s: State, seat: int) -> list[str]:
    """The lines a player reads once."""
    n = int(s.count)
    return [str(int(s.goal) // n), str(n), *(f"{int(s.cx[k])} {int(s.cy[k])}" for k in range(n))]


def view(game: Game, s: State, seat: int) -> list[str]:
    """The lines a player reads each turn."""
    own = 2 * seat
    return [pod_line(s, p) for p in (own, own + 1, 2 - own, 3 - own)]


def pod_line(s: State, p: int) -> str:
    degrees = whole_degrees(float(s.angle[p])) if s.rotated[p] else -1
    return (
        f"{int(s.x[p])} {int(s.y[p])} {int(s.vx[p])} {int(s.vy[p])} {int(degrees)} {int(s.next[p])}"
    )


def parse(game: Game, s: State, seat: int, lines: Sequence[str]) -> Parsed:
    """The two lines of an answer as commands; FORFEIT with a reason for each bad one."""
    actions: list[int] = []
    errors: list[str] = []
    messages: list[str] = []
    for k in range(2):
        action, error, message = parse_line(s, 2 * seat + k, lines[k] if k < len(lines) else "")
        actions.append(action)
        errors += [error] if error else []
        messages += [message] if message else []
    return Parsed(tuple(actions), "; ".join(errors), " / ".join(messages))


def parse_line(s: State, p: int, line: str) -> tuple[int, str, str]:
    """The action of pod `p`, what is wrong with its line, and the text after the command."""
    found = ANSWER.fullmatch(line)
    if found is None:
        return (
            FORFEIT,
            f"expected `x y thrust`, got {line[:80]!r}" if line else f"no answer for pod {p + 1}",
            "",
        )
    x, y, word, message = found.groups()
    order = WORDS.get(word, thrust(word))
    if order < 0:
        return FORFEIT, f"{word[:40]} is not a thrust from 0 to {FULL_THRUST}, SHIELD or BOOST", ""
    return command(int(x), int(y), order, int(s.x[p]), int(s.y[p])), "", (message or "").strip()


def thrust(word: str) -> int:
    """The thrust a word stands for, or -1."""
    if not re.fullmatch(r"\+?[0-9]{1,9}", word) or int(word) > FULL_THRUST:
        return -1
    return int(word)


def send(game: Game, s: State, seat: int, actions: Sequence[int]) -> list[str]:
    """The lines a player would write for two actions, as contest commands."""
    pods = zip(game.agents_of(seat), actions, strict=True)
    return [order_line(int(game.resolve(s, pod, action))) for pod, action in pods]


def order_line(action: int) -> str:
    x, y, order = unpack(action)
    return f"{x} {y} {NAMES.get(order, order)}"
