"""The checks before anything is installed and before Qt starts, in separate processes and with a
faked machine where needed.
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
    """A session without a screen and without Qt settings."""
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
    assert "made again" in capsys.readouterr().out
    assert made == [[sys.executable, "-m", "venv", str(folder)]]
    assert not folder.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="a Unix layout")
def test_a_sound_environment_stays_whatever_the_locale(tmp_path: Path) -> None:
    """The checkout's path has an umlaut and is in the environment's .pth file, which Python decodes
    by the locale.
    """
    folder = tmp_path / "Übung" / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "_checkout.pth").write_text(f"{folder.parent}\n", encoding="utf-8")
    main = site / "pip" / "_internal" / "cli" / "main.py"
    main.parent.mkdir(parents=True)
    main.touch()
    (folder / "bin" / "pip").write_text(f"#!{folder}/bin/python\n", encoding="utf-8")
    (folder / "mine").touch()
    program = (
        f"import runpy, pathlib; preflight = runpy.run_path({str(SCRIPT)!r}); "
        "preflight['make_environment'](pathlib.Path('.venv'))"
    )
    for locale in ("C", "POSIX", "C.UTF-8"):
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", program],
            cwd=folder.parent,
            env=os.environ | {"LC_ALL": locale},
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert (folder / "mine").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="a Unix layout")
def test_an_installed_checkout_starts_whatever_the_locale(tmp_path: Path) -> None:
    folder = tmp_path / "Übung" / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (site,) = folder.glob("lib/python*/site-packages")
    other = "import os\n"
    (site / "other.pth").write_text(other)
    (site / "_editable_impl_smitsilab.pth").write_text(f"{folder.parent}\n", encoding="utf-8")
    (folder.parent / "found.py").touch()
    preflight.write_in_ascii(site)
    preflight.write_in_ascii(site)  # a second time, nothing more
    for locale in ("C", "POSIX", "C.UTF-8"):
        done = subprocess.run(
            [folder / "bin" / "python", "-c", "import found; print(ascii(found.__file__))"],
            env=os.environ | {"LC_ALL": locale},
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert done.stdout == f"{str(folder.parent / 'found.py')!a}\n", done.stderr
    assert (site / "other.pth").read_text() == other


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
@pytest.mark.parametrize(
    ("given", "seen"), [("C", "C.UTF-8"), ("POSIX", "C.UTF-8"), ("de_DE.UTF-8", "de_DE.UTF-8")]
)
def test_make_lets_python_read_paths_with_umlauts(tmp_path: Path, given: str, seen: str) -> None:
    shutil.copy(SCRIPT.parents[1] / "Makefile", tmp_path)
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab" / "preflight.py").write_text("import os\nprint(os.environ['LC_ALL'])\n")
    # Inside `make test`, a make below it would report the folders that it enters and leaves
    outside = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(
        ["make", "ready-to-run", f"PYTHON={sys.executable}"],
        cwd=tmp_path,
        env=outside | {"LC_ALL": given},
        capture_output=True,
        text=True,
    )
    assert done.stdout == f"{seen}\n", done.stderr


@pytest.mark.parametrize(
    ("said", "code", "shown"),
    [
        (
            "WARNING: Retrying (Retry(total=4)) after connection broken by 'ProxyError'\nERROR: No",
            2,
            "The packages cannot be downloaded, since no package index answers: ",
        ),
        ("ERROR: No space left on device\n", 2, "ERROR: No space left on device\n"),
        ("WARNING: Retrying after connection broken by x\n", 0, "WARNING: Retrying"),
        ("", 0, ""),
    ],
    ids=["no network", "something else", "a network that came back", "all well"],
)
def test_without_a_network_pip_ends_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    said: str,
    code: int,
    shown: str,
) -> None:
    def pip(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        assert command[:3] == [sys.executable, "-m", "pip"] and command[-1] == ".[test]"
        return subprocess.CompletedProcess(command, 1 if code else 0, None, said)

    monkeypatch.setattr(subprocess, "run", pip)
    assert preflight.main(["install", ".[test]"]) == code
    errors = capsys.readouterr().err
    assert errors.startswith(shown) and errors.count("\n") <= 1


def test_it_runs_before_anything_is_installed() -> None:
    run = subprocess.run(
        [sys.executable, "-I", "-S", SCRIPT, "nonsense"], capture_output=True, text=True
    )
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "Usage: python3 -I lab/preflight.py run|test|install WHAT\n"


def test_an_old_python_is_told_which_it_needs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 0))
    assert preflight.main(["run"]) == 2
    assert "needs Python 3.11 to 3.14, this one is 3.10" in capsys.readouterr().err
