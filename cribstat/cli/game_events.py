"""How a game looks, event by event, on eighty columns and as JSON."""

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cribstat.cards import format_cards
from cribstat.cli.output import cards_text, to_json
from cribstat.game import Account, Action, Event, Game, Loss
from cribstat.game.files import header_of
from cribstat.rules import changed_options
from cribstat.rules.laws import law

if TYPE_CHECKING:
    from rich.console import RenderableType

WIDTH = 80
TEXT = 50
Told = Mapping[str, Any]


def game_json(game: Game) -> str:
    """Write a game with its events and position as JSON."""
    position = game.position
    hidden = {"pack": position.pack, "crib": position.crib}
    by_player = {"hands": position.hands, "laid_out": position.laid_out}
    return to_json(
        {
            **header_of(game),
            "events": [event.to_dict() for event in game.events],
            "position": {
                "phase": game.phase,
                "deal": position.deal,
                "dealer": position.dealer,
                "seating": list(position.seating),
                "scores": list(game.scores),
                "back_pegs": list(game.board.backs),
                "winner": game.winner,
                "start": None if position.start is None else format_cards([position.start]),
                **{name: format_cards(cards) for name, cards in hidden.items()},
                **{name: [format_cards(cards) for cards in groups] for name, groups in by_player.items()},
                "actions": [_action_dict(action) for action in game.actions()],
            },
        }
    )


def game_lines(game: Game) -> Iterator["RenderableType"]:
    """Yield what is printed for a game: its events, deal by deal, and how it stands."""
    from rich.text import Text

    changed = "".join(f", {key}={value}" for key, value in changed_options(game.variant).items())
    seed = "cuts and packs as given" if game.seed is None else f"seed {game.seed}"
    sides = " - ".join("+".join(names) for names in side_players(game))
    for line in textwrap.wrap(f"{game.variant.name}, {seed}{changed}: {sides}", WIDTH):
        yield Text(line)
    yield Text(f"{'event':>5}  {'':<{TEXT}} {'marks':<8} scores")
    yield from event_lines(game)
    yield from standing_lines(game)


def event_lines(game: Game, before: int = 0) -> Iterator["RenderableType"]:
    """Yield the events of a game after the first `before`, deal by deal."""
    from rich.text import Text

    for event in game.events[before:]:
        if event.act == "shuffle":
            yield Text(f"deal {event.deal}: {game.players[event.told['player']]} deals", style="bold")
        yield from _event_lines(event, game)


def standing_lines(game: Game) -> Iterator["RenderableType"]:
    """Yield how a game stands and what may be done now."""
    from rich.text import Text

    scores = zip(side_players(game), game.scores, strict=True)
    standing = ", ".join(f"{'+'.join(names)} {score}" for names, score in scores)
    won = None if game.winner is None else "+".join(side_players(game)[game.winner])
    said = f"at {game.phase}: {standing}" if won is None else f"{won} won: {standing}"
    yield from map(Text, textwrap.wrap(said, WIDTH))
    for action in game.actions():
        first, *others = textwrap.wrap(_action_text(action, game.players), WIDTH - 4)
        yield cards_text(f"  - {first}")
        yield from (cards_text(f"    {line}") for line in others)


def side_players(game: Game) -> list[tuple[str, ...]]:
    """Name the players of every side."""
    sides = range(game.variant.sides)
    everybody = list(enumerate(game.players))
    return [tuple(name for player, name in everybody if game.side(player) == side) for side in sides]


def account_lines(account: Account, players: Sequence[str]) -> Iterator["RenderableType"]:
    """Yield an account, one game a line."""
    from rich.text import Text

    yield Text(f"{'game':>4}  {'won by':<22}{'scores':<14}{'lost':<18}balance of {', '.join(players)}")
    for number, line in enumerate(account.lines, 1):
        won = "+".join(players[player] for player in line.winners)
        lost = ", ".join(loss.name for loss in line.losses if loss is not None)
        scores, balance = "-".join(map(str, line.scores)), " ".join(f"{owed:+}" for owed in line.balance)
        yield Text(f"{number:>4}  {won:<22}{scores:<14}{lost:<18}{balance}")
        if line.bystander:
            yield Text(f"{'':4}  a looker-on who interfered pays {line.bystander} in the losers' stead")


def account_json(account: Account, players: Sequence[str]) -> str:
    """Write an account as JSON."""
    lines = [
        {
            "winners": [players[player] for player in line.winners],
            "scores": list(line.scores),
            "losses": [_loss_dict(loss) for loss in line.losses],
            "gains": list(line.gains),
            "balance": list(line.balance),
            "bystander": line.bystander,
        }
        for line in account.lines
    ]
    return to_json({"players": list(players), "stake": account.stake, "games": lines})


def _loss_dict(loss: Loss | None) -> dict[str, Any] | None:
    """Return a loss as plain values."""
    return None if loss is None else {"name": loss.name, "stakes": loss.stakes}


def _event_lines(event: Event, game: Game) -> Iterator["RenderableType"]:
    """Yield an event: its number, what happened, what was marked, the scores."""
    said = SENTENCES[event.act](event.told, game)
    first, *others = textwrap.wrap(said, TEXT) or [event.act]
    marks = " ".join(f"{mark.points:+}" for mark in event.marks)
    scores = "-".join(map(str, event.scores)) if event.marks else ""
    yield cards_text(f"{event.number:>5}  {first:<{TEXT}} {marks:<8} {scores}".rstrip())
    yield from (cards_text(f"{'':>9}{line}") for line in others)


def _action_dict(action: Action) -> dict[str, Any]:
    """Return an action as plain values."""
    plain: dict[str, Any] = {"act": action.act, "player": action.player}
    if action.cards:
        plain |= {"cards": format_cards(action.cards), "count": action.count}
    if action.numbers is not None:
        plain |= {"least": action.numbers[0], "most": action.numbers[-1]}
    return plain


def _action_text(action: Action, players: Sequence[str]) -> str:
    """Say what may be done."""
    choice = ""
    if action.cards and action.act != "cut":
        choice = f": {action.count} of {format_cards(action.cards)}"
    if action.numbers is not None:
        choice = f": {action.numbers[0]} to {action.numbers[-1]} cards"
    return f"{action.act}, player {action.player} ({players[action.player]}){choice}"


def _counted(told: Told) -> str:
    """Say what points are made of, and where something else was marked."""
    parts = ", ".join(f"{name} {points}" for name, points in told.get("reasons", ()))
    amiss = f"; due {told['due']}, marked {told['marked']}" if "due" in told else ""
    return (f" ({parts})" if parts else "") + amiss


def _who(told: Told, game: Game) -> str:
    """Name the player whose act it was."""
    return game.players[told["player"]]


def _cut(told: Told, game: Game) -> str:
    """Tell a cut for the deal."""
    players = game.players
    said = f"{_who(told, game)} cuts {told['card']}"
    if "exposed" in told:
        return f"{said} and exposes {told['exposed']}: to cut again"
    if "again" in told:
        return f"{said}; {' and '.join(players[player] for player in told['again'])} cut again"
    if "dealer" not in told:
        return said
    table = ", ".join(players[player] for player in told["seating"])
    seats = f", seated {table}" if len(players) > 3 else ""
    return f"{said}; {players[told['dealer']]} deals first{seats}"


def _deal(told: Told, game: Game) -> str:
    """Tell a deal."""
    hands = ", ".join(f"{name} {cards}" for name, cards in zip(game.players, told["hands"], strict=True))
    return f"{_who(told, game)} deals: {hands}"


def _start(told: Told, game: Game) -> str:
    """Tell the start."""
    lifts = f"{_who(told, game)} lifts {told['number']}"
    return f"{lifts}; {game.players[told['dealer']]} turns {told['card']}{_counted(told)}"


def _law(told: Told, game: Game) -> str:
    """Tell which law of the game's profile was called against whom, what has happened and what followed.

    Cards that go back neither shown nor named, or drawn where pone may not look, are counted only.
    """
    row, players = law(told["code"], game.variant.law_profile), game.players
    who = f" ({players[told['player']]})" if "player" in told else ""
    by = players[told["by"]] if "by" in told else ""
    parts = [f"{row.code}{who}: {row.situation}"]
    if "lifted" in told:
        parts.append("the cards were lifted")
    if "choice" in told:
        parts.append(f"{by} chooses {told['choice']}" if by and len(row.options) > 1 else told["choice"])
    elif by:
        parts.append(f"{by} claims {told['points']}")
    if "cards" in told and not told.get("pone_may_look"):
        number = len(told["cards"].split())
        parts.append(f"{number} card{'s' if number > 1 else ''} put back unseen")
    seen = ("part", "due", "added", *(("cards",) if told.get("pone_may_look") else ()))
    parts += [f"{name} {told[name]}" for name in seen if name in told]
    return "; ".join(parts)


SENTENCES: Mapping[str, Callable[[Told, Game], str]] = {
    "cut": _cut,
    "choose_seats": lambda told, game: (
        f"{_who(told, game)} seats {', '.join(game.players[player] for player in told['seating'])}"
    ),
    "three_for_last": lambda told, game: f"{_who(told, game)} marks three for last{_counted(told)}",
    "shuffle": lambda told, game: f"{_who(told, game)} shuffles",
    "cut_pack": lambda told, game: f"{_who(told, game)} cuts the pack, lifting {told['number']}",
    "deal": _deal,
    "irregularity": _law,
    "lay_out": lambda told, game: f"{_who(told, game)} lays out {told['cards']}",
    "from_pack": lambda told, _: f"{told['cards']} goes from the pack into the crib",
    "cut_start": _start,
    "play": lambda told, game: f"{_who(told, game)} plays {told['card']} {told['count']}{_counted(told)}",
    "go": lambda told, game: f"{_who(told, game)} says go{_counted(told)}",
    "show": lambda told, game: f"{_who(told, game)} shows {told['part']} {told['cards']}{_counted(told)}",
}
