"""The rows of the laws: first those of the oldest books, then those of later ones.

Situations and remedies are in words of our own; the facts are of the books that each row names.
"""

from typing import Any

from cribstat.rules.laws.record import CLAIMED, EXCESS, FRESH, LEAD, STAND, UNMARKED, Law

FOSTER, NEW_HOYLE, ENQUIRE = "Foster", "New Hoyle", "Enquire Within"
ACC, CASSELL, ACCORDING = "ACC", "Cassell", "According to Hoyle"
CHOICE = (FRESH, STAND)
DEALING = ("deal", "lay_out")
TO_START = ("lay_out", "from_pack", "cut_start")
PLAYING = ("play", "show")
WHOLE_DEAL = ("cut_pack", "deal", *TO_START, *PLAYING)
ANY_TIME = ("cut_deal", "three_for_last", "shuffle", *WHOLE_DEAL)


def _dealer(code: str, sources: tuple[str, ...], situation: str, **changes: Any) -> Law:
    """Make a row of the commonest kind: a fault of the dealer, 2 points and the choice of a fresh deal."""
    fields: dict[str, Any] = {
        "offender": "dealer",
        "when": DEALING,
        "points": 2,
        "gains": "adversary",
        "effect": "choice",
        "options": CHOICE,
        "chooser": "adversary",
    }
    return Law(code, sources, situation, **(fields | changes))


def _two(code: str, sources: tuple[str, ...], situation: str, **changes: Any) -> Law:
    """Make a row that gives 2 points to the adversary of whoever offends."""
    fields: dict[str, Any] = {"offender": "any", "when": ANY_TIME, "points": 2, "gains": "adversary"}
    return Law(code, sources, situation, **(fields | changes))


_CUTTING = (
    Law(
        "CUT-EXPOSE",
        (FOSTER,),
        "more than one card is shown in cutting for seats or the first deal",
        "cutter",
        ("cut_deal",),
        remedy="the same player cuts again",
        effect="cut_again",
    ),
    Law(
        "CUT-PACKET",
        (FOSTER,),
        "a packet of too few cards is lifted or left when the pack is cut for the deal",
        "pone",
        ("cut_pack",),
        remedy="the pack is cut again",
        effect="cut_again",
    ),
)
_DEALING = (
    Law(
        "DEAL-FACED",
        (FOSTER,),
        "a card lies face up in the pack",
        "nobody",
        ANY_TIME,
        remedy="a misdeal: the same dealer deals afresh; earlier deals stand good",
        effect="redeal",
        options=(FRESH,),
    ),
    Law(
        "PACK-IMPERFECT",
        (FOSTER,),
        "a card of the pack is missing, wrong or too many",
        "nobody",
        ANY_TIME,
        remedy="a misdeal: a fresh deal with a right pack; cuts, deals and scores before stand good",
        effect="redeal",
        options=(FRESH,),
    ),
    _dealer(
        "DEAL-TURN",
        (FOSTER,),
        "a player deals out of turn",
        when=("cut_pack", "deal", "lay_out"),
        remedy="stopped before the other lifts his cards, the deal is void and the right player deals;"
        " too late, it stands without penalty",
        effect="right_dealer",
        options=(),
        chooser="nobody",
    ),
    _dealer(
        "DEAL-UNCUT",
        (FOSTER,),
        "the dealer does not have the pack cut",
        blind=True,
        when=("cut_pack", "lay_out"),
    ),
    _dealer(
        "DEAL-EXPOSE",
        (FOSTER,),
        "the dealer shows a card in dealing",
        blind=True,
        profiles=("foster", "enquire"),
    ),
    _dealer("DEAL-EXPOSE-ADV", (FOSTER, NEW_HOYLE), "the dealer shows one of his adversary's cards"),
    Law(
        "DEAL-SHOW-OWN",
        (NEW_HOYLE,),
        "the dealer shows cards of his own in dealing",
        "dealer",
        DEALING,
        remedy="he may; the deal stands",
    ),
    _dealer(
        "DEAL-MISPLACED",
        (FOSTER,),
        "a card goes to the wrong place or in the wrong order and the next one is dealt upon it",
        blind=True,
    ),
    _dealer("DEAL-COUNT", (FOSTER,), "a player is dealt too many or too few cards", when=("lay_out",)),
    _dealer(
        "DEAL-COUNT-PONE",
        (FOSTER,),
        "it is pone's own hand that has the wrong number",
        when=("lay_out",),
        remedy="told before he lifts his cards: a fresh deal, or the deal stands; told later: a fresh deal",
    ),
    Law(
        "FIX-PONE-OVER",
        (FOSTER,),
        "the deal stands and pone holds too many",
        "nobody",
        ("lay_out",),
        remedy="he puts back on the pack what is too many, unseen and unnamed",
        effect="hand",
    ),
    Law(
        "FIX-DEALER-OVER",
        (FOSTER,),
        "the deal stands and the dealer holds too many",
        "nobody",
        ("lay_out",),
        remedy="pone draws what is too many unseen from his hand and puts it on the pack;"
        " he may look at it only where the dealer has seen his hand",
        effect="hand",
    ),
    Law(
        "FIX-UNDER",
        (FOSTER,),
        "the deal stands and a hand is short",
        "nobody",
        ("lay_out",),
        remedy="it is made up from the top of the pack",
        effect="hand",
    ),
    _two(
        "PACK-MEDDLE",
        (NEW_HOYLE,),
        "a player shuffles or handles the pack between the deal and the turning of the start",
        when=TO_START,
    ),
)
_MARKING = (
    Law(
        "SCORE-OVER",
        (NEW_HOYLE, ENQUIRE),
        "more is marked than is due, in the play, for a hand or for the crib",
        "any",
        (*ANY_TIME, "over"),
        points=EXCESS,
        gains="adversary",
        remedy="the excess is put back, then the adversary marks as much (option overcount)",
        effect="put_back",
    ),
    Law(
        "SCORE-UNDER",
        (NEW_HOYLE, ENQUIRE),
        "less is marked than is due",
        "any",
        ANY_TIME,
        remedy="what is not marked in time is lost; with muggins the adversary may take it",
        effect="lose_points",
    ),
    _two("PEG-TOUCH", (NEW_HOYLE,), "a player touches the pegs without having points to mark"),
    Law(
        "PEG-FRONT",
        (NEW_HOYLE, ENQUIRE),
        "a player takes out his own front peg",
        "any",
        ANY_TIME,
        points=LEAD,
        remedy="the peg goes behind the other one: he loses what it was ahead",
        effect="take_front",
    ),
    Law(
        "PACK-UNSCORED",
        (NEW_HOYLE,),
        "a player lays his cards on the pack without marking his hand or crib",
        "any",
        ("show",),
        points=UNMARKED,
        remedy="he may, and marks nothing for them afterwards",
        effect="pack_up",
    ),
    Law(
        "MUGGINS-FALSE",
        (ACC,),
        "muggins is called where nothing was left unmarked",
        "any",
        ANY_TIME,
        points=CLAIMED,
        gains="adversary",
        remedy="only where the option muggins is on",
        effect="muggins_false",
    ),
    Law(
        "BYSTANDER",
        (NEW_HOYLE, ENQUIRE),
        "a looker-on interferes or speaks",
        "bystander",
        (*ANY_TIME, "over"),
        remedy="he pays the stakes that are lost; the board does not change",
    ),
)
_LATER = (
    _dealer(
        "X-PONE-EXPOSE",
        (CASSELL,),
        "pone shows a card of his own during the deal",
        offender="pone",
        points=0,
        gains="nobody",
        chooser="dealer",
        blind=True,
        profiles=("enquire",),
    ),
    _two(
        "X-CUT-TOUCH",
        (ENQUIRE,),
        "pone touches the pack after it was cut for the start",
        offender="pone",
        when=("cut_start", "play"),
        forfeit=True,
        profiles=("enquire",),
    ),
    Law(
        "X-START-PACKET",
        (ENQUIRE,),
        "too few cards are lifted or left when the pack is cut for the start",
        "pone",
        ("cut_start",),
        remedy="the pack is cut again",
        effect="cut_again",
        profiles=("enquire",),
    ),
    Law(
        "X-CRIB-RECALL",
        (ENQUIRE, ACC),
        "a player would take back a card he has laid out",
        "any",
        TO_START,
        remedy="the card stays in the crib",
        profiles=("enquire", "modern", "acc"),
    ),
    _two(
        "X-CRIB-MIX",
        (ENQUIRE, ACC),
        "a player confuses his hand with the crib",
        when=(*TO_START, *PLAYING),
        points=3,
        remedy="the cards are put where they belong",
        profiles=("enquire", "modern", "acc"),
    ),
    _two(
        "X-CRIB-PEEP",
        (ACC,),
        "a player looks at the crib before its time",
        when=(*TO_START, *PLAYING),
        profiles=("modern", "acc"),
    ),
    _two(
        "X-BOTTOM",
        (ACC,),
        "a player looks at the bottom card of the pack or of a packet",
        when=("cut_pack", "deal", *TO_START),
        profiles=("modern", "acc"),
    ),
    Law(
        "X-HEELS-LATE",
        (ENQUIRE, ACC),
        "the dealer has played before marking his heels",
        "dealer",
        ("play",),
        remedy="the two for his heels are lost: they are not marked afterwards",
        profiles=("enquire", "modern", "acc"),
    ),
    Law(
        "X-ASSIST",
        (ENQUIRE,),
        "a player asks the adversary to help him count",
        "any",
        PLAYING,
        remedy="he has no claim to help",
        profiles=("enquire",),
    ),
    Law(
        "X-AMEND",
        (ENQUIRE,),
        "a player would count a hand or crib again that he has marked",
        "any",
        ("show", "shuffle", "over"),
        remedy="it stays as it was marked",
        profiles=("enquire",),
    ),
    _two(
        "X-PEG-ADV",
        (ENQUIRE,),
        "a player touches the adversary's pegs other than to peg him back",
        profiles=("enquire",),
    ),
    Law(
        "X-FALSE-WIN",
        (ENQUIRE,),
        "a game is marked as won that is not",
        "any",
        ("over",),
        remedy="the offender loses the game",
        effect="false_win",
        profiles=("enquire", "acc"),
    ),
    Law(
        "X-SCORE-LATE",
        (ENQUIRE,),
        "points are claimed after the next card is played or the cards are packed",
        "any",
        ("play", "show", "shuffle"),
        remedy="they are lost",
        profiles=("enquire",),
    ),
    Law(
        "X-RESIGN",
        (ENQUIRE,),
        "a player throws up his cards and will not count",
        "any",
        WHOLE_DEAL,
        remedy="he loses the game",
        effect="lose_game",
        profiles=("enquire",),
    ),
    _two(
        "X-RENEGE",
        (ENQUIRE, ACC),
        "a player says go while a card of his comes in",
        when=("play",),
        remedy="the card is to be played",
        forfeit=True,
        profiles=("enquire", "modern", "acc"),
    ),
    Law(
        "X-PACK-MIX",
        (ENQUIRE,),
        "a hand or crib is mixed with the pack before it is counted",
        "any",
        (*TO_START, *PLAYING),
        remedy="the offender loses the game",
        effect="lose_game",
        profiles=("enquire",),
    ),
    _two(
        "X-HAND-LATE",
        (ACCORDING,),
        "after the laying out one hand has the wrong number, the other and the crib are right",
        when=("from_pack", "cut_start", "play"),
        remedy="a fresh deal without points, or 2 points and the hand is put right",
        effect="choice_or_points",
        options=CHOICE,
        chooser="adversary",
        profiles=("enquire", "modern"),
    ),
    _two(
        "X-CRIB-LATE",
        (ACCORDING,),
        "both hands are right and the crib has the wrong number",
        offender="dealer",
        when=("cut_start", *PLAYING),
        remedy="the crib is put right",
        profiles=("enquire", "modern"),
    ),
    Law(
        "X-START-TWO",
        (ACC,),
        "the dealer turns more than one card for the start",
        "dealer",
        ("play",),
        remedy="the upper one is the start; both may look at the others",
        profiles=("modern", "acc"),
    ),
    _two(
        "X-START-MIXED",
        (ACC,),
        "the start is mixed into a hand, the crib or the pack",
        when=PLAYING,
        profiles=("modern", "acc"),
    ),
)

ROWS = (*_CUTTING, *_DEALING, *_MARKING, *_LATER)
