"""Time questions against the solved opponent: by the walk, and by the table of all deals in the cache."""

import json
import os
from pathlib import Path

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from cribstat import rank_deals, rank_discards
from cribstat.kernels.enumeration import distinct_deals
from cribstat.policies.opponents import build_deals_table, solved_crib
from yardsticks import note, run_python

DEALS = {"six": "5h 5d Js Qc 6c 7d", "five": "5h 5d Js Qc 6c"}
DEALT = {"six": 6, "five": 5}
DEALER = 1  # seat


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Name a cache without a table of deals."""
    return tmp_path_factory.mktemp("walk")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Name a cache for the table of deals."""
    return tmp_path_factory.mktemp("table")


@pytest.fixture
def variant(benchmark: BenchmarkFixture, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Choose the six-card game where the clock runs, else the small one; see that its table is there."""
    name = "six" if benchmark.enabled else "five"
    monkeypatch.setenv("CRIBSTAT_CACHE", str(folder))
    build_deals_table(name, "dealer", threads=os.cpu_count() or 1)
    return name


def question(variant: str, form: str = "json") -> list[str]:
    """Return the arguments of a question about one deal; tables show means only, which can be looked up."""
    return ["-m", "cribstat", "discard", DEALS[variant], "--variant", variant, "--dealer", "--format", form]


def cribs(answer: str) -> dict[str, float]:
    """Return the mean crib by discard."""
    rows = json.loads(answer)["answers"][0]["rows"]
    return {" ".join(row["discard"]): row["crib_ev"] for row in rows}


def test_one_deal_by_the_walk(
    benchmark: BenchmarkFixture, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CRIBSTAT_CACHE", str(empty))
    model = solved_crib(threads=2)
    rank_discards("Ac 2d 3h 4s 9c Kd", "dealer", crib_model=model)
    ranking = benchmark(rank_discards, DEALS["six"], "dealer", crib_model=model)
    assert ranking.rows[0].total_sd is not None
    note(benchmark, "`rank_discards`: one deal against the solved opponent, walked on two cores")


def test_command_by_the_walk(benchmark: BenchmarkFixture, empty: Path) -> None:
    environ = {"CRIBSTAT_CACHE": str(empty)}
    if benchmark.enabled:
        run_python(question("six"), environ)
    answer = benchmark.pedantic(run_python, (question("six"), environ), rounds=5)
    assert len(cribs(answer)) == 15
    assert json.loads(answer)["answers"][0]["rows"][0]["total_sd"] > 0
    note(
        benchmark,
        "`cribstat discard` against the solved opponent, walked, whole process",
        yardstick='`python -c "import numpy"`',
        call=lambda: run_python(["-c", "import numpy"]),
    )


def test_command_by_the_table(benchmark: BenchmarkFixture, variant: str, empty: Path) -> None:
    if benchmark.enabled:
        run_python(question(variant, "table"))
    answer = benchmark.pedantic(run_python, (question(variant, "table"),), rounds=9)
    assert answer == run_python(question(variant, "table"), {"CRIBSTAT_CACHE": str(empty)})
    note(
        benchmark,
        "`cribstat discard` against the solved opponent, looked up, whole process",
        yardstick='`python -c "import numpy"`',
        call=lambda: run_python(["-c", "import numpy"]),
    )


def test_cribs_of_many_deals_by_the_table(benchmark: BenchmarkFixture, variant: str) -> None:
    deals = distinct_deals(DEALT[variant])[0]
    shuffled = np.random.default_rng(1).permutation(deals)
    model = solved_crib(variant)
    model.many_means(DEALER, shuffled[:1])
    means = benchmark.pedantic(model.many_means, (DEALER, shuffled), rounds=5)
    for row in (0, len(deals) // 2):
        assert model.looked_up(DEALER, shuffled[row]) == pytest.approx(means[row], abs=1e-12)
    note(benchmark, "mean cribs of all discards of many deals, looked up", items=len(deals))


def test_many_deals_by_the_table(benchmark: BenchmarkFixture, variant: str) -> None:
    deals = distinct_deals(DEALT[variant])[0]
    shuffled = np.random.default_rng(1).permutation(deals)
    model = solved_crib(variant)
    rank_deals(shuffled[:1], "dealer", variant=variant, crib_model=model)
    options = {"variant": variant, "crib_model": model}
    hand, crib = benchmark.pedantic(rank_deals, (shuffled, "dealer"), options, rounds=5)
    best = rank_discards(shuffled[0], "dealer", variant=variant, crib_model=model).rows[0]
    assert (best.hand_ev, best.crib_ev) in [
        pytest.approx(pair, abs=1e-12) for pair in zip(hand[0].tolist(), crib[0].tolist(), strict=True)
    ]
    note(benchmark, "`rank_deals`: hands, and cribs looked up, of many deals", items=len(deals))
