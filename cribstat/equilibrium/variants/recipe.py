"""Make the files of habits below ``data/solved/``: habits, trace of the solver, figures as dealt."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cribstat.cache import write_beside
from cribstat.equilibrium.variants.check import SeatFigures, check_seat, figures_csv
from cribstat.equilibrium.variants.solve import DEALS, Round, solve_variant, take_sample
from cribstat.policies.variants import habits_file, habits_from_csv, habits_to_csv
from cribstat.rules import Variant, changed_options

CHECK_SEED = 1001
# Seconds of processor time a round and a seat, by cards dealt and cards of others in the crib.
COSTS = {(5, 3): (4, 40), (7, 2): (4, 50), (7, 3): (25, 60), (8, 2): (15, 120), (8, 3): (40, 200)}


def solved_habits(
    data: Path,
    variant: Variant,
    *,
    rounds: int,
    deals: int = DEALS,
    own_deals: int = 1000,
    dealings: int = 4000,
    progress: Callable[[Round | SeatFigures], None] | None = None,
) -> dict[str, dict[str, Any]]:
    """Solve a game by habits and measure them by dealing; write habits, trace and figures.

    Parameters
    ----------
    data
        The folder of tables.
    variant
        A game with three, four, seven or eight.
    rounds, deals
        As in `solve_variant`.
    own_deals, dealings
        As in `check_seat`, for every seat.
    progress
        Takes each round, then the figures of each seat.

    Returns
    -------
    dict
        Entries of the manifest by path below `data`.

    Notes
    -----
    The figures are those of the habits as they ship, after rounding.
    """
    solution = solve_variant(variant, rounds=rounds, deals=deals, progress=progress)
    text = habits_to_csv(variant, solution.habits)
    shipped, sample = habits_from_csv(variant, text), take_sample(variant, deals)
    figures = []
    for seat in range(variant.players):
        found = check_seat(
            variant,
            shipped,
            seat,
            own_deals=own_deals,
            dealings=dealings,
            seed=CHECK_SEED,
            sample=sample,
        )
        figures.append(found)
        if progress:
            progress(found)
    name = habits_file(variant)
    texts = {
        name: text,
        name.replace(".csv", "_trace.csv"): figures_csv(solution.trace),
        name.replace(".csv", "_figures.csv"): figures_csv(figures),
    }
    for path, content in texts.items():
        with write_beside(data / path) as file:
            file.write(content.encode())
    arguments = [f"rounds={rounds}", *([] if sample.every else [f"deals={deals}"])]
    arguments += [f"own_deals={own_deals}", f"dealings={dealings}"]
    return _entries(variant, texts, arguments, figures, sample.every)


def _entries(
    variant: Variant, texts: dict[str, str], arguments: list[str], figures: list[SeatFigures], every: bool
) -> dict[str, dict[str, Any]]:
    """Return what the manifest says of habits, trace and figures."""
    game = "".join(f", {key}={value!r}" for key, value in sorted(changed_options(variant).items()))
    call = ", ".join(["data", f"variant('{variant.name}'{game})", *arguments])
    a_round, a_seat = COSTS[variant.dealt, variant.others_in_crib]
    rounds = arguments[0].removeprefix("rounds=")
    shared: dict[str, Any] = {
        "sources": ["cribstat.equilibrium.variants"],
        "recipe": f"cribstat.recipes.solved_habits({call})",
        "cost": f"{rounds} rounds of {a_round} s and {len(figures)} seats of {a_seat} s of processor time",
        "seed": f"{'' if every else '1 (deals), '}{CHECK_SEED} + seat (figures)",
    }
    solved = "approximate" if every else "estimated"
    gain = max(figures, key=lambda row: row.gain_high)
    assumes = (
        "points in one deal; the others enter by the ranks they lay away and lifts for cards they cannot "
        "hold, not by whole deals or suits"
    )
    facts: list[dict[str, Any]] = [
        {
            "method": solved,
            "content": "habits of the others and of the owner's side that answer each other",
            "gain_at_most": round(gain.gain_high, 5),
            "gain_se": round(gain.gain_high_se, 5),
            "assumes": assumes,
        },
        {"method": solved, "content": "changes and means of the answers in every round", "assumes": assumes},
        {
            "method": "estimated",
            "content": "means of hand and crib by seat, and bounds of a best responder's gain, as dealt",
            "assumes": "all seats play the habits as they ship on whole deals; standard errors in the file",
        },
    ]
    return {
        name: {"sha256": hashlib.sha256(text.encode()).hexdigest(), **own, **shared}
        for (name, text), own in zip(texts.items(), facts, strict=True)
    }
