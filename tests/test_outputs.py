"""Outputs that are no plain file, cannot be written, or exist: nothing lost, one line each."""

import os
import socket
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from commands import Inside, check_mistake, environment
from cribstat.cache import write_beside

QUESTION = ("score", "5h 5d 5s Jc", "--start", "5c")


def device(path: Path, minor: int) -> Path:
    """Make a device node such as /dev/null (3) or /dev/full (7) in a folder of the test's own."""
    try:
        os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(1, minor))
        path.open("wb").close()
    except OSError:
        pytest.skip("only root makes devices, and not everywhere")
    return path


@pytest.mark.parametrize("flags", [(), ("--force",)])
def test_a_device_stays_a_device(inside: Inside, tmp_path: Path, flags: tuple[str, ...]) -> None:
    null = device(tmp_path / "null", 3)
    done = inside(*QUESTION, "--output", str(null), *flags)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert stat.S_ISCHR(null.stat().st_mode)
    assert list(tmp_path.iterdir()) == [null]


def test_a_full_device_is_named(inside: Inside, tmp_path: Path) -> None:
    full = device(tmp_path / "full", 7)
    check_mistake(inside(*QUESTION, "--output", str(full)), str(full), "cannot be written")
    assert stat.S_ISCHR(full.stat().st_mode)


def test_a_pipe_takes_the_answer(inside: Inside, tmp_path: Path) -> None:
    pipe, heard = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    assert inside(*QUESTION, "--output", str(pipe)).code == 0
    reader.join(timeout=30)
    assert "29" in heard[0]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_socket_takes_the_answer(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(str(path))
        server.listen(1)
        server.settimeout(30)
        with write_beside(path) as file:
            file.write(b"29")
        connection, _ = server.accept()
        with connection:
            assert connection.recv(10) == b"29"
    assert stat.S_ISSOCK(path.stat().st_mode)


def test_a_link_keeps_pointing_and_its_target_is_replaced(inside: Inside, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "answer.txt", tmp_path / "link"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)
    link.symlink_to(target)
    check_mistake(inside(*QUESTION, "--output", str(link)), "exists")
    assert inside(*QUESTION, "--output", str(link), "--force").code == 0
    assert link.is_symlink()
    assert "29" in target.read_text(encoding="utf-8")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert sorted(tmp_path.rglob("*")) == [tmp_path / "folder", target, link]


def test_what_cannot_be_written_is_found_before_the_work(
    inside: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cribstat.cli.discard.rank_discards", lambda *_, **__: pytest.fail("worked first"))
    missing = tmp_path / "missing" / "answer.json"
    question = ("discard", "5h 5d Js Qc 6c 7d", "--format", "json", "--output")
    check_mistake(inside(*question, str(missing)), str(missing), "there is no folder")
    check_mistake(inside(*question, str(tmp_path)), str(tmp_path), "is a folder")
    check_mistake(inside(*question, str(tmp_path), "--force"), str(tmp_path), "is a folder")


@pytest.mark.parametrize(
    "asked",
    [
        (*QUESTION,),
        (*QUESTION, "--format", "json"),
        ("discard", "5h 5d Js Qc 6c 7d", "--format", "csv"),
        ("rules", "six"),
        ("--help",),
        ("--version",),
    ],
)
def test_an_output_that_takes_nothing_ends_in_one_line(asked: tuple[str, ...]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cribstat", *asked],
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(),
            encoding="utf-8",
            timeout=120,
            check=False,
        )
    assert done.returncode == 1
    said = [line for line in done.stderr.splitlines() if "making" not in line]
    assert len(said) == 1
    assert said[0].startswith("cribstat: the output cannot be written")
