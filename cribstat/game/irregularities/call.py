"""The call of a law: who offends, who claims or chooses, and what the record of it tells."""

from dataclasses import dataclass, field
from typing import Any

from numpy.typing import ArrayLike

from cribstat.game.chance import Chance
from cribstat.game.position import Marking, Position
from cribstat.rules import RuleError
from cribstat.rules.laws import FRESH, STAND, Law


@dataclass(slots=True)
class Call:
    """A law called in a position.

    Attributes
    ----------
    position, chance
        A copy of the game's position, to be changed, and its random numbers.
    law
        The row as the game's profile has it.
    player
        The offender, or whose hand is put right; None where nobody is.
    by
        Who claims or chooses; None leaves it to the first adversary on the offender's left.
    choice
        ``FRESH`` or ``STAND``; None where none is made.
    points
        Points that are claimed; None where they follow from the law.
    lifted
        Whether the one who chooses had lifted his cards.
    cards
        Cards put back; None where none are named.
    told
        What the record tells.
    """

    position: Position
    chance: Chance
    law: Law
    player: int | None
    by: int | None
    choice: str | None
    points: int | None
    lifted: bool
    cards: str | ArrayLike | None
    told: dict[str, Any] = field(default_factory=dict)

    @property
    def offender(self) -> int:
        """The player who offends.

        Raises
        ------
        RuleError
            The call names none.
        """
        if self.player is None:
            raise RuleError(f"'{self.law.code}' must be told 'player', who offends")
        return self.player

    @property
    def claimant(self) -> int:
        """Who claims or chooses.

        Raises
        ------
        RuleError
            He is of the offender's side.
        """
        if self.by is not None:
            if self.position.same_side(self.by, self.offender):
                raise RuleError(f"player {self.by} is no adversary of player {self.offender}")
            return self.by
        return self.adversaries[0]

    @property
    def adversaries(self) -> tuple[int, ...]:
        """The players of other sides, from the offender's left."""
        position, players = self.position, [self.offender]
        for _ in range(position.variant.players - 1):
            players.append(position.left_of(players[-1]))
        return tuple(player for player in players if not position.same_side(player, self.offender))

    @property
    def disputed(self) -> Marking:
        """The last marking, while it can be disputed.

        Raises
        ------
        RuleError
            There is none, or another player's.
        """
        marking = self.position.marking
        if marking is None:
            raise RuleError(f"'{self.law.code}' disputes the last marking, and there is none")
        return marking

    def penalize(self, points: int) -> None:
        """Let each side but the offender's mark points, or the offender lose them where the book says so.

        Raises
        ------
        RuleError
            Partners are still to be cut for: nobody knows whose side marks.
        """
        if points and not self.position.partners_known:
            raise RuleError(f"'{self.law.code}' marks points, and the cut for partners is not over")
        if self.law.forfeit and self.position.variant.forfeit == "offender_loses":
            side = self.position.side(self.offender)
            self.position.put_back(side, min(points, self.position.board.scores[side]), self.law.code)
            return
        for player in self.adversaries:
            side = self.position.side(player)
            if all(mark.side != side for mark in self.position.marks):
                self.position.mark(side, points, self.law.code)

    def choose(self, *options: str) -> str:
        """Return what is chosen among options; a single one need not be named.

        Raises
        ------
        RuleError
            Nothing is chosen, or what is not open.
        """
        choice = options[0] if self.choice is None and len(options) == 1 else self.choice
        if choice not in options:
            late = " once the cards are lifted" if len(options) == 1 and self.lifted else ""
            what = "nothing" if choice is None else f"'{choice}'"
            raise RuleError(f"'{self.law.code}' leaves {' or '.join(options)}{late}, not {what}")
        self.told["choice"] = choice
        return choice

    def settle(self, choice: str) -> None:
        """Throw the cards together for a fresh deal, or let the deal stand."""
        if choice == FRESH:
            self.position.void_deal()
        elif choice == STAND:
            self.position.stood = (*self.position.stood, self.law.code)
