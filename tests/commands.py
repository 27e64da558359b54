"""Run the command: as a process of its own, or inside this one where only its words matter."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from cribstat.cli import main
from cribstat.policies.solved import solved_opponent


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str


@cache
def expand_solved() -> None:
    """Expand the solved policies to the cache first: the notice of that is no part of an answer."""
    for role in ("dealer", "pone"):
        solved_opponent(role)


def environment(**changes: str) -> dict[str, str]:
    """Copy the environment without what changes colours and widths."""
    plain = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM")}
    return {**plain, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **changes}


def process(*args: str, cwd: Path | None = None, **changes: str) -> Done:
    """Run ``python -m cribstat`` with its output piped."""
    expand_solved()
    done = subprocess.run(
        [sys.executable, "-m", "cribstat", *args],
        capture_output=True,
        check=False,
        cwd=cwd,
        encoding="utf-8",
        env=environment(**changes),
        timeout=120,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def on_terminal(*args: str, columns: int = 160, **changes: str) -> str:
    """Run ``python -m cribstat`` on a terminal of so many columns and return what it shows."""
    expand_solved()
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    running = subprocess.Popen(
        [sys.executable, "-m", "cribstat", *args],
        stdout=slave,
        stderr=slave,
        stdin=slave,
        env=environment(**changes),
    )
    os.close(slave)
    shown = b""
    while True:
        try:
            block = os.read(master, 65536)
        except OSError:
            break
        if not block:
            break
        shown += block
    os.close(master)
    assert running.wait(timeout=120) == 0
    return shown.decode("utf-8")


class Inside:
    """Call the command's entry point in this process: the same words and exit code, sooner."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *args: str) -> Done:
        """Run the command with these arguments."""
        expand_solved()
        self._capsys.readouterr()
        code = main(list(args))
        seen = self._capsys.readouterr()
        return Done(code, seen.out, seen.err)


def check_mistake(done: Done, *named: str) -> None:
    """Expect a user's mistake: exit 2, no output, one plain line on standard error that names it."""
    assert done.code == 2
    assert done.out == ""
    assert done.err.endswith("\n")
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err
    assert "\x1b" not in done.err
    for word in named:
        assert word in done.err
