"""``cribstat score``: count a hand or crib, part by part."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cribstat.cards import as_cards, format_cards
from cribstat.cli.options import format_options, read_variant
from cribstat.cli.output import cards_text, deliver, refuse_existing, show, to_json
from cribstat.rules import RuleError
from cribstat.scoring import Breakdown, break_down

if TYPE_CHECKING:
    from rich.console import RenderableType

KINDS = ("points", "fifteens", "pairs", "runs", "flush", "nobs")


@click.command("score")
@click.argument("cards", nargs=-1, required=True)
@click.option("--start", metavar="CARD", help="The start; without it the cards are counted alone.")
@click.option("--crib", is_flag=True, help="Count by the rule for cribs.")
@click.option("--rule", "rules", multiple=True, metavar="KEY=VALUE", help="crib_flush=hand_rule, for a crib.")
@format_options("table", "json")
def command(
    cards: tuple[str, ...],
    start: str | None,
    crib: bool,
    rules: tuple[str, ...],
    form: str,
    output: Path | None,
    force: bool,
) -> None:
    """Count a hand or crib, the way players count aloud.

    CARDS are three to six cards, such as "5h 5d 5s Jc".
    """
    refuse_existing(output, force=force)
    kept = as_cards(" ".join(cards), what="cards")
    turned = None if start is None else int(as_cards(start, count=1, what="start")[0])
    crib_flush = _crib_flush(rules, crib)
    counted = break_down(kept, turned, crib=crib, crib_flush=crib_flush)
    if form == "json":
        whole = asdict(counted)
        deliver(to_json({kind: whole[kind] for kind in KINDS}), output, force=force)
        return
    note = _flush_note(kept.tolist(), turned, crib, crib_flush)
    lines = _lines(
        counted, format_cards(kept), None if turned is None else format_cards([turned]), crib, note
    )
    show(lines, output, force=force)


def _crib_flush(rules: tuple[str, ...], crib: bool) -> str:
    """Read the one rule that changes a count."""
    record = read_variant("six", rules, "a count")
    if rules and not crib:
        raise RuleError("the option 'crib_flush' has no effect without --crib")
    return record.crib_flush


def _lines(
    counted: Breakdown, cards: str, start: str | None, crib: bool, note: str | None
) -> list["RenderableType"]:
    """Write the count aloud: each part with the total so far."""
    from rich.text import Text

    with_start = f"start {start}" if start else "counted alone, without a start"
    what = "crib" if crib else "hand"
    head = Text.assemble(
        what, " ", cards_text(cards), ", ", cards_text(with_start), f": {_points(counted.points)}"
    )
    lines: list[RenderableType] = [head]
    total = 0
    for part in counted.parts:
        total += part.points
        name = (
            f"{part.name} {total}"
            if part.kind == "fifteens"
            else f"{part.name}, {part.points}, makes {total}"
        )
        lines.append(Text.assemble(f"  {name:<34}", cards_text(format_cards(part.cards))))
    if not counted.parts:
        lines.append(Text("  nothing"))
    if note:
        lines.append(Text(f"  {note}"))
    return lines


def _points(points: int) -> str:
    """Spell a number of points."""
    return "1 point" if points == 1 else f"{points} points"


def _flush_note(kept: list[int], start: int | None, crib: bool, crib_flush: str) -> str | None:
    """Say why a crib of one suit holds no flush."""
    one_suit = len({card & 3 for card in kept}) == 1
    if not (crib and one_suit and crib_flush == "all_agree"):
        return None
    if start is None:
        return "no flush without a start: in a crib the start must agree in suit"
    return None if (start & 3) == (kept[0] & 3) else "no flush: in a crib the start must agree in suit"
