"""The checks before anything is installed and before Qt starts, in processes of their own and with
a machine made up where needed.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from lab import preflight

SCRIPT = Path(preflight.__file__)
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="screens are looked for on Linux only")


@pytest.fixture
def no_display(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A session without a screen in which Qt has been told nothing."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


@LINUX
def test_no_screen_is_said_in_one_sentence(no_display: pytest.MonkeyPatch) -> None:
    assert not preflight.has_screen()
    assert preflight.no_screen() == "No screen: neither DISPLAY nor WAYLAND_DISPLAY is set."


@LINUX
def test_a_display_that_does_not_answer_is_no_screen(no_display: pytest.MonkeyPatch) -> None:
    no_display.setenv("DISPLAY", ":4711")
    assert not preflight.has_screen()
    assert preflight.no_screen() == "No screen: DISPLAY=:4711 does not answer."


@LINUX
def test_a_wayland_socket_is_asked(no_display: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as server:
        no_display.setenv("XDG_RUNTIME_DIR", folder)
        no_display.setenv("WAYLAND_DISPLAY", "wayland-7")
        assert not preflight.has_screen()
        server.bind(os.path.join(folder, "wayland-7"))
        server.listen()
        assert preflight.has_screen()


def test_qt_may_be_told_to_draw_without_a_screen(no_display: pytest.MonkeyPatch) -> None:
    no_display.setenv("QT_QPA_PLATFORM", "offscreen")
    assert preflight.has_screen()


@LINUX
def test_only_the_missing_packages_are_named(no_display: pytest.MonkeyPatch) -> None:
    gone = {"libEGL.so.1", "libxcb-cursor.so.0"}
    no_display.setattr(preflight, "_loads", lambda file: file not in gone)
    no_display.setenv("DISPLAY", ":0")
    assert preflight.missing_packages(window=False) == ["libegl1"]
    assert preflight.missing_packages(window=True) == ["libegl1", "libxcb-cursor0"]
    assert preflight.apt_line(["libegl1"]) == "sudo apt install --no-install-recommends libegl1"


@LINUX
def test_each_screen_has_its_own_libraries(no_display: pytest.MonkeyPatch) -> None:
    no_display.setattr(preflight, "_loads", lambda file: False)
    no_display.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert "libwayland-cursor0" in preflight.missing_packages(window=True)
    assert "libxcb-cursor0" not in preflight.missing_packages(window=True)
    no_display.setenv("QT_QPA_PLATFORM", "offscreen")
    assert preflight.missing_packages(window=True) == list(preflight.DRAWING.values())


def test_without_root_the_line_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/apt-get")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(preflight, "_apt", lambda *arguments: pytest.fail("apt was called"))
    assert preflight.provide([])
    assert not preflight.provide(["python3-venv", "libegl1"])
    assert (
        capsys.readouterr().err.splitlines()[-1]
        == "  sudo apt install --no-install-recommends python3-venv libegl1"
    )


def test_root_installs_the_missing_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[str, ...]] = []

    def apt(*arguments: str) -> bool:
        calls.append(arguments)
        return True

    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/apt-get")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(preflight, "_apt", apt)
    assert preflight.provide(["libegl1"])
    assert calls == [("update",), ("install", "-y", "--no-install-recommends", "libegl1")]


def test_an_environment_that_fails_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(command: list[str], **_: object) -> None:
        (folder / "bin").mkdir(parents=True)
        raise KeyboardInterrupt

    folder = tmp_path / ".venv"
    monkeypatch.setattr(subprocess, "run", half)
    with pytest.raises(KeyboardInterrupt):
        preflight.make_environment(folder)
    assert not folder.exists()


def test_an_unfinished_environment_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / ".venv"
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "python").symlink_to(sys.executable)
    monkeypatch.setattr(preflight, "_is_sound", lambda _: False)
    made: list[list[str]] = []
    monkeypatch.setattr(subprocess, "run", lambda command, check: made.append(command))
    preflight.make_environment(folder)
    assert "made anew" in capsys.readouterr().out
    assert made == [[sys.executable, "-m", "venv", str(folder)]]
    assert not folder.exists()


def test_it_runs_before_anything_is_installed() -> None:
    run = subprocess.run(
        [sys.executable, "-I", "-S", SCRIPT, "nonsense"], capture_output=True, text=True
    )
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "Usage: python3 -I lab/preflight.py run|test\n"


def test_an_old_python_is_told_which_it_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 0))
    assert preflight.main(["run"]) == 2
    assert "needs Python 3.11 to 3.14, this one is 3.10" in capsys.readouterr().err
