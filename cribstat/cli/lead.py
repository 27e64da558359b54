"""``cribstat lead``: which card to lead."""

from pathlib import Path

import click

from cribstat.cli.options import format_options
from cribstat.cli.output import refuse_existing
from cribstat.cli.play_advice import read_keep, write_advice
from cribstat.cli.strategy import variant_option
from cribstat.policies.leads import lead_advice
from cribstat.policies.shipped import DEALT


@click.command("lead")
@click.argument("cards", nargs=-1, required=True)
@variant_option
@format_options("table", "json")
def command(cards: tuple[str, ...], variant: str, form: str, output: Path | None, force: bool) -> None:
    """Rank the leads of a keep by what the play brings against the solved dealer.

    CARDS are the cards kept, such as "4c 4d 7h 9s", or ranks alone: 4 4 7 9.
    """
    refuse_existing(output, force=force)
    held = read_keep(" ".join(cards), DEALT[variant] - 2)
    advice = lead_advice([rank for rank, _ in held], DEALT[variant])
    head = {"variant": variant, "role": "pone", "hand": [text for _, text in held], "history": [], "count": 0}
    write_advice(head, held, advice, form, output, force)
