"""Whether programs may be started: every one that would be is named."""

from __future__ import annotations

from lab.live.trust import Trust
from lab.match.seats import parse_game, parse_seat
from lab.ui.setup.program_box import Permission


class Bar:
    """A bar that keeps what it was asked to say."""

    said: tuple[object, ...] = ()

    def show_error(self, *words: object) -> None:
        """Keeps it."""
        self.said = words


def test_all_strange_programs_are_named_and_one_answer_is_for_all() -> None:
    game, bar = parse_game("tictactoe"), Bar()
    texts = ("cmd:./known", "cmd:./one", "cmd:./two", "cmd:./one", "uct")
    seats = [parse_seat(text, game) for text in texts]
    permission = Permission(Trust(), "tuning")
    permission.confirm(seats[0])
    assert not permission.has(seats, bar)  # type: ignore[arg-type] # it only shows a sentence
    assert "This tuning plays with the programs ./one and ./two, which have" in str(bar.said[1])
    permission.answer(False)
    assert not permission.has(seats[1:2], bar)  # type: ignore[arg-type] # as above
    assert "This tuning plays with the program ./one, which has" in str(bar.said[1])
    permission.has(seats, bar)  # type: ignore[arg-type] # as above
    permission.answer(True)
    assert permission.has(seats, bar)  # type: ignore[arg-type] # as above
