"""Run all benchmarks and print the table for README.md: python benchmarks/measure.py [PYTEST ARGUMENTS]."""

import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
HEAD = (
    "| work | time | a second | yardstick of the same run | times as fast |\n| --- | --- | --- | --- | --- |"
)


def measure(arguments: list[str]) -> dict[str, Any]:
    """Run pytest-benchmark and return its report."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        switches = ["--benchmark-enable", f"--benchmark-json={report}", "--benchmark-warmup=off", "-q", "-q"]
        command = [sys.executable, "-m", "pytest", str(HERE), *switches, *arguments]
        subprocess.run(command, check=True, stdout=sys.stderr)
        result: dict[str, Any] = json.loads(report.read_text())
    return result


def span(seconds: float) -> str:
    """Write a time with three digits."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def row(bench: dict[str, Any]) -> str:
    """Write one benchmark as a line of the table, by its shortest time, as the yardsticks are taken."""
    best, extra = bench["stats"]["min"], bench["extra_info"]
    rate = f"{extra['items'] / best:,.0f}" if extra["items"] > 1 else f"{1 / best:,.3g}"
    ratio = f"{extra['yardstick_seconds'] / best:,.3g}" if extra["yardstick"] else ""
    yardstick = f"{extra['yardstick']}: {span(extra['yardstick_seconds'])}" if extra["yardstick"] else ""
    return f"| {extra['work']} | {span(best)} | {rate} | {yardstick} | {ratio} |"


def main() -> None:
    """Measure and print."""
    load = os.getloadavg()[0]
    report = measure(sys.argv[1:])
    cpu = report["machine_info"]["cpu"]
    kilobytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(HEAD)
    print("\n".join(row(bench) for bench in report["benchmarks"]))
    print(
        f"\n{cpu.get('brand_raw', platform.processor())}, {cpu['count']} cores shared with others "
        f"(load {load:.1f}); "
        f"Python {platform.python_version()}, numpy {version('numpy')}, numba {version('numba')}; "
        f"most memory of any process of the run: {kilobytes / 1e6:.2f} GB."
    )


if __name__ == "__main__":
    main()
