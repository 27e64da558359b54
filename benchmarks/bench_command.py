"""Time the command as a whole process, as a player waits for it."""

import json
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from yardsticks import fresh_caches, note, run_python

DISCARD = ["-m", "cribstat", "discard", "5h 5d Js Qc 6c 7d", "--dealer", "--format", "json"]


def check(answer: str) -> None:
    """Require the right answer."""
    rows = json.loads(answer)["answers"][0]["rows"]
    assert len(rows) == 15
    assert rows[0]["discard"] == ["Js", "Qc"]


def test_discard_with_warm_caches(benchmark: BenchmarkFixture) -> None:
    if benchmark.enabled:
        run_python(DISCARD)
    check(benchmark.pedantic(run_python, (DISCARD,), rounds=5))
    note(
        benchmark,
        "`cribstat discard`, whole process, warm caches",
        yardstick='`python -c "import numba"`',
        call=lambda: run_python(["-c", "import numba"]),
    )


def test_discard_beside_numpy(benchmark: BenchmarkFixture) -> None:
    if benchmark.enabled:
        run_python(DISCARD)
    check(benchmark.pedantic(run_python, (DISCARD,), rounds=5))
    note(
        benchmark,
        "the same",
        yardstick='`python -c "import numpy"`',
        call=lambda: run_python(["-c", "import numpy"]),
    )


def test_first_run_on_a_machine(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    check(benchmark.pedantic(run_python, (DISCARD, fresh_caches(tmp_path)), rounds=1))
    note(benchmark, "the very first `cribstat discard`: nothing compiled, nothing stored")
