"""Policies by name and in files: what is written is read again, what is damaged is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from cribstat.crib import ModelError
from cribstat.policies import Policy, PolicyError, by_published_table
from cribstat.policies.files import read_policies, save_policies
from cribstat.policies.names import named_policies, named_policy, policy_names
from cribstat.policies.solved import solved_policy
from random_policies import mixed, pure, random_choices


def test_what_is_saved_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "both.npz"
    save_policies(path, mixed("dealer"), pure("pone"))
    found = read_policies(path)
    for policy in (mixed("dealer"), pure("pone")):
        again = found[policy.role]
        assert again.digest == policy.digest
        assert (again.name, again.statement, again.dealt) == (policy.name, policy.statement, 5)
        assert (again.codes == policy.codes).all()
        assert (again.mix == policy.mix).all()
    assert list(named_policies(path)) == ["dealer", "pone"]
    pure("pone").save(path)
    assert list(named_policies(str(path))) == ["pone"]
    with pytest.raises(PolicyError, match=r"both\.npz.*pone.*not of the dealer"):
        named_policy(path, "dealer")
    assert [entry.name for entry in tmp_path.iterdir()] == ["both.npz"]


def test_digests_tell_policies_apart() -> None:
    kinds = [
        mixed("dealer"),
        pure("dealer"),
        pure("pone"),
        Policy.from_choices("", "pone", "", random_choices(8), 5),
    ]
    assert len({policy.digest for policy in kinds}) == 4
    named = Policy.from_choices("another name", "pone", "and statement", random_choices(7), 5)
    assert named.digest == pure("pone").digest


def test_two_policies_of_one_role_are_no_pair(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="pone"):
        save_policies(tmp_path / "two.npz", pure("pone"), mixed("pone"))
    with pytest.raises(PolicyError):
        save_policies(tmp_path / "none.npz")
    assert list(tmp_path.iterdir()) == []


def rewritten(path: Path, **changes: object) -> None:
    """Write a file of policies again with some of its arrays changed."""
    with np.load(path) as kept:
        arrays: dict[str, object] = dict(kept)
    np.savez(path, **(arrays | changes))  # type: ignore[arg-type]


def header(path: Path, **changes: object) -> NDArray[np.str_]:
    """Return the header of a file of policies with pone's entry changed."""
    with np.load(path) as kept:
        found = json.loads(str(kept["header"]))
    found["policies"]["pone"] |= changes
    return np.array(json.dumps(found))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda path: path.write_bytes(path.read_bytes()[:-900]), "cannot be read"),
        (lambda path: path.write_bytes(b"PK and so on"), "cannot be read"),
        (lambda path: path.write_text("pair,weight\n5-J,1\n"), "no file of policies"),
        (lambda path: path.write_text("{}"), "no file of policies"),
        (lambda path: path.write_bytes(b""), "no file of policies"),
        (lambda path: np.savez(path, cards=np.arange(5)), "no file of policies"),
        (lambda path: rewritten(path, pone_codes=mixed("pone").codes % 10), "digest"),
        (lambda path: rewritten(path, pone_codes=np.zeros(9, np.uint16)), "pone"),
        (lambda path: rewritten(path, pone_mix=np.zeros((99, 10), np.int64)), "add up"),
        (lambda path: rewritten(path, header=header(path, digest="0")), "digest"),
        (lambda path: rewritten(path, header=header(path, dealt=6)), "962988"),
        (lambda path: rewritten(path, header=np.array('{"format": "other", "policies": {}}')), "other"),
        (
            lambda path: rewritten(
                path, header=np.array('{"format": "cribstat policies 1", "policies": {}}')
            ),
            "roles",
        ),
    ],
)
def test_damaged_and_foreign_files(spoil: Callable[[Path], object], said: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    pure("pone").save(path)
    spoil(path)
    with pytest.raises(PolicyError, match=said) as caught:
        named_policy(path, "pone")
    assert "mine.npz" in str(caught.value)


def test_a_file_whose_mirror_images_are_uneven(tmp_path: Path) -> None:
    first = np.zeros(134459, dtype=np.uint16)
    Policy("first", "pone", "", first, np.zeros((0, 10), np.int64), 1, 5).save(tmp_path / "mine.npz")
    with pytest.raises(PolicyError, match="mirror"):
        named_policy(tmp_path / "mine.npz", "pone")


def test_every_bit_of_the_arrays_counts(tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    pure("pone").save(path)
    whole = path.read_bytes()
    for place in np.random.default_rng(3).integers(200, len(whole) - 300, 40).tolist():
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 16]) + whole[place + 1 :])
        with pytest.raises(PolicyError, match="mine"):
            named_policy(path, "pone")


def test_names() -> None:
    assert {"solved", "solved-no-play", "best-hand", "hessel", "schell", "rasmussen"} <= set(policy_names())
    assert named_policy("solved", "dealer").digest == solved_policy("dealer").digest
    assert named_policy("solved-no-play", "pone").name == "solved-no-play"
    assert list(named_policies("solved")) == ["dealer", "pone"]
    assert issubclass(PolicyError, ModelError)
    with pytest.raises(PolicyError, match="banker"):
        named_policy("hessel", "banker")
    with pytest.raises(PolicyError, match=r"nobody.*solved, solved-no-play, best-hand, hessel"):
        named_policy("nobody", "dealer")
    with pytest.raises(PolicyError, match="table 'nobody'"):
        by_published_table("nobody", "dealer")
