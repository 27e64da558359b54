"""``cribstat discard``: rank the discards of a deal."""

import os
from pathlib import Path
from typing import Any

import click

from cribstat.cli.options import (
    asked_seats,
    format_options,
    read_score,
    read_variant,
    seat_options,
    variant_options,
)
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
from cribstat.discards.aim import WIN
from cribstat.discards.answer import rank_discards
from cribstat.discards.ranking import Ranking, flat_row, frame_columns
from cribstat.policies.opponents import opponent_model
from cribstat.rules import SHOW_OPTIONS

EXPLAINED = 3
PRINTED = ("table", "markdown")  # forms that show means only


@click.command("discard")
@click.argument("cards", nargs=-1, required=True)
@seat_options
@variant_options
@click.option(
    "--crib-model",
    "model",
    default=DEFAULT_CRIB_MODEL,
    show_default=True,
    metavar="MODEL",
    help="solved, solved-no-play, policy:NAME, uniform, hessel, schell, rasmussen, or a file of weights.",
)
@click.option(
    "--play/--no-play",
    default=None,
    help="Count the solved play or leave it out; by default it counts with the crib model solved.",
)
@click.option(
    "--need",
    type=int,
    metavar="K",
    help="Points needed from the hand: tells the chance of at least K and ranks by it.",
)
@click.option(
    "--score",
    metavar="OWN-OTHER",
    help="The score before the deal, own first: tells the chance of winning and ranks by it.",
)
@click.option(
    "--stakes",
    default=WIN,
    metavar="STAKES",
    help="What the game is played for, with a score: win, lurch, skunk, skunk4 or tournament.",
)
@click.option(
    "--by",
    metavar="ORDER",
    help="Rank by points, need, win or stake; by default, by the last of these that is asked.",
)
@click.option("--top", type=int, metavar="N", help="Show the best N only.")
@click.option("--dead", metavar="CARDS", help="Cards known to be elsewhere.")
@click.option("--start", metavar="CARD", help="The start, to see what it would have been after the cut.")
@click.option("--explain", is_flag=True, help="Show what each start makes of the best discards.")
@format_options()
def command(
    cards: tuple[str, ...],
    dealer: bool,
    pone: bool,
    seat: int | None,
    name: str,
    rules: tuple[str, ...],
    model: str,
    play: bool | None,
    need: int | None,
    score: str | None,
    stakes: str,
    by: str | None,
    top: int | None,
    dead: str | None,
    start: str | None,
    explain: bool,
    form: str,
    output: Path | None,
    force: bool,
) -> None:
    """Rank the discards of a deal, best first.

    CARDS are the cards dealt, such as "5h 5d Js Qc 6c 7d", or ranks alone: 5 5 J Q 6 7.
    """
    refuse_existing(output, force=force)
    if explain and form == "csv":
        raise OutputError("--explain has no effect on csv: use table, markdown or json")
    matters = SHOW_OPTIONS if score is None else SHOW_OPTIONS | {"target"}
    what = "a discard without --score" if score is None else "a discard"
    variant = read_variant(name, rules, what, matters)
    if dead is not None and not dead.strip(" ,"):
        raise OutputError("--dead names no card")
    scores = None if score is None else read_score(score)
    opponent = opponent_model(model, variant, say=notice, threads=os.cpu_count() or 1)
    rankings = [
        rank_discards(
            " ".join(cards),
            variant=variant,
            seat=place,
            crib_model=opponent,
            start=start,
            dead=dead,
            play=play,
            need=need,
            scores=scores,
            stakes=stakes,
            by=by,
            spread=explain or form not in PRINTED,
        )
        for place in asked_seats(variant, dealer, pone, seat)
    ]
    count = _count(top, len(rankings[0].rows))
    explained = min(count, EXPLAINED) if explain else 0
    if form == "table":
        from cribstat.cli.show import discard_tables  # rich is imported only where it is printed

        lines = discard_tables(variant, rankings, count, explained)
        show(lines, output, force=force)
        return
    deliver(_write(form, rankings, count, explained), output, force=force)


def _count(top: int | None, discards: int) -> int:
    """Return how many rows to show."""
    if top is None:
        return discards
    if not 1 <= top <= discards:
        raise OutputError(f"--top may be 1 to {discards} here, not {top}")
    return top


def _write(form: str, rankings: list[Ranking], count: int, explained: int) -> str:
    """Write rankings as JSON, CSV or Markdown."""
    if form == "json":
        return to_json(_answer(rankings, count, explained))
    if form == "csv":
        rows = [flat_row(ranking, row) for ranking in rankings for row in ranking.rows[:count]]
        return to_csv(frame_columns(rankings[0]), [list(row.values()) for row in rows])
    from cribstat.cli.show import discard_columns, discard_notes, explained_rows, title

    parts: list[str] = []
    for ranking in rankings:
        header, rows_text = discard_columns(ranking, count)
        parts.append(f"{title(ranking)}\n\n{to_markdown(header, rows_text)}")
        if explained:
            parts.append(to_markdown(*explained_rows(ranking, explained)))
    notes = "".join(f"{note}\n" for note in discard_notes(rankings))
    return "\n".join([*parts, notes])


def _answer(rankings: list[Ranking], count: int, explained: int) -> dict[str, Any]:
    """Return the whole answer as plain values."""
    answers: list[dict[str, Any]] = []
    for ranking in rankings:
        answer = ranking.to_dict()
        answer["rows"] = answer["rows"][:count]
        if explained:
            answer["explain"] = [points.to_dict() for points in ranking.starts[:explained]]
        answers.append(answer)
    return {"variant": rankings[0].variant, "deal": list(rankings[0].deal), "answers": answers}
