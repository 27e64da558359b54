"""``cribstat peg``: count one series of the play, card by card."""

from pathlib import Path

import click

from cribstat.cli.options import format_options, read_variant
from cribstat.cli.output import deliver, refuse_existing, show
from cribstat.play import peg
from cribstat.rules import SIX

SEATS = ("seat 0", "seat 1")


@click.command("peg")
@click.argument("cards", nargs=-1, required=True)
@click.option("--rule", "rules", multiple=True, metavar="KEY=VALUE", help="flush_in_play=on.")
@format_options("table", "json")
def command(
    cards: tuple[str, ...], rules: tuple[str, ...], form: str, output: Path | None, force: bool
) -> None:
    """Count one series of the play, card by card.

    CARDS are laid by two seats in turn from count 0, such as "4d 5h 6c". The point for go or last
    depends on what the players still hold and is not given: see cribstat replay.
    """
    refuse_existing(output, force=force)
    record = read_variant("six", rules, "the points of one series", frozenset({"flush_in_play"}))
    events = peg(" ".join(cards), flush_in_play=record.flush_in_play)
    from cribstat.cli.play_events import events_json, events_table

    if form == "json":
        deliver(events_json(events), output, force=force)
        return
    show([events_table(events, SIX, seats=SEATS)], output, force=force)
