"""Checks what the machine needs before anything is installed and before Qt may start.

Plain `python3 -I lab/preflight.py run` (or `test`) works on an empty machine, so this file uses the
standard library only; with `install` the environment's own Python has pip bring the packages. Qt
ends the process with a misleading text when a system library or the screen is missing, and no
`except` can catch that: both are checked first.
"""

from __future__ import annotations

import compileall
import ctypes
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import sysconfig
from pathlib import Path

# the file that Qt loads -> the Debian package that provides it
DRAWING = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
}
X11 = {
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
}
WAYLAND = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}
UNREACHED = "connection broken by"  # what pip says if no index answers
OLDEST, NEWEST = (3, 11), (3, 14)
STOPPED = 2


def has_screen() -> bool:
    """Whether a window can be opened: on Linux, the named display answers, or Qt is set to draw
    without one.
    """
    return not _needs_display() or _x11_answers() or _wayland_answers()


def no_screen() -> str:
    """Why `has_screen` is false, in one sentence."""
    named = [
        f"{name}={os.environ[name]}"
        for name in ("DISPLAY", "WAYLAND_DISPLAY")
        if os.environ.get(name)
    ]
    if named:
        return f"No screen: {' and '.join(named)} does not answer."
    return "No screen: neither DISPLAY nor WAYLAND_DISPLAY is set."


def missing_libraries(window: bool) -> dict[str, str]:
    """System libraries that Qt lacks here, each with its Debian package; `window` adds those of the
    screen in use.
    """
    if sys.platform != "linux":
        return {}
    wanted = dict(DRAWING)
    if window and _needs_display():
        wanted |= (
            WAYLAND if os.environ.get("WAYLAND_DISPLAY") and not os.environ.get("DISPLAY") else X11
        )
    return {file: package for file, package in wanted.items() if not _loads(file)}


def missing_packages(window: bool) -> list[str]:
    """The Debian packages of `missing_libraries`, each once."""
    return list(dict.fromkeys(missing_libraries(window).values()))


def apt_line(packages: list[str]) -> str:
    """The line that installs `packages` on Debian and its derivatives."""
    return f"sudo apt install --no-install-recommends {' '.join(packages)}"


def provide(packages: list[str]) -> bool:
    """Installs `packages` when run as root with apt; otherwise prints what to type. True when
    nothing is missing any more.
    """
    if not packages:
        return True
    if not shutil.which("apt-get"):
        print(
            (
                f"Please install what Debian calls {' '.join(packages)} with this system's "
                "package manager, then try again."
            ),
            file=sys.stderr,
        )
        return False
    if os.geteuid() != 0:
        print(
            (
                "Some system packages are missing. Please type (or ask an administrator to):\n "
                f" {apt_line(packages)}"
            ),
            file=sys.stderr,
        )
        return False
    print(f"Installing the missing system packages: {' '.join(packages)}", flush=True)
    return _apt("update") and _apt("install", "-y", "--no-install-recommends", *packages)


def make_environment(folder: Path) -> None:
    """A virtual environment with pip in `folder`. An unfinished, moved or other Python's one is
    replaced; none is left half-made.
    """
    if _is_sound(folder):
        return
    if folder.exists():
        print(
            f"{folder} is unfinished, was moved or belongs to another Python; it is made again.",
            flush=True,
        )
        shutil.rmtree(folder)
    try:
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def install(what: str) -> int:
    """Has pip install `what`, "." or ".[test]", into this Python's environment. 0 or 2; without a
    network its many lines are one sentence.
    """
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--retries", "2"]
    done = subprocess.run(
        [*pip, "--constraint", "constraints.txt", "--editable", what],
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    if done.returncode and UNREACHED in done.stderr:
        print(
            "The packages cannot be downloaded, since no package index answers: please connect "
            "this machine to the network (or name your proxy in HTTPS_PROXY), then try again.",
            file=sys.stderr,
        )
    else:
        print(done.stderr, end="", file=sys.stderr)
    if done.returncode == 0:
        write_in_ascii(Path(sysconfig.get_path("purelib")))
        for part in ("engines", "search", "lab", "resources"):  # else the first start does it
            compileall.compile_dir(part, quiet=2)
    return STOPPED if done.returncode else 0


def write_in_ascii(folder: Path) -> None:
    """Writes the checkout's path in `folder`'s .pth file as a Python expression if it is not ASCII.
    Python before 3.13 reads these files in the locale's encoding, and would not start with
    LC_ALL=C.
    """
    for file in folder.glob("*smitsilab*.pth"):
        lines = file.read_text(encoding="utf-8").splitlines()
        plain = [
            line if line.isascii() else f"import sys; sys.path.append({line!a})" for line in lines
        ]
        if plain != lines:
            file.write_text("\n".join(plain) + "\n", encoding="ascii")


def main(arguments: list[str]) -> int:
    """Gets the machine ready to `run` the lab or to `test` it: Python's version, system packages,
    `.venv`; `install` brings the packages. 0 or 2.
    """
    if arguments[:1] == ["install"] and len(arguments) == 2:
        return install(arguments[1])
    if arguments not in (["run"], ["test"]):
        print("Usage: python3 -I lab/preflight.py run|test|install WHAT", file=sys.stderr)
        return STOPPED
    if not OLDEST <= sys.version_info[:2] <= NEWEST:
        print(_wrong_python(), file=sys.stderr)
        return STOPPED
    window = arguments == ["run"] and has_screen()
    if not provide(_python_packages() + missing_packages(window)):
        return STOPPED
    try:
        make_environment(Path(".venv"))
    except subprocess.CalledProcessError:
        print("The environment .venv could not be made; the reason is above.", file=sys.stderr)
        return STOPPED
    return 0


def _needs_display() -> bool:
    """Whether Qt would look for a display: on Linux, unless QT_QPA_PLATFORM names a platform
    without one.
    """
    platform = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    return sys.platform == "linux" and (not platform or platform.startswith(("xcb", "wayland")))


def _x11_answers() -> bool:
    """Asks libxcb itself, so that a refused connection counts too; without libxcb a named display
    is trusted.
    """
    if not os.environ.get("DISPLAY"):
        return False
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(None, None)
    answers = bool(xcb.xcb_connection_has_error(connection) == 0)
    xcb.xcb_disconnect(connection)
    return answers


def _wayland_answers() -> bool:
    name = os.environ.get("WAYLAND_DISPLAY")
    if not name:
        return False
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(2.0)
        try:
            probe.connect(os.path.join(os.environ.get("XDG_RUNTIME_DIR", ""), name))
        except OSError:
            return False
    return True


def _loads(file: str) -> bool:
    try:
        ctypes.CDLL(file)
    except OSError:
        return False
    return True


def _python_packages() -> list[str]:
    """What this Python lacks to make an environment."""
    if importlib.util.find_spec("ensurepip"):
        return []
    systems_own = os.path.realpath(sys.executable) == os.path.realpath("/usr/bin/python3")
    return [
        "python3-venv" if systems_own else f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    ]


def _wrong_python() -> str:
    span = f"{OLDEST[0]}.{OLDEST[1]} to {NEWEST[0]}.{NEWEST[1]}"
    found = f"{sys.version_info[0]}.{sys.version_info[1]}"
    return (
        f"Smitsilab needs Python {span}, this one is {found}. Name another: make run "
        f"PYTHON=python{OLDEST[0]}.{OLDEST[1]}"
    )


def _is_sound(folder: Path) -> bool:
    """Whether `folder` holds this Python's version and a pip that starts, made in this place
    (scripts name it, so it cannot be moved).
    """
    python, pip = folder / "bin" / "python", folder / "bin" / "pip"
    if (
        not python.exists()
        or not pip.exists()
        or os.fsencode(folder.resolve()) not in pip.read_bytes()
    ):
        return False
    test = (
        "import pip._internal.cli.main, sys; sys.exit(sys.version_info[:2] != "
        f"{sys.version_info[:2]})"
    )
    # with LC_ALL=C Python reads a path with an umlaut, which .pth files hold, as ASCII and stops:
    # that says nothing about the environment
    speaks = {**os.environ, "LC_ALL": "C.UTF-8"}
    started = subprocess.run([python, "-I", "-c", test], capture_output=True, env=speaks)
    return started.returncode == 0


def _apt(*arguments: str) -> bool:
    command = ["apt-get", "-q", *arguments]
    if (
        subprocess.run(command, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}).returncode
        == 0
    ):
        return True
    print(f"`{' '.join(command)}` failed; the reason is above.", file=sys.stderr)
    return False


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        rest = (
            "what is missing is installed next time"
            if "install" in sys.argv
            else "nothing half-made is left"
        )
        sys.exit(f"Stopped; {rest}.")
