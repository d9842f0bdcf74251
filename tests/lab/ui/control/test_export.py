"""The dialog Export in the window: what it writes, remembers and refuses."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QComboBox

from lab.files.replay import load
from lab.ui.controller import Controller
from lab.ui.export.dialog import ExportDialog
from lab.ui.export.forms import GROWTH, KINDS, LESSON, MATCH, PICTURE, TABLE, ExportChoice
from lab.ui.export.lesson_walk import NO_LESSON
from lab.ui.export.sources import NOTHING, recorded
from lab.ui.export.work import Cancelled, ExportWork, Refusal
from lab.ui.parts import pictures
from tests.lab.ui.lab_window import opened, until


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> object:
    """A finished match of two different searches."""
    with opened(tmp_path_factory.mktemp("lab"), "tictactoe", "uct:c=0.9", "greedy") as lab:
        board = lab.window.centre.board
        board._moving_allowed = lambda: False  # two pictures of one moment are the same
        until(lab, lambda: lab.moment.head.outcome and lab.moment.turn == lab.moment.head.turn)
        until(lab, lambda: not board._timer.isActive())
        yield lab


def shown(lab: Controller, kind: str = "") -> ExportDialog:
    lab.export.open(kind)
    dialog = lab.export.dialog
    assert dialog is not None
    return dialog


def waited(lab: Controller, work: ExportWork) -> None:
    """Waits for the thread with the interpreter free, then for its result."""
    if work._thread is not None:
        work._thread.join()
    until(lab, lambda: not work.runs)


def write(lab: Controller, path: Path) -> str:
    """Writes, and returns what the dialog or the status bar says."""
    lab.export.write(path)
    waited(lab, lab.export.writing)
    dialog = lab.export.dialog
    assert dialog is not None
    return dialog.error.text.text() if dialog.isVisible() else lab.window.status.state.text()


@pytest.mark.parametrize("kind", KINDS)
def test_no_list_is_cut(lab: Controller, kind: str) -> None:
    dialog = shown(lab, kind)
    for combo in dialog.findChildren(QComboBox):
        if combo.isVisible():
            texts = [combo.itemText(i) for i in range(combo.count())]
            widest = max(map(combo.fontMetrics().horizontalAdvance, texts), default=0)
            assert widest + 24 <= combo.width(), f"{combo.accessibleName()}: {texts}"
    dialog.close()


def test_ctrl_e_shows_what_was_chosen_last(lab: Controller) -> None:
    lab.window.actions_.by_name["export"].trigger()
    dialog = lab.export.dialog
    assert dialog is not None and dialog.isVisible()
    dialog.forms[MATCH].parts["turn_ms"].setValue(450)
    dialog.kinds.set_value(TABLE)
    dialog._kind_chosen(TABLE)
    dialog.forms[TABLE].boxes["nodes"].click()
    dialog.forms[TABLE].parts["least"].setValue(3)
    dialog.close()
    kept = ExportChoice.read(json.loads(json.dumps(lab.settings.export)))
    assert kept.kind == TABLE and kept.least == 3 and "nodes" in kept.chosen_tables
    again = shown(lab)
    assert again.choice.kind == TABLE and again.forms[TABLE].parts["least"].value() == 3
    assert again.forms[TABLE].boxes["nodes"].isChecked()
    again.forms[TABLE].boxes["nodes"].click()
    again.close()


@pytest.mark.parametrize("ending", [".png", ".svg"])
def test_a_view_as_a_picture(lab: Controller, tmp_path: Path, ending: str) -> None:
    dialog = shown(lab, PICTURE)
    dialog.forms[PICTURE].parts["view"].choose("Board")
    dialog.forms[PICTURE].parts["picture"].choose(ending)
    dialog.forms[PICTURE].parts["scale"].set_value(2)
    path = tmp_path / f"board{ending}"
    expected = pictures.image(lab.window.centre.board, 2)
    assert f"Exported as {path.name}" in write(lab, path)
    if ending == ".png":
        found = QImage(str(path)).convertToFormat(QImage.Format.Format_RGB32)
        expected.setDevicePixelRatio(1.0)
        found.setDevicePixelRatio(1.0)
        found.setDotsPerMeterX(expected.dotsPerMeterX())
        found.setDotsPerMeterY(expected.dotsPerMeterY())
        assert found == expected
    else:
        assert QSvgRenderer(str(path)).isValid()
    status = lab.window.status
    assert not status.folder.isHidden() and str(tmp_path) in status.folder.toolTip()
    lab.tell("Something else.")
    assert status.folder.isHidden()


def test_the_preview_is_the_view(lab: Controller) -> None:
    dialog = shown(lab, PICTURE)
    dialog.forms[PICTURE].parts["view"].choose("Board")
    dialog.forms[PICTURE].parts["picture"].choose(".png")
    dialog.forms[PICTURE].parts["scale"].set_value(2)
    dialog._told()
    shot = pictures.image(lab.window.centre.board, 1.0)
    assert dialog.preview.image.size() == shot.size()
    assert dialog.forms[PICTURE].words.text() == f"{2 * shot.width()} × {2 * shot.height()} pixels"
    dialog.close()


def test_a_part_of_the_match_as_a_film(lab: Controller, tmp_path: Path) -> None:
    dialog = shown(lab, MATCH)
    assert dialog.forms[MATCH].parts["last"].value() == lab.moment.head.turn
    assert not dialog.forms[MATCH].parts["names"].isEnabled()  # agents have no places on this board
    dialog.forms[MATCH].parts["first"].setValue(1)
    dialog.forms[MATCH].parts["last"].setValue(3)
    dialog.forms[MATCH].parts["film"].choose(".webp")
    assert not dialog.preview.image.isNull()
    assert "MB" in write(lab, tmp_path / "a.webp")
    with Image.open(tmp_path / "a.webp") as film:
        assert film.n_frames == 1 + 2 * 4 or film.n_frames > 2  # equal images are merged
        assert film.size[0] == 640


def test_a_film_of_a_search(lab: Controller, tmp_path: Path) -> None:
    dialog = shown(lab, GROWTH)
    dialog.forms[GROWTH].parts["turn"].setValue(1)
    dialog.forms[GROWTH].parts["seat"].choose("0")
    dialog.forms[GROWTH].parts["frames"].setValue(4)
    dialog.forms[GROWTH].parts["film"].choose(".gif")
    lab.export._look_closely()
    waited(lab, lab.export._looking)
    assert not dialog.preview.image.isNull()
    assert "Exported" in write(lab, tmp_path / "a.gif")
    with Image.open(tmp_path / "a.gif") as film:
        assert film.n_frames == 4


def test_a_film_of_a_seat_that_did_not_search_is_refused(lab: Controller, tmp_path: Path) -> None:
    dialog = shown(lab, GROWTH)
    dialog.forms[GROWTH].parts["turn"].setValue(2)
    dialog.forms[GROWTH].parts["seat"].choose("0")
    assert write(lab, tmp_path / "a.gif") == "No search decides in these turns."
    assert not list(tmp_path.iterdir()) and dialog.save.isEnabled()
    dialog.close()


def test_tables(lab: Controller, tmp_path: Path) -> None:
    dialog = shown(lab, TABLE)
    for name, box in dialog.forms[TABLE].boxes.items():
        box.setChecked(name == "actions")
    dialog.forms[TABLE].parts["last"].setValue(2)
    dialog.forms[TABLE].parts["table"].choose(".csv")
    lab.export._look_closely()
    waited(lab, lab.export._looking)
    assert dialog.preview.table.horizontalHeaderItem(0).text() == "turn"
    assert "Exported" in write(lab, tmp_path / "a.csv")
    rows = list(csv.DictReader((tmp_path / "a.csv").read_text("utf-8").splitlines()))
    source = recorded(lab.moment)
    assert source is not None
    decisions = [t.decisions for t in load(source.path).turns[:2]]
    visits = [
        str(n)
        for each in decisions
        for d in each
        if d is not None
        for s in d.snapshot.agents
        for n in s.visits.tolist()
    ]
    assert [row["visits"] for row in rows] == visits
    shown_rows = dialog.preview.table.rowCount()
    assert shown_rows == min(40, len(rows))


def test_what_cannot_be_written_is_said_before_it_is_tried(lab: Controller) -> None:
    dialog = shown(lab, TABLE)
    for box in dialog.forms[TABLE].boxes.values():
        box.setChecked(False)
    dialog._told()
    assert "There is no table" in dialog.preview.words and not dialog.save.isEnabled()
    dialog.forms[TABLE].boxes["turns"].setChecked(True)
    dialog.forms[TABLE].parts["table"].choose(".dot")
    dialog._told()
    assert dialog.preview.words == "A drawing in DOT is of nodes only."
    dialog.close()


def test_a_folder_that_is_not_there_is_one_sentence(lab: Controller, tmp_path: Path) -> None:
    for kind in (PICTURE, MATCH, TABLE):
        dialog = shown(lab, kind)
        dialog.forms[TABLE].boxes["turns"].setChecked(True)
        dialog.forms[TABLE].parts["table"].choose(".csv")
        said = write(lab, tmp_path / "missing" / f"a{dialog.choice.ending}")
        assert said.endswith("No such file or directory.") and said.count(".") <= 3
        dialog.close()


def test_cancel_leaves_no_file_and_what_was_there(
    lab: Controller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog, path = shown(lab, MATCH), tmp_path / "a.gif"
    path.write_bytes(b"what was there")
    dialog.forms[MATCH].parts["film"].choose(".gif")
    begun = lab.export._progressed

    def cancel(done: int, total: int) -> None:
        begun(done, total)
        lab.export._cancel()

    lab.export.writing.progressed.disconnect()
    lab.export.writing.progressed.connect(cancel)
    lab.export.write(path)
    until(lab, lambda: not lab.export.writing.runs)
    assert lab.export.writing._thread is not None
    lab.export.writing._thread.join()
    lab.export.writing.progressed.disconnect()
    lab.export.writing.progressed.connect(begun)
    assert [each.name for each in tmp_path.iterdir()] == ["a.gif"]
    assert path.read_bytes() == b"what was there" or dialog.isHidden()
    dialog.close()


def test_a_disk_that_is_full_is_one_sentence(
    lab: Controller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("lab.ui.export.control.encoders.write", full)
    shown(lab, MATCH)
    said = write(lab, tmp_path / "a.gif")
    assert said == f"{tmp_path / 'a.gif'} could not be written: No space left on device."
    assert not list(tmp_path.iterdir())
    assert lab.export.dialog is not None
    lab.export.dialog.close()


def test_before_the_first_turn_there_are_only_pictures(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "human", "human") as lab:
        for kind in KINDS:
            dialog = shown(lab, kind)
            assert dialog.save.isEnabled() == (kind == PICTURE)
            reason = {PICTURE: "", LESSON: NO_LESSON}.get(kind, NOTHING)
            assert dialog.preview.words == reason
        dialog.close()


def test_work_that_is_replaced_comes_to_nothing(lab: Controller) -> None:
    work, found = ExportWork(), list[object]()
    work.done.connect(found.append)
    work.start(lambda desk: "first")
    assert work._thread is not None
    work._thread.join()
    work.start(lambda desk: "second")
    waited(lab, work)
    work.start(lambda desk: (_ for _ in ()).throw(ValueError("A sentence.")))
    waited(lab, work)
    assert found == ["second", Refusal("A sentence.")]


def test_a_cancelled_piece_of_work_is_told_so(lab: Controller) -> None:
    work, ended = ExportWork(), list[type]()

    def what(desk: object) -> None:
        try:
            while True:
                desk.beat()  # type: ignore[attr-defined]  # a Desk
        except Cancelled as error:
            ended.append(type(error))
            raise

    work.start(what)
    work.end()
    assert ended == [Cancelled] and not work.runs


def test_a_choice_comes_back_and_skips_what_is_wrong() -> None:
    choice = ExportChoice(kind=GROWTH, film=".webp", frames=7, first=3, last=9, names=False)
    kept = json.loads(json.dumps(choice.kept()))
    assert ExportChoice.read(kept) == ExportChoice(kind=GROWTH, film=".webp", frames=7, names=False)
    assert ExportChoice.read({"frames": "many", "kind": 3, "other": 1}) == ExportChoice()


def test_a_review_as_a_page_needs_a_review(lab: Controller, tmp_path: Path) -> None:
    dialog = shown(lab, TABLE)
    for name, box in dialog.forms[TABLE].boxes.items():
        box.setChecked(name in ("review", "turns"))
    dialog.forms[TABLE].parts["table"].choose(".html")
    dialog._told()
    assert dialog.preview.words == "A page is of the review only."
    dialog.forms[TABLE].boxes["turns"].setChecked(False)
    dialog._told()
    assert dialog.save.isEnabled()
    assert "has no review yet" in write(lab, tmp_path / "a.html")
    assert not list(tmp_path.iterdir())
    dialog.close()
