"""``cribstat rules``: the rules of a variant on one page."""

import textwrap
from pathlib import Path

import click

from cribstat.cli.options import format_options, read_variant
from cribstat.cli.output import deliver, refuse_existing, to_csv, to_json, to_markdown
from cribstat.rules import Variant, options_of, variant
from cribstat.rules.sheet import Section, rule_sheet, sheet_title

WIDTH, MARGIN, LEADERS = 78, 15, 40


@click.command("rules")
@click.argument("name", metavar="VARIANT")
@click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="KEY=VALUE",
    help="A house option; an unknown key lists those of the variant.",
)
@format_options()
def command(name: str, rules: tuple[str, ...], form: str, output: Path | None, force: bool) -> None:
    """Print the rules of a variant on one page.

    VARIANT is five, six, seven, eight, three or four. Every sentence follows from the record that
    cribstat plays by, options included.
    """
    refuse_existing(output, force=force)
    variant(name)
    record = read_variant(name, rules, "the rules", frozenset(options_of(name)))
    sections = rule_sheet(record)
    deliver(_written(record, sections, form), output, force=force)


def _written(record: Variant, sections: tuple[Section, ...], form: str) -> str:
    """Write a sheet as text, JSON, CSV or Markdown."""
    rows = [
        row
        for heading, sentences, points in sections
        for row in (
            *((heading, sentence, "") for sentence in sentences),
            *((heading, what, worth) for what, worth in points),
        )
    ]
    if form == "json":
        sheet = [section._asdict() for section in sections]
        return to_json({"variant": record.name, "title": sheet_title(record), "sections": sheet})
    if form == "csv":
        return to_csv(("part", "rule", "points"), rows)
    if form == "markdown":
        return to_markdown(("part", "rule", "points"), rows)
    return _page(record, sections)


def _page(record: Variant, sections: tuple[Section, ...]) -> str:
    """Set a sheet as a page of plain text."""
    lines = [sheet_title(record), "─" * WIDTH]
    indent = " " * MARGIN
    for heading, sentences, points in sections:
        label = heading.ljust(MARGIN)
        for sentence in sentences:
            lines += textwrap.wrap(sentence, WIDTH, initial_indent=label, subsequent_indent=indent)
            label = indent
        lines += [f"{indent}  {what + ' ':.<{LEADERS}} {worth}" for what, worth in points]
    return "\n".join(lines) + "\n"
