"""Read the golden files: comma-separated rows after a first line that names their source."""

from __future__ import annotations

import csv
from pathlib import Path

GOLDEN = Path(__file__).resolve().parent / "golden"
PUBLISHED = Path(__file__).resolve().parent.parent / "data" / "published"


def golden(name: str) -> list[dict[str, str]]:
    """Read one golden file; refuse one that does not say where it is from."""
    with (GOLDEN / name).open(encoding="utf-8", newline="") as lines:
        source = next(lines)
        if not source.startswith("# SOURCE: "):
            raise ValueError(f"{name} does not begin with its source")
        return list(csv.DictReader(lines))


def cases(kind: str) -> list[dict[str, str]]:
    """Read the small real cases of one kind."""
    return [row for row in golden("cases.csv") if row["kind"] == kind]


def published(name: str) -> list[dict[str, str]]:
    """Read one table of others."""
    with (PUBLISHED / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def crib_table(name: str, role: str) -> dict[tuple[int, int], float]:
    """Read a square table of mean cribs as (rank, rank) to points."""
    with (PUBLISHED / f"discard_{name}_{role}.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines))[1:]
    return {(i, j): float(cell) for i, row in enumerate(rows) for j, cell in enumerate(row[1:])}
