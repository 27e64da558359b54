"""The board: where a score stands, the pegs through markings of every kind, and the coins."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribstat.game.board import Board, Pegs, hole_of
from cribstat.rules import VARIANTS, RuleError, variant

# target, score: lap, row, hole of the row. SOURCE: Hoffmann's description of board and laps.
HOLES = [
    (61, 1, 1, "outer", 1),
    (61, 30, 1, "outer", 30),
    (61, 31, 1, "inner", 1),
    (61, 60, 1, "inner", 30),
    (121, 61, 2, "outer", 1),
    (121, 120, 2, "inner", 30),
    (181, 121, 3, "outer", 1),
    (241, 240, 4, "inner", 30),
]
# Silver and copper coin of a score. SOURCE: Foster.
COINS = {0: (0, 0), 9: (0, 9), 10: (1, 0), 47: (4, 7), 61: (6, 1), 121: (12, 1)}


@pytest.mark.parametrize(("target", "score", "lap", "row", "hole"), HOLES)
def test_holes(target: int, score: int, lap: int, row: str, hole: int) -> None:
    found = hole_of(score, target)
    assert (found.kind, found.lap, found.row, found.hole) == ("hole", lap, row, hole)


@pytest.mark.parametrize("target", [61, 121, 181, 241])
def test_every_hole_is_passed_once_and_in_order(target: int) -> None:
    holes = [hole_of(score, target) for score in range(target + 1)]
    assert [hole.kind for hole in holes] == ["start", *["hole"] * (target - 1), "game hole"]
    passed = [(hole.street, hole.block, hole.hole) for hole in holes[1:-1]]
    assert passed == sorted(set(passed))
    assert max(hole.lap or 0 for hole in holes) == (target - 1) // 60
    blocks = [(hole.lap, hole.row, hole.block) for hole in holes[1:-1]]
    assert {blocks.count(block) for block in blocks} == {5}


@pytest.mark.parametrize("score", [-1, 122])
def test_no_hole_outside_the_board(score: int) -> None:
    with pytest.raises(RuleError, match=str(score)):
        hole_of(score, 121)


@pytest.mark.parametrize(("score", "coins"), COINS.items())
def test_coins(score: int, coins: tuple[int, int]) -> None:
    assert Pegs(181, score, max(score - 1, 0)).coins == coins


def test_pegs_jump_over_each_other() -> None:
    pegs = Pegs(121)
    seen = []
    for points in (2, 0, 8, 12):
        pegs = pegs.mark(points)
        seen.append((pegs.front, pegs.back))
    assert seen == [(2, 0), (2, 0), (10, 2), (22, 10)]


def test_points_beyond_the_game_hole_are_not_needed() -> None:
    pegs = Pegs(61, 58, 50).mark(12)
    assert (pegs.front, pegs.back, pegs.won, pegs.to_go) == (61, 58, True, 0)
    with pytest.raises(RuleError, match="game hole"):
        pegs.mark(1)
    assert pegs.mark(0) == pegs


@pytest.mark.parametrize(
    ("before", "after"),
    # The first is the worked case; the others stand at the start of the board.
    [((28, 20), (20, 19)), ((5, 0), (0, 0)), ((0, 0), (0, 0)), ((1, 0), (0, 0))],
)
def test_own_front_peg_taken_out(before: tuple[int, int], after: tuple[int, int]) -> None:
    pegs = Pegs(121, *before).take_front()
    assert (pegs.front, pegs.back) == after


def test_an_overcount_put_back_leaves_the_back_peg() -> None:
    assert Pegs(121, 32, 20).put_back(4) == Pegs(121, 28, 20)
    assert Pegs(121, 32, 20).put_back(12) == Pegs(121, 20, 19)
    with pytest.raises(RuleError, match="33"):
        Pegs(121, 32, 20).put_back(33)


@pytest.mark.parametrize(("front", "back"), [(3, 3), (3, 4), (122, 1), (0, -1), (-1, -1), (0, 1)], ids=str)
def test_pegs_out_of_order_are_refused(front: int, back: int) -> None:
    with pytest.raises(RuleError, match="behind"):
        Pegs(121, front, back)


def test_points_that_are_no_points_are_refused() -> None:
    with pytest.raises(RuleError, match="-1"):
        Pegs(121).mark(-1)


marks = st.tuples(st.sampled_from(["mark", "put_back", "take_front"]), st.integers(0, 2), st.integers(0, 31))


@settings(max_examples=40)
@given(st.sampled_from(sorted(VARIANTS)), st.lists(marks, max_size=60))
def test_pegs_stay_in_order_and_on_the_board(name: str, actions: list[tuple[str, int, int]]) -> None:
    board = Board.start(name)
    for action, seat, points in actions:
        side = seat % len(board.pegs)
        before = board
        pegs = board.pegs[side]
        if action == "mark":
            if board.winner is not None and points:
                with pytest.raises(RuleError, match="won"):
                    board.mark(side, points)
                continue
            board = board.mark(side, points)
            assert board.scores[side] == min(pegs.front + points, board.target)
            if points:
                assert board.backs[side] == pegs.front
        elif action == "put_back":
            board = board.change(side, pegs.put_back(min(points, pegs.front)))
        else:
            board = board.change(side, pegs.take_front())
            assert board.scores[side] == before.backs[side]
        for front, back in zip(board.scores, board.backs, strict=True):
            assert 0 <= back < front <= board.target or front == back == 0
        others = [other for other in range(len(board.pegs)) if other != side]
        assert all(board.pegs[other] == before.pegs[other] for other in others)


@pytest.mark.parametrize("name", VARIANTS)
def test_board_of_a_variant(name: str) -> None:
    record = variant(name)
    board = Board.start(name)
    assert (len(board.pegs), board.target, board.laps) == (record.sides, record.target, record.laps)
    assert board.scores == (0,) * record.sides


def test_board_of_scores() -> None:
    board = Board.of((96, 61), (84, 53))
    assert (board.scores, board.backs, board.winner) == ((96, 61), (84, 53), None)
    assert Board.of((96, 0)).backs == (95, 0)
    assert Board.of((4, 61, 7), target=61).winner == 1


@pytest.mark.parametrize(
    ("scores", "backs", "target", "named"),
    [
        ((5,), None, 121, "1"),
        ((5, 6, 7, 8), None, 121, "4"),
        ((5, 122), None, 121, "122"),
        ((5, -3), None, 121, "-3"),
        ((61, 61), None, 61, "61"),
        ((5, 6), (4,), 121, "back pegs"),
        ((5, 6), (4, 6), 121, "behind"),
    ],
)
def test_boards_that_are_none(
    scores: tuple[int, ...], backs: tuple[int, ...] | None, target: int, named: str
) -> None:
    with pytest.raises(RuleError, match=named):
        Board.of(scores, backs, target=target)


def test_sides_play_to_one_target() -> None:
    with pytest.raises(RuleError, match="one target"):
        Board((Pegs(61), Pegs(121)))
