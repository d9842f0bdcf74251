"""Files that take their place once they are whole: nothing is lost to what fails."""

import errno
import os
import sys
from pathlib import Path

import pytest

from lab.files.placing import Place, holds_something

OLD, NEW = b"old\n", b"new\n"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("there", [None, OLD])
def test_what_ends_well_takes_its_place_and_not_before(tmp_path: Path, there: bytes | None) -> None:
    path = tmp_path / "match.jsonl.gz"
    if there:
        path.write_bytes(there)
    with Place(path, replaces=True) as place:
        place.draft.write_bytes(NEW)
        assert place.draft.name.startswith("match.part-") and place.draft.suffixes[-1] == ".gz"
        assert (path.read_bytes() if path.exists() else None) == there
    assert path.read_bytes() == NEW and place.file == path and names(tmp_path) == [path.name]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize(
    ("there", "keep", "left"),
    [
        (None, False, None),
        (None, True, "match.jsonl"),
        (OLD, False, None),
        (OLD, True, "draft"),
    ],
)
def test_what_fails_leaves_what_was_there(
    tmp_path: Path, error: type[BaseException], there: bytes | None, keep: bool, left: str | None
) -> None:
    path = tmp_path / "match.jsonl"
    if there:
        path.write_bytes(there)
    place = Place(path, replaces=True)
    with pytest.raises(error), place:
        place.draft.write_bytes(NEW)
        place.worth_keeping = keep
        raise error
    if there:
        assert path.read_bytes() == there
    assert place.file == {None: None, "draft": place.draft}.get(left, path)
    assert place.file is None or place.file.read_bytes() == NEW
    assert len(names(tmp_path)) == bool(there) + bool(place.file and place.file != path) + bool(
        not there and keep
    )


def test_a_file_that_comes_meanwhile_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "f"
    place = Place(path)
    with pytest.raises(FileExistsError, match="what was written is"), place:
        place.draft.write_bytes(NEW)
        path.write_bytes(OLD)
    assert path.read_bytes() == OLD and place.draft.read_bytes() == NEW


def test_an_empty_file_is_written_directly(tmp_path: Path) -> None:
    """Who made it may hold it open, as tempfile does."""
    path = tmp_path / "f"
    with open(path, "w+b") as held:
        with Place(path) as place:
            assert place.draft == path
            path.write_bytes(NEW)
        assert held.read() == NEW


@pytest.mark.skipif(sys.platform == "win32", reason="needs links and devices")
def test_what_holds_something(tmp_path: Path) -> None:
    full, empty, link, lost = (tmp_path / name for name in ("full", "empty", "link", "lost"))
    full.write_bytes(OLD)
    empty.touch()
    link.symlink_to(full)
    lost.symlink_to(tmp_path / "nowhere")
    assert all(map(holds_something, (full, link, lost, tmp_path)))
    assert not any(map(holds_something, (empty, tmp_path / "none", Path(os.devnull))))
    with Place(link, replaces=True) as place:
        place.draft.write_bytes(NEW)
    assert full.read_bytes() == OLD and link.read_bytes() == NEW and not link.is_symlink()


def test_an_error_without_a_name_gets_the_files(tmp_path: Path) -> None:
    path = tmp_path / "f"
    with pytest.raises(OSError, match="No space left") as found, Place(path):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert found.value.filename == str(path)
    with pytest.raises(FileNotFoundError) as found, Place(tmp_path / "no" / "f"):
        raise AssertionError
    assert found.value.filename == str(tmp_path / "no" / "f")
