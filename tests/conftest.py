"""Choose the folder of compiled kernels before numba is imported, and share what many tests need."""

from __future__ import annotations

import getpass
import hashlib
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from commands import Inside

TESTS = Path(__file__).resolve().parent
KERNELS = TESTS.parent / "cribstat" / "kernels"
FIRST_WORKER = "gw0"  # of pytest-xdist


def kernel_digest() -> str:
    """Name a state of the kernels: numba's own cache does not notice an edit in a callee's file."""
    digest = hashlib.sha256()
    for path in sorted(KERNELS.rglob("*.py")):
        digest.update(path.relative_to(KERNELS).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def choose_numba_cache() -> None:
    """Point numba (here and in every command the tests start) to a folder of this state of the kernels."""
    if "numba" in sys.modules:
        raise RuntimeError("numba was imported before tests/conftest.py could name its cache folder")
    try:
        user = getpass.getuser()
    except (KeyError, OSError):
        user = "anyone"
    base = os.environ.get("NUMBA_CACHE_DIR") or str(Path(tempfile.gettempdir()) / f"cribstat-kernels-{user}")
    folder, digest = Path(base), kernel_digest()
    if folder.name != digest:  # a process of pytest-xdist begins with what the first one chose
        folder = folder / digest
    # Two processes that compile a function for different arguments at once would mix up numba's index.
    worker = os.environ.get("PYTEST_XDIST_WORKER", FIRST_WORKER)
    os.environ["NUMBA_CACHE_DIR"] = str(folder if worker == FIRST_WORKER else folder / worker)


def choose_table_cache() -> None:
    """Point what cribstat itself keeps to a folder of the tests', unless one is named."""
    os.environ.setdefault("CRIBSTAT_CACHE", str(Path(os.environ["NUMBA_CACHE_DIR"]) / "tables"))


choose_numba_cache()
choose_table_cache()

# Kernels compile during the first example, and two shared cores are slow at times: no deadline.
# Derandomized, so that a red run is red again.
settings.register_profile(
    "cribstat", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("cribstat")


@pytest.fixture
def inside(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inside:
    """Run the command inside this process, whatever width the environment states."""
    from commands import Inside

    monkeypatch.delenv("COLUMNS", raising=False)
    return Inside(capsys)
