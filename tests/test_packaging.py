"""What is installed works on its own: the wheel alone, the headless part without Qt, and a PySide6
that keeps its references.
"""

from __future__ import annotations

import subprocess
import sys
import textwrap
import zipfile
from pathlib import Path

import pytest
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF, QRawFont

import resources

ROOT = Path(__file__).parent.parent

FROM_WHEEL = """
import sys
from pathlib import Path
import engines, lab, resources, search
home = Path(sys.argv[1])
for package in (engines, lab, resources, search):
    assert Path(package.__file__).is_relative_to(home), package.__file__
fonts = sorted(p.name for p in resources.path("fonts").iterdir())
assert fonts == ["Inter-Regular.ttf", "Inter-SemiBold.ttf", "LICENSE.txt", "README.md"], fonts
from lab.cli import main
seats = ["--seat", "random", "--seat", "random"]
sys.exit(main(["match", "tictactoe", *seats, "--seed", "1", "--out", sys.argv[2]]))
"""

WITHOUT_QT = """
import sys
from lab.cli import main
seats = ["--seat", "random", "--seat", "random"]
code = main(["match", "tictactoe", *seats, "--seed", "1", "--out", sys.argv[1]])
qt = ("PySide6", "shiboken6", "pyqtgraph")
loaded = sorted(m for m in sys.modules if m.partition(".")[0] in qt or m.startswith("lab.ui"))
assert not loaded, loaded
sys.exit(code)
"""

REFERENCES = """
import sys
from PySide6.QtCore import QTimer
timer = QTimer()
before = sys.getrefcount(None)
for _ in range(500):
    timer.stop()
lost = before - sys.getrefcount(None)
assert lost < 100, f"{lost} references to None lost in 500 calls"
"""


def python(code: str, *arguments: object, cwd: Path, isolated: bool = False) -> None:
    """Runs `code` in a process of its own; `isolated` from this project's installation and the
    user's.
    """
    flags = ["-I", "-S"] if isolated else []
    run = subprocess.run(
        [sys.executable, *flags, "-c", code, *map(str, arguments)],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, made by the build backend itself: neither pip (which uv leaves out) nor the
    network is needed.
    """
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (path,) = folder.glob("smitsilab-*.whl")
    return path


def test_the_wheel_alone_plays_a_match_and_finds_its_data(wheel: Path, tmp_path: Path) -> None:
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    elsewhere.mkdir()
    zipfile.ZipFile(wheel).extractall(home)
    libraries = [p for p in sys.path if p.endswith(("site-packages", "dist-packages"))]
    code = f"import sys; sys.path[:0] = [{str(home)!r}]; sys.path += {libraries!r}\n{FROM_WHEEL}"
    python(code, home, elsewhere / "match.jsonl", cwd=elsewhere, isolated=True)
    assert any(elsewhere.iterdir())


def test_the_wheel_holds_the_packages_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {"engines/tictactoe.md", "engines/uttt/rules.md", "resources/glossary.md"} <= {*names}
    tops = {name.partition("/")[0] for name in names}
    assert tops == {"engines", "search", "lab", "resources", "smitsilab-0.1.0.dist-info"}


def test_a_match_on_the_command_line_needs_no_qt(tmp_path: Path) -> None:
    python(WITHOUT_QT, tmp_path / "match.jsonl", cwd=tmp_path)


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_qt_keeps_its_references_to_none(tmp_path: Path) -> None:
    python(REFERENCES, cwd=tmp_path)


@pytest.mark.parametrize("weight", ["Regular", "SemiBold"])
def test_the_typeface_has_figures_of_one_width(weight: str, qapp: object) -> None:
    file = str(resources.path("fonts", f"Inter-{weight}.ttf"))
    number = QFontDatabase.addApplicationFont(file)
    assert "Inter" in QFontDatabase.applicationFontFamilies(number)
    font = QFont("Inter")
    font.setStyleName(weight)
    font.setPixelSize(13)
    font.setFeature(QFont.Tag("tnum"), 1)
    metrics = QFontMetricsF(font)
    assert len({metrics.horizontalAdvance(figure) for figure in "0123456789"}) == 1
    face = QRawFont(file, 13)
    assert all(face.supportsCharacter(ord(c)) for c in "aZäßéñ×·−±≤≥°–…→←√∑µαΩ∞")


def test_the_example_in_the_readme_runs(tmp_path: Path) -> None:
    section = (
        (ROOT / "README.md")
        .read_text(encoding="utf-8")
        .partition("## In Python")[2]
        .partition("\n## ")[0]
    )
    python(textwrap.dedent(section), cwd=tmp_path)
