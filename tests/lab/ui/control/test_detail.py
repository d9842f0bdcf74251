"""How much the window shows: Simple or Full, by a key, remembered."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lab.ui.parts import detail
from lab.words.settings import FULL, SIMPLE, SettingsStore
from tests.lab.ui.lab_window import opened, until


def test_the_detail_is_the_settings_own_and_its_key_changes_it(tmp_path):
    with opened(tmp_path, "tictactoe", "random", "random", detail=SIMPLE) as lab:
        assert not detail.is_full() and not lab.window.actions_.by_name["detail"].isChecked()
        lab.window.activateWindow()
        until(lab, lab.window.isActiveWindow)
        QTest.keyClick(lab.window.centre.board, Qt.Key.Key_F8)
        assert detail.is_full() and lab.window.actions_.by_name["detail"].isChecked()
        lab.store.save()
        assert SettingsStore(tmp_path).settings.detail == FULL
        lab.do("arena")
        lab.do("detail")
        assert not detail.is_full() and lab.settings.detail == SIMPLE
