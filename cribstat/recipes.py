"""Make the files of ``data/`` again: every table there that is computed has its recipe here.

A recipe writes its files and returns what the manifest says of them, digests included; `manifest_text`
writes that as the manifest has it.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cribstat.cache import cache_folder, cached_arrays, file_sha256, write_beside
from cribstat.equilibrium import Solution, TraceRow, points_game, solve_discards
from cribstat.equilibrium.deal import DealTraceRow, solve_deal
from cribstat.equilibrium.deal_files import write_deal
from cribstat.equilibrium.play.solution import PlaySolution
from cribstat.equilibrium.play.stored import kept_play
from cribstat.equilibrium.play.tables import keep_matrix
from cribstat.equilibrium.player_files import write_figures, write_worths
from cribstat.equilibrium.rates import solved_rates
from cribstat.equilibrium.strategy import strategy_tables
from cribstat.equilibrium.variants import solved_habits
from cribstat.policies import Policy
from cribstat.policies.files import save_policies
from cribstat.policies.play_worth import play_worth
from cribstat.policies.shipped import NO_PLAY, SOLVED, VARIANTS, solved_file
from cribstat.policies.solved import solved_policy
from cribstat.rules import variant
from cribstat.simulation.chunks import Progress
from cribstat.simulation.knowing import solved_by_score
from cribstat.simulation.long_races import count_long_race
from cribstat.simulation.simulate import EXPECTATION
from cribstat.simulation.variants import variants_table
from cribstat.tables import TableError, strategy_file, summary_name
from cribstat.winprob.files import save_race
from cribstat.winprob.race import standard_errors
from cribstat.winprob.stakes import STAKES
from cribstat.winprob.tables import race_file

__all__ = [
    "counted_play",
    "keep_against_keep",
    "manifest_text",
    "player_figures",
    "player_worths",
    "solved_by_score",
    "solved_deal",
    "solved_discards",
    "solved_habits",
    "solved_race",
    "solved_rates",
    "solved_strategy",
    "trace_text",
    "variants_table",
    "write_solution",
]

Entry = dict[str, Any]
COST = {6: 10, 5: 1}
TOGETHER = 2  # batches of a race that are kept as one: the errors are those of all


def solved_discards(
    data: Path,
    dealt: int = 6,
    *,
    target: float = 0.0,
    rounds: int = 80,
    checkpoint: Path | None = None,
    progress: Callable[[TraceRow], None] | None = None,
    threads: int = 1,
) -> dict[str, Entry]:
    """Solve the discards for hand and crib of one deal; write both policies and the trace.

    Parameters
    ----------
    data
        The folder of tables.
    dealt
        Cards of a deal, 6 or 5.
    target, rounds, checkpoint, progress, threads
        As in `solve_discards`; the files do not depend on the threads.

    Returns
    -------
    dict
        Entries of the manifest by path below `data`.

    Notes
    -----
    The six-card game takes some ten seconds of processor time a round.
    """
    solution = solve_discards(
        points_game(dealt),
        target=target,
        rounds=rounds,
        checkpoint=checkpoint,
        progress=progress,
        threads=threads,
    )
    return write_solution(data, dealt, solution)


def solved_deal(
    data: Path,
    dealt: int = 6,
    *,
    rounds: int = 36,
    checkpoint: Path | None = None,
    progress: Callable[[DealTraceRow], None] | None = None,
    threads: int = 1,
) -> dict[str, Entry]:
    """Solve discards and play together, from the discards solved for hand and crib; write the files.

    Parameters
    ----------
    data
        The folder of tables.
    dealt
        Cards of a deal, 6 or 5.
    rounds
        Rounds to make, whatever they reach.
    checkpoint, progress, threads
        As in `solve_deal`; the files do not depend on the threads.

    Returns
    -------
    dict
        Entries of the manifest by path below `data`.

    Notes
    -----
    Six cards: some minutes to begin with, then one minute of processor time a round; 3 GB.
    """
    pone, dealer = (solved_policy(role, dealt, play=False) for role in ("pone", "dealer"))
    start = pone.parts, dealer.parts
    solution = solve_deal(
        start,
        dealt=dealt,
        target=0.0,
        most_moved=0.0,
        rounds=rounds,
        checkpoint=checkpoint,
        progress=progress,
        threads=threads,
    )
    return write_deal(data, dealt, solution)


def keep_against_keep(dealt: int = 6, *, threads: int = 1) -> NDArray[np.float32]:
    """Return the mean net points of every keep of pone against every keep of the dealer in the solved play.

    It is made once from the play in the user's cache, and kept there, for it is too large to ship.

    Parameters
    ----------
    dealt
        Cards of a deal, 6 or 5.
    threads
        Threads to work in; the numbers do not depend on it.

    Returns
    -------
    numpy.ndarray
        float32, (keeps, keeps) in `patterns.multisets` order, pone's view; nan where one pack cannot make
        both. Mapped from the cache.

    Raises
    ------
    TableError
        The cache keeps no solved play; ``cribstat solve play`` makes it.

    Notes
    -----
    Exact for the strategies as kept. Six cards: two minutes of processor time.
    """
    variant = VARIANTS[dealt]
    stored = kept_play(variant)
    if stored is None:
        raise TableError(f"no solved play of {variant} in {cache_folder()}: 'cribstat solve play' makes it")
    key = f"{stored.game.fingerprint()} {stored.exploitability}"
    return cached_arrays(
        f"keep-against-keep-{variant}", key, lambda: {"net": keep_matrix(stored.below((), threads))}
    )["net"]


def _solved_play(dealt: int, threads: int) -> PlaySolution:
    """Take a solved play from the user's cache and grow its tree."""
    stored = kept_play(VARIANTS[dealt])
    if stored is None:
        raise TableError(
            f"no solved play of {VARIANTS[dealt]} in {cache_folder()}: 'cribstat solve play' makes it"
        )
    return stored.below((), threads)


def player_worths(data: Path, dealt: int = 6, *, threads: int = 1) -> dict[str, Entry]:
    """Make ``solved/player_worths.npz``, of five cards ``player_worths_five.npz``; return its entry.

    Raises
    ------
    TableError
        The cache keeps no solved play; ``cribstat solve play`` makes it.

    Notes
    -----
    **Approximate**: see `cribstat.equilibrium.play.worths`. Two minutes of processor time.
    """
    return write_worths(data, dealt, _solved_play(dealt, threads))


def player_figures(data: Path, *, threads: int = 1) -> dict[str, Entry]:
    """Make ``solved/players_six.csv``, with the player's tables as shipped; return the manifest's entry.

    Raises
    ------
    TableError
        The cache keeps no solved play; ``cribstat solve play`` makes it.

    Notes
    -----
    **Exact**: see `cribstat.equilibrium.play.players`. Three minutes of processor time.
    """
    return write_figures(data, _solved_play(6, threads))


def solved_strategy(data: Path, dealt: int = 6, *, play: bool = True, threads: int = 1) -> dict[str, Entry]:
    """Write the strategy tables of the solved discards; return their entries of the manifest.

    Parameters
    ----------
    data
        The folder of tables.
    dealt
        Cards of a deal, 6 or 5.
    play
        Of the discards solved with the play, or for hand and crib alone.
    threads
        Threads to work in; the files do not depend on it.
    """
    dealer, pone = (solved_policy(role, dealt, play=play) for role in ("dealer", "pone"))
    kind, name_of = dealer.name, VARIANTS[dealt]
    told = [*([] if dealt == 6 else [str(dealt)]), *([] if play else ["play=False"])]
    contents = {
        "discards": "how often each pair of cards is laid away and held, and the mean crib then",
        "keeps": "how often each set of ranks is kept, and its mean hand",
        "starts": "mean hands and crib by rank of the start",
    }
    entries: dict[str, Entry] = {}
    for name, text in strategy_tables(dealer, pone, threads=threads).items():
        below = strategy_file(summary_name(name, name_of), play=play)
        path = data / below
        with write_beside(path) as file:
            file.write(text.encode())
        entries[below] = {
            "sha256": file_sha256(path),
            "method": "exact",
            "content": contents[name],
            "sources": ["cribstat.equilibrium.strategy.strategy_tables"],
            "recipe": f"cribstat.recipes.solved_strategy({', '.join(['data', *told])})",
            "cost": "three minutes of processor time" if dealt == 6 else "some seconds of processor time",
            "seed": "none",
            "assumes": f"both sides play the {name_of}-card policies '{kind}';"
            " exact for them, every card removed",
        }
    return entries


def counted_play(data: Path, *, threads: int = 1) -> dict[str, Entry]:
    """Write what counting the play in the discard is worth; return the entries of the manifest.

    Parameters
    ----------
    data
        The folder of tables.
    threads
        Threads to work in; the files do not depend on it.
    """
    rows: list[tuple[str, ...]] = []
    cases: list[tuple[str, ...]] = []
    for dealt, name in VARIANTS.items():
        for role in ("dealer", "pone"):
            worth = play_worth(role, dealt, threads=threads)
            rows.append((name, role, f"{worth.changed:.6f}", f"{worth.loss:.6f}"))
            cases += [
                (name, role, case.deal, case.best, case.followed, f"{case.loss:.6f}") for case in worth.cases
            ]
    texts = {
        "play_worth": _csv_text(("variant", "role", "changed", "loss"), rows),
        "play_worth_deals": _csv_text(("variant", "role", "deal", "best", "without_play", "loss"), cases),
    }
    contents = {
        "play_worth": "share of deals in which the best discard changes with the play, "
        "and what leaving it out loses",
        "play_worth_deals": "the deals in which leaving the play out loses most",
    }
    entries: dict[str, Entry] = {}
    for name, text in texts.items():
        path = data / f"solved/{name}.csv"
        with write_beside(path) as file:
            file.write(text.encode())
        entries[f"solved/{path.name}"] = {
            "sha256": file_sha256(path),
            "method": "exact",
            "content": contents[name],
            "sources": ["cribstat.policies.play_worth.play_worth"],
            "recipe": "cribstat.recipes.counted_play(data)",
            "cost": "two minutes of processor time",
            "seed": "none",
            "assumes": "against 'solved', the play counted; exact for the policies and the play as shipped",
        }
    return entries


def solved_race(
    data: Path,
    name: str = "six",
    *,
    deals: int = 24_000_000,
    batches: int = 24,
    seed: int = 1,
    checkpoint: Path | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> dict[str, Entry]:
    """Count the race of a variant and its standard errors; write the file, return its entry of the manifest.

    Parameters
    ----------
    data
        The folder of tables.
    name
        A variant of two sides.
    deals, batches, seed, checkpoint, threads, progress
        As in `count_long_race`; the file does not depend on the threads.
    """
    record = variant(name)
    statistic = count_long_race(
        record,
        deals,
        seed,
        batches=batches,
        checkpoint=checkpoint,
        threads=threads,
        progress=progress,
    )
    errors = standard_errors(statistic, record.target, tuple(STAKES))
    path = data / race_file(name)
    save_race(path, statistic.merged(TOGETHER), errors)
    entry = {
        "sha256": file_sha256(path),
        "method": "estimated",
        "content": "how deals move two sides towards a target, and standard errors of the winning chances",
        "deals": deals,
        "discards": SOLVED,
        "play": EXPECTATION,
        "largest_se": float(max(np.max(pair) for pair in errors["win"])),
        "sources": ["cribstat.simulation.long_races.count_long_race"],
        "recipe": f"cribstat.recipes.solved_race(data, '{name}', {deals=}, {batches=}, {seed=})",
        "cost": "some 60,000 deals a second of processor time with two players of six cards",
        "seed": str(seed),
        "assumes": "both sides lay away 'solved', play 'expectation', and do not look at the score",
    }
    return {race_file(name): entry}


def write_solution(data: Path, dealt: int, solution: Solution) -> dict[str, Entry]:
    """Write the files of a solution of the points game; return their entries of the manifest."""
    result = solution.result
    gain = f"{result.exploitability:.3g}"
    statement = f"solved for hand and crib of a deal; both best responses together gain {gain} points"
    made = [
        Policy(NO_PLAY, role, statement, *policy, dealt)
        for role, policy in zip(("pone", "dealer"), solution.policies, strict=True)
    ]
    path = data / solved_file(dealt, play=False)
    save_policies(path, *made)
    trace = path.with_name(f"{path.stem}_trace.csv")
    with write_beside(trace) as file:
        file.write(trace_text(solution.trace).encode())
    count = len(solution.trace)
    facts = {
        "method": "exact",
        "sources": ["cribstat.equilibrium.solve_discards"],
        "recipe": f"cribstat.recipes.solved_discards(data, {dealt}, rounds={count})",
        "cost": f"{count} rounds of {COST[dealt]} s of processor time",
        "seed": "none",
    }
    policies = {
        "content": f"policies of dealer and pone for deals of {dealt} cards, solved for hand and crib",
        "exploitability": result.exploitability,
        "dealer_hand": result.dealer_own,
        "pone_hand": result.pone_own,
        "crib": result.crib,
        "assumes": "points in one deal, hand and crib; exact exploitability, approximate equilibrium",
    }
    rows = {
        "content": "exploitability and means of the policies after every round",
        "assumes": "gains and means in points a deal, exact for the policies of the round as rounded",
    }
    return {
        solved_file(dealt, play=False): {"sha256": file_sha256(path), **facts, **policies},
        f"solved/{trace.name}": {"sha256": file_sha256(trace), **facts, **rows},
    }


def trace_text(trace: list[TraceRow]) -> str:
    """Return the rows of a trace as CSV, numbers as they are read back."""
    return _csv_text(TraceRow._fields, ([repr(value) for value in row] for row in trace))


def _csv_text(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write rows as CSV."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return stream.getvalue()


def manifest_text(entries: Mapping[str, Entry]) -> str:
    """Return entries as the manifest has them, in TOML."""
    blocks = []
    for name, entry in entries.items():
        lines = [f"{key} = {json.dumps(value)}" for key, value in entry.items()]
        blocks.append("\n".join([f'[files."{name}"]', *lines]) + "\n")
    return "\n".join(blocks)
