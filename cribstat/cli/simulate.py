"""``cribstat simulate``: whole games and deals between policies, by the million."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cribstat.cli.options import format_options, read_variant, variant_options
from cribstat.cli.output import deliver, refuse_existing, show, to_csv, to_json, to_markdown
from cribstat.rules import SHOW_OPTIONS, RuleError, Variant

if TYPE_CHECKING:
    from cribstat.simulation import Comparison, Simulation
    from cribstat.simulation.chunks import Progress
    from cribstat.simulation.figures import Figure

GAMES = 1_000_000
OPTIONS = SHOW_OPTIONS | {
    "flush_in_play",
    "go_obligation",
    "heels_out",
    "lurch_rule",
    "multi_go",
    "series_leader",
    "target",
    "three_for_last",
}
WHOLE = ("first_dealer_wins", "deals_a_game", "margin", "lurches", "skunks", "double_skunks")
FIVE_DIGITS = 5
LINES = {
    "first_dealer_wins": "games the first dealer wins",
    "deals_a_game": "deals a game",
    "margin": "margin, holes",
    "lurches": "losers lurched, a game",
    "skunks": "skunked (31 behind), a game",
    "double_skunks": "doubly (61 behind), a game",
}


@click.command("simulate")
@variant_options
@click.option("--games", type=int, metavar="N", help=f"Whole games; {GAMES:,} by default.")
@click.option("--deals", type=int, metavar="N", help="Single deals instead.")
@click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="[ROLE=]POLICY",
    help="Who lays away: solved, best-hand, solved-no-play, hessel, schell, rasmussen, rate-2-1 and the "
    "like, by-score (knows the score, in games of six) or a file; for one role (dealer, pone, or a seat: "
    "0 leads, the last deals) or for all.  [default: solved]",
)
@click.option(
    "--play",
    default="expectation",
    show_default=True,
    metavar="PLAYER",
    help="Who plays: expectation, greedy, random, or solved (six and five).",
)
@click.option(
    "--against",
    multiple=True,
    metavar="[ROLE=]POLICY",
    help="Play every game twice on the same cards, sides changed: --policy against this policy.",
)
@click.option("--against-play", metavar="PLAYER", help="The same against this player.")
@click.option(
    "--scores",
    metavar="S,S[,S]",
    help="Begin games at these scores by side, the first dealer's first; tells how often each side wins.",
)
@click.option("--seed", type=int, default=7, show_default=True, help="Seed of the random numbers.")
@click.option("--threads", type=click.IntRange(1), default=None, help="Threads; all processors by default.")
@format_options()
def command(
    name: str,
    rules: tuple[str, ...],
    games: int | None,
    deals: int | None,
    policies: tuple[str, ...],
    play: str,
    against: tuple[str, ...],
    against_play: str | None,
    scores: str | None,
    seed: int,
    threads: int | None,
    form: str,
    output: Path | None,
    force: bool,
) -> None:
    """Play whole games, or single deals, between policies and count them.

    Points a deal by role and part, wins of the first dealer, length, margins and lurches, each with its
    standard error. A seed gives the same result with any number of threads.
    """
    refuse_existing(output, force=force)
    if games is not None and deals is not None:
        raise RuleError("--games has no effect beside --deals: give one of them")
    variant = read_variant(name, rules, "a simulation", OPTIONS)
    games = GAMES if games is None and deals is None else games
    asked: dict[str, Any] = {
        "deals": deals,
        "policies": read_policies(policies, variant),
        "play": play,
        "seed": seed,
        "threads": threads or os.cpu_count() or 1,
    }
    if scores is not None and (against or against_play):
        raise RuleError("--scores has no effect beside --against: mirrored games begin at the beginning")
    start = None if scores is None else _read_scores(scores)
    from cribstat.simulation import compare, simulate

    with progress_bar("games" if deals is None else "deals") as progress:
        if against or against_play:
            asked |= {"against": read_policies(against, variant), "against_play": against_play or play}
            compared = compare(variant, games, progress=progress, **asked)
        else:
            found = simulate(variant, games, scores=start, progress=progress, **asked)
    if against or against_play:
        write_comparison(compared, form, output, force)
    else:
        write_simulation(found, form, output, force)


def _read_scores(text: str) -> list[int]:
    """Read scores parted by commas.

    Raises
    ------
    RuleError
        Something else stands there.
    """
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) < FIVE_DIGITS for part in parts):
        raise RuleError(f"'{text}' are no scores: write them with commas between, like 30,41,25")
    return [int(part) for part in parts]


@contextmanager
def progress_bar(what: str) -> Iterator["Progress"]:
    """Show how far a simulation is on standard error, where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    columns = TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def read_policies(texts: tuple[str, ...], variant: Variant) -> dict[str, str]:
    """Read ``ROLE=POLICY`` or ``POLICY`` for all roles.

    Raises
    ------
    RuleError
        A role is given twice.
    """
    roles = ("dealer", "pone") if variant.players == 2 else tuple(map(str, range(variant.players)))
    read: dict[str, str] = {}
    for text in texts:
        before, _, after = text.partition("=")
        asked = {before: after} if after and "/" not in before else dict.fromkeys(roles, text)
        for role, policy in asked.items():
            if role in read:
                raise RuleError(f"the policy of '{role}' is given twice")
            read[role] = policy
    return read


def write_simulation(found: "Simulation", form: str, output: Path | None, force: bool) -> None:
    """Write a simulation in the form that is asked for."""
    if form == "json":
        deliver(to_json(_answer(found)), output, force=force)
    elif form == "csv":
        deliver(to_csv(["what", "part", "mean", "se", "sd"], _csv_rows(found)), output, force=force)
    else:
        tables = [(["points a deal", *_parts(found)], _points_rows(found))]
        if found.games is not None:
            tables.append((["a game", "mean", "se"], _game_rows(found)))
        _write_tables(tables, _notes(found), form, output, force)


def write_comparison(found: "Comparison", form: str, output: Path | None, force: bool) -> None:
    """Write a comparison in the form that is asked for."""
    figures = {
        key: getattr(found, key)
        for key in ("wins", "win_difference", "points_difference")
        if getattr(found, key) is not None
    }
    head = {
        "variant": found.variant.name,
        "pairs": found.pairs,
        "games": 2 * found.pairs if found.games else None,
        "deals": found.deals,
        "seed": found.seed,
        "policies": found.policies,
        "play": found.play,
        "against": found.against,
        "against_play": found.against_play,
    }
    if form == "json":
        none = dict.fromkeys(("wins", "win_difference", "points_difference"))
        told = {key: _figure(value) for key, value in figures.items()}
        deliver(to_json({**head, **none, **told}), output, force=force)
        return
    if form == "csv":
        rows = [[key, *value] for key, value in figures.items()]
        deliver(to_csv(["what", "mean", "se"], rows), output, force=force)
        return
    words = {
        "wins": "share of games won",
        "win_difference": "less the other's share",
        "points_difference": "points a deal more",
    }
    rows = [[words[key], f"{value.mean:.5f}", f"{value.se:.5f}"] for key, value in figures.items()]
    what = "games" if found.games else "deals"
    number = f"{found.variant.name}, {found.pairs:,} {what}, seed {found.seed}"
    one = f"{_spell(found.policies)}, play {found.play}"
    notes = [
        f"{number}; each played twice on the same cards, sides changed.",
        f"the one side: {one}; the other: {_spell(found.against)}, play {found.against_play}.",
        "estimated; se: standard error over the pairs.",
    ]
    _write_tables([(["the one side", "mean", "se"], rows)], notes, form, output, force)


def _answer(found: "Simulation") -> dict[str, Any]:
    """Return a simulation as plain values."""
    games = found.games
    return {
        "variant": found.variant.name,
        "deals": found.deals,
        "games": None if games is None else games.games,
        "seed": found.seed,
        "policies": found.policies,
        "play": found.play,
        "roles": {
            role: {part: points[part]._asdict() for part in ("total", *_parts(found)[:-1])}
            for role, points in found.roles.items()
        },
        **{key: None if games is None else _figure(getattr(games, key)) for key in WHOLE},
        **({} if found.scores is None else {"scores": list(found.scores), "wins": _wins(found)}),
    }


def _wins(found: "Simulation") -> list[dict[str, float] | None]:
    """Return how often each side won, the first dealer's first."""
    return [] if found.games is None else [_figure(value) for value in found.games.wins]


def _figure(value: "Figure | None") -> dict[str, float] | None:
    """Return a figure as plain values."""
    return None if value is None else value._asdict()


def _parts(found: "Simulation") -> list[str]:
    """Return the parts of a deal, the total last."""
    return list(next(iter(found.roles.values())))


def _csv_rows(found: "Simulation") -> list[list[Any]]:
    """Return the figures as rows: points of a role by part, then what concerns whole games."""
    rows: list[list[Any]] = [
        [role, part, *value] for role, points in found.roles.items() for part, value in points.items()
    ]
    for key in WHOLE:
        value = getattr(found.games, key, None)
        if value is not None:
            rows.append([key, "", *value, ""])
    if found.games is not None and found.scores is not None:
        rows += [[f"wins_{side}", "", *value, ""] for side, value in enumerate(found.games.wins)]
    return rows


def _points_rows(found: "Simulation") -> list[list[str]]:
    """Return the printed points a deal: mean, standard error and spread by role."""
    rows = []
    names = {str(seat): f"seat {seat}" for seat in range(found.variant.players)}
    for role, points in found.roles.items():
        label = names.get(role, role)
        rows.append([label, *(f"{value.mean:.3f}" for value in points.values())])
        rows.append(["  se", *(f"{value.se:.4f}" for value in points.values())])
        rows.append(["  sd", *(f"{value.sd:.3f}" for value in points.values())])
    return rows


def _game_rows(found: "Simulation") -> list[list[str]]:
    """Return the printed figures of whole games."""
    figures = {LINES[key]: getattr(found.games, key) for key in WHOLE}
    if found.games is not None and found.scores is not None:
        for side, (score, wins) in enumerate(zip(found.scores, found.games.wins, strict=True)):
            figures[f"won from {score} ({_place(found.variant, side)})"] = wins
    return [
        [label, f"{value.mean:.4f}", f"{value.se:.4f}"]
        for label, value in figures.items()
        if value is not None
    ]


def _place(variant: Variant, side: int) -> str:
    """Say where a side sits at the first deal."""
    if side == 0:
        return "first dealer"
    return "pone" if variant.sides == 2 else f"{side} to the left of him"


def _notes(found: "Simulation") -> list[str]:
    """Say what was simulated."""
    games = "" if found.games is None else f"{found.games.games:,} games, "
    number = f"{found.variant.name}, {games}{found.deals:,} deals, seed {found.seed}"
    notes = [
        f"{number}; policies: {_spell(found.policies)}; play: {found.play}.",
        "estimated; se: standard error of the mean, sd: standard deviation of one deal.",
    ]
    if found.games is not None:
        notes.append("points a deal: the last deal of a game counts as if it had been played out.")
    return notes


def _spell(policies: dict[str, str]) -> str:
    """Write policies by role, or one for all."""
    if len(set(policies.values())) == 1:
        return next(iter(policies.values()))
    return ", ".join(f"{role}={policy}" for role, policy in policies.items())


def _write_tables(
    tables: list[tuple[list[str], list[list[str]]]],
    notes: list[str],
    form: str,
    output: Path | None,
    force: bool,
) -> None:
    """Write tables with their notes, for a terminal or as Markdown."""
    if form == "markdown":
        parts = [to_markdown(header, rows) for header, rows in tables]
        deliver("\n".join([*parts, "".join(f"{note}\n" for note in notes)]), output, force=force)
        return
    from rich.text import Text

    from cribstat.cli.tables import NumberTable

    lines = [NumberTable(header, rows) for header, rows in tables]
    show([*lines, *(Text(note, style="dim") for note in notes)], output, force=force)
