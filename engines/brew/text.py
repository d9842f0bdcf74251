"""The contest's text: what a player reads and answers.

Each turn: how many actions there are, a line `id type d0 d1 d2 d3 price tomeIndex taxCount castable
repeatable` for each order, spell of the tome, own spell and opponent's spell, then both inventories
with their scores. Answer, one line: `BREW id`, `LEARN id`, `CAST id times`, `REST` or `WAIT`, in
upper or lower case, then any text. An impossible action counts as waiting; an unreadable answer
disqualifies the player.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engines.brew.actions import BREW, CAST, KIND, LEARN, NUMBER, REST, WAIT
from engines.brew.cards import (
    DELTA,
    FIRST_BASIC,
    FIRST_ORDER,
    LAST_ORDER,
    NEED,
    PRICE,
    REPEATABLE,
    ROOM,
    SPELLS,
    TIERS,
)
from engines.brew.rules import bonus
from engines.brew.state import EMPTY, NO_SPELLS, WHOLE, Options, learnings
from engines.game import FORFEIT, Game, Parsed, State
from engines.reading import as_int32, quoted

MESSAGE = r"(?:\s+(?P<message>.*))?"
NUMBERED = re.compile(rf"(?P<verb>LEARN|BREW)\s+(?P<id>\d+){MESSAGE}", re.ASCII | re.IGNORECASE)
CASTING = re.compile(
    rf"(?P<verb>CAST)\s+(?P<id>\d+)(?:\s+(?P<times>\d+))?{MESSAGE}", re.ASCII | re.IGNORECASE
)
PLAIN = re.compile(rf"(?P<verb>REST|WAIT){MESSAGE}", re.ASCII | re.IGNORECASE)
BASIC_ID = (78, 82)  # of each seat's first spell
LEARNT_ID = 86  # of the first one that is learnt
SAID = {  # why a command had no effect
    "no_such_id": "there is no such card",
    "wrong_verb": "that card is of another kind",
    "opponent_spell": "that spell is the opponent's",
    "no_ingredients": "ingredients are missing",
    "no_tax": "it costs more of tier 0",
    "no_space": "there is no room for so many ingredients",
    "exhausted": "that spell is exhausted",
    "not_repeatable": "that spell is not repeatable",
    "repeat_zero": "nothing was to be cast",
    "nothing_to_rest": "nothing is exhausted",
}


def ids_of(s: State, seat: int) -> dict[int, int]:
    """The contest's number of each of a seat's spells, by spell, in the order in which they were
    learnt.
    """
    basic = (
        {}
        if s.league == NO_SPELLS
        else {FIRST_BASIC + k: BASIC_ID[seat] + k for k in range(SPELLS - FIRST_BASIC)}
    )
    return basic | {
        spell: number for number, (who, spell) in enumerate(learnings(s), LEARNT_ID) if who == seat
    }


def view(game: Game, s: State, seat: int) -> list[str]:
    """The lines a player reads each turn."""
    lines = [
        *_orders(s),
        *_tome(s),
        *_spells(s, seat, "CAST", game.options),
        *_spells(s, 1 - seat, "OPPONENT_CAST", game.options),
    ]
    bags = [" ".join(str(int(n)) for n in (*s.inv[p], s.score[p])) for p in (seat, 1 - seat)]
    return [str(len(lines)), *lines, *bags]


def _line(number: int, kind: str, delta: Sequence[int], *rest: int) -> str:
    return " ".join([str(number), kind, *(str(int(n)) for n in (*delta, *rest))])


def _orders(s: State) -> Iterator[str]:
    for k, order in enumerate(int(n) for n in s.orders if n != EMPTY):
        extra, left = int(bonus(s, k)), int(s.urgent[k]) if k < 2 else 0
        yield _line(
            order, "BREW", -NEED[int(s.easy), order], PRICE[order] + extra, extra, left, 0, 0
        )


def _tome(s: State) -> Iterator[str]:
    for k, spell in enumerate(int(n) for n in s.tome if n != EMPTY):
        yield _line(spell, "LEARN", DELTA[spell], 0, k, s.tax[k], 0, REPEATABLE[spell])


def _spells(s: State, seat: int, kind: str, options: Options) -> Iterator[str]:
    for spell, number in ids_of(s, seat).items():
        ready = int(s.ready[seat]) >> spell & 1
        yield _line(
            number, kind, DELTA[spell], 0, -1, int(options.spell_tax), ready, REPEATABLE[spell]
        )


def parse(game: Game, s: State, seat: int, lines: Sequence[str]) -> Parsed:
    """A player's answer as an action; FORFEIT with a reason if it cannot be read."""
    action, verdict, message = read(s, seat, lines[0] if lines else "", game.options)
    if action == FORFEIT:
        return Parsed((FORFEIT,), verdict if lines else "no answer")
    failed = SAID.get(verdict.removeprefix("rejected:"), "")
    return Parsed((action,), message=" / ".join(part for part in (failed, message) if part))


def read(s: State, seat: int, line: str, options: Options) -> tuple[int, str, str]:
    """The action of a line, its result in the words of the recordings, and the text after it; with
    FORFEIT, what is wrong.
    """
    command = line.lstrip() if options.blanks == "cut" else line
    found = CASTING.fullmatch(command) or NUMBERED.fullmatch(command) or PLAIN.fullmatch(command)
    words = found.groupdict() if found else {}
    verb = words.get("verb", "").upper()
    leagues = {"LEARN": WHOLE, "CAST": NO_SPELLS + 1, "REST": NO_SPELLS + 1}
    if s.over or not verb or s.league < leagues.get(verb, 0):
        return (
            FORFEIT,
            "the match is over"
            if s.over
            else f"expected BREW, LEARN, CAST, REST or WAIT, got {line[:80]!r}",
            "",
        )
    number, times = as_int32(words.get("id") or "0"), as_int32(words.get("times") or "1")
    if number is None or times is None:
        return (
            FORFEIT,
            f"{quoted(words['id' if number is None else 'times'])} is too high a number",
            "",
        )
    action, verdict = {"BREW": _brew, "LEARN": _learn, "CAST": _cast, "REST": _rest, "WAIT": _wait}[
        verb
    ](s, seat, number, times)
    return action, verdict, (words["message"] or "").strip()


def _refused(why: str) -> tuple[int, str]:
    return WAIT, f"rejected:{why}"


def _elsewhere(s: State, seat: int, number: int) -> tuple[int, str]:
    """Why a number does not fit the command."""
    if number in ids_of(s, 1 - seat).values():
        return _refused("opponent_spell")
    there = (
        number in {int(n) for n in (*s.orders, *s.tome) if n != EMPTY}
        or number in ids_of(s, seat).values()
    )
    return _refused("wrong_verb" if there else "no_such_id")


def _brew(s: State, seat: int, number: int, times: int) -> tuple[int, str]:
    if not FIRST_ORDER <= number < LAST_ORDER or number not in s.orders:
        return _elsewhere(s, seat, number)
    if any(s.inv[seat, tier] < NEED[int(s.easy), number, tier] for tier in range(TIERS)):
        return _refused("no_ingredients")
    return BREW | number << NUMBER, "brewed"


def _learn(s: State, seat: int, number: int, times: int) -> tuple[int, str]:
    if number >= FIRST_BASIC or number not in s.tome:
        return _elsewhere(s, seat, number)
    if s.inv[seat, 0] < [int(n) for n in s.tome].index(number):
        return _refused("no_tax")
    return LEARN | number << NUMBER, "learnt"


def _cast(s: State, seat: int, number: int, times: int) -> tuple[int, str]:
    spell = next((spell for spell, known in ids_of(s, seat).items() if known == number), EMPTY)
    if spell == EMPTY:
        return _elsewhere(s, seat, number)
    after = s.inv[seat] + times * DELTA[spell]
    checks = {
        "repeat_zero": times == 0,
        "not_repeatable": times > 1 and not REPEATABLE[spell],
        "exhausted": not int(s.ready[seat]) >> spell & 1,
        "no_ingredients": after.min() < 0,
        "no_space": after.sum() > ROOM,
    }
    failed = next((why for why, fails in checks.items() if fails), "")
    return _refused(failed) if failed else (CAST | spell << NUMBER | times, "cast")


def _rest(s: State, seat: int, number: int, times: int) -> tuple[int, str]:
    return (REST, "rested") if s.ready[seat] != s.owned[seat] else _refused("nothing_to_rest")


def _wait(s: State, seat: int, number: int, times: int) -> tuple[int, str]:
    return WAIT, "waited"


def send(game: Game, s: State, seat: int, actions: Sequence[int]) -> list[str]:
    """The line a player would write for an action."""
    action = int(actions[0])
    kind, number, times = action >> KIND << KIND, action >> NUMBER & 255, action & 15
    if kind == CAST:
        return [f"CAST {ids_of(s, seat)[number]} {times}"]
    return [{WAIT: "WAIT", REST: "REST", BREW: f"BREW {number}", LEARN: f"LEARN {number}"}[kind]]
