"""``cribstat replay``: follow the play of a deal and count it, card by card."""

import re
from pathlib import Path

import click

from cribstat.cli.options import format_options, read_variant, variant_options
from cribstat.cli.output import deliver, refuse_existing, show
from cribstat.play import follow
from cribstat.rules import PLAY_END_OPTIONS, PLAY_OPTIONS, RuleError


@click.command("replay")
@click.option(
    "--hand",
    "hands",
    multiple=True,
    required=True,
    metavar="CARDS",
    help="A hand, once for every seat in order of play: the first leads, the last deals.",
)
@click.option(
    "--plays",
    required=True,
    metavar="CARDS",
    help='The cards in the order laid. Goes are implied; "go" is written only where it is a choice.',
)
@click.option(
    "--score",
    metavar="N-N",
    help="The scores before, by side in order of play: the game stops at the target.",
)
@variant_options
@format_options("table", "json")
def command(
    hands: tuple[str, ...],
    plays: str,
    score: str | None,
    name: str,
    rules: tuple[str, ...],
    form: str,
    output: Path | None,
    force: bool,
) -> None:
    """Follow the play of a deal and count it, card by card.

    One card a row with its points, what for, and the totals; hands, cards and options as in
    --variant six --hand "4c 4d 7h 9s" --hand "7d js 5c 8h" --plays "4c 7d 4d js 5c".
    """
    refuse_existing(output, force=force)
    if score is None:
        variant = read_variant(name, rules, "a play without --score", PLAY_OPTIONS)
    else:
        variant = read_variant(name, rules, "a play", PLAY_OPTIONS | PLAY_END_OPTIONS)
    state = follow(hands, plays, variant, scores=None if score is None else _scores(score))
    from cribstat.cli.play_events import events_json, replay_lines

    if form == "json":
        deliver(events_json(state.events), output, force=force)
        return
    show(replay_lines(state), output, force=force)


def _scores(text: str) -> list[int]:
    """Read scores such as 118-119."""
    if not re.fullmatch(r"\d{1,4}(-\d{1,4})+", text):
        raise RuleError(f"'{text}' is no score: write one number a side, such as 118-119")
    return [int(number) for number in text.split("-")]
