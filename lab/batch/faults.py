"""What spoils games: answers that came late or were no moves. Every command and page counts them
with this one type, from the same records of seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Self

from lab.batch.games import GameRecord, SeatRecord
from lab.words.numerals import several


@dataclass(frozen=True)
class Faults:
    """Of one player's finished games: `spoiled` are those in which it lost a turn by a late or bad
    answer, `never` those of them in which it never gave a valid move. `words` is what first went
    wrong in the last of them, with the program's last words.
    """

    games: int = 0
    spoiled: int = 0
    never: int = 0
    late: int = 0  # answers after the limit; a search's are among them, though they are moves
    errors: int = 0  # answers that were no valid moves, or none at all
    words: str = ""
    warned: int = 0  # of the late ones, those of a program that counted all the same

    @classmethod
    def of(cls, seats: Iterable[SeatRecord], side: int) -> Self:
        """Those of one side in one game."""
        own = [seat for seat in seats if seat.side == side]
        words = [seat.fault for seat in own if seat.fault]
        return cls(
            games=1,
            spoiled=int(bool(words)),
            never=int(any(seat.never_moved for seat in own)),
            late=sum(seat.late for seat in own),
            errors=sum(seat.errors for seat in own),
            words=words[-1] if words else "",
            warned=sum(seat.warned for seat in own),
        )

    def __add__(self, other: Faults) -> Faults:
        return Faults(
            self.games + other.games,
            self.spoiled + other.spoiled,
            self.never + other.never,
            self.late + other.late,
            self.errors + other.errors,
            other.words or self.words,
            self.warned + other.warned,
        )

    @property
    def line(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)

    def sentence(self, name: str) -> str:
        """For people; "" where nothing was spoiled and nobody warned."""
        warned = f"{name} was warned of {several(self.warned, 'late answer')}, which counted."
        return " ".join(filter(None, [self._spoiled(name), warned * bool(self.warned)]))

    def _spoiled(self, name: str) -> str:
        if not self.spoiled:
            return ""
        late = self.late - self.warned
        how = [several(late, "late answer")] * bool(late)
        how += [several(self.errors, "bad answer")] * bool(self.errors)
        games = several(self.games, "game")
        said = f"{name} spoiled {self.spoiled:,} of {games} by {' and '.join(how)}"
        if self.never:
            never = "all" if self.never == self.spoiled else f"{self.never:,}"
            said += f", and gave no valid move at all in {never} of them"
        return f"{said}. The last: {self.words}"


NONE, CLEAN = Faults(), Faults(games=1)  # of no game, of one without any


def in_line(faults: Sequence[Faults]) -> dict[str, Any]:
    """The faults of a game by side, for a line of a ledger; nothing where there are none."""
    return {"faults": [each.line for each in faults]} if set(faults) - {CLEAN} else {}


def from_line(line: Mapping[str, Any]) -> tuple[Faults, ...]:
    """What `in_line` wrote."""
    return tuple(Faults(**each) for each in line.get("faults", ()))


def add_match(found: dict[str, Faults], names: Iterable[str], faults: Sequence[Faults]) -> None:
    """Adds the faults of a match by side, () where there were none."""
    for side, name in enumerate(names):
        found[name] = found.get(name, NONE) + (faults[side] if faults else CLEAN)


def add_games(found: dict[str, Faults], games: Iterable[GameRecord], names: Sequence[str]) -> None:
    """Adds the faults of games whose sides have these names."""
    for game in games:
        for side, name in enumerate(names):
            found[name] = found.get(name, NONE) + Faults.of(game.seats, side)


def told(found: Mapping[str, Faults]) -> list[str]:
    """A sentence for each who spoiled games, by name."""
    return [said for name, each in found.items() if (said := each.sentence(name))]
