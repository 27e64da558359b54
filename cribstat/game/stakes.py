"""Stakes: what a lost game costs, and a running account.

By the old rule a game is lost single, or double where the loser has not half the target (a lurch); by the
modern one a loser 31 holes behind is skunked and one 61 behind, at targets of 121 and more, doubly. Never
both: at 121 the lurch and the double skunk have one limit. Where more than one side has lost each settles
with the winner singly, so one may be lurched and another not. Scores are those of the pegs when the game
ended. Sources: Foster, Hoffmann; Encyclopaedia Britannica, 9th edition, for the fixed threshold; American
Cribbage Congress.
"""

from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from cribstat.game.game import Game
from cribstat.rules import RuleError, Variant
from cribstat.rules import variant as variant_record

BYSTANDER = "BYSTANDER"  # the law by which a looker-on pays
DOUBLE = 2
SKUNK, DOUBLE_SKUNK = 31, 61
LONG_GAME = 121
FIXED_A_LAP = 30


class Loss(NamedTuple):
    """How a game was lost, ``plain``, ``lurch``, ``skunk`` or ``double skunk``, and for how many stakes."""

    name: str
    stakes: int


PLAIN = Loss("plain", 1)


def loss_of(variant: str | Variant, score: int) -> Loss:
    """Return how a game is lost with a score.

    Parameters
    ----------
    variant
        A name or a record; its ``stake_rule``, ``lurch_rule`` and ``double_skunk_stake`` decide.
    score
        The loser's, when the winner reached the target.

    Raises
    ------
    RuleError
        An unknown variant, or no score of a loser.

    Notes
    -----
    **Exact.** The fixed threshold is thirty a lap: thirty at 61, sixty at 121.

    Examples
    --------
    >>> loss_of("six", 60), loss_of("six", 61).name
    (Loss(name='lurch', stakes=2), 'plain')
    """
    record = variant_record(variant)
    if type(score) is not int or not 0 <= score < record.target:
        raise RuleError(f"a loser's score at {record.name} is 0 to {record.target - 1}, not {score!r}")
    if record.stake_rule == "skunk":
        return _skunked(record, score)
    limits = {"half": record.target / 2, "fixed": FIXED_A_LAP * record.laps, "off": 0}
    if record.stake_rule == "lurch" and score < limits[record.lurch_rule]:
        return Loss("lurch", DOUBLE)
    return PLAIN


@dataclass(frozen=True, slots=True)
class Line:
    """One game, or one settling, in an account.

    Attributes
    ----------
    what
        ``game`` or ``settled``.
    winners
        The players of the side that won; none where the account was settled.
    scores
        Scores by side at the end.
    losses
        By side: how it lost; None for the side that won.
    gains
        By player, in units of the stake: won in the game, or received in settling.
    balance
        By player, after this line: what is still owed to him.
    bystander
        What a looker-on who interfered pays in the losers' stead; in settling, what he pays.
    """

    what: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    losses: tuple[Loss | None, ...]
    gains: tuple[int, ...]
    balance: tuple[int, ...]
    bystander: int = 0


class Payment(NamedTuple):
    """What one player pays another; the payer is None where a looker-on pays the stakes lost."""

    payer: int | None
    payee: int
    amount: int


class Account:
    """A running account of games between the same players.

    Parameters
    ----------
    players
        Their number.
    stake
        What a single game is played for, a whole number of units.

    Attributes
    ----------
    lines
        One `Line` a game entered or settling.
    balance
        What each player is owed; negative, owes.
    bystander
        What lookers-on still owe.

    Raises
    ------
    RuleError
        From `enter`: the game is not over, or its players are more or fewer.

    Notes
    -----
    **Exact**, and the balances always add to what lookers-on owe. By the law ``BYSTANDER`` one who interferes
    in a game pays the stakes that are lost: the losers pay nothing for it. Settle after every game, or keep a
    sheet and settle at the end.
    """

    def __init__(self, players: int = 2, *, stake: int = 1) -> None:
        self.stake = stake
        self.lines: tuple[Line, ...] = ()
        self.balance: tuple[int, ...] = (0,) * players
        self.bystander = 0

    def enter(self, game: Game) -> Line:
        """Enter a game that is over."""
        winner = game.winner
        if winner is None:
            raise RuleError(f"the game is not over: {'-'.join(map(str, game.scores))} at {game.phase}")
        if len(game.players) != len(self.balance):
            raise RuleError(f"the account is of {len(self.balance)} players, the game of {len(game.players)}")
        highest = game.variant.target - 1  # a side may lose by a law with its peg in the game hole
        losses = tuple(
            None if side == winner else loss_of(game.variant, min(score, highest))
            for side, score in enumerate(game.scores)
        )
        paid = [0 if loss is None else -loss.stakes * self.stake for loss in losses]
        paid[winner] = -sum(paid)
        interfered = any(event.told.get("code") == BYSTANDER for event in game.events)
        if interfered:
            paid = [max(gain, 0) for gain in paid]
        sides = [game.side(player) for player in range(len(self.balance))]
        winners = tuple(player for player, side in enumerate(sides) if side == winner)
        gains = tuple(paid[side] for side in sides)
        return self._write("game", winners, game.scores, losses, gains, sum(gains) if interfered else 0)

    def settle(self) -> tuple[Payment, ...]:
        """Pay what is owed; the balances are nothing afterwards."""
        owing: dict[int | None, int] = {player: -owed for player, owed in enumerate(self.balance)}
        owing[None] = self.bystander
        payments = []
        for payer, payee in product(owing, range(len(self.balance))):
            amount = min(owing[payer], -owing[payee])
            if amount > 0:
                payments.append(Payment(payer, payee, amount))
                owing[payer] -= amount
                owing[payee] += amount
        self._write("settled", (), (), (), tuple(-owed for owed in self.balance), -self.bystander)
        return tuple(payments)

    def _write(
        self,
        what: str,
        winners: tuple[int, ...],
        scores: tuple[int, ...],
        losses: tuple[Loss | None, ...],
        gains: tuple[int, ...],
        bystander: int,
    ) -> Line:
        """Write a line and carry the balance."""
        self.balance = tuple(old + gain for old, gain in zip(self.balance, gains, strict=True))
        self.bystander += bystander
        line = Line(what, winners, scores, losses, gains, self.balance, bystander)
        self.lines = (*self.lines, line)
        return self.lines[-1]


def next_first_dealer(game: Game) -> int | None:
    """Return who deals first in the game after this one, by the option ``next_game_first_deal``.

    Parameters
    ----------
    game
        A game that is over.

    Returns
    -------
    int or None
        The player; None where the deal is cut for.

    Raises
    ------
    RuleError
        The game is not over.

    Notes
    -----
    The loser is the side with the lowest score. Of partners, or of losers with one score, the one who comes
    first to the left of him who dealt last; ``alternate`` goes to the left of the first dealer.
    """
    winner = game.winner
    if winner is None:
        raise RuleError("the game is not over: nobody deals the next one yet")
    rule = game.variant.next_game_first_deal
    if rule == "cut":
        return None
    position = game.position
    if rule == "alternate":
        return position.left_of(position.first_dealer or 0)
    others = [side for side in range(game.variant.sides) if side != winner]
    lowest = min(game.scores[side] for side in others)
    wanted = [winner] if rule == "winner" else [side for side in others if game.scores[side] == lowest]
    dealt = [event.player for event in game.events if event.act == "shuffle"]
    player = position.left_of((dealt[-1] if dealt else position.first_dealer) or 0)
    while position.side(player) not in wanted:
        player = position.left_of(player)
    return player


def _skunked(record: Variant, score: int) -> Loss:
    """Return how a game is lost by the modern rule."""
    if record.target >= LONG_GAME and score <= record.target - DOUBLE_SKUNK:
        return Loss("double skunk", record.double_skunk_stake)
    return Loss("skunk", DOUBLE) if score <= record.target - SKUNK else PLAIN
