"""What the lab remembers, and what it does with a damaged file."""

from __future__ import annotations

import json

from lab.words.settings import FILE, FULL, SIMPLE, Settings, SettingsStore


def test_what_is_saved_is_read_again(tmp_path):
    store = SettingsStore(tmp_path)
    store.settings.theme, store.settings.text_percent = "dark", 115
    store.settings.matches["csb"] = {"seed": 9}
    store.save()
    again = SettingsStore(tmp_path)
    assert again.settings == store.settings and again.note == ""


def test_nothing_is_written_without_a_change(tmp_path):
    SettingsStore(tmp_path).save()
    assert not (tmp_path / FILE).exists()


def test_a_damaged_file_is_put_aside_and_told(tmp_path):
    for text in ("{", "[1, 2]", '{"theme": 7}', "\x00"):
        (tmp_path / FILE).write_text(text, encoding="utf-8")
        store = SettingsStore(tmp_path)
        assert store.settings == Settings()
        assert "could not be read" in store.note and "kept as settings-damaged" in store.note
        assert not (tmp_path / FILE).exists()
        [aside] = tmp_path.glob("settings-damaged-*.json")
        assert aside.read_text(encoding="utf-8") == text
        aside.unlink()


def test_unknown_names_are_skipped_and_whole_numbers_serve_as_real_ones(tmp_path):
    (tmp_path / FILE).write_text(json.dumps({"speed": 4, "of_tomorrow": [1]}), encoding="utf-8")
    store = SettingsStore(tmp_path)
    assert store.settings.speed == 4.0 and store.note == ""


def test_a_newcomer_begins_in_simple_and_an_older_file_means_full(tmp_path):
    assert SettingsStore(tmp_path).settings.detail == SIMPLE
    (tmp_path / FILE).write_text(json.dumps({"theme": "dark"}), encoding="utf-8")
    assert SettingsStore(tmp_path).settings.detail == FULL
    (tmp_path / FILE).write_text(json.dumps({"detail": SIMPLE}), encoding="utf-8")
    assert SettingsStore(tmp_path).settings.detail == SIMPLE


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    store = SettingsStore(tmp_path / "file" / "below")
    store.settings.theme = "dark"
    store.save()
    assert "could not be saved" in store.note
