"""Tic-tac-toe whose text is declared: what a game of one's own writes for a contest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engines.checking import combined
from engines.game import State
from engines.stub_text import StubText
from engines.tictactoe import ZOBRIST, TicTacToe


class Lines(StubText, TicTacToe):
    """Three in a row."""

    name = "lines"
    title = "Lines"
    stub = """
        read mark:word(1)
        gameloop
        read lastRow:int lastCol:int
        loop 3 read row:word(3)
        read openCount:int
        loop openCount read r:int c:int
        write 0 0
        answer PLAY row:int col:int [text:string]
    """

    def said(self, state: State, seat: int) -> Mapping[str, Any]:
        cells = [self._mark(state, cell) for cell in range(9)]
        open_ = [cell for cell in range(9) if self.rules.is_legal(state, seat, cell)]
        last = int(state.last)
        return {
            "mark": "XO"[seat],
            "lastRow": last // 3 if last >= 0 else -1,
            "lastCol": last % 3 if last >= 0 else -1,
            "row": ["".join(cells[3 * y : 3 * y + 3]) for y in range(3)],
            "openCount": len(open_),
            "r": [cell // 3 for cell in open_],
            "c": [cell % 3 for cell in open_],
        }

    def _mark(self, state: State, cell: int) -> str:
        return next(("XO"[p] for p in (0, 1) if int(state.marks[p]) >> cell & 1), ".")

    def known(
        self, values: Mapping[str, Any], before: State | None, sent: Sequence[int], /
    ) -> State:
        state, text = self.initial(0), "".join(values["row"])
        if len(text) != 9 or set(text) - set("XO."):
            raise ValueError(f"Expected three rows of X, O and dots, but found {text!r}.")
        cells = [[cell for cell in range(9) if text[cell] == mark] for mark in "XO"]
        state.marks[:] = [sum(1 << cell for cell in own) for own in cells]
        state.turn = sum(map(len, cells))
        state.last = 3 * values["lastRow"] + values["lastCol"] if state.turn else -1
        state.hash = combined(*(ZOBRIST[seat, own] for seat, own in enumerate(cells)))
        return state

    def written(self, state: State, agent: int, action: int) -> str:
        return f"PLAY {action // 3} {action % 3}"
