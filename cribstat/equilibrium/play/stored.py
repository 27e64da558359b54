"""A solved play as it is kept on disk, and parts of it without growing the whole tree."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cribstat.cache import keep_arrays
from cribstat.equilibrium.play.game import PlayGame
from cribstat.equilibrium.play.kept_worths import advice_arrays
from cribstat.equilibrium.play.solution import PlaySolution
from cribstat.equilibrium.play.strategy import PlayStrategy, Position
from cribstat.equilibrium.play.walker import Walker
from cribstat.kernels.playtree.choices import probabilities
from cribstat.kernels.playtree.grow import ACTOR, CHOICE, ENTRY, FIRST, HELD, KIND, LEAF_CHOICE, LOW
from cribstat.kernels.playtree.multisets import tables
from cribstat.play.kept import KEY, kept_play_arrays, play_entry
from cribstat.policies.kept_advice import ADVICE_KEY, advice_entry

WHOLE = 65_535  # parts of a probability


def play_arrays(solution: PlaySolution, exploitability: float = np.nan) -> dict[str, NDArray[Any]]:
    """Return what is kept of a solved play, by name.

    Parameters
    ----------
    solution
        The play.
    exploitability
        As it was measured, points a deal; nan where it was not.

    Returns
    -------
    dict
        `shape`, `links` of the tree; `shares`, the probability of every entry in parts of 65,535, uint16;
        `game`, cards a hand, whether one series, and copies by rank; `frequencies` of the keeps (2, keeps);
        `exploitability`.

    Raises
    ------
    ValueError
        The play is for weighted points; plays for plain points are kept only.

    Notes
    -----
    Six-card play: 0.16 GB. Probabilities are rounded, to 1 part at least; they need not add up to 65,535.
    """
    game = solution.game
    if game.gains != (1, -1):
        raise ValueError(f"a play with points worth {game.gains}: only plays for plain points are kept")
    return {
        "shape": solution.walker.tree.shape,
        "links": solution.walker.tree.links,
        "shares": _all_shares(solution),
        "game": np.array([game.held, game.single_series, *game.copies], dtype=np.int64),
        "frequencies": np.array(game.frequencies),
        "exploitability": np.array([exploitability]),
    }


def _all_shares(solution: PlaySolution) -> NDArray[np.uint16]:
    """Round the probabilities of all entries, none to nothing: so whatever was laid, somebody may hold it."""
    shape, links = solution.walker.tree.shape.astype(np.int64), solution.walker.tree.links
    out = np.zeros(solution.walker.entries, np.uint16)
    table, scratch = tables(), np.zeros((2, tables().sizes.max()))
    for node in np.flatnonzero(np.isin(shape[:, KIND], (CHOICE, LEAF_CHOICE))).tolist():
        line, entry = shape[node].tolist(), int(links[node, ENTRY])
        held, first, low = line[HELD + line[ACTOR]], line[FIRST + line[ACTOR]], line[LOW]
        number = (first - low) * int(table.sizes[held - 1, first])
        shares = np.zeros(number)
        source = solution.numbers[entry : entry + number]
        probabilities(source, held, low, first, table, scratch, shares)
        out[entry : entry + number] = np.maximum(np.rint(shares * WHOLE), 1)
    return out


class StoredPlay(PlayStrategy):
    """A solved play read from what `play_arrays` kept; arrays may be mapped from files.

    Parameters
    ----------
    arrays
        What `play_arrays` returned.

    Attributes
    ----------
    exploitability
        As it was measured when it was kept, points a deal; nan where it was not.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        held, single, *copies = arrays["game"].tolist()
        pone, dealer = np.array(arrays["frequencies"])
        game = PlayGame(held, bool(single), np.array(copies, dtype=np.int64), (pone, dealer))
        super().__init__(game, arrays["shape"], arrays["links"], arrays["shares"])
        self.exploitability = float(arrays["exploitability"][0])

    def below(self, history: Sequence[int], threads: int = 1) -> PlaySolution:
        """Return the rest of the play after a history as a solution of its own.

        Parameters
        ----------
        history
            Events from the first card to a choice (see `PlayStrategy.step`).
        threads
            Threads for the walks of the solution.

        Notes
        -----
        **Exact** for the rounded strategies. The tree is grown below the position only: 9 s for the whole
        play, 0.7 s after a lead, some ms later.
        """
        position = self.follow(history)
        start = Position(0, position.reach, position.unseen, position.factor)
        walker = Walker(self.game, threads, history=history, start=start)
        entry = int(self.links[position.node, ENTRY])
        numbers = np.asarray(self.numbers[entry : entry + walker.entries], dtype=np.float32)
        return PlaySolution(walker, numbers, start)


def keep_play(variant: str, solution: PlaySolution, exploitability: float) -> Path:
    """Keep a solved play in the user's cache, in place of an earlier one; return its folder.

    What every card is worth is kept beside it, for advice (see `advice_arrays`).

    Raises
    ------
    OSError
        The cache cannot be written.
    """
    arrays = play_arrays(solution, exploitability)
    keep_arrays(
        advice_entry(variant), ADVICE_KEY, advice_arrays(solution.walker, arrays["shares"], exploitability)
    )
    return keep_arrays(play_entry(variant), KEY, arrays)


def kept_play(variant: str) -> StoredPlay | None:
    """Return the solved play of six or five cards that the user's cache keeps whole, or None."""
    arrays = kept_play_arrays(variant)
    return None if arrays is None else StoredPlay(arrays)
