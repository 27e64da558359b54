"""Run every notebook again, and hold what is committed to the rules for notebooks."""

import ast
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))
LARGEST = 400_000  # bytes
TIMEOUT = 300  # seconds a cell; a whole notebook should take less than sixty
LOGIC = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.For, ast.While, ast.If, ast.Try)

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


def code_cells(path: Path) -> list[Any]:
    return [cell for cell in read(path).cells if cell.cell_type == "code"]


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@pytest.mark.exhaustive
@every_notebook
def test_runs_again(path: Path, tmp_path: Path) -> None:
    notebook = read(path)
    NotebookClient(notebook, timeout=TIMEOUT, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert not list(tmp_path.iterdir()), "a notebook leaves no files behind"


@every_notebook
def test_is_committed_executed_with_a_chart(path: Path) -> None:
    cells = code_cells(path)
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1)), (
        "run all cells once, in order"
    )
    outputs = [output for cell in cells for output in cell.outputs]
    assert not [output for output in outputs if output.output_type in {"error", "stream"}]
    assert [output for output in outputs if "image/png" in output.get("data", {})]


@every_notebook
def test_is_small(path: Path) -> None:
    assert path.stat().st_size < LARGEST


@every_notebook
def test_holds_no_logic_and_asserts_its_answer(path: Path) -> None:
    nodes = [node for cell in code_cells(path) for node in ast.walk(ast.parse(cell.source))]
    assert not [ast.unparse(node) for node in nodes if isinstance(node, LOGIC)]
    assert [node for node in nodes if isinstance(node, ast.Assert)]
