"""The front door: the public names are pinned, and nothing heavy is behind it until it is used."""

from __future__ import annotations

import importlib.metadata
import json
import subprocess
import sys

import pytest

import cribstat

PUBLIC = [
    "EIGHT",
    "FIVE",
    "FOUR",
    "SEVEN",
    "SIX",
    "THREE",
    "CardError",
    "Game",
    "HandError",
    "Match",
    "ModelError",
    "PlayState",
    "Policy",
    "PolicyError",
    "Ranking",
    "RuleError",
    "TableError",
    "Variant",
    "best_discard",
    "best_response",
    "break_down",
    "deal_distribution",
    "exploit",
    "format_cards",
    "learn_policy",
    "named_policy",
    "parse_cards",
    "policy_crib",
    "rank_deals",
    "rank_discards",
    "read_log",
    "replay",
    "score_hand",
    "score_hands",
    "simulate",
    "value_tables",
    "variant",
    "win_prob",
]
HEAVY = ("numba", "pandas", "matplotlib", "scipy", "click", "rich", "pyarrow")


def run_python(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def loaded_after(code: str) -> list[str]:
    listed = run_python(
        f"import json, sys\n{code}\nprint(json.dumps(sorted({{m.split('.')[0] for m in sys.modules}})))"
    )
    modules: list[str] = json.loads(listed.splitlines()[-1])
    return modules


def test_names_are_pinned() -> None:
    assert cribstat.__all__ == PUBLIC
    assert dir(cribstat) == sorted([*PUBLIC, "__version__"])


@pytest.mark.parametrize("name", PUBLIC)
def test_every_name_is_there_and_explains_itself(name: str) -> None:
    thing = getattr(cribstat, name)
    assert thing.__doc__


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        cribstat.no_such_name  # noqa: B018


def test_star_import_brings_the_public_names() -> None:
    names: dict[str, object] = {}
    exec("from cribstat import *", names)  # noqa: S102
    assert set(PUBLIC) <= set(names)


def test_import_is_light() -> None:
    loaded = loaded_after("import cribstat")
    assert "cribstat" in loaded
    assert [module for module in (*HEAVY, "numpy") if module in loaded] == []


def test_reading_cards_and_rules_needs_numpy_only() -> None:
    loaded = loaded_after("import cribstat; cribstat.parse_cards('5h'); cribstat.variant('six')")
    assert [module for module in HEAVY if module in loaded] == []


def test_one_hand_needs_no_compiler() -> None:
    loaded = loaded_after("import cribstat; assert cribstat.score_hand('5h 5d 5s Jc', '5c') == 29")
    assert [module for module in HEAVY if module in loaded] == []


def test_a_play_needs_no_compiler() -> None:
    loaded = loaded_after("import cribstat; cribstat.PlayState(['4c 4d 7h 9s', '7d js 5c 8h']).play('4c')")
    assert [module for module in HEAVY if module in loaded] == []


def test_a_game_needs_no_compiler() -> None:
    loaded = loaded_after("import cribstat.game; cribstat.game.advance(cribstat.Game('six', seed=1))")
    assert [module for module in HEAVY if module in loaded] == []


def test_the_table_of_games_needs_no_compiler() -> None:
    loaded = loaded_after("from cribstat.game.forms import shipped_variants; assert shipped_variants()")
    assert [module for module in HEAVY if module in loaded] == []


def test_policies_are_named_without_a_compiler() -> None:
    loaded = loaded_after("import cribstat.policies, cribstat.policies.lookup")
    assert [module for module in ("numba", "pandas", "matplotlib", "scipy") if module in loaded] == []


def test_one_deal_needs_no_pandas() -> None:
    loaded = loaded_after(
        "import cribstat; cribstat.best_discard('5h 5d Js Qc 6c 7d', 'dealer', crib_model='uniform')"
    )
    assert [module for module in ("pandas", "matplotlib", "scipy", "click", "rich") if module in loaded] == []


def test_version() -> None:
    assert run_python("import cribstat; print(cribstat.__version__)").strip() == cribstat.__version__
    assert importlib.metadata.version("cribstat") == cribstat.__version__


def test_errors() -> None:
    for name in ("CardError", "HandError", "RuleError"):
        assert issubclass(getattr(cribstat, name), ValueError)
    assert issubclass(cribstat.TableError, RuntimeError)
