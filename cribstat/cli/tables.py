"""Tables on a terminal: every column and every digit is shown, however narrow the terminal is."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from cribstat.cli.output import cards_text

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

CARD_COLUMNS = ("discard", "keep")
GAP = 2
SPACE_BETWEEN = 3


class NumberTable:
    """A table whose columns are broken into blocks, one below the other, where the terminal is narrow.

    Parameters
    ----------
    header, rows
        Names of the columns and the cells, as text.
    heading
        A line above the table; its cards are coloured.
    keys
        How many leading columns name a row; every block begins with them.
    left
        Columns of words, to the left; columns of cards always are, numbers are to the right.
    text
        Columns of whole sentences: they take what width is left and go over several lines.
    together
        Names of columns beside each other that stay in one block.
    """

    def __init__(
        self,
        header: Sequence[str],
        rows: Sequence[Sequence[str]],
        heading: str | None = None,
        *,
        keys: int = 1,
        left: Sequence[str] = (),
        text: Sequence[str] = (),
        together: Sequence[str] = (),
    ) -> None:
        self.header = list(header)
        self.rows = [list(row) for row in rows]
        self.heading = heading
        self.keys = keys
        self.left = {*left, *text, *CARD_COLUMNS}
        self.text = {place for place, name in enumerate(self.header) if name in text}
        self.together = {place for place, name in enumerate(self.header) if name in together}
        self.widths = [max(map(cell_len, column)) for column in zip(self.header, *self.rows, strict=True)]

    @property
    def width(self) -> int:
        """How many characters the whole table takes in one block."""
        return max(self._width(range(len(self.header))), cell_len(self.heading or ""))

    def _width(self, places: Sequence[int]) -> int:
        """How many characters some columns take beside each other."""
        return sum(self.widths[place] for place in places) + GAP * (len(places) - 1)

    def blocks(self, room: int) -> list[list[int]]:
        """Return the places of the columns of each block, as few blocks as fit into `room` characters."""
        naming = list(range(min(self.keys, len(self.header))))
        while len(naming) > 1 and self._width([*naming, max(range(len(self.header)), key=self._size)]) > room:
            naming.pop()
        found: list[list[int]] = [list(naming)]
        for group in self._groups(len(naming)):
            block = [*found[-1], *group]
            if len(found[-1]) > len(naming) and self._needs(block) > room:
                found.append([*naming, *group])
            else:
                found[-1] = block
        return found

    def _groups(self, first: int) -> list[list[int]]:
        """Return the places from `first` on, those that stay together in one list."""
        groups: list[list[int]] = []
        for place in range(first, len(self.header)):
            if place in self.together and place - 1 in self.together and groups:
                groups[-1].append(place)
            else:
                groups.append([place])
        return groups

    def _size(self, place: int) -> int:
        """Return the width of a column that cannot be broken into lines."""
        return 0 if place in self.text else self.widths[place]

    def _needs(self, block: list[int]) -> int:
        """Return the least width of a block: sentences may be broken, down to lines of 24 characters."""
        least = [min(self.widths[place], 24) if place in self.text else self.widths[place] for place in block]
        return sum(least) + GAP * (len(block) - 1)

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        """Draw the heading and the blocks."""
        if self.heading is not None:
            yield cards_text(self.heading)
        for number, block in enumerate(self.blocks(options.max_width)):
            if number:
                yield Text("")
            yield self._table(block, options.max_width)

    def _table(self, block: list[int], room: int) -> Table:
        """Make the rich table of some columns; cards and words to the left, numbers to the right."""
        from rich import box

        table = Table(
            box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), collapse_padding=False
        )
        narrow = self._width(block) > room
        for place in block:
            wraps = narrow and place in self.text
            table.add_column(
                self.header[place],
                justify="left" if self.header[place] in self.left else "right",
                no_wrap=not wraps,
                min_width=None if wraps else self.widths[place],
                overflow="fold",
            )
        for row in self.rows:
            table.add_row(
                *[cards_text(row[p]) if self.header[p] in self.left else Text(row[p]) for p in block]
            )
        return table


class Beside:
    """Two tables beside each other where both fit whole, else one below the other."""

    def __init__(self, first: NumberTable, second: NumberTable) -> None:
        self.first = first
        self.second = second

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "RenderResult":
        """Draw both."""
        if self.first.width + SPACE_BETWEEN + self.second.width <= options.max_width:
            grid = Table.grid(padding=(0, SPACE_BETWEEN, 0, 0), pad_edge=False)
            grid.add_row(self.first, self.second)
            yield grid
            return
        yield self.first
        yield Text("")
        yield self.second
