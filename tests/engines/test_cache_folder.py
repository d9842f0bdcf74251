"""Who may write what is run: the folder of kernels is used only if it is the user's or root's."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from engines import cache_folder as folders
from engines.cache_folder import distrusted, strange
from engines.compiling.kernel_cache import CheckedFiles, KeyedCache, _digest
from engines.jit import digest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="owners are those of POSIX")


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders are looked at again, and complaints are no other test's."""
    distrusted.cache_clear()
    monkeypatch.setattr(folders, "_said", [])


def made(path: Path, mode: int) -> Path:
    path.mkdir()
    path.chmod(mode)
    return path


def test_who_can_write_decides(tmp_path: Path) -> None:
    """Of the folder itself and of each above it; in a sticky one above nothing can be replaced."""
    assert distrusted(made(tmp_path / "own", 0o700)) == ""
    assert distrusted(made(tmp_path / "readable", 0o755)) == ""
    assert "other users" in distrusted(made(tmp_path / "open", 0o777))
    assert "other users" in distrusted(made(tmp_path / "sticky", 0o1777))
    assert "other users" in distrusted(made(tmp_path / "open" / "inner", 0o700))
    assert distrusted(made(tmp_path / "sticky" / "inner", 0o700)) == ""


def test_a_link_is_what_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(made(tmp_path / "open", 0o777))
    assert str(tmp_path / "open") in distrusted(tmp_path / "link")


def test_what_belongs_to_another_user_is_strange(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    assert strange((tmp_path / "file").stat()) == ""
    owner = (tmp_path / "file").stat().st_uid
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    assert (strange((tmp_path / "file").stat()) == "") == (owner == 0)


@pytest.mark.parametrize("mode", [0o777, 0o1777])
def test_a_folder_of_everybody_is_not_used_and_one_sentence_says_so(
    mode: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SMITSILAB_CACHE", str(made(tmp_path / "kernels", mode)))
    with pytest.raises(PermissionError):
        KeyedCache(test_who_can_write_decides, "name", digest(("key",)))
    folders.complain(tmp_path, PermissionError("why"))
    folders.complain(tmp_path, PermissionError("why"))
    assert capsys.readouterr().err.count("\n") == 1


class Planted:
    """Makes a file when it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, ...]:
        return (open, (str(self.mark), "w"))


def test_a_file_that_others_can_write_is_not_unpickled(tmp_path: Path) -> None:
    files = CheckedFiles(str(tmp_path), "kernel", "stamp")
    data = pickle.dumps(Planted(tmp_path / "ran"))
    path = Path(files._index_path)
    path.write_bytes(_digest(str(path), data) + data)
    path.chmod(0o666)
    assert files._load_index() == {} and not (tmp_path / "ran").exists()
    assert folders.complaint()


@pytest.mark.parametrize("found", [None, 5, (), ("stamp",), ("stamp", []), ("stamp", {"a": 1})])
def test_an_index_of_another_shape_is_an_empty_one(found: object, tmp_path: Path) -> None:
    files = CheckedFiles(str(tmp_path), "kernel", "stamp")
    files._write(files._index_path, found)
    assert files._load_index() == {}
    files._write(files._index_path, (files._stamp, {"a": 1}))
    assert files._load_index() == {}
    files._save_index({"a": "kernel.1"})
    assert files._load_index() == {"a": "kernel.1"}
