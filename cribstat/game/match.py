"""A match: games one after the other between the same players, and the account of them."""

from collections.abc import Sequence

from cribstat.game.chance import SEED_LIMIT
from cribstat.game.game import Game
from cribstat.game.stakes import Account, next_first_dealer
from cribstat.rules import RuleError, Variant
from cribstat.rules import variant as variant_record


class Match:
    """Games between the same players, for so many points or without end.

    Parameters
    ----------
    variant
        A name or a record; its option ``next_game_first_deal`` says who deals first after the first game.
    players
        Names, as for `Game`.
    seed
        The first game's seed; every further game has the next number. None where cuts and packs are given.
    stake
        What a single game is played for.
    points
        Stakes won that win the match, losses of others counted double or more as they are; None for no end.

    Attributes
    ----------
    games
        The games begun, in order.

    Raises
    ------
    RuleError
        From `begin`: a game is going on, or the match is won.

    Notes
    -----
    **Exact.** Reaching the points is enough, and more is enough too.
    """

    def __init__(
        self,
        variant: str | Variant = "six",
        *,
        players: Sequence[str] | None = None,
        seed: int | None = None,
        stake: int = 1,
        points: int | None = None,
    ) -> None:
        self.variant = variant_record(variant)
        self.players, self.seed, self.stake, self.points_to_win = players, seed, stake, points
        self.games: tuple[Game, ...] = ()

    @property
    def account(self) -> Account:
        """The account of the games that are over."""
        account = Account(self.variant.players, stake=self.stake)
        for game in self.games:
            if game.over:
                account.enter(game)
        return account

    @property
    def points(self) -> tuple[int, ...]:
        """Stakes each player has won, what he has lost not taken off."""
        lines = self.account.lines
        columns = zip(*(line.gains for line in lines), strict=True) if lines else ((),) * self.variant.players
        return tuple(sum(gain for gain in column if gain > 0) // self.stake for column in columns)

    @property
    def games_won(self) -> tuple[int, ...]:
        """Games each player has won, each counted once whatever its stakes; see `board_text.game_pegs`."""
        won = [player for line in self.account.lines for player in line.winners]
        return tuple(won.count(player) for player in range(self.variant.players))

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who have won the match."""
        if self.points_to_win is None:
            return ()
        return tuple(player for player, won in enumerate(self.points) if won >= self.points_to_win)

    def begin(self) -> Game:
        """Begin the next game."""
        if self.games and not self.games[-1].over:
            raise RuleError(f"a game is going on: {self.games[-1]!r}")
        if self.winners:
            raise RuleError(f"the match is won: {self.points} of {self.points_to_win} points")
        seed = None if self.seed is None else (self.seed + len(self.games)) % SEED_LIMIT
        dealer, seating = None, None
        if self.games:
            dealer, seating = next_first_dealer(self.games[-1]), self.games[-1].position.seating
        game = Game(self.variant, players=self.players, seed=seed, dealer=dealer, seating=seating)
        self.games = (*self.games, game)
        return game
