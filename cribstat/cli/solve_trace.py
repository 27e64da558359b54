"""How a solver's run looks: a progress bar, and its trace."""

from pathlib import Path
from typing import Any

from cribstat.cli.output import deliver, show, to_csv, to_json, to_markdown

SHOWN = 12


class Bar:
    """A progress bar on standard error with the exploitability reached."""

    def __init__(self, word: str, most: int, target: float) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        self._progress = Progress(
            TextColumn(word),
            MofNCompleteColumn(),
            BarColumn(),
            TextColumn("exploitability {task.fields[gain]}"),
            TextColumn(f"target {target:.1e}"),
            TimeElapsedColumn(),
            console=Console(stderr=True),
        )
        self._task = self._progress.add_task(word, total=most, gain="-")

    def __enter__(self) -> None:
        self._progress.start()

    def __exit__(self, *reason: object) -> None:
        self._progress.stop()

    def advance(self, done: int, exploitability: float) -> None:
        """Show how far the solver is."""
        self._progress.update(self._task, completed=done, gain=f"{exploitability:.2e}")


def write_trace(
    name: str,
    trace: list[dict[str, Any]],
    result: dict[str, Any],
    note: str,
    form: str,
    output: Path | None,
    force: bool,
) -> None:
    """Write the trace and the result."""
    names = list(result)
    if form == "json":
        deliver(to_json({"variant": name, "result": result, "trace": trace}), output, force=force)
        return
    if form == "csv":
        deliver(to_csv(names, [list(row.values()) for row in trace]), output, force=force)
        return
    cells = [
        [_cell(value) for value in row.values()] for row in (trace if form == "markdown" else trace[-SHOWN:])
    ]
    if form == "markdown":
        deliver(to_markdown(names, cells) + f"\n{note}\n", output, force=force)
        return
    from rich.text import Text

    from cribstat.cli.tables import NumberTable

    show([NumberTable(names, cells), Text(note)], output, force=force)


def _cell(value: float) -> str:
    """Print a whole number as such, a gain by its size, a mean to six decimals."""
    if isinstance(value, int):
        return str(value)
    return f"{value:.2e}" if abs(value) < 0.1 else f"{value:.6f}"
