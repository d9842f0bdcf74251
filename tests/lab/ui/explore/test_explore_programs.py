"""Programs in an experiment: as the player whose arguments are varied, and as the benchmark."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engines.knobs import KnobError
from lab.batch.serve import warm
from lab.experiments.sweep import SweepPlan
from lab.match.seats import parse_game, parse_seat
from lab.programs.spec import PROGRAM
from lab.ui.explore.panel import SweepPanel
from tests.lab.programs.test_program import HEAD
from tests.lab.ui.lab_window import opened, until

# takes the first of the free cells, or the last one where its argument is above 0.5
BOT = """
which = -1 if float(sys.argv[1]) > 0.5 else 0
while True:
    say(hear()[which])
"""


def bot(folder: Path) -> str:
    path = folder / "bot.py"
    path.write_text(HEAD + BOT)
    return shlex.join([sys.executable, "-I", "-S", str(path)])


def plan(command: str, benchmark: str = "random") -> SweepPlan:
    return SweepPlan(
        "tictactoe", f"cmd:{command} {{skill}}", ("skill=0:1:3",), (benchmark,), 4, "2it"
    )


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SMITSILAB_DATA", str(tmp_path))
    return tmp_path


def test_each_point_starts_the_command_with_its_own_value() -> None:
    grid = plan("./bot --depth {depth}").grid
    assert [axis.name for axis in grid.axes] == ["skill"]
    assert [seat.program.command for seat in grid.seats] == [
        f"./bot --depth {{depth}} {value}" for value in ("0", "0.5", "1")
    ]
    with pytest.raises(KnobError, match=r"has no \{depth\}"):
        SweepPlan("tictactoe", "cmd:./bot", ("depth=1:3:3",), ("random",), 4).grid  # noqa: B018 - it raises
    words = SweepPlan("tictactoe", "cmd:./bot {how}", ("how=fast|slow",), ("random",), 4).grid
    assert [seat.program.words[-1] for seat in words.seats] == ["fast", "slow"]


def test_only_searches_are_warmed() -> None:
    game = parse_game("tictactoe")
    warm(game, parse_seat("cmd:/no/such/bot", game), 1)


def test_lists_offer_programs_where_the_game_has_a_text(qtbot: QtBot) -> None:
    panel = SweepPanel()
    qtbot.addWidget(panel)
    panel.show_game("tictactoe")
    assert panel.player.combo.has(PROGRAM) and panel.benchmark.combo.has(PROGRAM)
    panel.player.combo.choose(PROGRAM)
    panel.player._picked(PROGRAM)
    assert panel.player.line.placeholderText() == "./mybot {depth}"
    qtbot.keyClicks(panel.player.line, "./mybot {depth} {width}")
    assert [panel.across.knob.name, panel.up.knob.name] == ["depth", ""]
    panel.across.choose("width")
    panel.across.set_range(1, 5, 3, False)
    made = panel.plan()
    assert (made.seat, made.vary) == ("cmd:./mybot {depth} {width}", ("width=1:5:3",))
    assert panel.typed


def test_a_typed_program_is_swept(data: Path) -> None:
    with opened(data, "tictactoe", "random", "random") as lab:
        lab.do("explore")
        explore, page = lab.experiments.explore, lab.experiments.explore.page
        page.panel.player.combo.choose(PROGRAM)
        page.panel.player._picked(PROGRAM)
        page.panel.player.line.setText(f"{bot(data)} {{skill}}")
        page.panel.player._edited("")
        page.panel.benchmark.choose("random", "")
        page.panel.across.set_range(0, 1, 2, False)
        page.panel.pairs.setValue(2)
        explore.start()
        assert explore.run.running and lab.session.trust.knows(f"{bot(data)} 1")
        until(lab, lambda: not explore.run.running)
        result = explore.run.result
        assert result is not None and result.finished and not explore.run.failure
        assert not result.failed


@pytest.mark.parametrize("role", ["player", "benchmark"])
def test_a_recorded_program_is_started_only_when_confirmed(
    data: Path, monkeypatch: pytest.MonkeyPatch, role: str
) -> None:
    strange = (
        plan("/no/such/strange")
        if role == "player"
        else SweepPlan("tictactoe", "uct", ("c=0.1|1",), ("cmd:/no/such/strange",), 4, "2it")
    )
    with opened(data, "tictactoe", "random", "random") as lab:
        lab.do("explore")
        explore, page = lab.experiments.explore, lab.experiments.explore.page
        started = list[SweepPlan]()
        monkeypatch.setattr(explore.run, "start", lambda plan, _: started.append(plan))
        page.panel.show_plan(strange)
        explore.start()
        assert not started and not page.error.isHidden()
        assert "/no/such/strange" in page.error.sentence.text()
        page.panel.pairs.setValue(3)  # another edit does not make the command one's own
        explore.start()
        assert not started
        page.error.chosen.emit(0)
        assert len(started) == 1
        assert lab.session.trust.covers(strange.grid.seats + strange.grid.against)
