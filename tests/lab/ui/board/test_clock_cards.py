"""The cards of a match with a person in it."""

from __future__ import annotations

import re

from pytestqt.qtbot import QtBot

from lab.ui.board.clocks import Clocks, PlayerCard
from lab.ui.parts import pictures, theme
from lab.ui.parts.marks import marks_of


def test_the_cards_of_eight_seats_say_which_they_are(qtbot: QtBot, qapp) -> None:
    """In a window of 1024 pixels each has 69, which the mark and its margins took."""
    theme.apply(qapp, "light", 100)
    cards = Clocks()
    qtbot.addWidget(cards)
    names = ["You", *["Random"] * 7]
    players = [PlayerCard(name, f"Seat {k + 1}", k) for k, name in enumerate(names)]
    cards.set_players(players, marks_of(tuple(range(8))))
    cards.resize(650, cards.sizeHint().height())
    cards.show()
    told = re.findall(r"<text[^>]*>([^<]*)<", pictures.drawing(cards, "").decode())
    assert "You" in told and {f"Seat {k}" for k in range(1, 9)} <= set(told)
