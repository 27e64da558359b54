"""Run what README.md shows, and compare what comes out with what stands there.

``python tests/test_readme.py`` writes what the console blocks print now into README.md, to be read
before it is committed.
"""

import doctest
import os
import re
import shlex
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import matplotlib as mpl
import pytest

from commands import Inside

ROOT = Path(__file__).parents[1]
GALLERY = ROOT / "gallery"
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = "$ "
SECONDS = 120
PLAIN = {"NO_COLOR": "1", "COLUMNS": "110"}  # environment of what README.md shows
ANSWERED, REFUSED = 0, 2  # exit codes


def blocks(language: str) -> list[str]:
    return [body for found, body in BLOCK.findall(README) if found == language]


def console_steps() -> list[tuple[str, str]]:
    """List (command, output shown) of the console blocks, in order."""
    steps: list[tuple[str, str]] = []
    for body in blocks("console"):
        assert body.startswith(PROMPT), f"a console block begins with a command: {body}"
        for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            steps.append((command, shown))
    return steps


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("readme")


def run(command: str, folder: Path) -> str:
    """Run one shell line with this environment's cribstat; return what a reader would see."""
    scripts = Path(sys.executable).parent
    environ = os.environ | PLAIN | {"PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environ,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode in (ANSWERED, REFUSED), f"{command}:\n{done.stderr}"
    # Notices go to standard error and are not shown; what a refused question says is.
    return done.stdout if done.returncode == ANSWERED else done.stdout + done.stderr


def run_inside(command: str, inside: Inside) -> str:
    """Run a plain line of cribstat in this process; return what `run` would."""
    done = inside(*shlex.split(command)[1:])
    assert done.code in (ANSWERED, REFUSED), f"{command}:\n{done.err}"
    return done.out if done.code == ANSWERED else done.out + done.err


def tidy(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").splitlines()]


@pytest.mark.parametrize(
    ("command", "shown"), console_steps(), ids=[command for command, _ in console_steps()]
)
def test_console(
    command: str, shown: str, folder: Path, inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run the first command, and lines of the shell, as processes; the others sooner, in this one."""
    if command == console_steps()[0][0] or not re.match(r"cribstat [^|<>$]*$", command):
        found = run(command, folder)
    else:
        monkeypatch.chdir(folder)
        for name, value in PLAIN.items():
            monkeypatch.setenv(name, value)
        found = run_inside(command, inside)
    assert tidy(found) == tidy(shown)


def png_size(path: Path) -> tuple[int, int]:
    """Read width and height from the header of a PNG file."""
    return struct.unpack(">II", path.read_bytes()[16:24])


def test_python_and_charts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    mpl.use("Agg")
    session = "\n".join(blocks("python"))
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    assert test.examples
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=report.append)
    assert not runner.failures, "".join(report)
    drawn = {path.name: png_size(path) for path in folder.glob("*.png")}
    shown = {path.name: png_size(path) for path in GALLERY.glob("*.png")}
    assert drawn
    assert shown == drawn, "copy the charts of the snippets to gallery/"


@pytest.mark.parametrize("ends", ["cribstat discard", "pytest"])
def test_commands_are_one_line_each(ends: str) -> None:
    found = [body for body in blocks("sh") if ends in body]
    assert len(found) == 1
    assert re.fullmatch(r"python3 -m venv \S+ && [^\n]+\n", found[0])


def test_answer_of_command_one_is_shown() -> None:
    command = next(body for body in blocks("sh") if "cribstat discard" in body).split("&&")[-1].strip()
    assert command.split("/", 2)[-1] in [shown for shown, _ in console_steps()]


def test_links_lead_somewhere() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    missing = [target for target in targets if "://" not in target and not (ROOT / target).exists()]
    assert not missing


def renew() -> None:
    """Write what the console blocks print now into README.md."""
    with tempfile.TemporaryDirectory() as name:

        def fresh(block: re.Match[str]) -> str:
            if block[1] != "console":
                return block[0]
            commands = [line for line in block[2].splitlines() if line.startswith(PROMPT)]
            shown = [[line, *tidy(run(line.removeprefix(PROMPT), Path(name)))] for line in commands]
            return "\n".join(["```console", *(line for lines in shown for line in lines), "```"])

        (ROOT / "README.md").write_text(BLOCK.sub(fresh, README), encoding="utf-8")


if __name__ == "__main__":
    renew()
