"""The user's cache: made once, by one process, and again when it is damaged."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from cribstat import cache


class Maker:
    """Makes two arrays and counts how often."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> dict[str, NDArray[np.int64]]:
        """Make them."""
        self.calls += 1
        return {"first": np.arange(1000), "second": np.full((3, 4), self.calls)}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use an empty cache."""
    monkeypatch.setenv(cache.FOLDER_VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_folder_is_the_users_unless_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(cache.FOLDER_VARIABLE, raising=False)
    assert "cribstat" in cache.cache_folder().name.lower()
    monkeypatch.setenv(cache.FOLDER_VARIABLE, str(tmp_path))
    assert cache.cache_folder() == tmp_path


def test_an_entry_is_made_once_and_said_aloud(folder: Path) -> None:
    make, said = Maker(), list[str]()
    made = cache.cached_arrays("entry", "k", make, said.append)
    again = cache.cached_arrays("entry", "k", make, said.append)
    assert make.calls == 1
    assert said == [f"making 'entry' once, for {folder}"]
    for arrays in (made, again):
        assert np.array_equal(arrays["first"], np.arange(1000))
        assert isinstance(arrays["first"], np.memmap)
        assert not arrays["first"].flags.writeable


def test_empty_arrays_are_kept(folder: Path) -> None:
    for _ in range(2):
        arrays = cache.cached_arrays("entry", "k", lambda: {"none": np.zeros((0, 15), np.int64)})
        assert arrays["none"].shape == (0, 15)
    assert (folder / "entry" / "none.npy").exists()


def test_another_key_makes_it_again(folder: Path) -> None:
    make, said = Maker(), list[str]()
    cache.cached_arrays("entry", "old", make)
    arrays = cache.cached_arrays("entry", "new", make, said.append)
    assert int(arrays["second"][0, 0]) == 2
    assert said == [f"'entry' in {folder} is out of date or damaged and is made again"]


def flip(path: Path) -> None:
    """Change one bit at the end of a file."""
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)


def cut(path: Path) -> None:
    """Lose the second half of a file."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.parametrize("harm", [flip, cut, Path.unlink])
@pytest.mark.parametrize("name", ["first.npy", "second.npy"])
def test_damaged_arrays_are_made_again(folder: Path, harm, name: str) -> None:  # type: ignore[no-untyped-def]
    make, said = Maker(), list[str]()
    cache.cached_arrays("entry", "k", make)
    harm(folder / "entry" / name)
    arrays = cache.cached_arrays("entry", "k", make, said.append)
    assert make.calls == 2
    assert "damaged" in said[0]
    assert np.array_equal(arrays["first"], np.arange(1000))


@pytest.mark.parametrize(
    "text", ["", "{", "[]", json.dumps({"key": "k"}), json.dumps({"key": "k", "sha256": 1})]
)
def test_damaged_receipts_are_made_again(folder: Path, text: str) -> None:
    make = Maker()
    cache.cached_arrays("entry", "k", make)
    (folder / "entry" / cache.RECEIPT).write_text(text)
    cache.cached_arrays("entry", "k", make)
    assert make.calls == 2


def test_a_failed_build_leaves_nothing_behind(folder: Path) -> None:
    def fail() -> dict[str, NDArray[np.int64]]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        cache.cached_arrays("entry", "k", fail)
    assert not (folder / "entry").exists()
    make = Maker()
    cache.cached_arrays("entry", "k", make)
    assert make.calls == 1


def test_a_block_that_fails_keeps_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def write_half() -> None:
        with cache.write_beside(path) as file:
            file.write(b"half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_half()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_cannot_be_written_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv(cache.FOLDER_VARIABLE, str(blocked))
    make, said = Maker(), list[str]()
    arrays = cache.cached_arrays("entry", "k", make, said.append)
    assert np.array_equal(arrays["first"], np.arange(1000))
    assert "this run only" in said[-1]


SCRIPT = """
import sys, time
from pathlib import Path
import numpy as np
from cribstat import cache

def build():
    with open(sys.argv[1], "a") as file:
        file.write("built\\n")
    time.sleep(0.5)
    return {"first": np.arange(100_000)}

arrays = cache.cached_arrays("entry", "k", build)
assert np.array_equal(arrays["first"], np.arange(100_000))
"""


def test_of_processes_at_once_one_makes_the_entry(folder: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    environment = {**os.environ, cache.FOLDER_VARIABLE: str(folder)}
    command = [sys.executable, "-c", SCRIPT, str(log)]
    running = [subprocess.Popen(command, env=environment) for _ in range(4)]
    assert [process.wait(timeout=60) for process in running] == [0] * 4
    assert log.read_text() == "built\n"
