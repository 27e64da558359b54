"""How the profiles change the rows of the laws, and laws by their code."""

from dataclasses import replace
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from cribstat.rules.laws.record import EXCESS, FRESH, STAND, Law
from cribstat.rules.laws.rows import ACC, ENQUIRE, FOSTER, NEW_HOYLE, ROWS
from cribstat.rules.variants import LAW_PROFILES, RuleError

_FRESH_FREE = {
    "points": 0,
    "gains": "nobody",
    "remedy": "the same dealer deals afresh, without points",
    "effect": "redeal",
    "options": (FRESH,),
    "chooser": "nobody",
    "blind": False,
}
_FRESH_AND_POINTS = {
    "remedy": "a misdeal: the same dealer deals afresh",
    "effect": "redeal",
    "options": (FRESH,),
    "chooser": "nobody",
}
_BY_ENQUIRE, _BY_ACC = {"sources": (ENQUIRE,)}, {"sources": (ACC,)}
_BY_THE_CONGRESS: dict[str, dict[str, Any]] = {
    "X-CRIB-RECALL": {"points": 2, "gains": "adversary", **_BY_ACC},
    "X-CRIB-MIX": {"points": 2, **_BY_ACC},
    "X-RENEGE": {
        "remedy": "called once for each card that could have been played; the play is put back",
        "forfeit": False,
        **_BY_ACC,
    },
    "X-HEELS-LATE": _BY_ACC,
}
# Only what a book itself says otherwise; a book that is silent leaves the row as it is.
_CHANGES: dict[str, dict[str, dict[str, Any]]] = {
    "foster": {
        "DEAL-EXPOSE-ADV": {"blind": True, "sources": (FOSTER,)},
        "DEAL-SHOW-OWN": {
            "sources": (FOSTER,),
            "points": 2,
            "gains": "adversary",
            "remedy": "",
            "effect": "choice",
            "options": (FRESH, STAND),
            "chooser": "adversary",
            "blind": True,
        },
    },
    "newhoyle": {"DEAL-EXPOSE-ADV": {"sources": (NEW_HOYLE,)}},
    "enquire": {
        "DEAL-EXPOSE": _FRESH_FREE | _BY_ENQUIRE,
        "DEAL-EXPOSE-ADV": _FRESH_FREE | _BY_ENQUIRE,
        "DEAL-SHOW-OWN": _FRESH_FREE | _BY_ENQUIRE,
        "DEAL-COUNT": _FRESH_AND_POINTS | _BY_ENQUIRE,
        "DEAL-COUNT-PONE": _FRESH_AND_POINTS | _BY_ENQUIRE,
        "PEG-TOUCH": {
            **_BY_ENQUIRE,
            "points": 0,
            "gains": "nobody",
            "remedy": "only the adversary's pegs are forbidden: see X-PEG-ADV",
        },
        "BYSTANDER": {
            **_BY_ENQUIRE,
            "remedy": "unless he was asked, he pays the stakes that are lost; the board does not change",
        },
    },
    "modern": _BY_THE_CONGRESS,
    "acc": {
        **_BY_THE_CONGRESS,
        "DEAL-COUNT": _FRESH_FREE | _BY_ACC,
        "DEAL-COUNT-PONE": _FRESH_FREE | _BY_ACC,
        "X-FALSE-WIN": {
            **_BY_ACC,
            "points": EXCESS,
            "gains": "adversary",
            "remedy": "what was claimed too much is put back, the adversary marks as much,"
            " and the offender goes back 15 more",
            "effect": "false_claim",
        },
    },
    "off": {},
}
_BY_CODE = MappingProxyType({row.code: row for row in ROWS})


def law(code: str, profile: str | None = None) -> Law:
    """Return a law by its code, as a profile has it.

    Parameters
    ----------
    code
        Such as ``DEAL-UNCUT``; small letters will do.
    profile
        ``foster``, ``newhoyle``, ``enquire``, ``modern`` or ``acc``; None gives the row as it stands.

    Raises
    ------
    RuleError
        An unknown code or profile, or a law that does not hold in the profile.

    Examples
    --------
    >>> law("deal-expose", "foster").options, law("deal-expose", "enquire").options
    (('FRESH', 'STAND'), ('FRESH',))
    """
    name = code.upper()
    if name not in _BY_CODE:
        near = get_close_matches(name, _BY_CODE, n=3, cutoff=0.4)
        hint = f"; near it: {', '.join(near)}" if near else ""
        raise RuleError(f"unknown law '{code}': 'cribstat laws' lists the {len(_BY_CODE)}{hint}")
    row = _BY_CODE[name]
    if profile is None:
        return row
    _check(profile)
    if profile not in row.profiles:
        raise RuleError(f"the law {name} does not hold in the profile '{profile}', only in {_list(row)}")
    return replace(row, **_CHANGES[profile].get(name, {}))


def laws(profile: str | None = None) -> tuple[Law, ...]:
    """Return all laws that hold in a profile, in the order of a game; None gives every row as it stands.

    Raises
    ------
    RuleError
        An unknown profile.

    Examples
    --------
    >>> len(laws("foster")) < len(laws("enquire")) < len(laws()), laws("off")
    (True, ())
    """
    if profile is None:
        return ROWS
    _check(profile)
    return tuple(law(row.code, profile) for row in ROWS if profile in row.profiles)


def differences(code: str) -> dict[str, dict[str, Any]]:
    """Return what each profile changes of a law's row, field and value; a silent profile is left out.

    Raises
    ------
    RuleError
        An unknown code.

    Examples
    --------
    >>> differences("X-CRIB-MIX")["modern"]
    {'points': 2, 'sources': ('ACC',)}
    """
    row = law(code)
    found: dict[str, dict[str, Any]] = {}
    for profile, changed in _CHANGES.items():
        fields = changed.get(row.code, {}).items()
        if fields:
            found[profile] = {name: value for name, value in fields if getattr(row, name) != value}
    return found


def _check(profile: str) -> None:
    """Refuse a profile that is none."""
    if profile not in LAW_PROFILES:
        raise RuleError(f"unknown law profile '{profile}': {', '.join(LAW_PROFILES)} are known")


def _list(row: Law) -> str:
    """List the profiles in which a row holds."""
    return ", ".join(row.profiles)
