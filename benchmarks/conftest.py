"""What every benchmark says about itself, for the table that measure.py prints."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from yardsticks import Note


@pytest.fixture
def note(benchmark: BenchmarkFixture) -> Note:
    """Write down what was timed, how much of it, and the yardstick of the same run.

    `items` is what one call works through, `yardstick_seconds` what the yardstick takes for as much.
    """

    def write(work: str, *, items: int = 1, yardstick: str = "", yardstick_seconds: float = 0.0) -> None:
        benchmark.extra_info.update(
            work=work, items=items, yardstick=yardstick, yardstick_seconds=yardstick_seconds
        )

    return write
