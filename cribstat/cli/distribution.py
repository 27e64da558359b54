"""``cribstat distribution``: how hand and crib of a discard are distributed together."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cribstat.cli.options import asked_seats, format_options, read_variant, seat_options, variant_options
from cribstat.cli.output import (
    OutputError,
    deliver,
    notice,
    refuse_existing,
    show,
    to_csv,
    to_json,
    to_markdown,
)
from cribstat.crib import DEFAULT_CRIB_MODEL
from cribstat.discards.distribution import PARTS, QUANTILES, DealDistribution, deal_distribution
from cribstat.policies.opponents import opponent_model

if TYPE_CHECKING:
    from rich.console import RenderableType

COLUMNS = (
    "variant",
    "role",
    "deal",
    "discard",
    "keep",
    "start",
    "of",
    "points",
    "prob",
    "at_least_prob",
)


@click.command("distribution")
@click.argument("cards", nargs=-1, required=True)
@click.option("--discard", metavar="CARDS", help="The cards laid away; without it, the best by points.")
@seat_options
@variant_options
@click.option(
    "--crib-model",
    "model",
    default=DEFAULT_CRIB_MODEL,
    show_default=True,
    metavar="MODEL",
    help="solved, solved-no-play, policy:NAME, uniform, or a file of weights.",
)
@click.option("--dead", metavar="CARDS", help="Cards known to be elsewhere.")
@click.option("--start", metavar="CARD", help="The start, where it is known.")
@format_options()
def command(
    cards: tuple[str, ...],
    discard: str | None,
    dealer: bool,
    pone: bool,
    seat: int | None,
    name: str,
    rules: tuple[str, ...],
    model: str,
    dead: str | None,
    start: str | None,
    form: str,
    output: Path | None,
    force: bool,
) -> None:
    """Tell how likely hand, crib and total of a discard reach how many points, suits counted.

    CARDS are the cards dealt, such as "5h 5d Js Qc 6c 7d".
    """
    refuse_existing(output, force=force)
    variant = read_variant(name, rules, "a distribution")
    for option, given in (("--dead", dead), ("--discard", discard)):
        if given is not None and not given.strip(" ,"):
            raise OutputError(f"{option} names no card")
    opponent = opponent_model(model, variant, say=notice, threads=os.cpu_count() or 1)
    found = [
        deal_distribution(
            " ".join(cards),
            discard=discard,
            variant=variant,
            seat=place,
            crib_model=opponent,
            start=start,
            dead=dead,
        )
        for place in asked_seats(variant, dealer, pone, seat)
    ]
    if form == "table":
        show(_tables(found), output, force=force)
        return
    deliver(_write(form, found), output, force=force)


def _write(form: str, found: list[DealDistribution]) -> str:
    """Write distributions as JSON, CSV or Markdown."""
    if form == "json":
        answers = [one.to_dict() for one in found]
        return to_json({"variant": found[0].variant, "deal": list(found[0].deal), "answers": answers})
    if form == "csv":
        return to_csv(COLUMNS, (row for one in found for row in _rows(one)))
    parts = [f"{_title(one)}\n\n{to_markdown(*_points(one))}\n{to_markdown(*_figures(one))}" for one in found]
    return "\n".join([*parts, *(f"{note}\n" for note in _notes(found))])


def _rows(one: DealDistribution) -> Iterator[list[Any]]:
    """Yield the rows of CSV: hand, crib and total, each by points."""
    asked = [
        one.variant,
        one.role,
        *(" ".join(part) for part in (one.deal, one.discard, one.keep)),
        one.start,
    ]
    for name in PARTS:
        spread = getattr(one, name)
        for points, prob in zip(spread.points.tolist(), spread.chances.tolist(), strict=True):
            yield [*asked, name, points, prob, spread.at_least(points)]


def _title(one: DealDistribution) -> str:
    """Name the question."""
    known = f", start {one.start}" if one.start else ""
    dead = f", dead {' '.join(one.dead)}" if one.dead else ""
    seat = "" if one.role in ("dealer", "pone") else f" (seat {one.seat})"
    return f"{' '.join(one.keep)} kept, {' '.join(one.discard)} laid away, as {one.role}{seat}{known}{dead}"


def _points(one: DealDistribution) -> tuple[list[str], list[list[str]]]:
    """Return header and rows by points: the chance of just so many and of at least so many, in percent."""
    spreads = [getattr(one, name) for name in PARTS]
    every = sorted({points for spread in spreads for points in spread.points.tolist()})
    rows: list[list[str]] = []
    for points in every:
        row = [f"{points:g}"]
        for spread in spreads:
            inside = spread.points[0] <= points <= spread.points[-1]
            exactly = float(spread.chances[spread.points == points].sum())
            row += (
                [_percent(exactly) if exactly else "", _percent(spread.at_least(points))]
                if inside
                else ["", ""]
            )
        rows.append(row)
    return ["points", *(text for name in PARTS for text in (name, "or more"))], rows


def _figures(one: DealDistribution) -> tuple[list[str], list[list[str]]]:
    """Return header and rows of means, spreads and quantiles."""
    header = ["", "mean", "sd", "min", *(f"{share:.0%}" for share in QUANTILES), "max"]
    rows: list[list[str]] = []
    for name in PARTS:
        spread = getattr(one, name)
        ends = (spread.points[0], *(spread.quantile(share) for share in QUANTILES), spread.points[-1])
        rows.append([name, f"{spread.mean:.3f}", f"{spread.sd:.2f}", *(f"{points:g}" for points in ends)])
    return header, rows


def _percent(chance: float) -> str:
    """Write a chance in percent."""
    return f"{100 * chance:.2f}"


def _notes(found: list[DealDistribution]) -> list[str]:
    """Say what the numbers are."""
    one = found[0]
    hand_and_crib = [
        f"{'' if len(found) == 1 else f'as {each.role}: '}covariance of hand and crib {each.covariance:.3f}"
        + ("" if each.correlation is None else f", correlation {each.correlation:.3f}")
        for each in found
    ]
    total = "hand + crib for the dealer, hand - crib for pone"
    if one.variant == "three":
        total = "hand + crib for the dealer, hand - half the crib for a non-dealer"
    return [
        f"{'; '.join(hand_and_crib)}.",
        f"chances in percent, {one.method} for the crib model {one.crib_model}: {one.statement}.",
        f"total is {total}; the play and heels are left out; 5% to 95% are quantiles.",
    ]


def _tables(found: list[DealDistribution]) -> Iterator["RenderableType"]:
    """Yield what is printed."""
    from rich.text import Text

    from cribstat.cli.tables import NumberTable  # rich is imported only where it is printed

    for one in found:
        yield NumberTable(*_points(one), _title(one))
        yield NumberTable(*_figures(one))
    for note in _notes(found):
        yield Text(note, style="dim")
