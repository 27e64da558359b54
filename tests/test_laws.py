"""The table of laws: every code of the books, what profiles make of them, and what is refused."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from cribstat.rules import LAW_PROFILES, RuleError, options_of
from cribstat.rules.laws import FRESH, STAND, differences, law, laws

# Points of the fixed penalties as the row stands. SOURCE: Foster and a New Hoyle.
OLD = {
    "CUT-EXPOSE": 0,
    "CUT-PACKET": 0,
    "DEAL-FACED": 0,
    "PACK-IMPERFECT": 0,
    "DEAL-TURN": 2,
    "DEAL-UNCUT": 2,
    "DEAL-EXPOSE": 2,
    "DEAL-EXPOSE-ADV": 2,
    "DEAL-SHOW-OWN": 0,
    "DEAL-MISPLACED": 2,
    "DEAL-COUNT": 2,
    "DEAL-COUNT-PONE": 2,
    "FIX-PONE-OVER": 0,
    "FIX-DEALER-OVER": 0,
    "FIX-UNDER": 0,
    "PACK-MEDDLE": 2,
    "SCORE-OVER": "excess",
    "SCORE-UNDER": 0,
    "PEG-TOUCH": 2,
    "PEG-FRONT": "lead",
    "PACK-UNSCORED": "unmarked",
    "MUGGINS-FALSE": "claimed",
    "BYSTANDER": 0,
}
# Points by profile; a profile that is missing has no such law.
# SOURCE: Cassell, Enquire Within, According to Hoyle, the American Cribbage Congress.
LATER = {
    "X-PONE-EXPOSE": {"enquire": 0},
    "X-CUT-TOUCH": {"enquire": 2},
    "X-START-PACKET": {"enquire": 0},
    "X-CRIB-RECALL": {"enquire": 0, "modern": 2, "acc": 2},
    "X-CRIB-MIX": {"enquire": 3, "modern": 2, "acc": 2},
    "X-CRIB-PEEP": {"modern": 2, "acc": 2},
    "X-BOTTOM": {"modern": 2, "acc": 2},
    "X-HEELS-LATE": {"enquire": 0, "modern": 0, "acc": 0},
    "X-ASSIST": {"enquire": 0},
    "X-AMEND": {"enquire": 0},
    "X-PEG-ADV": {"enquire": 2},
    "X-FALSE-WIN": {"enquire": 0, "acc": "excess"},
    "X-SCORE-LATE": {"enquire": 0},
    "X-RESIGN": {"enquire": 0},
    "X-RENEGE": {"enquire": 2, "modern": 2, "acc": 2},
    "X-PACK-MIX": {"enquire": 0},
    "X-HAND-LATE": {"enquire": 2, "modern": 2},
    "X-CRIB-LATE": {"enquire": 2, "modern": 2},
    "X-START-TWO": {"modern": 0, "acc": 0},
    "X-START-MIXED": {"modern": 2, "acc": 2},
}
# What the books say of one fault: points, options, and whether the choice is blind.
FAULTS = [
    ("DEAL-SHOW-OWN", "foster", 2, (FRESH, STAND), True),
    ("DEAL-SHOW-OWN", "newhoyle", 0, (), False),
    ("DEAL-SHOW-OWN", "enquire", 0, (FRESH,), False),
    ("DEAL-EXPOSE-ADV", "foster", 2, (FRESH, STAND), True),
    ("DEAL-EXPOSE-ADV", "newhoyle", 2, (FRESH, STAND), False),
    ("DEAL-EXPOSE-ADV", "enquire", 0, (FRESH,), False),
    ("DEAL-COUNT", "foster", 2, (FRESH, STAND), False),
    ("DEAL-COUNT", "newhoyle", 2, (FRESH, STAND), False),
    ("DEAL-COUNT", "enquire", 2, (FRESH,), False),
    ("DEAL-COUNT", "acc", 0, (FRESH,), False),
    ("DEAL-COUNT-PONE", "acc", 0, (FRESH,), False),
    ("DEAL-UNCUT", "modern", 2, (FRESH, STAND), True),
    ("PEG-TOUCH", "foster", 2, (), False),
    ("PEG-TOUCH", "enquire", 0, (), False),
]


def test_every_code_is_there_once() -> None:
    assert {row.code: row.points for row in laws() if row.code in OLD} == OLD
    codes = [row.code for row in laws()]
    assert sorted(codes) == sorted([*OLD, *LATER])


@pytest.mark.parametrize("code", LATER)
def test_later_laws_hold_where_their_book_is_followed(code: str) -> None:
    for profile in LAW_PROFILES:
        if profile in LATER[code]:
            assert law(code, profile).points == LATER[code][profile]
        else:
            with pytest.raises(RuleError, match=f"{code}.*{profile}"):
                law(code, profile)


@pytest.mark.parametrize("code", OLD)
def test_old_laws_hold_in_every_profile_but_off(code: str) -> None:
    for profile in LAW_PROFILES[:-1]:
        if code == "DEAL-EXPOSE" and law("DEAL-SHOW-OWN", profile).effect == "none":
            with pytest.raises(RuleError, match="only in foster, enquire"):  # his own cards he may show
                law(code, profile)
        else:
            assert law(code, profile).code == code
    with pytest.raises(RuleError, match="off"):
        law(code, "off")


@pytest.mark.parametrize(("code", "profile", "points", "options", "blind"), FAULTS)
def test_books_that_differ(
    code: str, profile: str, points: int, options: tuple[str, ...], blind: bool
) -> None:
    found = law(code, profile)
    assert (found.points, found.options, found.blind) == (points, options, blind)


@pytest.mark.parametrize("profile", LAW_PROFILES)
def test_rows_of_a_profile_agree_with_themselves(profile: str) -> None:
    for row in laws(profile):
        assert (row.gains == "nobody") == (row.points in (0, "lead", "unmarked"))
        assert (row.effect in ("choice", "choice_or_points")) == (row.options == (FRESH, STAND))
        assert (row.effect == "redeal") == (row.options == (FRESH,))
        assert (row.chooser != "nobody") == (len(row.options) == 2)
        assert row.chooser == "nobody" or row.chooser != row.offender
        assert not row.blind or row.options
        assert row.when
        assert row.situation != row.remedy


@pytest.mark.parametrize(
    ("profile", "own"),
    [("foster", 15), ("newhoyle", 9), ("enquire", 23), ("acc", 12), ("modern", 11)],
)
def test_each_row_names_the_book_it_is_of(profile: str, own: int) -> None:
    books = {
        "foster": {"Foster"},
        "newhoyle": {"New Hoyle"},
        "enquire": {"Enquire Within"},
        "acc": {"ACC"},
        "modern": {"ACC", "According to Hoyle"},
    }
    assert sum(bool(books[profile] & set(row.sources)) for row in laws(profile)) == own


def test_profiles_are_those_of_the_variants() -> None:
    for name in ("five", "six"):
        assert set(options_of(name)["law_profile"]) == set(LAW_PROFILES)
    assert LAW_PROFILES[-1] == "off"
    assert laws("off") == ()


def test_differences_are_those_of_the_rows() -> None:
    for row in laws():
        changed = differences(row.code)
        assert set(changed) <= set(row.profiles)
        for profile in row.profiles:
            there = law(row.code, profile)
            for field in changed.get(profile, {}):
                assert getattr(there, field) != getattr(row, field)


def test_small_letters_will_do() -> None:
    assert law("peg-front") == law("PEG-FRONT")


def test_records_are_frozen_and_become_plain_values() -> None:
    with pytest.raises(FrozenInstanceError):
        law("PEG-FRONT").points = 3  # type: ignore[misc]
    values = law("DEAL-UNCUT").to_dict()
    assert values["options"] == ["FRESH", "STAND"]
    assert values["code"] == "DEAL-UNCUT"


@pytest.mark.parametrize(
    ("code", "profile", "named"),
    [
        ("DEAL-UNKUT", None, "DEAL-UNKUT.*DEAL-UNCUT"),
        ("", None, "''"),
        ("DEAL-UNCUT", "fosters", "fosters.*newhoyle"),
    ],
)
def test_what_is_refused_is_named(code: str, profile: str | None, named: str) -> None:
    with pytest.raises(RuleError, match=named):
        law(code, profile)
    if profile is not None:
        with pytest.raises(RuleError, match=named):
            laws(profile)
