"""Positions of Goofspiel changed by hand: a card is held or played, a prize won, up or to come.
Points and keys follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engines.checking import members
from engines.editing import (
    ERROR,
    OK,
    EditError,
    Editing,
    Group,
    Paint,
    PaintCell,
    Parts,
    PartValue,
    Quantity,
    Remark,
    Tool,
    lines_of,
    number_in,
)
from engines.game import State
from engines.goofspiel.picture import place
from engines.goofspiel.rules import ASCENDING, RANDOM, hash_of
from engines.knobs import digits

if TYPE_CHECKING:
    from engines.goofspiel.game import Goofspiel

PLAYED, HELD = 0, 1
NOBODY, UP, COMING = 2, 3, 4  # of a prize; 0 and 1 are the seats that won it
PRIZES, BIDS = "Prizes", "Last bids"
WORDS = ("won by player 1", "won by player 2", "won by nobody", "up now", "to come")
HEADS = ("hand1", "hand2", "won1", "won2", "up", "last")


class CardsEditing(Editing):
    """Two hands of n cards, and n prizes."""

    tools = (Tool("swap", "Swap seats", "swap"), Tool("start", "Start position", "restart"))
    text_title = "As text"
    text_note = "hands, prizes won, the prize that is up, last bids"
    help = "A click or a stroke puts a card into its hand, a right click plays it. Arrows, F, Del."

    def __init__(self, game: Goofspiel) -> None:
        super().__init__(game)
        self._n = game.cards

    # -- parts -------------------------------------------------------------------------------------

    def parts(self, state: State) -> Parts:
        cells = tuple(
            PaintCell(
                f"card{seat}.{card}", *place(self._n, seat, card),
                int(state.hand[seat]) >> card & 1, f"{self.game.agent_name(seat)}'s {card}", PLAYED,
            )
            for seat in (0, 1)
            for card in range(1, self._n + 1)
        )  # fmt: skip
        paints = (Paint(HELD, "held", key="F"), Paint(PLAYED, "played", key="Del"))
        groups = (Group(PRIZES), Group(BIDS))
        return Parts(groups, (), cells, paints, tuple(self._fields(state)))

    def _fields(self, s: State) -> Iterator[Quantity]:
        for prize in range(self._n, 0, -1):
            now = self._place_of(s, prize)
            places = range(5) if s.order == RANDOM else range(3) if now < UP else (now,)
            choices = tuple((k, WORDS[k]) for k in places)
            yield Quantity(f"prize{prize}", f"Prize {prize}", PRIZES, now, choices=choices)
        for seat in (0, 1):
            played = self._played(s, seat)
            if played:
                choices = tuple((card, str(card)) for card in played)
                name = self.game.agent_name(seat)
                yield Quantity(f"last{seat}", name, BIDS, int(s.last[seat]), choices=choices)

    def _place_of(self, s: State, prize: int) -> int:
        """Where a prize is."""
        if prize == s.prize:
            return UP
        if int(s.left) >> prize & 1:
            return COMING
        return next((seat for seat in (0, 1) if int(s.won[seat]) >> prize & 1), NOBODY)

    def _played(self, s: State, seat: int) -> list[int]:
        """The cards that a seat has played."""
        return [card for card in range(1, self._n + 1) if not int(s.hand[seat]) >> card & 1]

    # -- changes -----------------------------------------------------------------------------------

    def change(self, state: State, part: str, value: PartValue) -> None:
        number = round(number_in(value))
        if part.startswith("card"):
            seat, card = (int(word) for word in part[4:].split("."))
            state.hand[seat] = int(state.hand[seat]) & ~(1 << card) | number << card
        elif part.startswith("last"):
            state.last[int(part[4:])] = number
        else:
            self._put(state, int(part[5:]), number)
        self._follow(state)

    def _put(self, s: State, prize: int, there: int) -> None:
        """Moves a prize; the one that was up takes its place."""
        before, up = self._place_of(s, prize), int(s.prize)
        s.left = _with(int(s.left), prize, there == COMING)
        for seat in (0, 1):
            s.won[seat] = _with(int(s.won[seat]), prize, there == seat)
        if there == UP:
            s.prize = prize
            if up not in (0, prize):
                self._put(s, up, before)
        elif before == UP:
            s.prize = 0

    def use(self, state: State, tool: str) -> None:
        if tool == "start":
            start = self.game.initial(1)
            for name in ("hand", "left", "prize"):
                state[name] = start[name]
            state.won[:] = state.last[:] = 0
        else:
            for name in ("hand", "won", "last"):
                state[name][:] = state[name][::-1].copy()
        self._follow(state)

    def _follow(self, s: State) -> None:
        """Brings up to date what follows: prizes in their order, last bids, points, the key."""
        played = self._n - int(s.hand[0]).bit_count()
        if s.order != RANDOM:
            prizes = range(1, self._n + 1) if s.order == ASCENDING else range(self._n, 0, -1)
            s.prize = prizes[played] if played < self._n else 0
            s.left = sum(1 << prize for prize in prizes[played + 1 :])
        elif not s.prize and s.left and played < self._n:
            self._put(s, members(int(s.left))[-1], UP)
        there = int(s.left) | (1 << int(s.prize) if s.prize else 0)
        gone = [prize for prize in range(1, self._n + 1) if not there >> prize & 1]
        for seat in (0, 1):
            s.won[seat] = int(s.won[seat]) & ~there
            spent = self._played(s, seat)
            s.last[seat] = s.last[seat] if s.last[seat] in spent else next(iter(spent), 0)
        won = [members(int(mask)) for mask in s.won]
        shared = sum({*gone} - {*won[0]} - {*won[1]}) if s.split else 0
        for seat in (0, 1):
            s.points[seat] = 2 * sum(won[seat]) + shared
        s.lost, s.hash = 0, hash_of(s)

    # -- words -------------------------------------------------------------------------------------

    def remarks(self, state: State) -> Sequence[Remark]:
        held = [int(hand).bit_count() for hand in state.hand]
        names = [self.game.agent_name(seat) for seat in (0, 1)]
        if held[0] != held[1]:
            words = f"{names[0]} holds {held[0]} cards, {names[1]} {held[1]}"
            return (Remark(ERROR, words, "Both have played equally many."),)
        rounds = f"{self._n - held[0]} of {self._n} rounds are played"
        if not held[0]:
            return (Remark(ERROR, f"{rounds}: the match is over", "Nothing is left to play."),)
        points = " to ".join(f"{half / 2:g}" for half in state.points)
        return (
            Remark(OK, f"Both hold {held[0]} cards: {rounds}"),
            *self._prizes(state, held[0], points),
        )

    def _prizes(self, s: State, rounds: int, points: str) -> Iterator[Remark]:
        coming = int(s.left).bit_count()
        if not s.prize:
            yield Remark(ERROR, "No prize is up", "Choose one that is up now.")
        elif coming != rounds - 1:
            word = "prize is" if coming == 1 else "prizes are"
            yield Remark(
                ERROR, f"{coming} {word} to come, but {rounds - 1} are due after the one that is up"
            )
        else:
            yield Remark(OK, f"Prize {int(s.prize)} is up, {coming} to come; {points} points")

    # -- text --------------------------------------------------------------------------------------

    def text(self, state: State) -> str:
        rows = [members(int(mask)) for mask in (*state.hand, *state.won)]
        rows += [[int(state.prize)], [int(card) for card in state.last]]
        return "\n".join(
            " ".join([head, *(map(str, row) if row else "-")])
            for head, row in zip(HEADS, rows, strict=True)
        )

    def read(self, state: State, text: str) -> State:
        lines = [line.split() for line in lines_of(text)]
        if [line[0] for line in lines] != list(HEADS):
            raise EditError(f"There is one line each for {', '.join(HEADS)}.")
        rows = [[self._card(word) for word in line[1:] if word != "-"] for line in lines]
        if len(rows[4]) != 1 or len(rows[5]) != 2:
            raise EditError("One prize is up, and there are two last bids, 0 at the start.")
        after = state.copy()
        after.hand[:], after.won[:] = ([_mask(row) for row in rows[k : k + 2]] for k in (0, 2))
        after.prize, after.last[:] = rows[4][0], rows[5]
        gone = _mask([*rows[2], *rows[3], *rows[4]])
        unwon = self._unwon(state, after, gone)
        after.left = _mask(range(1, self._n + 1)) & ~gone & ~unwon
        self._follow(after)
        return after

    def _card(self, word: str) -> int:
        card = digits(word)
        if card is None or card > self._n:
            raise EditError(f"A card is a number from 1 to {self._n}, not {word[:20]}.")
        return card

    def _unwon(self, before: State, after: State, gone: int) -> int:
        """The prizes that nobody won: as many as rounds were played without one, those of the
        position before first.
        """
        played = self._n - int(after.hand[0]).bit_count()
        count = played - (int(after.won[0]) | int(after.won[1])).bit_count()
        rest = [prize for prize in range(1, self._n + 1) if not gone >> prize & 1]
        rest.sort(key=lambda prize: (int(before.left) >> prize & 1, prize))
        return _mask(rest[: max(0, count)])


def _with(mask: int, card: int, there: bool) -> int:
    """The mask with or without a card."""
    return mask & ~(1 << card) | there << card


def _mask(cards: Sequence[int]) -> int:
    return sum(1 << card for card in {*cards} if card)
