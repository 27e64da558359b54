"""A game of cribbage as a machine: every act is a method, every event a record."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from numpy.typing import ArrayLike

from cribstat.game.actions import Action, due_actions
from cribstat.game.acts import ACTS, check_arguments
from cribstat.game.board import Board, refuse_unprintable
from cribstat.game.chance import Chance
from cribstat.game.cutting import begin, check_seating
from cribstat.game.events import Event
from cribstat.game.files import load_game, save_game
from cribstat.game.position import Position
from cribstat.rules import RuleError, Variant, is_list
from cribstat.rules import variant as variant_record

NAMES = ("A", "B", "C", "D")


class Beginning(NamedTuple):
    """What a game began with: the first dealer if he was known, the order round the table, scores by side."""

    dealer: int | None
    seating: tuple[int, ...]
    scores: tuple[int, ...]


class Game:
    """A game from the cut for the deal to the last hole, act by act.

    Parameters
    ----------
    variant
        A name or a record with options.
    players
        Names of the players; A, B, ... without. Players are numbered from 0 in the order given, which is
        their order round the table to the left; only with four the cut seats them.
    seed
        0 to 2**64 - 1 for cuts and packs by chance (see `cribstat.game.chance`); None where they are given.
    dealer
        The first dealer, where he is known; None begins with the cut for the deal.
    seating
        Players in order round the table to the left, with player 0 first; 0, 1, ... without.
    scores
        Scores by side, to begin midway.

    Attributes
    ----------
    variant, players, seed
        As given.
    began
        First dealer, seating and scores as given.
    events
        One `Event` an act.

    Raises
    ------
    CardError, HandError
        Something is no card, a card stands twice, or a number of cards is wrong.
    RuleError
        An unknown variant, player or score; from every act, one that is not due or not allowed, after which
        nothing is changed.

    Notes
    -----
    Exact. The game ends at the moment a side reaches the target, whatever is under way: nothing later
    counts, and the other sides stay where they are. The scores are those of the pegs: `board`.

    Examples
    --------
    >>> game = Game("six", seed=7, dealer=0)
    >>> game.shuffle(), game.cut_pack(), game.deal()  # doctest: +ELLIPSIS
    (...)
    >>> game.phase, game.actions()[0].act
    ('lay_out', 'lay_out')
    """

    def __init__(
        self,
        variant: str | Variant = "six",
        *,
        players: Sequence[str] | None = None,
        seed: int | None = None,
        dealer: int | None = None,
        seating: Sequence[int] | None = None,
        scores: Sequence[int] | None = None,
    ) -> None:
        self.variant = variant_record(variant)
        count = self.variant.players
        for name, values in {"players": players, "seating": seating, "scores": scores}.items():
            if values is not None and not is_list(values):
                raise RuleError(f"'{name}' is a list, not {values!r}")
        self.players = tuple(NAMES[:count] if players is None else map(str, players))
        if len(self.players) != count or len(set(self.players)) != count:
            raise RuleError(f"{self.variant.name} has {count} players of different names: {self.players}")
        refuse_unprintable(self.players)
        Chance(seed, 1)
        self.seed = seed
        self.events: tuple[Event, ...] = ()
        table = tuple(range(count) if seating is None else seating)
        self._position = self._first_position(dealer, table, scores)
        self.began = Beginning(dealer, table, self.scores)

    @classmethod
    def load(cls, path: str | Path) -> "Game":
        """Read a game from its file by playing it again, as far as it goes.

        Raises
        ------
        RuleError
            The file cannot be read, or a line (the message names it) is no record or breaks the rules.
        """
        return load_game(path, cls)

    def save(self, path: str | Path) -> None:
        """Write the game to a file of JSON Lines, in place of an earlier one: whole or not at all.

        Raises
        ------
        OSError
            The file cannot be written.
        """
        save_game(self, path)

    @property
    def position(self) -> Position:
        """A copy of everything that the machine knows, hidden cards too."""
        return self._position.copy()

    @property
    def board(self) -> Board:
        """The pegs of all sides."""
        return self._position.board

    @property
    def scores(self) -> tuple[int, ...]:
        """Scores by side."""
        return self._position.board.scores

    @property
    def phase(self) -> str:
        """What is due: ``cut_deal``, ``shuffle`` ... ``show``, or ``over``."""
        return self._position.phase

    @property
    def winner(self) -> int | None:
        """The side that has won; None while the game goes on."""
        return self._position.winner

    @property
    def over(self) -> bool:
        """Whether a side has won."""
        return self.winner is not None

    @property
    def dealer(self) -> int | None:
        """The player who deals, or is about to; None before the cut."""
        return self._position.dealer

    def side(self, player: int) -> int:
        """Return the side of a player; with four players known after the cut."""
        return self._position.side(self._position.known(player))

    def actions(self) -> tuple[Action, ...]:
        """Return every act that is allowed now, with who does it and what may be chosen.

        What nobody need do is not listed: to choose seats, and to call a law.
        """
        return due_actions(self._position)

    def cut(self, player: int, card: str | int | None = None, *, exposed: str | ArrayLike = ()) -> Event:
        """Cut for the deal: a card, or one by chance; with further cards exposed the cut is void."""
        return self.do("cut", player=player, card=card, exposed=exposed)

    def choose_seats(self, seating: Sequence[int], player: int | None = None) -> Event:
        """Choose the seats, as the one who won the cut may: players round the table, player 0 first."""
        return self.do("choose_seats", seating=seating, player=player)

    def three_for_last(self, *, marked: int | None = None) -> Event:
        """Mark the three for last: before the first deal, or where deferred once at any time."""
        return self.do("three_for_last", marked=marked)

    def shuffle(self, pack: str | ArrayLike | None = None) -> Event:
        """Shuffle for the next deal, or lay the pack as given, the top first."""
        return self.do("shuffle", pack=pack)

    def cut_pack(self, number: int | None = None) -> Event:
        """Cut the shuffled pack: lift a number of cards, or one by chance."""
        return self.do("cut_pack", number=number)

    def deal(self, *, counts: Sequence[int] | None = None, uncut: bool = False) -> Event:
        """Deal; `counts`, cards by player, and `uncut`, a pack not cut before, are for misdeals."""
        return self.do("deal", counts=counts, uncut=uncut)

    def lay_out(self, player: int, cards: str | ArrayLike) -> Event:
        """Lay out a player's cards for the crib."""
        return self.do("lay_out", player=player, cards=cards)

    def from_pack(self) -> Event:
        """Put the top of the pack into the crib, where the variant has it."""
        return self.do("from_pack")

    def cut_start(self, number: int | None = None, *, marked: int | None = None) -> Event:
        """Lift a number of cards, or one by chance, and turn the next: the start."""
        return self.do("cut_start", number=number, marked=marked)

    def play(self, card: str | int, player: int | None = None, *, marked: int | None = None) -> Event:
        """Lay a card from the hand of the player on turn."""
        return self.do("play", card=card, player=player, marked=marked)

    def go(self, player: int | None = None) -> Event:
        """Say go for the player on turn."""
        return self.do("go", player=player)

    def show(self, player: int | None = None, *, marked: int | None = None) -> Event:
        """Show and mark what comes next: the hands in turn, then the crib."""
        return self.do("show", player=player, marked=marked)

    def irregularity(self, code: str, player: int | None = None, **told: Any) -> Event:
        """Call a law by its code and do what it says in this game's law profile.

        Parameters
        ----------
        code
            Such as ``DEAL-UNCUT``; `cribstat.rules.laws` lists them.
        player
            Who offends; dealer, pone of two and the one who marked last need not be named.
        **told
            ``choice`` (``FRESH`` or ``STAND``), ``lifted`` (the one who chooses had lifted his cards), ``by``
            (who claims or chooses), ``points`` (claimed by muggins), ``cards`` (put back from a hand).

        Examples
        --------
        >>> game = Game("six", seed=7, dealer=0)
        >>> _ = game.shuffle(), game.irregularity("DEAL-UNCUT", choice="STAND")
        >>> game.scores, game.phase
        ((0, 2), 'deal')
        """
        return self.do("irregularity", code=code, player=player, **told)

    def do(self, act: str, **arguments: Any) -> Event:
        """Do an act by its name.

        Parameters
        ----------
        act
            ``cut``, ``shuffle`` ..., the name of a method.
        **arguments
            What that method takes, by name.

        Returns
        -------
        Event
            Its record, now the last of `events`.

        Raises
        ------
        CardError, HandError, RuleError
            As the method does. Nothing is changed.
        """
        if act not in tuple(ACTS):
            raise RuleError(f"unknown act '{act}': {', '.join(ACTS)} are known")
        check_arguments(act, arguments)
        number = len(self.events) + 1
        position, chance = self._position.copy(), Chance(self.seed, number)
        position.marks = ()
        if ACTS[act].settles:
            position.marking = None
        told = ACTS[act].does(position, chance, **arguments)
        if chance.drawn:
            told["drawn"] = True
        marking = position.marking
        if "marked" in ACTS[act].arguments and marking and marking.due != marking.marked:
            told |= {"due": marking.due, "marked": marking.marked}
        event = Event(number, position.deal, act, told, position.marks, position.board.scores)
        self._position = position
        self.events = (*self.events, event)
        return event

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if isinstance(other, Game) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        scores = "-".join(map(str, self.scores))
        return f"<Game {self.variant.name}: {scores} at {self.phase}, deal {self._position.deal}>"

    def _first_position(
        self, dealer: int | None, table: tuple[int, ...], scores: Sequence[int] | None
    ) -> Position:
        """Return the position before the first act."""
        record, target = self.variant, self.variant.target
        board = Board.start(record) if scores is None else Board.of(scores, target=target)
        if len(board.pegs) != record.sides:
            raise RuleError(f"{record.name} has {record.sides} scores, one a side, not {len(board.pegs)}")
        if board.winner is not None:
            raise RuleError(f"a game does not begin at its target: {board.scores}")
        everybody = tuple(range(record.players))
        check_seating(table, record.players)
        position = Position(record, board, table, cutters=everybody, ranks=((),) * record.players)
        if dealer is not None:
            position.cutters = ()
            begin(position, position.known(dealer))
        return position
