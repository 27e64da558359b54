"""The data folder: every file is in the manifest with its digest and source, and as its author printed it."""

from __future__ import annotations

import csv
import hashlib
import tomllib
from pathlib import Path

import numpy as np
import pytest

import naive
from cribstat import tables
from cribstat.tables import TableError
from golden_files import PUBLISHED, crib_table, published

DATA = PUBLISHED.parent
TABLES = [(name, role) for name in ("hessel", "schell", "rasmussen") for role in ("dealer", "pone")]
METHODS = {"exact", "approximate", "estimated", "published"}

# SOURCE: the pages named in data/README.md. Single cells all over each table: a slipped row or column shows.
CELLS = {
    ("hessel", "dealer"): {
        "5-5": 8.95,
        "A-A": 5.26,
        "2-3": 6.97,
        "7-9": 4.06,
        "J-Q": 4.90,
        "10-10": 4.73,
        "10-K": 2.86,
    },
    ("hessel", "pone"): {
        "5-5": 9.39,
        "A-A": 6.07,
        "A-2": 5.07,
        "A-6": 4.93,
        "9-K": 4.13,
        "10-K": 3.99,
        "7-8": 7.88,
    },
    ("schell", "dealer"): {"5-5": 8.79, "A-A": 5.38, "7-9": 4.04, "J-Q": 4.81, "10-K": 2.84, "2-3": 7.00},
    ("schell", "pone"): {"5-5": 9.37, "A-A": 6.02, "A-2": 5.07, "A-6": 4.91, "10-K": 3.88, "K-K": 5.65},
    ("rasmussen", "dealer"): {"5-5": 8.88, "A-A": 5.51, "7-9": 4.06, "J-Q": 4.83, "8-8": 5.50, "K-K": 4.30},
    ("rasmussen", "pone"): {"5-5": 9.09, "8-8": 7.91, "7-8": 6.67, "A-2": 5.17, "A-6": 4.97, "J-J": 5.64},
    ("cribbagepro", "dealer"): {"5-5": 8.5, "A-A": 5.2, "2-3": 6.9, "5-6": 6.4, "Q-K": 3.4},
}


def manifest() -> dict[str, dict[str, object]]:
    entries: dict[str, dict[str, object]] = tomllib.loads(
        (DATA / "manifest.toml").read_text(encoding="utf-8")
    )
    return entries["files"]


def test_manifest_lists_every_file_and_no_other() -> None:
    there = [
        path.relative_to(DATA).as_posix()
        for path in sorted(DATA.rglob("*"))
        if path.is_file() and path.name not in ("manifest.toml", "README.md")
    ]
    assert sorted(manifest()) == there


@pytest.mark.parametrize("name", sorted(manifest()))
def test_digest_method_and_source(name: str) -> None:
    entry = manifest()[name]
    assert hashlib.sha256((DATA / name).read_bytes()).hexdigest() == entry["sha256"]
    assert entry["method"] in METHODS
    assert entry["sources"]
    assert entry["content"]
    assert entry["assumes"]


def test_the_readme_names_every_file() -> None:
    text = (DATA / "README.md").read_text(encoding="utf-8")
    assert [name for name in manifest() if Path(name).name not in text] == []


@pytest.mark.parametrize("path", sorted(PUBLISHED.glob("*.csv")), ids=lambda path: path.stem)
def test_no_row_is_ragged(path: Path) -> None:
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines))
    assert {len(row) for row in rows} == {len(rows[0])}


@pytest.mark.parametrize(("name", "role"), [*TABLES, ("cribbagepro", "dealer")])
def test_crib_tables(name: str, role: str) -> None:
    table = crib_table(name, role)
    assert len(table) == 169
    # Rasmussen's two halves are printed apart by a last digit here and there; the others agree exactly.
    apart = 0.0101 if name == "rasmussen" else 0
    assert [pair for pair in table if abs(table[pair] - table[pair[::-1]]) > apart] == []
    assert all(2.5 < points < 10 for points in table.values())
    for pair, points in CELLS[name, role].items():
        i, j = naive.ranks(pair)
        assert table[i, j] == points, pair


def test_articles_quote_the_same_cells() -> None:
    """Every crib figure that an article says it took from a table stands in that table."""
    quoted = 0
    for row in published("worked_examples.csv"):
        for name in ("hessel", "schell", "rasmussen"):
            if f"crib source = {name}" in row["note"]:
                low, high = naive.ranks(row["toss"])
                assert crib_table(name, row["role"])[low, high] == float(row["avg_crib"]), row["id"]
                quoted += 1
    assert quoted == 13


@pytest.mark.parametrize("role", ["dealer", "pone"])
def test_frequencies_sum_to_a_hundred(role: str) -> None:
    table = np.array(
        [
            [float(v) for k, v in row.items() if k != "rank"]
            for row in published(f"discard_frequency_carteprimus_{role}.csv")
        ]
    )
    assert table.shape == (13, 13)
    assert (table == table.T).all()
    assert abs(np.triu(table).sum() - 100) < 0.005


def test_schell_lies_between_his_sources() -> None:
    for role in ("dealer", "pone"):
        blend, one, two = (crib_table(name, role) for name in ("schell", "hessel", "rasmussen"))
        outside = [
            pair
            for pair in blend
            if not min(one[pair], two[pair]) - 0.35 <= blend[pair] <= max(one[pair], two[pair]) + 0.35
        ]
        assert outside == []


@pytest.mark.parametrize(("name", "role"), TABLES)
def test_tables_are_read_as_printed(name: str, role: str) -> None:
    read = tables.published_crib_means(name, role)
    assert read.shape == (13, 13)
    assert read.dtype == np.float64
    assert (read == read.T).all()
    printed = crib_table(name, role)
    assert {(i, j): read[i, j] for i in range(13) for j in range(i, 13)} == {
        (i, j): points for (i, j), points in printed.items() if i <= j
    }
    with pytest.raises(ValueError, match="read-only"):
        read[0, 0] = 0


def test_read_table_gives_the_bytes() -> None:
    name = "published/discard_hessel_pone.csv"
    assert tables.read_table(name) == (DATA / name).read_bytes()


def test_a_table_that_is_not_listed_is_refused() -> None:
    for name in ("published/nothing.csv", "manifest.toml", "../pyproject.toml"):
        with pytest.raises(TableError, match="manifest"):
            tables.read_table(name)


@pytest.fixture
def other_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give cribstat another data folder that may be damaged."""
    folder = tmp_path / "data"
    (folder / "published").mkdir(parents=True)
    for name in ("manifest.toml", "published/discard_hessel_pone.csv"):
        (folder / name).write_bytes((DATA / name).read_bytes())
    monkeypatch.setattr(tables, "data_folder", lambda: folder)
    tables.manifest.cache_clear()
    yield folder
    tables.manifest.cache_clear()


def test_a_damaged_table_is_refused(other_data: Path) -> None:
    name = "published/discard_hessel_pone.csv"
    assert tables.read_table(name)
    (other_data / name).write_bytes((DATA / name).read_bytes().replace(b"9.39", b"9.40"))
    with pytest.raises(TableError, match=r"discard_hessel_pone.*damaged"):
        tables.read_table(name)


def test_a_missing_table_is_refused(other_data: Path) -> None:
    with pytest.raises(TableError, match="discard_schell_pone"):
        tables.read_table("published/discard_schell_pone.csv")
    assert (other_data / "manifest.toml").is_file()
