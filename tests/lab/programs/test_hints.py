"""A forgotten `cmd:` or colon: the sentence says what to write."""

import pytest

from engines import games
from engines.knobs import KnobError
from lab.match.seats import parse_seat


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        ("./mybot", './mybot is not an algorithm; if it is a program, write "cmd:./mybot".'),
        ("mybot.py", 'mybot.py is not an algorithm; if it is a program, write "cmd:mybot.py".'),
        ("sh bot", 'sh bot is not an algorithm; if it is a program, write "cmd:sh bot".'),
        ("cmd ./bot", 'cmd ./bot is not a seat; a program is written "cmd:./bot".'),
        ("CMD:./bot", 'CMD:./bot is not a seat; a program is written "cmd:./bot".'),
        ("uct;c=1", "parameters follow a colon, with commas between them: uct:c=1."),
        ("uct,c=1 tree=9", "parameters follow a colon, with commas between them: uct:c=1,tree=9."),
        ("uct:c=1;tree=9", "parameters follow a colon, with commas between them: uct:c=1,tree=9."),
        ("utc", "There is no algorithm utc; did you mean uct?"),
        ("join", "There is no algorithm join; did you mean joint?"),
    ],
)
def test_a_seat_that_is_almost_right(seat: str, said: str) -> None:
    with pytest.raises(KnobError) as refused:
        parse_seat(seat, games()["tictactoe"]())
    assert str(refused.value).endswith(said)
